#include "rules/loading/load_decision.h"

#include "base/shell_word.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

using model::LoadKind;
using model::LoadMode;

namespace {
constexpr qint64 microsecondsPerMinute = 60'000'000;
constexpr qint64 alwaysTolerated = 10; // rows: else one row of a table of three would stop the load
}

LoadDecision decideLoad(const model::TableDecision &table, const LoadSituation &situation)
{
    if (table.mode != LoadMode::Incremental)
        return {.why = table.keepsPurged() ? base::Text(QT_TRANSLATE_NOOP("core", "the plan says: every row, each time; rows that are gone stay"))
                                           : base::Text(QT_TRANSLATE_NOOP("core", "the plan says: every row, each time"))};
    LoadDecision decision{.upperBoundUtc = situation.boundUtc};
    if (!situation.isBronzeThere || !situation.lastBoundUtc) {
        decision.why = QT_TRANSLATE_NOOP("core", "first load: every row");
    } else if (situation.isReloadRequested) {
        decision.why = QT_TRANSLATE_NOOP("core", "a reload was asked for: every row");
    } else if (!situation.areColumnsSame) {
        decision.why = QT_TRANSLATE_NOOP("core", "its columns changed since the last load: every row");
    } else if (situation.hasKeptPurged && !table.keepsPurged()) {
        decision.why = QT_TRANSLATE_NOOP("core", "purged rows are kept no longer: every row");
    } else if (situation.lastLoadRule != table.loadRule) {
        decision.why = QT_TRANSLATE_NOOP("core", "a rule that loads a column is newer: every row");
    } else {
        decision.kind = LoadKind::Incremental;
        const qint64 overlap = situation.isBoundProved ? 0 : table.lateArrivalMinutes * microsecondsPerMinute;
        decision.lowerBoundUtc = base::UtcTime{situation.lastBoundUtc->microseconds - overlap};
        // A bound may step back when an old transaction began before the last load: what was read stays read.
        decision.upperBoundUtc = std::max(situation.boundUtc, *situation.lastBoundUtc, [](const auto &a, const auto &b) { return a.microseconds < b.microseconds; });
        decision.why = QT_TRANSLATE_NOOP("core", "what changed since the last load");
    }
    return decision;
}

bool haveSameShape(const model::TableDecision &one, const model::TableDecision &other)
{
    const auto shape = [](const model::TableDecision &table) {
        std::map<QString, QString> types;
        for (const model::PlannedColumn &column : table.columns)
            if (column.fidelity != model::Fidelity::Refused)
                types[column.bronzeName] = column.bronzeType;
        return types;
    };
    return shape(one) == shape(other);
}

std::optional<base::Error> whyRowsWouldBeLost(const model::TableDecision &table, const LoadSituation &situation)
{
    if (!table.keepsPurged() || !situation.isBronzeThere || situation.isShapeSame)
        return std::nullopt;
    const QString name = table.table.toString();
    return base::Error{base::ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "The columns of %1 changed since its last load, and a replacement would lose rows that only bronze has. Bronze was left as it is."), name},
                       {QT_TRANSLATE_NOOP("core", "Undo the change of the columns; or let go of these rows with: ekos-lakehouse lakehouse extraction change --table %1 --remove-purged --reason \"…\", then generate and load. --keep-purged keeps what comes after."),
                        base::shellWord(name)}, name};
}

bool isMassDelete(qint64 liveRows, qint64 vanishedRows, qint64 sourceRows, const MassDeleteLimits &limits)
{
    if (vanishedRows <= 0)
        return false;
    return sourceRows == 0 || vanishedRows > mostDeletes(liveRows, limits);
}

qint64 mostDeletes(qint64 liveRows, const MassDeleteLimits &limits)
{
    return std::min(limits.rows, std::max(alwaysTolerated, limits.percent * liveRows / 100));
}

bool mayRemoveOrphans(qint64 retentionDays, qint64 longestLoadMs)
{
    return longestLoadMs <= retentionDays * 24 * 60 * 60 * 1000 / 2;
}

base::UtcTime nextAudit(base::UtcTime lastUtc, qint64 days)
{
    return {lastUtc.microseconds + days * 24 * 60 * microsecondsPerMinute};
}

bool isAuditDue(const std::optional<base::UtcTime> &lastUtc, qint64 days, base::UtcTime nowUtc)
{
    return !lastUtc || nowUtc.microseconds >= nextAudit(*lastUtc, days).microseconds;
}

} // namespace lakehouse::rules
