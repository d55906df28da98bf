#include "pages/pipeline/pipeline_table.h"

#include "kit/localized.h"
#include "pages/pipeline/pipeline_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using api::TableState;
using model::Tier;
using model::TierOutcome;

namespace {

QString words(const char *source, int count = -1)
{
    return QCoreApplication::translate("PipelineTable", source, nullptr, count);
}

QString modeWord(model::LoadMode mode)
{
    switch (mode) {
    case model::LoadMode::Full: return words(QT_TRANSLATE_NOOP("PipelineTable", "full"));
    case model::LoadMode::Incremental: return words(QT_TRANSLATE_NOOP("PipelineTable", "incremental"));
    case model::LoadMode::Refused: return words(QT_TRANSLATE_NOOP("PipelineTable", "refused"));
    }
    return {};
}

std::optional<Tier> tierOfColumn(PipelineColumn column)
{
    switch (column) {
    case PipelineColumn::Counts: return Tier::V1;
    case PipelineColumn::Aggregates: return Tier::V2;
    case PipelineColumn::Hashes: return Tier::V3;
    default: return std::nullopt;
    }
}

double seconds(const base::UtcTime &time)
{
    return double(time.microseconds) / 1e6;
}

bool isNumberOfCheck(PipelineColumn column)
{
    return column == PipelineColumn::SourceRows || column == PipelineColumn::BronzeRows || column == PipelineColumn::Difference;
}

/// It is its turn, or a run under way has it still before it.
bool isInRun(const TableRows &rows, qsizetype row)
{
    const api::PipelineRow &table = static_cast<const PipelineTableRows &>(rows).row(row);
    return table.isInRun || table.state == TableState::Running;
}

bool isNotGreen(const TableRows &rows, qsizetype row)
{
    const std::optional<Status> status = rows.status(row, int(PipelineColumn::State));
    return status == Status::DoneWithProblems || status == Status::Failed;
}

} // namespace

std::vector<TableColumn> pipelineColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("state", QT_TRANSLATE_NOOP("PipelineTable", "State"), QT_TRANSLATE_NOOP("PipelineTable", "Worst of the last load and the last check"), CellKind::Status, 178),
        column("table", QT_TRANSLATE_NOOP("PipelineTable", "Table"), QT_TRANSLATE_NOOP("PipelineTable", "As the source names it"), CellKind::Text, 170),
        column("difference", QT_TRANSLATE_NOOP("PipelineTable", "Difference"), QT_TRANSLATE_NOOP("PipelineTable", "Bronze rows minus source rows"), CellKind::Number, 80),
        column("v1", QT_TRANSLATE_NOOP("PipelineTable", "V1 counts"), QT_TRANSLATE_NOOP("PipelineTable", "Row counts of source and bronze"), CellKind::Status, 95),
        column("v2", QT_TRANSLATE_NOOP("PipelineTable", "V2 aggregates"), QT_TRANSLATE_NOOP("PipelineTable", "Aggregates of each column"), CellKind::Status, 120),
        column("v3", QT_TRANSLATE_NOOP("PipelineTable", "V3 hashes"), QT_TRANSLATE_NOOP("PipelineTable", "Hashes of every row, bucket by bucket"), CellKind::Status, 120),
        column("controls", QT_TRANSLATE_NOOP("PipelineTable", "Controls"), QT_TRANSLATE_NOOP("PipelineTable", "Planted defects that the check caught"), CellKind::Text, 85),
        column("source", QT_TRANSLATE_NOOP("PipelineTable", "Source rows"), QT_TRANSLATE_NOOP("PipelineTable", "Counted at the last check"), CellKind::Number, 105),
        column("bronze", QT_TRANSLATE_NOOP("PipelineTable", "Bronze rows"), QT_TRANSLATE_NOOP("PipelineTable", "Counted at the last check"), CellKind::Number, 105),
        column("loaded", QT_TRANSLATE_NOOP("PipelineTable", "Rows loaded"), QT_TRANSLATE_NOOP("PipelineTable", "Inserted and updated by the last load, which the engine counts together"), CellKind::Number, 100),
        column("deleted", QT_TRANSLATE_NOOP("PipelineTable", "Deleted"), QT_TRANSLATE_NOOP("PipelineTable", "Marked as deleted by the last search that changed something"), CellKind::Number, 80),
        column("duration", QT_TRANSLATE_NOOP("PipelineTable", "Load took"), QT_TRANSLATE_NOOP("PipelineTable", "Of the last load"), CellKind::Number, 90),
        column("lag", QT_TRANSLATE_NOOP("PipelineTable", "Lag"), QT_TRANSLATE_NOOP("PipelineTable", "From when the last load read the source until this list was read"), CellKind::Number, 90),
        column("last-run", QT_TRANSLATE_NOOP("PipelineTable", "Last run"), QT_TRANSLATE_NOOP("PipelineTable", "When the run began that touched it last"), CellKind::Time, 150),
        column("mode", QT_TRANSLATE_NOOP("PipelineTable", "Mode"), QT_TRANSLATE_NOOP("PipelineTable", "How it loads"), CellKind::Text, 100),
        column("message", QT_TRANSLATE_NOOP("PipelineTable", "What happened"), "", CellKind::Text, 320),
    };
}

