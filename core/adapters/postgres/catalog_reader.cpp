#include "adapters/postgres/catalog_reader.h"

#include "adapters/postgres/catalog_builder.h"
#include "adapters/postgres/catalog_queries.h"
#include "adapters/postgres/object_counts.h"
#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/schema_objects.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/type_builder.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using ports::SqlRows;

namespace {

constexpr int oldestVersion = 130000;

/// How many letters differ, counting swaps of neighbours twice; enough to find what a person meant.
qsizetype distance(const QString &left, const QString &right)
{
    std::vector<qsizetype> previous(std::size_t(right.size()) + 1);
    for (std::size_t i = 0; i < previous.size(); ++i)
        previous[i] = qsizetype(i);
    for (const QChar letter : left) {
        std::vector<qsizetype> current{previous[0] + 1};
        for (std::size_t i = 1; i < previous.size(); ++i)
            current.push_back(std::min({previous[i] + 1, current[i - 1] + 1, previous[i - 1] + (letter == right[qsizetype(i) - 1] ? 0 : 1)}));
        previous = std::move(current);
    }
    return previous.back();
}

Error unknownSchema(const QString &wanted, std::vector<QString> existing)
{
    const auto far = [&](const QString &name) { return distance(wanted.toCaseFolded(), name.toCaseFolded()); };
    std::stable_sort(existing.begin(), existing.end(), [&](const QString &left, const QString &right) { return far(left) < far(right); });
    QStringList nearest;
    for (std::size_t i = 0; i < std::min<std::size_t>(existing.size(), 3); ++i)
        nearest += QLatin1Char('"') + existing[i] + QLatin1Char('"');
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The source has no schema \"%1\"."), wanted},
                 {QT_TRANSLATE_NOOP("core", "Names are taken exactly as the source stores them. Nearest: %1."), nearest.isEmpty() ? QStringLiteral("-") : nearest.join(QStringLiteral(", "))}, wanted};
}

Result<> checkSchemas(Session &session, const std::vector<QString> &wanted)
{
    EKOS_TRY(const SqlRows rows, session.execute(CatalogQueries::schemas()));
    std::vector<QString> existing;
    for (const SqlRow &row : rows.rows)
        existing.push_back(RowReader(row).text());
    for (const QString &schema : wanted)
        if (std::find(existing.begin(), existing.end(), schema) == existing.end())
            return unknownSchema(schema, existing);
    return Ok{};
}

Result<> checkRelationCodes(Session &session, const CatalogQueries &queries)
{
    EKOS_TRY(const SqlRows rows, session.execute(queries.relationCodes()));
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const char relkind = reader.code();
        if (!QByteArray("rpvmfiIStc").contains(relkind)) // tables, then indexes, sequences, toast and composite types
            return unknownCode("relkind", relkind, reader.text());
    }
    return Ok{};
}

Result<> readDescription(Session &session, model::CatalogSnapshot &snapshot)
{
    EKOS_TRY(const SqlRows rows, session.execute(CatalogQueries::session()));
    RowReader reader(rows.rows.at(0));
    snapshot.databaseName = reader.text();
    snapshot.role = reader.text();
    snapshot.serverVersion = reader.text();
    snapshot.readAtUtc = base::UtcTime::parse(reader.text()).value_or(base::UtcTime{});
    snapshot.engine = QStringLiteral("postgresql");
    return Ok{};
}

/// What one snapshot of the catalog says. The builder keeps tables until their sizes, which come from outside the snapshot, are there too.
struct Reading {
    model::CatalogSnapshot snapshot = {};
    CatalogBuilder tables = {};
    SqlRows counted = {};
};

/// What hangs on tables, with nothing that is needed to read the rest.
struct Attachments {
    SqlRows constraints = {};
    SqlRows indexes = {};
    SqlRows statistics = {};
};

Result<Attachments> readAttachments(Session &session, const CatalogQueries &queries)
{
    Attachments rows;
    EKOS_TRY(rows.constraints, session.execute(queries.constraints()));
    EKOS_TRY(rows.indexes, session.execute(queries.indexes()));
    EKOS_TRY(rows.statistics, session.execute(queries.statistics()));
    return rows;
}

Result<> readTables(Session &session, const CatalogQueries &queries, const SqlRows &routines, CatalogBuilder &builder)
{
    EKOS_TRY(const SqlRows inheritance, session.execute(queries.inheritance()));
    EKOS_CHECK(builder.addInheritance(inheritance));
    EKOS_TRY(const SqlRows triggers, session.execute(queries.triggers()));
    EKOS_CHECK(builder.addTriggers(triggers, routines));
    EKOS_TRY(const SqlRows ofPartitions, session.execute(queries.partitionTriggers()));
    builder.addPartitionTriggers(ofPartitions);
    EKOS_TRY(const SqlRows policies, session.execute(queries.policies()));
    return builder.addPolicies(policies);
}

