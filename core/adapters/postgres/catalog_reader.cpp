#include "adapters/postgres/catalog_reader.h"

#include "adapters/postgres/catalog_builder.h"
#include "adapters/postgres/catalog_queries.h"
#include "adapters/postgres/object_counts.h"
#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/schema_objects.h"
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

Result<> readTables(Session &session, const CatalogQueries &queries, const TypeResolver &types, const SqlRows &columns, const SqlRows &constraints, const SqlRows &routines, CatalogBuilder &builder)
{
    EKOS_CHECK(builder.addColumns(columns, types));
    EKOS_TRY(const SqlRows indexes, session.execute(queries.indexes()));
    EKOS_CHECK(builder.addIndexes(indexes));
    EKOS_CHECK(builder.addConstraints(constraints));
    EKOS_TRY(const SqlRows inheritance, session.execute(queries.inheritance()));
    EKOS_CHECK(builder.addInheritance(inheritance));
    EKOS_TRY(const SqlRows triggers, session.execute(queries.triggers()));
    EKOS_CHECK(builder.addTriggers(triggers, routines));
    EKOS_TRY(const SqlRows ofPartitions, session.execute(queries.partitionTriggers()));
    builder.addPartitionTriggers(ofPartitions);
    EKOS_TRY(const SqlRows policies, session.execute(queries.policies()));
    EKOS_CHECK(builder.addPolicies(policies));
    EKOS_TRY(const SqlRows statistics, session.execute(queries.statistics()));
    builder.addStatistics(statistics);
    return Ok{};
}

Result<> readObjects(Session &session, const CatalogQueries &queries, Reading &reading)
{
    EKOS_TRY(const SqlRows units, session.execute(queries.units()));
    EKOS_CHECK(reading.tables.addUnits(units));
    EKOS_TRY(const SqlRows types, session.execute(queries.types()));
    EKOS_TRY(const SqlRows labels, session.execute(queries.enumLabels()));
    EKOS_TRY(const TypeResolver resolver, TypeResolver::create(types, labels));
    EKOS_TRY(const SqlRows columns, session.execute(queries.columns()));
    EKOS_TRY(const SqlRows constraints, session.execute(queries.constraints()));
    EKOS_TRY(const SqlRows routines, session.execute(queries.routines()));
    EKOS_CHECK(readTables(session, queries, resolver, columns, constraints, routines, reading.tables));
    EKOS_TRY(reading.snapshot.routines, routinesOf(routines));
    EKOS_TRY(const SqlRows sequences, session.execute(queries.sequences()));
    EKOS_TRY(reading.snapshot.sequences, sequencesOf(sequences));
    EKOS_TRY(const SqlRows ownTypes, session.execute(queries.ownTypes()));
    TypeBuilder own(resolver);
    EKOS_CHECK(own.addTypes(ownTypes));
    EKOS_CHECK(own.addAttributes(columns));
    EKOS_CHECK(own.addDomainChecks(constraints));
    own.finish(reading.snapshot);
    return Ok{};
}

/// Compares what was read with what the catalog itself counts in the same snapshot.
Result<> compareCounts(std::vector<model::ObjectCount> &counts, const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const QString kind = reader.text();
        for (model::ObjectCount &count : counts)
            if (count.kind == kind)
                count.counted = reader.number();
    }
    for (const model::ObjectCount &count : counts)
        if (count.read != count.counted)
            return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "Of the kind \"%1\" the catalog of the source counts %2 objects, but %3 were read."), count.kind, count.counted, count.read},
                         QT_TRANSLATE_NOOP("core", "Read the catalog again; when it stays so, do not load: report the counts."), count.kind};
    return Ok{};
}

/// Reads everything in one snapshot.
Result<Reading> readOnce(SessionPool &pool, Session &session, const CatalogQueries &queries)
{
    Reading reading;
    reading.snapshot.database = pool.connection().alias;
    EKOS_TRY(const Transaction transaction, Transaction::begin(session, TransactionMode::RepeatableRead));
    // Compiling queries this wide costs more than it saves; sorting a large catalog in memory spares the server its disk.
    EKOS_CHECK(session.execute(QStringLiteral("SELECT set_config('statement_timeout', '%1', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true)").arg(pool.limits().catalogStatement.count())));
    EKOS_CHECK(readDescription(session, reading.snapshot));
    EKOS_CHECK(checkSchemas(session, pool.connection().schemas));
    EKOS_CHECK(checkRelationCodes(session, queries));
    EKOS_CHECK(readObjects(session, queries, reading));
    EKOS_TRY(reading.counted, session.execute(queries.counts()));
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

Result<Reading> readUnchanged(SessionPool &pool, Session &session, const CatalogQueries &queries)
{
    Result<Reading> reading = readOnce(pool, session, queries);
    if (!reading && !mayBeAChange(reading.error()))
        return reading;
    if (reading) {
        const Result<> unchanged = checkUnchanged(session, queries, reading.value().tables);
        if (unchanged)
            return reading;
        if (unchanged.error().code != ErrorCode::Busy)
            return unchanged.error();
    }
    EKOS_TRY(Reading second, readOnce(pool, session, queries));
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
    EKOS_TRY(Reading reading, readUnchanged(pool, *session, queries));
    readSizes(*session, queries, reading.tables);
    EKOS_CHECK(run.cancel().check());
    model::CatalogSnapshot snapshot = std::move(reading.snapshot);
    snapshot.tables = reading.tables.finish();
    snapshot.counts = objectCounts(snapshot);
    EKOS_CHECK(compareCounts(snapshot.counts, reading.counted));
    snapshot.queries = session->statements() - before;
    return snapshot;
}

} // namespace lakehouse::adapters::postgres
