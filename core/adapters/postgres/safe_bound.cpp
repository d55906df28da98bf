#include "adapters/postgres/safe_bound.h"

#include "adapters/postgres/row_reader.h"

namespace lakehouse::adapters::postgres {

using base::Result;
using base::Text;
using ports::SafeBound;

namespace {

/// Which sessions count: every one that could write rows of this database, so those of this database (a session cannot write another's), with a
/// transaction open, whether it wrote already or not. Left out are our own, WAL senders, which only read the log, and autovacuum, which runs no
/// trigger and changes no value. Apply workers of logical replication and background workers count.
///
/// The clock is read first: what begins afterwards begins after the bound.
const char *const boundQuery = R"(
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
writer AS MATERIALIZED (
    SELECT xact_start, state FROM pg_stat_activity, clock
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type NOT IN ('walsender', 'autovacuum worker'))
SELECT to_char(least((SELECT min(xact_start) FROM writer), clock.now) - interval '60 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       to_char((SELECT min(xact_start) FROM writer), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       pg_is_in_recovery(),
       EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database()),
       NOT pg_has_role('pg_read_all_stats', 'USAGE'),
       current_setting('track_activities') <> 'on' OR EXISTS (SELECT FROM writer WHERE state = 'disabled'),
       EXISTS (SELECT FROM pg_subscription WHERE subenabled AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database()))
  FROM clock)";

/// Why the bound is not proved, or nothing.
std::optional<Text> doubt(RowReader &reader, const QString &role)
{
    const bool isReplica = reader.flag();
    const bool hasPrepared = reader.flag();
    const bool isBlind = reader.flag();
    const bool isUntracked = reader.flag();
    const bool isSubscriber = reader.flag();
    if (isReplica)
        return QT_TRANSLATE_NOOP("core", "The source is a replica: the transactions of its primary are not visible.");
    if (hasPrepared)
        return QT_TRANSLATE_NOOP("core", "A prepared transaction is open, and nothing tells when it began (see pg_prepared_xacts).");
    if (isBlind)
        return Text{QT_TRANSLATE_NOOP("core", "The role \"%1\" cannot see the transactions of others: GRANT pg_read_all_stats."), role};
    if (isUntracked)
        return QT_TRANSLATE_NOOP("core", "track_activities is off for a session of the source, which hides its transaction.");
    if (isSubscriber)
        return QT_TRANSLATE_NOOP("core", "Rows arrive by logical replication and bring the times of another server.");
    return std::nullopt;
}

} // namespace

Result<SafeBound> safeUpperBound(SessionPool &pool, base::RunContext &run)
{
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, Transaction::begin(*session, TransactionMode::ReadCommitted));
    EKOS_TRY(const ports::SqlRows rows, session->execute(QLatin1String(boundQuery)));
    RowReader reader(rows.rows.at(0));
    const std::optional<base::UtcTime> bound = base::UtcTime::parse(reader.text());
    const std::optional<base::UtcTime> oldest = base::UtcTime::parse(reader.text());
    if (!bound)
        return base::Error{base::ErrorCode::Corrupt, QT_TRANSLATE_NOOP("core", "The source told a time that is none."), QT_TRANSLATE_NOOP("core", "Check the clock of the source."), pool.connection().alias};
    if (std::optional<Text> why = doubt(reader, pool.connection().user))
        return SafeBound{*bound, false, std::move(*why)};
    return SafeBound{*bound, true, oldest ? Text{QT_TRANSLATE_NOOP("core", "The oldest open transaction began at %1."), *oldest}
                                          : Text{QT_TRANSLATE_NOOP("core", "No other transaction was open.")}};
}

} // namespace lakehouse::adapters::postgres