/// Everything but the attachments.
Result<> readObjects(Session &session, const CatalogQueries &queries, TypeResolver &types, TypeBuilder &own, Reading &reading)
{
    EKOS_TRY(const SqlRows units, session.execute(queries.units()));
    EKOS_CHECK(reading.tables.addUnits(units));
    EKOS_TRY(const SqlRows used, session.execute(queries.types()));
    EKOS_TRY(const SqlRows labels, session.execute(queries.enumLabels()));
    EKOS_TRY(types, TypeResolver::create(used, labels));
    EKOS_TRY(const SqlRows ownTypes, session.execute(queries.ownTypes()));
    EKOS_CHECK(own.addTypes(ownTypes));
    {
        EKOS_TRY(const SqlRows columns, session.execute(queries.columns())); // by far the most rows
        EKOS_CHECK(reading.tables.addColumns(columns, types));
        EKOS_CHECK(own.addAttributes(columns));
    }
    EKOS_TRY(const SqlRows routines, session.execute(queries.routines()));
    EKOS_CHECK(readTables(session, queries, routines, reading.tables));
    EKOS_TRY(reading.snapshot.routines, routinesOf(routines));
    EKOS_TRY(const SqlRows sequences, session.execute(queries.sequences()));
    EKOS_TRY(reading.snapshot.sequences, sequencesOf(sequences));
    EKOS_TRY(reading.counted, session.execute(queries.counts()));
    return Ok{};
}

/// Compares what was read with what the catalog itself counts in the same snapshot, and adds what is only counted.
Result<> compareCounts(std::vector<model::ObjectCount> &counts, const SqlRows &rows)
{
    std::vector<model::ObjectCount> notUsed;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const QString kind = reader.text();
        const qint64 number = reader.number();
        const auto read = std::find_if(counts.begin(), counts.end(), [&](const model::ObjectCount &count) { return count.kind == kind; });
        if (read != counts.end())
            read->counted = number;
        else if (number > 0)
            notUsed.push_back({kind, 0, number});
    }
    for (const model::ObjectCount &count : counts)
        if (count.read != count.counted)
            return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "Of the kind \"%1\" the catalog of the source counts %2 objects, but %3 were read."), count.kind, count.counted, count.read},
                         QT_TRANSLATE_NOOP("core", "Read the catalog again; when it stays so, do not load: report the counts."), count.kind};
    counts.insert(counts.end(), notUsed.begin(), notUsed.end());
    return Ok{};
}

constexpr int statementsOfAttachments = 3;

/// Compiling queries this wide costs more than it saves; sorting a large catalog in memory spares the server its disk. One of two sessions waits for the
/// other, within its transaction.
QString limits(const SessionPool &pool)
{
    const qint64 statement = pool.limits().catalogStatement.count();
    return QStringLiteral("SELECT set_config('statement_timeout', '%1', true), set_config('idle_in_transaction_session_timeout', '%2', true), "
                          "set_config('jit', 'off', true), set_config('work_mem', '64MB', true)").arg(statement).arg((statementsOfAttachments + 1) * statement);
}

/// In a second session, which sees the snapshot of that name; absent when there is no such session, or it went away.
Result<std::optional<Attachments>> readBeside(SessionPool &pool, const QString &snapshot, const CatalogQueries &queries, qint64 &statements, base::RunContext &run)
{
    const Result<SessionLease> session = pool.take(run);
    if (!session)
        return std::optional<Attachments>();
    Session &second = *session.value();
    const qint64 before = second.statements();
    const auto joined = [&]() -> Result<Transaction> {
        EKOS_TRY(Transaction transaction, Transaction::begin(second, TransactionMode::RepeatableRead));
        EKOS_CHECK(second.execute(QStringLiteral("SET TRANSACTION SNAPSHOT ") + quotedLiteral(snapshot)));
        EKOS_CHECK(second.execute(limits(pool)));
        return transaction;
    };
    const Result<Transaction> transaction = joined();
    Result<Attachments> rows = transaction ? readAttachments(second, queries) : Result<Attachments>(transaction.error());
    statements += second.statements() - before;
    if (rows)
        return std::optional(std::move(rows).value());
    if (!transaction || rows.error().code == ErrorCode::Unreachable)
        return std::optional<Attachments>();
    return std::move(rows).error();
}

