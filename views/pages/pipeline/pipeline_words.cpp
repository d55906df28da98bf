#include "pages/pipeline/pipeline_words.h"

#include "kit/localized.h"
#include "pages/pipeline/pipeline_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::DeleteReport;
using model::PlantedDefect;
using model::RunState;
using model::Tier;

namespace {

QString words(const char *source, int count = -1)
{
    return QCoreApplication::translate("PipelineWords", source, nullptr, count);
}

QString tierName(Tier tier)
{
    switch (tier) {
    case Tier::V1: return words(QT_TRANSLATE_NOOP("PipelineWords", "V1, row counts"));
    case Tier::V2: return words(QT_TRANSLATE_NOOP("PipelineWords", "V2, aggregates of each column"));
    case Tier::V3: return words(QT_TRANSLATE_NOOP("PipelineWords", "V3, hashes of every row"));
    }
    return {};
}

QString defectName(PlantedDefect defect)
{
    switch (defect) {
    case PlantedDefect::DroppedRow: return words(QT_TRANSLATE_NOOP("PipelineWords", "a dropped row"));
    case PlantedDefect::DoubledRow: return words(QT_TRANSLATE_NOOP("PipelineWords", "a doubled row"));
    case PlantedDefect::CutScale: return words(QT_TRANSLATE_NOOP("PipelineWords", "a cut decimal place"));
    case PlantedDefect::HourShift: return words(QT_TRANSLATE_NOOP("PipelineWords", "a time shifted by an hour"));
    case PlantedDefect::NullToEmpty: return words(QT_TRANSLATE_NOOP("PipelineWords", "a NULL turned into an empty text"));
    case PlantedDefect::TrimmedSpace: return words(QT_TRANSLATE_NOOP("PipelineWords", "a trimmed space"));
    case PlantedDefect::LostMicrosecond: return words(QT_TRANSLATE_NOOP("PipelineWords", "a lost microsecond"));
    case PlantedDefect::SwappedColumns: return words(QT_TRANSLATE_NOOP("PipelineWords", "two swapped columns"));
    case PlantedDefect::ChangedByte: return words(QT_TRANSLATE_NOOP("PipelineWords", "a changed byte"));
    }
    return {};
}

QString listed(const std::vector<QString> &names)
{
    return QStringList(names.begin(), names.end()).join(QStringLiteral(", "));
}

Sentence tierSentence(const model::TierResult &tier)
{
    const qint64 caught = std::ranges::count(tier.controls, true, &model::ControlResult::isCaught);
    QString text = words(QT_TRANSLATE_NOOP("PipelineWords", "%1: %2.")).arg(tierName(tier.tier), tierWords(tier));
    if (!tier.controls.empty())
        text += QLatin1Char(' ') + words(QT_TRANSLATE_NOOP("PipelineWords", "%1 of %2 planted defects were caught.")).arg(caught).arg(tier.controls.size());
    if (tier.mismatchesInAll > qint64(tier.mismatches.size()))
        text += QLatin1Char(' ') + words(QT_TRANSLATE_NOOP("PipelineWords", "The first %1 of %2 mismatches are kept."))
                                       .arg(countText(qint64(tier.mismatches.size())), countText(tier.mismatchesInAll));
    return {.text = text, .status = statusOf(tier)};
}

QString loadWords(const model::LoadReport &load, const api::PipelineRow &row)
{
    const QString text = load.kind == model::LoadKind::Full && row.keepsPurged ? words(QT_TRANSLATE_NOOP("PipelineWords", "The last load took over all %1 rows in %2; purged rows stayed."))
                       : load.kind == model::LoadKind::Full ? words(QT_TRANSLATE_NOOP("PipelineWords", "The last load replaced the table with %1 rows in %2."))
                                                            : words(QT_TRANSLATE_NOOP("PipelineWords", "The last load took over %1 new or changed rows in %2."));
    return text.arg(countText(load.rowsLoaded), durationText(load.durationMs));
}

QString reloadWords(const api::PipelineRow &row)
{
    const QString who = row.reload ? words(QT_TRANSLATE_NOOP("PipelineWords", "Asked for by %1 at %2: %3")).arg(row.reload->actor, localized(row.reload->atUtc), row.reload->reason.toString()) : QString();
    if (row.keepsPurged)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "A reload is requested: the next load reads every row; purged rows stay. %1")).arg(who).trimmed();
    if (!row.reload)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "A reload is requested: the next load empties bronze and reads every row."));
    return words(QT_TRANSLATE_NOOP("PipelineWords", "A reload is requested: the next load empties bronze and reads every row. Asked for by %1 at %2: %3"))
        .arg(row.reload->actor, localized(row.reload->atUtc), row.reload->reason.toString());
}

