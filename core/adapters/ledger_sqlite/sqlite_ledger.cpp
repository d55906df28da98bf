#include "adapters/ledger_sqlite/sqlite_ledger.h"

#include "adapters/ledger_sqlite/ledger_appender.h"
#include "adapters/ledger_sqlite/ledger_files.h"
#include "adapters/ledger_sqlite/ledger_row.h"
#include "adapters/ledger_sqlite/ledger_verifier.h"
#include "adapters/ledger_sqlite/sqlite_transaction.h"

#include "describe/json_reader.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <mutex>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;
using model::LedgerEntry;
using Mode = SqliteTransaction::Mode;

namespace {

using Connection = LedgerConnection;

/// A connection and the lock that makes it one thread's at a time.
struct SharedConnection {
    Connection connection;
    std::mutex mutex = {};
};

/// The use of a connection by one call.
class Session {
public:
    Session(SharedConnection &shared, RunContext &run) : m_lock(shared.mutex), m_connection(*shared.connection), m_cancelScope(m_connection, run.cancel()) {}
    SqliteConnection &operator*() { return m_connection; }
    SqliteConnection *operator->() { return &m_connection; }

private:
    std::lock_guard<std::mutex> m_lock;
    SqliteConnection &m_connection;
    SqliteConnection::CancelScope m_cancelScope;
};

Result<std::vector<LedgerEntry>> readEntries(SqliteStatement &rows)
{
    std::vector<LedgerEntry> entries;
    while (true) {
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return entries;
        EKOS_TRY(LedgerEntry entry, readEntry(rows));
        entries.push_back(std::move(entry));
    }
}

struct CurrentFact {
    model::RetractionFact fact;
    model::SubjectName subject;
};

class OpenLedger final : public ports::Ledger {
public:
    OpenLedger(const QString &path, const base::Clock &clock, base::IdSource &ids, std::chrono::milliseconds busyWait, Connection writer, Connection reader)
        : m_path(path), m_clock(clock), m_ids(ids), m_busyWait(busyWait), m_writer{std::move(writer)}, m_reader{std::move(reader)} {}

    Result<std::vector<LedgerEntry>> append(const std::vector<model::NewFact> &facts, const model::Actor &actor, RunContext &run) override;
    Result<qint64> retractOthers(const QString &database, const std::vector<model::FactKind> &kinds, const std::vector<model::SubjectName> &seen,
                                 const model::Actor &actor, RunContext &run) override;
    Result<qint64> retract(const std::vector<ports::FactKey> &facts, const model::Actor &actor, const std::optional<model::RunId> &run, RunContext &context) override;
    Result<std::optional<LedgerEntry>> current(model::FactKind kind, const model::SubjectName &subject, RunContext &run) override;
    Result<std::vector<LedgerEntry>> entries(const ports::LedgerFilter &filter, RunContext &run) override;
    Result<std::vector<LedgerEntry>> currentOfKind(model::FactKind kind, RunContext &run) override;
    Result<model::BlobDigest> putBlob(const QByteArray &bytes, RunContext &run) override;
    Result<QByteArray> blob(const model::BlobDigest &digest, RunContext &run) override;
    Result<ports::LedgerHead> head(RunContext &run) override;
    Result<ports::LedgerVerification> verify(const std::vector<model::EntryHash> &seals, RunContext &run) override;
    Result<ports::LedgerVerification> backUp(const QString &file, const std::vector<model::EntryHash> &seals, RunContext &run) override;
    Result<ports::LedgerRestoration> restore(const QString &file, const ports::SealedHead &sealedHead, RunContext &run) override;

private:
    QString m_path;
    const base::Clock &m_clock;
    base::IdSource &m_ids;
    std::chrono::milliseconds m_busyWait;
    SharedConnection m_writer;
    SharedConnection m_reader;
};

/// The subject of each fact, when all may be written.
Result<std::vector<QString>> checkedSubjects(const std::vector<model::NewFact> &facts, RunContext &run)
{
    constexpr std::size_t atATime = 2'048; // of a large source there are a hundred thousand
    std::vector<QString> subjects(facts.size());
    EKOS_CHECK(run.parallelFor(qsizetype((facts.size() + atATime - 1) / atATime), 4, [&](qsizetype part) -> Result<> {
        for (std::size_t i = std::size_t(part) * atATime; i < std::min(facts.size(), std::size_t(part + 1) * atATime); ++i) {
            EKOS_TRY(subjects[i], LedgerAppender::checkedSubject(facts[i]));
        }
        return Ok{};
    }));
    return subjects;
}

Result<std::vector<LedgerEntry>> OpenLedger::append(const std::vector<model::NewFact> &facts, const model::Actor &actor, RunContext &run)
{
    EKOS_TRY(const std::vector<QString> subjects, checkedSubjects(facts, run));
    Session session(m_writer, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(*session, Mode::Write));
    EKOS_TRY(LedgerAppender appender, LedgerAppender::start(*session, m_ids, m_clock.now(), actor));
    std::vector<LedgerEntry> written;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        EKOS_CHECK(run.cancel().check());
        EKOS_TRY(std::optional<LedgerEntry> entry, appender.append(facts[i], subjects[i]));
        if (entry)
            written.push_back(std::move(*entry));
    }
    EKOS_CHECK(transaction.commit());
    return written;
}

