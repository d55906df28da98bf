#include "rules/loading/load_decision.h"

#include "base/shell_word.h"
#include "rules/sqlgen/bronze_statements.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

using model::LoadKind;
using model::LoadMode;

namespace {
constexpr qint64 microsecondsPerMinute = 60'000'000;
constexpr qint64 alwaysTolerated = 10; // rows: else one row of a table of three would stop the load

base::UtcTime earlier(base::UtcTime one, base::UtcTime other)
{
    return {std::min(one.microseconds, other.microseconds)};
}

/// Types by names of columns.
std::map<QString, QString> landedShape(const model::TableDecision &table)
{
    std::map<QString, QString> types;
    for (const model::PlannedColumn &column : table.columns)
        if (column.fidelity != model::Fidelity::Refused)
            types[column.bronzeName] = column.bronzeType;
    return types;
}
}

LoadDecision decideLoad(const model::TableDecision &table, const LoadSituation &situation)
{
    if (table.mode != LoadMode::Incremental)
        return {.why = table.keepsPurged() ? base::Text(QT_TRANSLATE_NOOP("core", "the plan says: every row, each time; rows that are gone stay"))
                                           : base::Text(QT_TRANSLATE_NOOP("core", "the plan says: every row, each time"))};
    const bool isByTheSource = !table.watermark || table.watermark->proof == model::WatermarkProof::Trigger;
    const qint64 overlap = situation.isBoundProved && isByTheSource ? 0 : table.lateArrivalMinutes * microsecondsPerMinute;
    const auto overlapBelow = [&](base::UtcTime bound) { return base::UtcTime{bound.microseconds - overlap}; };
    LoadDecision decision{.upperBoundUtc = situation.boundUtc, .nextFromUtc = overlapBelow(situation.boundUtc)};
    if (!situation.isBronzeThere || !situation.lastBoundUtc || !situation.nextFromUtc) {
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
        decision.lowerBoundUtc = earlier(*situation.nextFromUtc, overlapBelow(*situation.lastBoundUtc));
        // A bound steps back when a transaction comes to light that the last load could not see, or when the clock of the source is put back.
        decision.lowerBoundUtc = earlier(*decision.lowerBoundUtc, situation.boundUtc);
        decision.why = QT_TRANSLATE_NOOP("core", "what changed since the last load");
    }
    return decision;
}

bool haveSameShape(const model::TableDecision &one, const model::TableDecision &other)
{
    return landedShape(one) == landedShape(other);
}

bool hasShape(const model::TableDecision &table, const std::vector<model::ExposedColumn> &bronze)
{
    const auto withoutBlanks = [](QString type) { return type.remove(QLatin1Char(' ')); };
    std::map<QString, QString> landed = landedShape(table);
    for (const model::ExposedColumn &column : bronze) {
        const auto expected = landed.find(column.name);
        const bool isAdded = std::ranges::any_of(std::initializer_list<const char *>{loadedAtColumn, runIdColumn, deletedAtColumn, purgedAtColumn}, [&](const char *added) { return column.name == QLatin1String(added); });
        if (expected == landed.end() ? !isAdded : withoutBlanks(expected->second) != withoutBlanks(column.type))
            return false;
        if (expected != landed.end())
            landed.erase(expected);
    }
    return landed.empty();
}

std::optional<base::Error> whyRowsWouldBeLost(const model::TableDecision &table, const LoadSituation &situation)
{
    if (!table.keepsPurged() || !situation.isBronzeThere || situation.isShapeSame)
        return std::nullopt;
    const QString name = table.table.toString();
    if (situation.unreadCommit)
        return base::Error{base::ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The commit %2 of the last load of %1 cannot be read in the pipeline repository, so nobody knows whether its columns changed since; a replacement would lose rows that only bronze has. Bronze was left as it is."),
                               name, situation.unreadCommit->left(12)},
                           {QT_TRANSLATE_NOOP("core", "Fetch the commit from a clone that has it: git -C pipeline fetch CLONE %2; of a shallow clone: git -C pipeline fetch --unshallow. Or let go of these rows with: ekos-lakehouse lakehouse extraction change --table %1 --remove-purged --reason \"…\", then generate and load."),
                            base::shellWord(name), *situation.unreadCommit}, name};
    return base::Error{base::ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The columns of %1 changed since its last load, and a replacement would lose rows that only bronze has. Bronze was left as it is."), name},
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
    constexpr qint64 earlyByMinutes = 6 * 60; // a schedule comes at the same hour, and a search takes its time
    return {lastUtc.microseconds + (days * 24 * 60 - earlyByMinutes) * microsecondsPerMinute};
}

bool isAuditDue(const std::optional<base::UtcTime> &lastUtc, qint64 days, base::UtcTime nowUtc)
{
    return !lastUtc || nowUtc.microseconds >= nextAudit(*lastUtc, days).microseconds;
}

} // namespace lakehouse::rules