/// Reads everything in one snapshot: what hangs on tables in a second session beside the rest, which takes about as long.
Result<Reading> readOnce(SessionPool &pool, Session &session, const CatalogQueries &queries, qint64 &statementsBeside, base::RunContext &run)
{
    Reading reading;
    reading.snapshot.database = pool.connection().alias;
    std::optional<Transaction> transaction;
    const auto begin = [&](const QString &settings) -> Result<SqlRows> {
        transaction.reset();
        EKOS_TRY(Transaction begun, Transaction::begin(session, TransactionMode::RepeatableRead));
        transaction.emplace(std::move(begun));
        return session.execute(settings);
    };
    QString name; // under which a second session finds what this transaction sees; empty where the server gives it none, which ends the transaction
    if (const Result<SqlRows> begun = begin(limits(pool) + QStringLiteral(", pg_export_snapshot()"))) {
        name = begun.value().rows.at(0).back().value_or(QString());
    } else {
        EKOS_CHECK(run.cancel().check());
        EKOS_CHECK(begin(limits(pool)));
    }
    EKOS_CHECK(readDescription(session, reading.snapshot));
    EKOS_CHECK(checkSchemas(session, pool.connection().schemas));
    EKOS_CHECK(checkRelationCodes(session, queries));
    TypeResolver types;
    TypeBuilder own(types);
    std::optional<Attachments> attachments;
    EKOS_CHECK(run.parallelFor(2, 2, [&](qsizetype half) -> Result<> {
        if (half == 0)
            return readObjects(session, queries, types, own, reading);
        if (!name.isEmpty()) {
            EKOS_TRY(attachments, readBeside(pool, name, queries, statementsBeside, run));
        }
        return Ok{};
    }));
    if (!attachments) {
        EKOS_TRY(attachments, readAttachments(session, queries));
    }
    EKOS_CHECK(reading.tables.addIndexes(attachments->indexes));
    EKOS_CHECK(reading.tables.addConstraints(attachments->constraints));
    reading.tables.addStatistics(attachments->statistics);
    EKOS_CHECK(own.addDomainChecks(attachments->constraints));
    own.finish(reading.snapshot);
    return reading;
}

/// Functions that print expressions and definitions see the catalog of this moment, not that of the snapshot: what was changed meanwhile was read in half.
Result<> checkUnchanged(Session &session, const CatalogQueries &queries, const CatalogBuilder &tables)
{
    EKOS_TRY(const Transaction transaction, Transaction::begin(session, TransactionMode::ReadCommitted));
    EKOS_TRY(const SqlRows versions, session.execute(queries.versions()));
    if (const std::optional<model::TableName> changed = tables.changedSince(versions))
        return Error{ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "%1 was changed while the catalog was read."), changed->toString()},
                     QT_TRANSLATE_NOOP("core", "Read the catalog again when nobody changes tables."), changed->toString(), {}, base::Retry::Later};
    return Ok{};
}

/// A table that goes away between two queries makes the second one fail, or says nothing of itself.
bool mayBeAChange(const Error &error)
{
    return error.code == ErrorCode::NotFound || error.code == ErrorCode::ExternalFailure || error.code == ErrorCode::Corrupt;
}

Result<Reading> readUnchanged(SessionPool &pool, Session &session, const CatalogQueries &queries, qint64 &statementsBeside, base::RunContext &run)
{
    Result<Reading> reading = readOnce(pool, session, queries, statementsBeside, run);
    if (!reading && !mayBeAChange(reading.error()))
        return reading;
    if (reading) {
        const Result<> unchanged = checkUnchanged(session, queries, reading.value().tables);
        if (unchanged)
            return reading;
        if (unchanged.error().code != ErrorCode::Busy)
            return unchanged.error();
    }
    EKOS_TRY(Reading second, readOnce(pool, session, queries, statementsBeside, run));
    EKOS_CHECK(checkUnchanged(session, queries, second.tables));
    return second;
}

void readSizes(Session &session, const CatalogQueries &queries, CatalogBuilder &builder)
{
    const Result<Transaction> transaction = Transaction::begin(session, TransactionMode::ReadCommitted);
    if (!transaction)
        return;
    if (!session.execute(QStringLiteral("SET LOCAL lock_timeout = 500"))) // milliseconds: a size is not worth more
        return;
    if (const Result<SqlRows> sizes = session.execute(queries.sizes()))
        builder.addSizes(sizes.value());
}

} // namespace

Result<model::CatalogSnapshot> readCatalog(SessionPool &pool, base::RunContext &run)
{
    EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Read the catalog of %1"), pool.connection().database}));
    EKOS_TRY(const SessionLease session, pool.take(run));
    if (session->serverVersion() < oldestVersion)
        return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "PostgreSQL %1 is too old."), qint64(session->serverVersion() / 10000)},
                     QT_TRANSLATE_NOOP("core", "Versions 13 to 18 are supported: upgrade the source."), pool.connection().alias};
    const qint64 before = session->statements();
    const CatalogQueries queries(session->serverVersion(), pool.connection().schemas);
    qint64 statementsBeside = 0; // of a second session
    EKOS_TRY(Reading reading, readUnchanged(pool, *session, queries, statementsBeside, run));
    readSizes(*session, queries, reading.tables);
    EKOS_CHECK(run.cancel().check());
    model::CatalogSnapshot snapshot = std::move(reading.snapshot);
    snapshot.tables = reading.tables.finish();
    snapshot.counts = objectCounts(snapshot);
    EKOS_CHECK(compareCounts(snapshot.counts, reading.counted));
    snapshot.queries = session->statements() - before + statementsBeside;
    return snapshot;
}

} // namespace lakehouse::adapters::postgres
