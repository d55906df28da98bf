#pragma once

#include "base/error.h"
#include "model/extraction_plan.h"
#include "model/run.h"

namespace lakehouse::rules {

/// What is known when a load begins.
struct LoadSituation {
    bool isBronzeThere = false;
    std::optional<base::UtcTime> lastBoundUtc = {}; ///< upper bound of the last load that finished
    std::optional<base::UtcTime> nextFromUtc = {};  ///< where that load said that the next one begins
    qint64 lastLoadRule = 0;
    bool areColumnsSame = true;                     ///< as the last load found them; else rows that it loaded may hold something else
    bool isShapeSame = true;                        ///< bronze has the columns that the statements name
    std::optional<QString> unreadCommit = {};       ///< of the last load, where it cannot be read: then nobody knows which columns bronze has
    bool hasKeptPurged = false;                     ///< the last load kept purged rows
    bool isReloadRequested = false;
    base::UtcTime boundUtc = {};                    ///< up to here this load may read
    bool isBoundProved = true;                      ///< false: transactions of others cannot be seen
};

struct LoadDecision {
    model::LoadKind kind = model::LoadKind::Full;
    std::optional<base::UtcTime> lowerBoundUtc = {}; ///< of an incremental load
    std::optional<base::UtcTime> upperBoundUtc = {}; ///< of every load of an incremental table: below it source and bronze are compared
    std::optional<base::UtcTime> nextFromUtc = {};   ///< where the next load begins: at that bound, or an overlap below it
    base::Text why = {};
};

/// How a table loads now. A table loads incrementally only behind a load that finished. Where the bound of this load or of the last one is not proved,
/// it re-reads `lateArrivalMinutes` and merges by key, since a row may become visible after a later one: what was hidden from the last load is
/// seen by this one. So it does where no trigger sets the watermark, whose time is another clock's then.
/// A table that keeps purged rows is never replaced: rows are merged into it, all of them where the load is a full one.
LoadDecision decideLoad(const model::TableDecision &table, const LoadSituation &situation);

/// Whether bronze has columns of the same names and types by both; in whichever order, since rows are merged by names.
bool haveSameShape(const model::TableDecision &one, const model::TableDecision &other);

/// Whether bronze, whose columns are `bronze` as the engine shows them, has those that the table lands, beside the ones that every bronze table has.
bool hasShape(const model::TableDecision &table, const std::vector<model::ExposedColumn> &bronze);

/// Why a table cannot load without losing rows that it keeps: its columns are others than in bronze, or nobody knows which ones
/// bronze has. What changed only in how they are read or shown is
/// loaded anew into the rows that are there.
std::optional<base::Error> whyRowsWouldBeLost(const model::TableDecision &table, const LoadSituation &situation);

/// Shares of rows that may vanish at once without a person's word.
struct MassDeleteLimits {
    qint64 percent = 5;
    qint64 rows = 10000;
};

/// Whether so many rows vanished that a person has to look: more than `rows`, or more than `percent` of the live ones and more than ten,
/// or the source shows none although there were some. Exactly the percentage passes.
bool isMassDelete(qint64 liveRows, qint64 vanishedRows, qint64 sourceRows, const MassDeleteLimits &limits);

/// How many rows may vanish at once from so many, as long as the source shows some.
qint64 mostDeletes(qint64 liveRows, const MassDeleteLimits &limits);

/// Whether files that no snapshot needs may be removed after so many days: not unless that is at least twice as long as the longest load, whose
/// files belong to no snapshot until it ends.
bool mayRemoveOrphans(qint64 retentionDays, qint64 longestLoadMs);

/// From when on deletes are looked for again, so many days after a search ended: some hours before they are over, else a schedule that comes at the same
/// hour each day would find it too early, and the search would slip by a day each time.
base::UtcTime nextAudit(base::UtcTime lastUtc, qint64 days);
/// Whether it is time for that, as it is when it was never done.
bool isAuditDue(const std::optional<base::UtcTime> &lastUtc, qint64 days, base::UtcTime nowUtc);

} // namespace lakehouse::rules