std::vector<FilterChip> pipelineChips()
{
    const auto hasStatus = [](Status status) {
        return [status](const TableRows &rows, qsizetype row) { return rows.status(row, int(PipelineColumn::State)) == status; };
    };
    return {
        {QStringLiteral("needs-me"), words(QT_TRANSLATE_NOOP("PipelineTable", "Needs me")), [](const TableRows &rows, qsizetype row) { return rows.needsMe(row); }},
        {QStringLiteral("not-green"), words(QT_TRANSLATE_NOOP("PipelineTable", "Differs or failed")), isNotGreen},
        {QStringLiteral("running"), words(QT_TRANSLATE_NOOP("PipelineTable", "In a run")), isInRun},
        {QStringLiteral("done"), words(QT_TRANSLATE_NOOP("PipelineTable", "Green")), hasStatus(Status::Done)},
        {QStringLiteral("never"), words(QT_TRANSLATE_NOOP("PipelineTable", "Never loaded")), hasStatus(Status::NotStarted)},
    };
}

Status statusOf(const model::TierResult &tier)
{
    switch (tier.outcome) {
    case TierOutcome::Equal: return Status::Done;
    case TierOutcome::Mismatch: return Status::DoneWithProblems;
    case TierOutcome::ControlMissed: return Status::Failed;
    case TierOutcome::Moved: return Status::Stale;
    case TierOutcome::Skipped: return Status::Skipped;
    }
    return Status::Unknown;
}

QString tierWords(const model::TierResult &tier)
{
    switch (tier.outcome) {
    case TierOutcome::Equal: return words(QT_TRANSLATE_NOOP("PipelineTable", "equal"));
    case TierOutcome::Mismatch: return words(QT_TRANSLATE_NOOP("PipelineTable", "%n mismatch(es)"), int(tier.mismatchesInAll));
    case TierOutcome::ControlMissed: return words(QT_TRANSLATE_NOOP("PipelineTable", "a planted defect was missed"));
    case TierOutcome::Moved: return words(QT_TRANSLATE_NOOP("PipelineTable", "the source moved"));
    case TierOutcome::Skipped: return words(QT_TRANSLATE_NOOP("PipelineTable", "not run"));
    }
    return {};
}

const model::TierResult *tierOf(const std::optional<model::TableReconciliation> &reconciliation, Tier tier)
{
    if (!reconciliation)
        return nullptr;
    const auto found = std::ranges::find(reconciliation->tiers, tier, &model::TierResult::tier);
    return found == reconciliation->tiers.end() ? nullptr : &*found;
}

std::pair<qint64, qint64> controlsOf(const model::TableReconciliation &reconciliation)
{
    std::pair<qint64, qint64> sum;
    for (const model::TierResult &tier : reconciliation.tiers) {
        sum.first += std::ranges::count(tier.controls, true, &model::ControlResult::isCaught);
        sum.second += qint64(tier.controls.size());
    }
    return sum;
}

QString PipelineTableRows::text(qsizetype index, int column) const
{
    const api::PipelineRow &table = row(index);
    const auto number = this->number(index, column);
    switch (PipelineColumn(column)) {
    case PipelineColumn::State: return {};
    case PipelineColumn::Table: return m_pipeline->name(index);
    case PipelineColumn::Mode: return modeWord(table.mode);
    case PipelineColumn::LastRun: return table.ranAtUtc ? localized(*table.ranAtUtc) : QString();
    case PipelineColumn::Duration:
    case PipelineColumn::Lag: return number ? durationText(qint64(*number)) : QString();
    case PipelineColumn::Loaded:
    case PipelineColumn::Deleted:
    case PipelineColumn::SourceRows:
    case PipelineColumn::BronzeRows: return number ? countText(qint64(*number)) : QString();
    case PipelineColumn::Difference: return number && *number != 0 ? (*number > 0 ? QStringLiteral("+") : QString()) + countText(qint64(*number)) : number ? QStringLiteral("0") : QString();
    case PipelineColumn::Counts:
    case PipelineColumn::Aggregates:
    case PipelineColumn::Hashes: {
        const model::TierResult *tier = tierOf(table.reconciliation, *tierOfColumn(PipelineColumn(column)));
        return tier ? tierWords(*tier) : QString();
    }
    case PipelineColumn::Controls:
        if (!table.reconciliation)
            return {};
        return words(QT_TRANSLATE_NOOP("PipelineTable", "%1 of %2")).arg(controlsOf(*table.reconciliation).first).arg(controlsOf(*table.reconciliation).second);
    case PipelineColumn::Message: return table.message.isEmpty() && table.isReloadRequested ? words(QT_TRANSLATE_NOOP("PipelineTable", "A reload is requested: the next load reads every row.")) : localized(table.message);
    }
    return {};
}