QString withTime(const QString &sentence, const std::optional<base::UtcTime> &when)
{
    return when ? words(QT_TRANSLATE_NOOP("PipelineWords", "%1 (%2)")).arg(sentence, localized(*when)) : sentence;
}

Sentence deletesSentence(const DeleteReport &report, const base::UtcTime &at)
{
    const QString text = report.purged > 0
        ? words(QT_TRANSLATE_NOOP("PipelineWords", "The last search that changed something marked %1 of %2 keys as purged, and their rows stay; %3 came back, %4 were brought that no load had."))
        : words(QT_TRANSLATE_NOOP("PipelineWords", "The last search that changed something marked %1 of %2 keys as deleted; %3 came back, %4 were brought that no load had."));
    return {.text = withTime(text.arg(countText(std::max(report.purged, report.deleted)), countText(report.liveRows), countText(report.returned), countText(report.inserted)), at)};
}

} // namespace

std::optional<base::UtcTime> timeOfRun(const std::optional<model::RunId> &run, const api::PipelineRow &row, const std::optional<api::TableHistory> &history)
{
    if (!run)
        return std::nullopt;
    if (run == row.run)
        return row.ranAtUtc;
    if (!history)
        return std::nullopt;
    const auto found = std::ranges::find_if(history->runs, [&](const api::TableRun &known) { return known.run.id == *run; });
    return found == history->runs.end() ? std::nullopt : std::optional(found->run.startedAtUtc);
}

std::vector<Sentence> tableSentences(const api::PipelineRow &row, const std::optional<api::TableHistory> &history)
{
    std::vector<Sentence> sentences;
    if (!row.message.isEmpty())
        sentences.push_back({.text = withTime(localized(row.message), row.ranAtUtc), .status = statusOf(row.state)});
    if (row.load) {
        const std::optional<base::UtcTime> when = timeOfRun(row.load->run, row, history);
        sentences.push_back({.text = withTime(loadWords(*row.load, row), when)});
        if (row.load->lowerBoundUtc)
            sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "It read what changed since %1.")).arg(localized(*row.load->lowerBoundUtc))});
    } else {
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "It was never loaded.")), .status = Status::NotStarted});
    }
    if (row.deletes && row.deletesAtUtc)
        sentences.push_back(deletesSentence(*row.deletes, *row.deletesAtUtc));
    if (history && history->deletesAtUtc && history->deletesAtUtc != row.deletesAtUtc)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "Its deletes were looked for last at %1.")).arg(localized(*history->deletesAtUtc))});
    if (row.reconciliation) {
        const std::optional<base::UtcTime> when = timeOfRun(row.reconciliation->run, row, history);
        sentences.push_back({.text = withTime(countDifference(*row.reconciliation), when), .status = row.reconciliation->isGreen() ? Status::Done : Status::DoneWithProblems});
        if (row.reconciliation->boundUtc)
            sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "Rows that changed after %1 are not compared yet; the next load takes them.")).arg(localized(*row.reconciliation->boundUtc))});
    } else {
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "It was never compared with the source.")), .status = Status::NotStarted});
    }
    if (row.isReloadRequested)
        sentences.push_back({.text = reloadWords(row), .status = Status::Stale});
    return sentences;
}

qint64 lagMs(const base::UtcTime &loadedAtUtc, const base::UtcTime &readAtUtc)
{
    constexpr qint64 perMillisecond = 1000;
    return std::max<qint64>(0, (readAtUtc.microseconds - loadedAtUtc.microseconds) / perMillisecond);
}

std::vector<Sentence> timeSentences(const api::PipelineRow &row, const api::PipelineStatus &status, const std::optional<base::UtcTime> &readAtUtc)
{
    std::vector<Sentence> sentences;
    if (row.isInRun)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "A run under way has not come to its end with it.")), .status = Status::Running});
    if (row.loadedAtUtc && readAtUtc)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "Its rows are as the source was at %1, which is %2 before this was read."))
                                         .arg(localized(*row.loadedAtUtc), durationText(lagMs(*row.loadedAtUtc, *readAtUtc)))});
    if (status.schedule.isEmpty())
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "It has no schedule: it is loaded when somebody runs the pipeline."))});
    else if (status.nextRunAtUtc)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "The next run is due at %1, by the schedule %2 (%3).")).arg(localized(*status.nextRunAtUtc), status.schedule, status.timeZone)});
    else
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "Its schedule is %1 (%2); when that is due next cannot be told.")).arg(status.schedule, status.timeZone), .status = Status::Unknown});
    return sentences;
}