/// The current facts of a kind in a database whose subjects are not among the known ones, in the order they were written. Of a large source nearly all are
/// known, so that only the others' subjects are looked up, and what facts say is not read at all: that would take longer than writing it did.
Result<std::vector<CurrentFact>> currentFactsOfOthers(SqliteConnection &connection, const QString &database, model::FactKind kind, const QSet<QByteArray> &known)
{
    std::vector<std::pair<qint64, QByteArray>> others; // number and subject
    {
        EKOS_TRY(SqliteStatement rows, connection.prepare("SELECT seq, subject FROM current WHERE kind = ?"));
        rows.bind(toWord(kind));
        while (true) {
            EKOS_TRY(const bool found, rows.next());
            if (!found)
                break;
            if (QByteArray subject = rows.bytes(1); !known.contains(subject))
                others.emplace_back(rows.integer(0), std::move(subject));
        }
    }
    std::ranges::sort(others);
    std::vector<CurrentFact> facts;
    for (const auto &[sequence, id] : others) {
        EKOS_TRY(SqliteStatement row, connection.prepare("SELECT schema, object, kind, part FROM subject WHERE id = ? AND database = ?"));
        EKOS_TRY(const bool isOfDatabase, row.bind(QString::fromLatin1(id)).bind(database).next());
        if (!isOfDatabase)
            continue;
        model::SubjectName subject{.database = database, .schema = row.text(0), .object = row.text(1), .part = row.text(3)};
        if (model::isImportedFact(subject))
            continue;
        EKOS_CHECK(describe::readWord(row.text(2), describe::typeOf<model::SubjectKind>(), &subject.kind));
        facts.push_back({{kind, sequence}, std::move(subject)});
    }
    return facts;
}

Error cannotBeRetracted(model::FactKind kind)
{
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "A fact of the kind \"%1\" cannot be retracted: only observations can."), toWord(kind)},
                 QT_TRANSLATE_NOOP("core", "Withdraw a decision by recording a new one.")};
}

Result<qint64> OpenLedger::retractOthers(const QString &database, const std::vector<model::FactKind> &kinds, const std::vector<model::SubjectName> &seen,
                                         const model::Actor &actor, RunContext &run)
{
    QSet<QByteArray> known;
    for (const model::SubjectName &subject : seen)
        known.insert(subject.id().toString().toLatin1());
    Session session(m_writer, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(*session, Mode::Write));
    EKOS_TRY(LedgerAppender appender, LedgerAppender::start(*session, m_ids, m_clock.now(), actor));
    qint64 retracted = 0;
    for (const model::FactKind kind : kinds) {
        if (!model::isObservation(kind))
            return cannotBeRetracted(kind);
        EKOS_TRY(const std::vector<CurrentFact> facts, currentFactsOfOthers(*session, database, kind, known));
        for (const CurrentFact &fact : facts) {
            EKOS_CHECK(run.cancel().check());
            EKOS_CHECK(appender.retract(fact.fact, fact.subject));
            ++retracted;
        }
    }
    EKOS_CHECK(transaction.commit());
    return retracted;
}

Result<qint64> OpenLedger::retract(const std::vector<ports::FactKey> &facts, const model::Actor &actor, const std::optional<model::RunId> &run, RunContext &context)
{
    Session session(m_writer, context);
    EKOS_CHECK(context.cancel().check());
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(*session, Mode::Write));
    EKOS_TRY(LedgerAppender appender, LedgerAppender::start(*session, m_ids, m_clock.now(), actor));
    qint64 retracted = 0;
    for (const ports::FactKey &fact : facts) {
        if (!model::isObservation(fact.kind))
            return cannotBeRetracted(fact.kind);
        qint64 sequence = 0;
        {
            EKOS_TRY(SqliteStatement row, session->prepare("SELECT seq FROM current WHERE kind = ? AND subject = ?"));
            EKOS_TRY(const bool isCurrent, row.bind(toWord(fact.kind)).bind(fact.subject.id().toString()).next());
            if (!isCurrent)
                continue;
            sequence = row.integer(0);
        }
        EKOS_CHECK(appender.retract({fact.kind, sequence}, fact.subject, run));
        ++retracted;
    }
    EKOS_CHECK(transaction.commit());
    return retracted;
}

