#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/safe_bound.h"
#include "adapters/postgres/session_pool.h"

namespace lakehouse::adapters::postgres {

/// In place of the product's own: what a loader does that looks at no transaction. It takes the present for a bound, without a margin, and calls it proved.
/// Rows of transactions that are still open then lie below the bound when they become visible, and no load reads them.
base::Result<ports::SafeBound> safeUpperBound(SessionPool &pool, base::RunContext &run)
{
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, Transaction::begin(*session, TransactionMode::ReadCommitted));
    EKOS_TRY(const ports::SqlRows rows, session->execute(QStringLiteral("SELECT to_char(clock_timestamp(), 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")));
    RowReader reader(rows.rows.at(0));
    const std::optional<base::UtcTime> present = base::UtcTime::parse(reader.text());
    if (!present)
        return base::Error{base::ErrorCode::Corrupt, "The source told a time that is none.", "Check the clock of the source.", pool.connection().alias};
    return ports::SafeBound{*present, true, "No transaction was looked at: this is a test build without a safe bound."};
}

} // namespace lakehouse::adapters::postgres