std::vector<KeyValue> tableFacts(const api::PipelineRow &row)
{
    std::vector<KeyValue> facts{{.key = words(QT_TRANSLATE_NOOP("PipelineWords", "Lands in")), .value = row.bronze, .isMono = true}};
    if (row.run)
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("PipelineWords", "Run")), .value = row.run->toString(), .isMono = true, .link = row.run->toString()});
    if (row.load && row.load->snapshot)
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("PipelineWords", "Snapshot")), .value = *row.load->snapshot, .isMono = true});
    if (row.load && !row.load->queryIds.empty())
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("PipelineWords", "Trino queries")), .value = listed(row.load->queryIds), .isMono = true});
    if (row.reconciliation && !row.reconciliation->columnsNotCompared.empty())
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("PipelineWords", "Not hashed")), .value = listed(row.reconciliation->columnsNotCompared)});
    return facts;
}

std::vector<Sentence> reconciliationSentences(const model::TableReconciliation &reconciliation)
{
    std::vector<Sentence> sentences;
    for (const model::TierResult &tier : reconciliation.tiers)
        sentences.push_back(tierSentence(tier));
    for (const model::TierResult &tier : reconciliation.tiers)
        for (const model::ControlResult &control : tier.controls)
            if (!control.isCaught)
                sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "%1 did not notice %2 that was planted in %3: its result proves nothing."))
                                                 .arg(tierName(tier.tier), defectName(control.defect), listed(control.columns)), .status = Status::Failed});
    if (reconciliation.attempts > 1)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("PipelineWords", "The source moved while it was read; this is attempt %1.")).arg(reconciliation.attempts)});
    return sentences;
}

QString countDifference(const model::TableReconciliation &reconciliation)
{
    const qint64 difference = reconciliation.bronzeRows - reconciliation.sourceRows;
    if (difference == 0 && reconciliation.isGreen())
        return words(QT_TRANSLATE_NOOP("PipelineWords", "Source and bronze have %1 rows each.")).arg(countText(reconciliation.sourceRows));
    if (difference == 0)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "Source and bronze have %1 rows each, but not the same ones.")).arg(countText(reconciliation.sourceRows));
    return difference < 0 ? words(QT_TRANSLATE_NOOP("PipelineWords", "Bronze lacks %1 of the source's %2 rows.")).arg(countText(-difference), countText(reconciliation.sourceRows))
                          : words(QT_TRANSLATE_NOOP("PipelineWords", "Bronze has %1 rows more than the source's %2.")).arg(countText(difference), countText(reconciliation.sourceRows));
}

QString runStateWord(RunState state)
{
    switch (state) {
    case RunState::Queued: return words(QT_TRANSLATE_NOOP("PipelineWords", "queued"));
    case RunState::Running: return words(QT_TRANSLATE_NOOP("PipelineWords", "running"));
    case RunState::Done: return words(QT_TRANSLATE_NOOP("PipelineWords", "done"));
    case RunState::Problems: return words(QT_TRANSLATE_NOOP("PipelineWords", "done with problems"));
    case RunState::Failed: return words(QT_TRANSLATE_NOOP("PipelineWords", "failed"));
    case RunState::Cancelled: return words(QT_TRANSLATE_NOOP("PipelineWords", "stopped"));
    case RunState::Interrupted: return words(QT_TRANSLATE_NOOP("PipelineWords", "interrupted"));
    }
    return {};
}

HistoryItem historyItem(const api::TableRun &run)
{
    HistoryItem item{.at = run.run.startedAtUtc, .who = run.run.actor, .id = run.run.id.toString(), .status = statusOf(run.run.state)};
    QStringList parts;
    if (run.load)
        parts += words(QT_TRANSLATE_NOOP("PipelineWords", "%1 rows loaded in %2")).arg(countText(run.load->rowsLoaded), durationText(run.load->durationMs));
    if (run.reconciliation) {
        item.status = run.reconciliation->isGreen() ? Status::Done : Status::DoneWithProblems;
        parts += run.reconciliation->isGreen() ? words(QT_TRANSLATE_NOOP("PipelineWords", "source and bronze equal"))
                                               : words(QT_TRANSLATE_NOOP("PipelineWords", "source and bronze differ"));
    }
    item.what = parts.isEmpty() ? runStateWord(run.run.state) : parts.join(QStringLiteral(" · "));
    return item;
}