std::optional<double> PipelineTableRows::number(qsizetype index, int column) const
{
    const api::PipelineRow &table = row(index);
    const auto &load = table.load;
    const auto &check = table.reconciliation;
    switch (PipelineColumn(column)) {
    case PipelineColumn::LastRun: return table.ranAtUtc ? std::optional(seconds(*table.ranAtUtc)) : std::nullopt;
    case PipelineColumn::Duration: return load ? std::optional(double(load->durationMs)) : std::nullopt;
    case PipelineColumn::Loaded: return load ? std::optional(double(load->rowsLoaded)) : std::nullopt;
    case PipelineColumn::Deleted: return table.deletes ? std::optional(double(table.deletes->deleted)) : std::nullopt;
    case PipelineColumn::Lag: return m_readAtUtc && table.loadedAtUtc ? std::optional(double(lagMs(*table.loadedAtUtc, *m_readAtUtc))) : std::nullopt;
    case PipelineColumn::SourceRows: return check ? std::optional(double(check->sourceRows)) : std::nullopt;
    case PipelineColumn::BronzeRows: return check ? std::optional(double(check->bronzeRows)) : std::nullopt;
    case PipelineColumn::Difference: return check ? std::optional(double(check->bronzeRows - check->sourceRows)) : std::nullopt;
    default: return std::nullopt;
    }
}

std::optional<Status> PipelineTableRows::status(qsizetype index, int column) const
{
    const api::PipelineRow &table = row(index);
    if (PipelineColumn(column) == PipelineColumn::State)
        return statusOf(table.state);
    const std::optional<Tier> tier = tierOfColumn(PipelineColumn(column));
    if (!tier)
        return std::nullopt;
    const model::TierResult *result = tierOf(table.reconciliation, *tier);
    return result ? std::optional(statusOf(*result)) : std::nullopt;
}

QString PipelineTableRows::reason(qsizetype index, int column) const
{
    const api::PipelineRow &table = row(index);
    if (PipelineColumn(column) == PipelineColumn::State) {
        if (table.isInRun && table.state != TableState::Running)
            return words(QT_TRANSLATE_NOOP("PipelineTable", "A run under way has it still before it; this is from before."));
        if (!table.message.isEmpty())
            return localized(table.message);
        if (table.state == TableState::Waiting)
            return words(QT_TRANSLATE_NOOP("PipelineTable", "It was never loaded. Run the pipeline."));
        if (table.state == TableState::Green && table.ranAtUtc)
            return words(QT_TRANSLATE_NOOP("PipelineTable", "Source and bronze were equal at %1.")).arg(localized(*table.ranAtUtc));
        if (table.state == TableState::Mismatch)
            return words(QT_TRANSLATE_NOOP("PipelineTable", "Source and bronze differ: see the reconciliation beside the list."));
        return {};
    }
    if (isNumberOfCheck(PipelineColumn(column)))
        return checkedWhen(table);
    if (PipelineColumn(column) == PipelineColumn::Loaded || PipelineColumn(column) == PipelineColumn::Duration)
        return table.load && table.run == table.load->run && table.ranAtUtc ? words(QT_TRANSLATE_NOOP("PipelineTable", "By the run that began at %1.")).arg(localized(*table.ranAtUtc)) : QString();
    if (PipelineColumn(column) == PipelineColumn::Lag)
        return table.loadedAtUtc ? words(QT_TRANSLATE_NOOP("PipelineTable", "Its rows are as the source was at %1.")).arg(localized(*table.loadedAtUtc)) : QString();
    if (PipelineColumn(column) == PipelineColumn::Deleted && table.deletes && table.deletesAtUtc)
        return words(QT_TRANSLATE_NOOP("PipelineTable", "By the search of %1: %2 came back, %3 were brought that no load had."))
            .arg(localized(*table.deletesAtUtc), countText(table.deletes->returned), countText(table.deletes->inserted));
    if (PipelineColumn(column) == PipelineColumn::Controls && table.reconciliation && !table.reconciliation->columnsNotCompared.empty())
        return words(QT_TRANSLATE_NOOP("PipelineTable", "Not hashed, since the two engines write them differently: %1"))
            .arg(QStringList(table.reconciliation->columnsNotCompared.begin(), table.reconciliation->columnsNotCompared.end()).join(QStringLiteral(", ")));
    return {};
}

/// A check that is older than the run that touched the table last stands among its runs.
QString PipelineTableRows::checkedWhen(const api::PipelineRow &table) const
{
    if (!table.reconciliation)
        return {};
    if (table.reconciliation->run == table.run && table.ranAtUtc)
        return words(QT_TRANSLATE_NOOP("PipelineTable", "Counted by the run that began at %1.")).arg(localized(*table.ranAtUtc));
    return words(QT_TRANSLATE_NOOP("PipelineTable", "Counted by an earlier run: see the tab Runs."));
}

} // namespace lakehouse::views