Result<std::optional<LedgerEntry>> OpenLedger::current(model::FactKind kind, const model::SubjectName &subject, RunContext &run)
{
    Session session(m_reader, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteStatement rows, session->prepare("SELECT f.* FROM current AS c JOIN fact AS f ON f.seq = c.seq WHERE c.kind = ? AND c.subject = ?"));
    EKOS_TRY(std::vector<LedgerEntry> entries, readEntries(rows.bind(toWord(kind)).bind(subject.id().toString())));
    return entries.empty() ? std::nullopt : std::optional(std::move(entries.front()));
}

Result<std::vector<LedgerEntry>> OpenLedger::entries(const ports::LedgerFilter &filter, RunContext &run)
{
    // One text per combination, so that each uses its index. Routines, types and the like may have the name of a table, and are other things.
    const char *sql[] = {
        "SELECT * FROM fact WHERE seq > ? ORDER BY seq LIMIT ?",
        "SELECT * FROM fact WHERE kind = ? AND seq > ? ORDER BY seq LIMIT ?",
        "SELECT * FROM fact WHERE subject = ? AND seq > ? ORDER BY seq LIMIT ?",
        "SELECT * FROM fact WHERE kind = ? AND subject = ? AND seq > ? ORDER BY seq LIMIT ?",
        "SELECT * FROM fact WHERE subject IN (SELECT id FROM subject WHERE schema = ? AND object = ? AND kind NOT IN ('routine', 'enum', 'domain', 'sequence', 'type', 'term'))"
        " AND seq > ? ORDER BY seq LIMIT ?",
        "SELECT * FROM fact WHERE kind = ? AND subject IN (SELECT id FROM subject WHERE schema = ? AND object = ? AND kind NOT IN ('routine', 'enum', 'domain', 'sequence', 'type', 'term'))"
        " AND seq > ? ORDER BY seq LIMIT ?",
    };
    Session session(m_reader, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteStatement rows, session->prepare(sql[(filter.kind ? 1 : 0) + (filter.subject ? 2 : filter.table ? 4 : 0)]));
    if (filter.kind)
        rows.bind(toWord(*filter.kind));
    if (filter.subject)
        rows.bind(filter.subject->toString());
    else if (filter.table)
        rows.bind(filter.table->schema()).bind(filter.table->table());
    return readEntries(rows.bind(filter.afterSequence).bind(std::max<qint64>(0, filter.limit))); // SQLite takes a negative limit for none
}

Result<std::vector<LedgerEntry>> OpenLedger::currentOfKind(model::FactKind kind, RunContext &run)
{
    Session session(m_reader, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteStatement rows, session->prepare("SELECT f.* FROM current AS c JOIN fact AS f ON f.seq = c.seq WHERE c.kind = ? ORDER BY c.seq"));
    return readEntries(rows.bind(toWord(kind)));
}

Result<model::BlobDigest> OpenLedger::putBlob(const QByteArray &bytes, RunContext &run)
{
    const model::BlobDigest digest = model::BlobDigest::of(bytes);
    Session session(m_writer, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(*session, Mode::Write));
    EKOS_TRY(SqliteStatement insert, session->prepare("INSERT INTO blob(digest, bytes) VALUES (?, ?)"));
    EKOS_CHECK(insert.bind(digest.toString()).bind(bytes).run());
    EKOS_CHECK(transaction.commit());
    return digest;
}

Result<QByteArray> OpenLedger::blob(const model::BlobDigest &digest, RunContext &run)
{
    Session session(m_reader, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteStatement rows, session->prepare("SELECT bytes FROM blob WHERE digest = ?"));
    EKOS_TRY(const bool found, rows.bind(digest.toString()).next());
    if (!found)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The ledger holds no document %1."), digest.toString()},
                     QT_TRANSLATE_NOOP("core", "Run \"ekos-lakehouse ledger verify\"; a document of another project is in that project's ledger."), digest.toString()};
    QByteArray bytes = rows.bytes(0);
    if (model::BlobDigest::of(bytes) != digest)
        return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "The document %1 was changed: its content has another digest."), digest.toString()},
                     QT_TRANSLATE_NOOP("core", "Put the newest good back-up of the ledger in its place."), digest.toString()};
    return bytes;
}

Result<ports::LedgerHead> OpenLedger::head(RunContext &run)
{
    Session session(m_reader, run);
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(SqliteStatement rows, session->prepare("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1"));
    EKOS_TRY(const bool found, rows.next());
    ports::LedgerHead head;
    if (found) {
        head.sequence = rows.integer(0);
        EKOS_TRY(head.hash, model::EntryHash::parse(rows.text(1)));
    }
    return head;
}