std::vector<Sentence> logSentences(const std::vector<model::RunEvent> &events)
{
    std::vector<Sentence> lines;
    for (const model::RunEvent &event : events) {
        Sentence line{.text = words(QT_TRANSLATE_NOOP("PipelineWords", "%1 · %2")).arg(localized(event.atUtc), localized(event.message))};
        if (event.level == model::EventLevel::Error)
            line.status = Status::Failed;
        else if (event.level == model::EventLevel::Warning)
            line.status = Status::DoneWithProblems;
        lines.push_back(std::move(line));
    }
    return lines;
}

QStringList earlierReasons(const ReadPipeline &pipeline)
{
    std::vector<std::pair<qint64, QString>> given;
    for (const api::PipelineRow &row : pipeline.tables()) {
        if (row.reload)
            given.emplace_back(row.reload->atUtc.microseconds, row.reload->reason.toString());
        if (row.deletes && row.deletes->accepted && row.deletesAtUtc)
            given.emplace_back(row.deletesAtUtc->microseconds, row.deletes->accepted->toString());
    }
    std::ranges::stable_sort(given, std::ranges::greater(), &std::pair<qint64, QString>::first);
    QStringList reasons;
    for (const auto &[at, reason] : given)
        reasons += reason;
    reasons.removeDuplicates();
    return reasons;
}

QStringList runConsequences(const ReadPipeline &pipeline, const QStringList &tables, RunExtent extent)
{
    qint64 full = 0, incremental = 0;
    const auto count = [&](const api::PipelineRow &row) {
        const bool readsAll = row.mode == model::LoadMode::Full || row.isReloadRequested || !row.load;
        ++(readsAll ? full : incremental);
    };
    if (tables.isEmpty())
        std::ranges::for_each(pipeline.tables(), count);
    for (const QString &table : tables)
        if (const api::PipelineRow *row = pipeline.find(table))
            count(*row);
    const api::PipelineStatus &status = pipeline.status();
    QStringList lines;
    if (full > 0)
        lines += words(QT_TRANSLATE_NOOP("PipelineWords", "%n table(s) are read whole and replaced."), int(full));
    if (incremental > 0)
        lines += words(QT_TRANSLATE_NOOP("PipelineWords", "%n table(s) take over what changed since their last load."), int(incremental));
    lines += words(QT_TRANSLATE_NOOP("PipelineWords", "Each is then compared with the source: counts, aggregates, hashes of every row, with planted defects."));
    lines += extent == RunExtent::InOneProcess ? words(QT_TRANSLATE_NOOP("PipelineWords", "Dagster runs them one after the other in one process."))
                                               : words(QT_TRANSLATE_NOOP("PipelineWords", "Dagster runs several at a time, each in a process of its own."));
    lines += words(QT_TRANSLATE_NOOP("PipelineWords", "It runs what was generated in commit %1.")).arg(status.commit.left(12));
    if (!status.isApproved)
        lines += words(QT_TRANSLATE_NOOP("PipelineWords", "Nobody approved what was generated."));
    if (status.isPlanMoved)
        lines += words(QT_TRANSLATE_NOOP("PipelineWords", "The plan moved since: what is new in it is not run before it is generated."));
    return lines;
}

QString repeatConsequence(const api::PipelineRow &row)
{
    return words(QT_TRANSLATE_NOOP("PipelineWords", "When as many rows are missing as before, the load of %1 stops again and bronze stays as it is.")).arg(row.table.toString());
}

QStringList maintainConsequences(const ReadPipeline &pipeline, const QStringList &tables)
{
    const api::PipelineRow *one = tables.size() == 1 ? pipeline.find(tables.front()) : nullptr;
    const QString which = one ? words(QT_TRANSLATE_NOOP("PipelineWords", "Small files of %1 are joined, snapshots older than the retention are forgotten, and files that no snapshot needs are removed.")).arg(one->bronze)
        : words(QT_TRANSLATE_NOOP("PipelineWords", "Small files of %n table(s) of bronze are joined, snapshots older than the retention are forgotten, and files that no snapshot needs are removed."),
                int(tables.isEmpty() ? qsizetype(pipeline.tables().size()) : tables.size()));
    QStringList lines{which, words(QT_TRANSLATE_NOOP("PipelineWords", "No row changes. What bronze was at a forgotten snapshot cannot be read any more."))};
    if (!one)
        lines += words(QT_TRANSLATE_NOOP("PipelineWords", "One table after the other; one that another run holds is left for the next time."));
    return lines;
}

