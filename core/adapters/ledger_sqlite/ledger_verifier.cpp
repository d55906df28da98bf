#include "adapters/ledger_sqlite/ledger_verifier.h"

#include "adapters/ledger_sqlite/ledger_format.h"
#include "adapters/ledger_sqlite/ledger_row.h"
#include "adapters/ledger_sqlite/sqlite_transaction.h"

#include "describe/json_reader.h"

namespace lakehouse::adapters {

using base::ErrorCode;
using base::Ok;
using base::Result;
using base::Text;
using Value = SqliteStatement::Value;

namespace {

constexpr size_t reportedProblems = 100; // enough to act on; a file damaged in more places is replaced anyway

constexpr Value columnTypes[] = {Value::Integer, Value::Text, Value::Text, Value::Text, Value::Text, Value::Text, Value::Text, Value::Text,
                                 Value::Text, Value::Bytes, Value::Integer, Value::Text, Value::Text, Value::Text, Value::Text};

/// Whether every column has its type and, if text, is UTF-8: else two different rows could read as the same.
bool isWellFormed(const SqliteStatement &row)
{
    for (int column = 0; column <= ledgerHashColumn; ++column) {
        const bool mayBeNull = column == 12 || column == 13; // run and prev
        if (row.type(column) != columnTypes[column] && !(mayBeNull && row.isNull(column)))
            return false;
        if (row.type(column) == Value::Text && row.text(column).toUtf8() != row.bytes(column))
            return false;
    }
    return true;
}

bool isSubjectIdRight(const LedgerRow::Subject &subject)
{
    model::SubjectName name{.database = subject.database, .schema = subject.schema, .object = subject.object, .part = subject.part};
    if (!describe::readWord(subject.kind, describe::typeOf<model::SubjectKind>(), &name.kind))
        return true; // a kind of a newer program: the hash still covers id and name
    return name.id().toString() == subject.id;
}

} // namespace

LedgerVerifier::LedgerVerifier(SqliteConnection &connection, const std::vector<model::EntryHash> &seals, base::RunContext &run)
    : m_connection(connection), m_missingSeals(seals), m_run(run)
{
}

Result<ports::LedgerVerification> LedgerVerifier::verify()
{
    EKOS_TRY(const SqliteTransaction oneState, SqliteTransaction::begin(m_connection, SqliteTransaction::Mode::Read));
    for (const Check check : {&LedgerVerifier::checkFile, &LedgerVerifier::checkSchema, &LedgerVerifier::walkChain, &LedgerVerifier::checkCurrent, &LedgerVerifier::checkBlobs, &LedgerVerifier::checkSeals}) {
        EKOS_CHECK(m_run.cancel().check());
        const Result<> checked = (this->*check)();
        if (checked)
            continue;
        if (checked.error().code == ErrorCode::Cancelled || checked.error().code == ErrorCode::Busy)
            return checked.error();
        report(0, {QT_TRANSLATE_NOOP("core", "The file cannot be read to its end: %1"), checked.error().detail});
    }
    return m_answer;
}

void LedgerVerifier::report(qint64 sequence, Text finding)
{
    if (m_answer.problems.size() < reportedProblems)
        m_answer.problems.push_back({sequence, std::move(finding)});
}

Result<> LedgerVerifier::checkFile()
{
    EKOS_TRY(SqliteStatement rows, m_connection.prepare("PRAGMA integrity_check(20)"));
    while (true) {
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return Ok{};
        if (const QString line = rows.text(0); line != QLatin1String("ok"))
            report(0, {QT_TRANSLATE_NOOP("core", "The file is damaged: %1"), line});
    }
}

Result<> LedgerVerifier::checkSchema()
{
    EKOS_TRY(const std::vector<QString> names, schemaDifferences(m_connection));
    for (const QString &name : names)
        report(0, {QT_TRANSLATE_NOOP("core", "The rules of the file were changed: \"%1\" is missing or not what it must be, so entries may have been changed or deleted."), name});
    return Ok{};
}

Result<> LedgerVerifier::walkChain()
{
    // The columns of the view `fact`; from the tables themselves, since a view can be changed, too.
    EKOS_TRY(SqliteStatement rows, m_connection.prepare("SELECT e.seq, e.id, e.kind, e.subject, s.database, s.schema, s.object, s.kind, s.part, e.body, e.recorded_at, e.actor, e.run, e.prev, e.hash "
                                                        "FROM entry AS e NOT INDEXED LEFT JOIN subject AS s ON s.id = e.subject ORDER BY e.seq"));
    while (true) {
        EKOS_CHECK(m_run.cancel().check());
        const Result<bool> found = rows.next();
        if (!found && (found.error().code == ErrorCode::Cancelled || found.error().code == ErrorCode::Busy))
            return found.error();
        if (!found) {
            report(m_lastSequence + 1, {QT_TRANSLATE_NOOP("core", "The entry cannot be read, nor any after it: %1"), found.error().detail});
            return Ok{};
        }
        if (!found.value())
            break;
        EKOS_CHECK(checkEntry(rows));
    }
    m_isWalkComplete = true;
    return Ok{};
}

Result<> LedgerVerifier::checkEntry(const SqliteStatement &columns)
{
    const LedgerRow row = readRow(columns);
    const QString hash = columns.text(ledgerHashColumn);
    const Result<model::EntryHash> stored = model::EntryHash::parse(hash);
    ++m_answer.entries;
    if (row.sequence != m_lastSequence + 1)
        report(m_lastSequence + 1, {QT_TRANSLATE_NOOP("core", "The entry is missing: after %1 comes %2."), m_lastSequence, row.sequence});
    else if (row.previous != m_lastHash)
        report(row.sequence, QT_TRANSLATE_NOOP("core", "Its link does not lead to the entry before it: one of the two was changed or replaced."));
    if (columns.isNull(4))
        report(row.sequence, QT_TRANSLATE_NOOP("core", "Its subject is missing."));
    else if (!isWellFormed(columns) || !stored || row.hash() != stored.value())
        report(row.sequence, QT_TRANSLATE_NOOP("core", "Its content does not fit its hash: the entry or its subject was changed after it was written."));
    else if (!isSubjectIdRight(row.subject))
        report(row.sequence, QT_TRANSLATE_NOOP("core", "The id of its subject does not fit the subject's name."));
    m_lastSequence = row.sequence;
    m_lastHash = hash;
    if (stored) {
        m_answer.head = stored.value();
        std::erase(m_missingSeals, stored.value());
    }
    return Ok{};
}

Result<> LedgerVerifier::checkCurrent()
{
    EKOS_TRY(const qint64 differences, m_connection.number(
        "SELECT (SELECT count(*) FROM (SELECT kind, subject, seq FROM current EXCEPT SELECT kind, subject, seq FROM expected_current))"
        " + (SELECT count(*) FROM (SELECT kind, subject, seq FROM expected_current EXCEPT SELECT kind, subject, seq FROM current))"));
    if (differences > 0)
        report(0, {QT_TRANSLATE_NOOP("core", "The index of current facts differs from the entries in %1 places. No entry is lost: the index can be made again from the entries."), differences});
    return Ok{};
}

Result<> LedgerVerifier::checkBlobs()
{
    EKOS_TRY(SqliteStatement rows, m_connection.prepare("SELECT digest, bytes FROM blob NOT INDEXED"));
    while (true) {
        EKOS_CHECK(m_run.cancel().check());
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return Ok{};
        if (const QString digest = rows.text(0); rows.type(1) != Value::Bytes || model::BlobDigest::of(rows.bytes(1)).toString() != digest)
            report(0, {QT_TRANSLATE_NOOP("core", "The document %1 was changed: its content has another digest."), digest});
    }
}

Result<> LedgerVerifier::checkSeals()
{
    if (!m_isWalkComplete)
        return Ok{};
    for (const model::EntryHash &seal : m_missingSeals)
        report(m_lastSequence + 1, {QT_TRANSLATE_NOOP("core", "The last entries were cut off, or the ledger was replaced: a witness beside it (the newest commit of the pipeline, or the run state) names the entry with the hash %1, and the ledger ends at entry %2 without it."),
                                    seal.toString(), m_lastSequence});
    return Ok{};
}

} // namespace lakehouse::adapters