Result<ports::LedgerVerification> OpenLedger::verify(const std::vector<model::EntryHash> &seals, RunContext &run)
{
    // Its own connection: it reads from the disk what others still have in memory, and nobody waits for it.
    return verifiedLedger(m_path, seals, m_busyWait, run);
}

Result<ports::LedgerVerification> OpenLedger::backUp(const QString &file, const std::vector<model::EntryHash> &seals, RunContext &run)
{
    EKOS_TRY(const Connection connection, SqliteConnection::open(m_path, m_busyWait));
    {
        const SqliteConnection::CancelScope cancelScope(*connection, run.cancel());
        EKOS_CHECK(connection->copyTo(file));
    }
    Result<ports::LedgerVerification> verification = verifiedLedger(file, seals, m_busyWait, run);
    if (!verification || !verification.value().problems.empty())
        QFile::remove(file); // it must not be taken for a good one
    return verification;
}

Result<ports::LedgerRestoration> OpenLedger::restore(const QString &file, const ports::SealedHead &sealedHead, RunContext &run)
{
    const ScratchDatabase scratch(QStringLiteral("%1.restoring-%2").arg(m_path, m_ids.next().toString(QUuid::WithoutBraces)));
    EKOS_TRY(const Connection copy, openCopyOfLedger(file, scratch.path(), m_clock, m_busyWait));
    ports::LedgerRestoration restoration;
    const auto lookForSeal = [&]() -> Result<> {
        EKOS_TRY(const std::optional<model::EntryHash> head, sealedHead());
        if (!head)
            return Ok{};
        EKOS_TRY(SqliteStatement sealed, copy->prepare("SELECT 1 FROM entry WHERE hash = ?"));
        EKOS_TRY(const bool isThere, sealed.bind(head->toString()).next());
        restoration.isSealMissing = !isThere;
        return Ok{};
    };
    {
        const SqliteConnection::CancelScope cancelScope(*copy, run.cancel());
        EKOS_TRY(restoration.copy, LedgerVerifier(*copy, {}, run).verify());
        if (!restoration.copy.problems.empty())
            return restoration;
        EKOS_CHECK(lookForSeal());
        if (restoration.isSealMissing)
            return restoration;
    }
    restoration.keptAs = freeName(QStringLiteral("%1.before-restore-%2").arg(m_path, m_clock.now().toString().remove(QLatin1Char('-')).remove(QLatin1Char(':'))));
    const std::scoped_lock lock(m_writer.mutex, m_reader.mutex);
    EKOS_CHECK(run.cancel().check());
    bool isKept = false;
    const Result<> replaced = m_writer.connection->replaceBy(*copy, [&]() -> Result<> {
        const Result<qint64> before = m_reader.connection->number("SELECT coalesce(max(seq), 0) FROM entry");
        restoration.before = before ? before.value() : 0; // of a damaged one it is not known
        EKOS_CHECK(m_reader.connection->copyTo(restoration.keptAs));
        isKept = true;
        EKOS_CHECK(lookForSeal()); // to verify a copy takes a while
        return restoration.isSealMissing ? Result<>(Error{.code = ErrorCode::Stale}) : Result<>(Ok{});
    });
    if (!replaced && isKept)
        QFile::remove(restoration.keptAs); // the ledger is what it was
    if (restoration.isSealMissing) {
        restoration.keptAs.clear();
        return restoration;
    }
    EKOS_CHECK(replaced);
    return restoration;
}

} // namespace

Result<std::unique_ptr<ports::Ledger>> SqliteLedger::open(const QString &path, const base::Clock &clock, base::IdSource &ids, std::chrono::milliseconds busyWait)
{
    EKOS_TRY(Connection writer, openLedgerConnection(path, clock, busyWait));
    EKOS_TRY(Connection reader, openLedgerConnection(path, clock, busyWait));
    return std::unique_ptr<ports::Ledger>(std::make_unique<OpenLedger>(path, clock, ids, busyWait, std::move(writer), std::move(reader)));
}

Result<> SqliteLedger::rebuildCurrent(const QString &path, const base::Clock &clock)
{
    EKOS_TRY(const Connection connection, openLedgerConnection(path, clock, std::chrono::seconds(10)));
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(*connection, Mode::Write));
    EKOS_CHECK(connection->execute("DELETE FROM current"));
    EKOS_CHECK(connection->execute("INSERT INTO current(kind, subject, seq) SELECT kind, subject, seq FROM expected_current"));
    return transaction.commit();
}

} // namespace lakehouse::adapters