QStringList reloadConsequences(const api::PipelineRow &row)
{
    if (row.keepsPurged)
        return {words(QT_TRANSLATE_NOOP("PipelineWords", "The next load reads every row of the source and merges it into %1; rows that the source no longer has stay.")).arg(row.bronze),
                words(QT_TRANSLATE_NOOP("PipelineWords", "Nothing is loaded now. The request can be undone until a load has done it."))};
    const QString replaced = row.reconciliation
        ? withTime(words(QT_TRANSLATE_NOOP("PipelineWords", "The next load replaces all %1 rows of %2 with what the source holds then.")).arg(countText(row.reconciliation->bronzeRows), row.bronze),
                   timeOfRun(row.reconciliation->run, row, std::nullopt))
        : words(QT_TRANSLATE_NOOP("PipelineWords", "The next load replaces every row of %1 with what the source holds then.")).arg(row.bronze);
    return {replaced, words(QT_TRANSLATE_NOOP("PipelineWords", "Readers see the old rows until the new ones are complete; the old snapshot is kept for its time.")),
            words(QT_TRANSLATE_NOOP("PipelineWords", "The source is read whole, and rows that were marked as deleted go.")),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Nothing is loaded now. The request can be undone until a load has done it."))};
}

QStringList undoReloadConsequences(const api::PipelineRow &row)
{
    return {reloadWords(row), words(QT_TRANSLATE_NOOP("PipelineWords", "The next load of %1 takes over what changed since its last load, as if nothing had been asked for.")).arg(row.table.toString()),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Your reason is recorded in the ledger."))};
}

QStringList acceptLossConsequences(const api::PipelineRow &row)
{
    return {localized(row.message),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Rows that vanished at the source vanish from %1 too.")).arg(row.bronze),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Your reason is recorded with the load."))};
}

QStringList acceptDeletesConsequences(const api::PipelineRow &row)
{
    return {withTime(localized(row.message), row.ranAtUtc),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Look at the source first: an empty source, a lost partition or rights that were taken away look like this.")),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Keys are compared anew. Every one that is gone then is marked as deleted in %1; the values of its row stay.")).arg(row.bronze),
            words(QT_TRANSLATE_NOOP("PipelineWords", "Your reason is recorded in the ledger."))};
}

/// Whether a load left a bound behind which the next one begins: one in full, while the plan said so, leaves none.
static bool hasBound(const api::PipelineRow &row)
{
    return row.load && row.load->upperBoundUtc;
}

QString whyNoReload(const api::PipelineRow &row)
{
    if (row.mode != model::LoadMode::Incremental)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "It reads every row at each load, so there is nothing to reload. Run it."));
    if (row.isReloadRequested)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "A reload is requested already. Run the table, or undo the request."));
    return hasBound(row) ? QString() : words(QT_TRANSLATE_NOOP("PipelineWords", "It was never loaded incrementally, so its next load reads every row. Run it."));
}

/// Of an incremental table whose deletes the generated SQL does not look for.
static QString whyNotGenerated(const model::PlannedTable *planned)
{
    if (planned && planned->decision.deletes)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "The plan has its deletes looked for, and what was generated does not. Generate the pipeline again."));
    if (planned)
        if (const auto reason = std::ranges::find(planned->reasons, QLatin1String("deletes"), &model::PlanReason::about); reason != planned->reasons.end())
            return localized(reason->statement);
    return words(QT_TRANSLATE_NOOP("PipelineWords", "What was generated does not look for its deletes. The extraction plan says why."));
}

QString whyNoDeletes(const api::PipelineRow &row, const model::PlannedTable *planned)
{
    if (!row.seeksDeletes && row.mode == model::LoadMode::Incremental)
        return whyNotGenerated(planned);
    if (!row.seeksDeletes)
        return words(QT_TRANSLATE_NOOP("PipelineWords", "It reads every row at each load, so its deletes show by themselves."));
    if (row.mode != model::LoadMode::Incremental)
        return row.load ? QString() : words(QT_TRANSLATE_NOOP("PipelineWords", "It was never loaded, so nothing of it can be missed. Run it."));
    return hasBound(row) ? QString() : words(QT_TRANSLATE_NOOP("PipelineWords", "It was never loaded incrementally, so nothing of it can be missed. Run it."));
}

} // namespace lakehouse::views
