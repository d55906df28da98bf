#include "cli/answer_output.h"

#include "api/operations/pipeline.h"
#include "base/english_plural.h"
#include "describe/label_of.h"

#include <algorithm>

namespace lakehouse::app {

using namespace api;
using namespace model;
using describe::labelOf;

namespace {

QString generated(const GenerateReceipt &receipt, const Terminal &terminal)
{
    QString lines = base::englishPlural(QStringLiteral("%1 table(s) of plan %2 generated into %3\n"), receipt.tables).arg(receipt.tables).arg(receipt.planDigest.toShortString(), printable(receipt.folder));
    lines += receipt.isNew ? base::englishPlural(QStringLiteral("Commit %1: %2 file(s) changed\n"), qint64(receipt.changedPaths.size())).arg(receipt.commit.left(12)).arg(receipt.changedPaths.size())
                           : QStringLiteral("Nothing changed; commit %1 has it already\n").arg(receipt.commit.left(12));
    if (!receipt.isApproved)
        lines += terminal.styled(Style::Warning, QStringLiteral("NOT APPROVED")) + QStringLiteral(": nobody approved exactly this plan and SQL. With require-plan-approval = true in ekos.toml it would be refused.\n");
    for (const TableName &table : receipt.reloads)
        lines += QStringLiteral("%1 is loaded anew by the next run: a rule for one of its columns is newer\n").arg(printable(table.toString()));
    if (receipt.refused.empty())
        return lines;
    TextTable refused({{QStringLiteral("NOT LOADED")}, {QStringLiteral("WHY")}});
    for (const api::RefusedTable &table : receipt.refused)
        refused.add({{printable(table.table.toString())}, {printable(table.reason) + QLatin1Char(' ') + printable(table.remedy), Style::Faint}});
    return lines + QLatin1Char('\n') + refused.toString(terminal);
}

QString loaded(const LoadReport &report)
{
    return base::englishPlural(QStringLiteral("%1: %2 row(s) loaded, %3, in %4\n"), report.rowsLoaded).arg(printable(report.table.toString()), grouped(report.rowsLoaded), labelOf(report.kind), duration(report.durationMs));
}

/// Who asked for a reload, and why, at the end of a sentence.
QString askedBy(const ReloadRequest &request)
{
    return QStringLiteral(" (%1, %2): %3").arg(printable(request.actor), moment(request.atUtc), printable(request.reason.toString()));
}

QString reloadAsked(const ReloadRequest &request)
{
    if (request.isTakenBack)
        return QStringLiteral("%1: the reload is taken back; the next load reads what changed since the last\n").arg(printable(request.table.toString()));
    return QStringLiteral("%1: the next load reads every row anew. Take that back with --undo, before it runs: ekos-lakehouse lakehouse run\n").arg(printable(request.table.toString()));
}

QString deletesFound(const DeleteReport &report)
{
    const QString name = printable(report.table.toString());
    if (report.dueAtUtc)
        return QStringLiteral("%1: not looked at before %2, since the plan has its deletes audited\n").arg(name, moment(*report.dueAtUtc));
    const QString found = report.purged > 0 ? base::englishPlural(QStringLiteral("%1: %2 key(s) purged, their rows kept"), report.purged).arg(name, grouped(report.purged))
                                            : base::englishPlural(QStringLiteral("%1: %2 key(s) deleted"), report.deleted).arg(name, grouped(report.deleted));
    return found
        + QStringLiteral(", %1 returned, %2 missed before, in %3\n").arg(grouped(report.returned), grouped(report.inserted), duration(report.durationMs))
        + QStringLiteral("%1 of %2 buckets differ; keys read: %3 of %4 in the source, %5 in bronze\n")
              .arg(grouped(report.differingBuckets), grouped(report.buckets), grouped(report.sourceKeysRead), grouped(report.sourceRows), grouped(report.bronzeKeysRead));
}

QString maintained(const MaintenanceReport &report, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("TABLE")}, {QStringLiteral("FILES"), Align::Right}, {QStringLiteral("SNAPSHOTS"), Align::Right}, {QStringLiteral("TOOK"), Align::Right}, {QStringLiteral("NOTE")}});
    const auto change = [](qint64 before, qint64 after) { return before == after ? grouped(after) : QStringLiteral("%1 → %2").arg(grouped(before), grouped(after)); };
    for (const TableMaintenance &done : report.tables) {
        Cell note{printable(done.message), done.end == MaintenanceEnd::Failed ? Style::Bad : Style::Faint};
        if (done.end == MaintenanceEnd::NotLoaded)
            note.text = QStringLiteral("not in bronze yet");
        else if (done.areOrphansKept)
            note = {QStringLiteral("left-over files stay: a load took more than half of snapshot-retention-days"), Style::Warning};
        const bool isCounted = done.before && done.after;
        table.add({{printable(done.table.toString())}, {isCounted ? change(done.before->files, done.after->files) : QString()}, {isCounted ? change(done.before->snapshots, done.after->snapshots) : QString()},
                   {isCounted ? duration(done.durationMs) : QString()}, note});
    }
    return table.toString(terminal);
}

Cell tierCell(const TableReconciliation &result, Tier tier)
{
    const auto found = std::ranges::find(result.tiers, tier, &TierResult::tier);
    if (found == result.tiers.end() || found->outcome == TierOutcome::Skipped)
        return {QStringLiteral("–"), Style::Faint};
    if (found->outcome == TierOutcome::Equal)
        return {QStringLiteral("equal"), Style::Good};
    return {labelOf(found->outcome), Style::Bad};
}

Style styleOf(TableState state)
{
    switch (state) {
    case TableState::Green: return Style::Good;
    case TableState::Waiting:
    case TableState::Running:
    case TableState::Cancelled: return Style::Faint;
    case TableState::Mismatch:
    case TableState::Failed:
    case TableState::NeedsPerson: break;
    }
    return Style::Bad;
}

/// "7 of 7": planted defects that were caught.
Cell controlsCell(const TableReconciliation &result)
{
    qint64 planted = 0, caught = 0;
    for (const TierResult &tier : result.tiers) {
        planted += qint64(tier.controls.size());
        caught += std::ranges::count_if(tier.controls, &ControlResult::isCaught);
    }
    if (planted == 0)
        return {QStringLiteral("no rows to plant in"), Style::Faint};
    return {QStringLiteral("%1 of %2").arg(caught).arg(planted), caught == planted ? Style::Good : Style::Bad};
}

TextTable resultTable()
{
    return TextTable({{QStringLiteral("TABLE")}, {QStringLiteral("LOADED"), Align::Right}, {QStringLiteral("SOURCE ROWS"), Align::Right}, {QStringLiteral("BRONZE ROWS"), Align::Right},
                      {QStringLiteral("V1")}, {QStringLiteral("V2")}, {QStringLiteral("V3")}, {QStringLiteral("CONTROLS CAUGHT")}, {QStringLiteral("NOTE")}});
}

std::vector<Cell> resultCells(const TableReconciliation &result)
{
    return {{grouped(result.sourceRows)}, {grouped(result.bronzeRows)}, tierCell(result, Tier::V1), tierCell(result, Tier::V2), tierCell(result, Tier::V3), controlsCell(result)};
}

QString mismatchInWords(const TableReconciliation &result, const Mismatch &mismatch)
{
    QString words = QStringLiteral("  %1 %2").arg(printable(result.table.toString()), labelOf(mismatch.tier));
    if (mismatch.bucket)
        words += QStringLiteral(" bucket %1").arg(*mismatch.bucket);
    if (!mismatch.key.empty()) {
        QStringList key;
        for (const QString &part : mismatch.key)
            key += printable(part);
        words += QStringLiteral(" key %1").arg(key.join(QStringLiteral(", ")));
    }
    if (mismatch.column)
        words += QStringLiteral(" column %1").arg(printable(*mismatch.column));
    if (mismatch.measure)
        words += QStringLiteral(" %1").arg(printable(*mismatch.measure));
    words += QStringLiteral(": %1").arg(printable(mismatch.kind));
    if (!mismatch.source.isEmpty() || !mismatch.bronze.isEmpty())
        words += QStringLiteral(" (source %1, bronze %2)").arg(printable(mismatch.source), printable(mismatch.bronze));
    return words + QLatin1Char('\n');
}

/// What is behind a table that is not green: the differences, and the controls that were missed.
QString findings(const TableReconciliation &result)
{
    QString lines;
    for (const TierResult &tier : result.tiers) {
        for (const Mismatch &mismatch : tier.mismatches)
            lines += mismatchInWords(result, mismatch);
        if (tier.mismatchesInAll > qint64(tier.mismatches.size()))
            lines += QStringLiteral("  %1 %2: %3 differences in all\n").arg(printable(result.table.toString()), labelOf(tier.tier), grouped(tier.mismatchesInAll));
        for (const ControlResult &control : tier.controls)
            if (!control.isCaught)
                lines += QStringLiteral("  %1 %2 missed its planted control: %3\n").arg(printable(result.table.toString()), labelOf(tier.tier), labelOf(control.defect));
    }
    return lines;
}

QString notCompared(const TableReconciliation &result)
{
    QStringList columns;
    for (const QString &column : result.columnsNotCompared)
        columns += printable(column);
    return columns.isEmpty() ? QString() : QStringLiteral("not hashed: ") + columns.join(QStringLiteral(", "));
}

QString outcomeTable(const std::vector<TableOutcome> &tables, const Terminal &terminal)
{
    TextTable table = resultTable();
    QString details;
    qint64 green = 0, planted = 0, caught = 0, sourceRows = 0, bronzeRows = 0;
    for (const TableOutcome &outcome : tables) {
        const Cell loadedRows{outcome.load ? grouped(outcome.load->rowsLoaded) : QString()};
        if (!outcome.reconciliation) {
            table.add({{printable(outcome.table.toString())}, loadedRows, {}, {}, {}, {}, {}, {}, {labelOf(outcome.state) + (outcome.message.isEmpty() ? QString() : QStringLiteral(": ")) + printable(outcome.message),
                       outcome.state == TableState::Waiting || outcome.state == TableState::Running ? Style::Faint : Style::Bad}});
            continue;
        }
        std::vector<Cell> cells{{printable(outcome.table.toString())}, loadedRows};
        for (Cell &cell : resultCells(*outcome.reconciliation))
            cells.push_back(std::move(cell));
        cells.push_back({notCompared(*outcome.reconciliation), Style::Faint});
        table.add(std::move(cells));
        details += findings(*outcome.reconciliation);
        green += outcome.reconciliation->isGreen() ? 1 : 0;
        sourceRows += outcome.reconciliation->sourceRows;
        bronzeRows += outcome.reconciliation->bronzeRows;
        for (const TierResult &tier : outcome.reconciliation->tiers) {
            planted += qint64(tier.controls.size());
            caught += std::ranges::count_if(tier.controls, &ControlResult::isCaught);
        }
    }
    QString lines = table.toString(terminal);
    if (!details.isEmpty())
        lines += QStringLiteral("\nNot green\n") + details;
    lines += QStringLiteral("\n%1 of %2 tables green").arg(green).arg(tables.size());
    if (const auto open = std::ranges::count_if(tables, [](const TableOutcome &table) { return table.state == TableState::Waiting || table.state == TableState::Running; }))
        lines += QStringLiteral(" · %1 without a result yet").arg(open);
    lines += QStringLiteral(" · %1 source rows, %2 bronze rows · %3 of %4 planted controls caught\n").arg(grouped(sourceRows), grouped(bronzeRows)).arg(caught).arg(planted);
    return lines;
}

/// What is to be said of the pipeline before its tables.
QString pipelineHeading(const PipelineStatus &status, const Terminal &terminal)
{
    QString lines = QStringLiteral("Plan %1 · commit %2 · %3\n").arg(status.planDigest ? status.planDigest->toShortString() : QStringLiteral("unknown"), status.commit.left(12),
        status.isApproved ? terminal.styled(Style::Good, QStringLiteral("approved")) : terminal.styled(Style::Warning, QStringLiteral("not approved")));
    if (!status.problem.isEmpty())
        lines += terminal.styled(Style::Bad, printable(status.problem)) + QLatin1Char('\n');
    if (status.isPlanMoved)
        lines += terminal.styled(Style::Warning, QStringLiteral("The plan moved since: generate again with: ekos-lakehouse lakehouse generate")) + QLatin1Char('\n');
    lines += status.schedule.isEmpty() ? QStringLiteral("No schedule\n") : QStringLiteral("Schedule %1 (%2)%3\n")
        .arg(printable(status.schedule), printable(status.timeZone), status.nextRunAtUtc ? QStringLiteral(", next at %1 UTC").arg(moment(*status.nextRunAtUtc)) : QString());
    for (const Run &run : status.active)
        lines += QStringLiteral("Under way: run %1 · %2 · by %3\n").arg(run.id.toString(), run.operation, printable(run.actor));
    return lines;
}

QString pipelineStatus(const PipelineStatus &status, const Terminal &terminal)
{
    if (!status.isGenerated)
        return QStringLiteral("Nothing was generated yet: ekos-lakehouse lakehouse generate\n");
    TextTable table({{QStringLiteral("TABLE")}, {QStringLiteral("MODE")}, {QStringLiteral("STATE")}, {QStringLiteral("LAST RUN (UTC)")}, {QStringLiteral("LOADED"), Align::Right},
                     {QStringLiteral("SOURCE ROWS"), Align::Right}, {QStringLiteral("BRONZE ROWS"), Align::Right}, {QStringLiteral("NOTE")}});
    for (const PipelineRow &row : status.tables) {
        QString note = printable(row.message);
        if (row.isReloadRequested)
            note += (note.isEmpty() ? QString() : QStringLiteral(" ")) + QStringLiteral("The next load reads every row") + (row.reload ? askedBy(*row.reload) : QStringLiteral("."));
        table.add({{printable(row.table.toString())}, {labelOf(row.mode)}, {labelOf(row.state), styleOf(row.state)}, {row.ranAtUtc ? moment(*row.ranAtUtc) : QString()},
                   {row.load ? grouped(row.load->rowsLoaded) : QString()}, {row.reconciliation ? grouped(row.reconciliation->sourceRows) : QString()},
                   {row.reconciliation ? grouped(row.reconciliation->bronzeRows) : QString()}, {note, Style::Faint}});
    }
    return pipelineHeading(status, terminal) + QLatin1Char('\n') + table.toString(terminal);
}

QString tableHistory(const TableHistory &history, const Terminal &terminal)
{
    if (history.runs.empty())
        return QStringLiteral("%1 was never loaded.\n").arg(printable(history.table.toString()));
    TextTable table({{QStringLiteral("RUN")}, {QStringLiteral("STARTED (UTC)")}, {QStringLiteral("STATE")}, {QStringLiteral("LOADED"), Align::Right}, {QStringLiteral("TOOK"), Align::Right},
                     {QStringLiteral("SOURCE ROWS"), Align::Right}, {QStringLiteral("BRONZE ROWS"), Align::Right}, {QStringLiteral("NOTE")}});
    QString details;
    for (const TableRun &run : history.runs) {
        table.add({{run.run.id.toString()}, {moment(run.run.startedAtUtc)}, {labelOf(run.state), styleOf(run.state)}, {run.load ? grouped(run.load->rowsLoaded) : QString()},
                   {run.load ? duration(run.load->durationMs) : QString()}, {run.reconciliation ? grouped(run.reconciliation->sourceRows) : QString()},
                   {run.reconciliation ? grouped(run.reconciliation->bronzeRows) : QString()}, {printable(run.message), Style::Faint}});
        if (run.reconciliation && !run.reconciliation->isGreen())
            details += QStringLiteral("\nNot green in run %1\n").arg(run.run.id.toString()) + findings(*run.reconciliation);
    }
    return printable(history.table.toString()) + QStringLiteral("\n\n") + table.toString(terminal) + details;
}

QString runHeading(const Run &run, const Terminal &terminal)
{
    const Style style = run.state == RunState::Done ? Style::Good : run.state == RunState::Running || run.state == RunState::Queued ? Style::Plain : Style::Bad;
    return QStringLiteral("Run %1 · %2 · %3\n%4\n").arg(run.id.toString(), run.operation, terminal.styled(style, labelOf(run.state)), printable(run.outcome));
}

QString runDetail(const RunDetail &detail, const Terminal &terminal)
{
    QString lines = runHeading(detail.run, terminal);
    if (!detail.tables.empty())
        lines += QLatin1Char('\n') + outcomeTable(detail.tables, terminal);
    lines += QLatin1Char('\n');
    for (const RunEvent &event : detail.events) {
        const Style style = event.level == EventLevel::Error ? Style::Bad : event.level == EventLevel::Warning ? Style::Warning : Style::Plain;
        lines += QStringLiteral("%1  %2  %3%4\n").arg(event.atUtc.toString().mid(11, 8), event.stage.leftJustified(12), event.subject.isEmpty() ? QString() : printable(event.subject) + QStringLiteral(": "),
                                                       terminal.styled(style, printable(event.message)));
    }
    return lines;
}

QString runList(const RunList &list, const Terminal &terminal)
{
    if (list.runs.empty())
        return QStringLiteral("Nothing was run yet.\n");
    TextTable table({{QStringLiteral("RUN")}, {QStringLiteral("STARTED (UTC)")}, {QStringLiteral("WHAT")}, {QStringLiteral("STATE")}, {QStringLiteral("BY")}, {QStringLiteral("OUTCOME")}});
    for (const Run &run : list.runs)
        table.add({{run.id.toString()}, {moment(run.startedAtUtc)}, {run.operation},
                   {labelOf(run.state), run.state == RunState::Done ? Style::Good : Style::Plain}, {printable(run.actor)}, {printable(run.outcome)}});
    return table.toString(terminal);
}

QString reconciled(const ReconcileReport &report, const Terminal &terminal)
{
    std::vector<TableOutcome> outcomes;
    for (const TableReconciliation &result : report.tables)
        outcomes.push_back({.table = result.table, .state = result.isGreen() ? TableState::Green : TableState::Mismatch, .reconciliation = result});
    return outcomeTable(outcomes, terminal);
}

} // namespace

QString pipelineAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation == &GeneratePipeline::operation)
        return generated(answer.as<GenerateReceipt>(), terminal);
    if (&operation == &LoadTable::operation)
        return loaded(answer.as<LoadReport>());
    if (&operation == &FindDeletes::operation)
        return deletesFound(answer.as<DeleteReport>());
    if (&operation == &ReloadTable::operation)
        return reloadAsked(answer.as<ReloadRequest>());
    if (&operation == &RunPipeline::operation) {
        const auto &report = answer.as<RunReport>();
        return runHeading(report.run, terminal) + (report.tables.empty() ? QString() : QLatin1Char('\n') + outcomeTable(report.tables, terminal));
    }
    if (&operation == &ReconcileTables::operation)
        return reconciled(answer.as<ReconcileReport>(), terminal);
    if (&operation == &MaintainTables::operation)
        return maintained(answer.as<MaintenanceReport>(), terminal);
    if (&operation == &ShowPipeline::operation)
        return pipelineStatus(answer.as<PipelineStatus>(), terminal);
    if (&operation == &ShowTableHistory::operation)
        return tableHistory(answer.as<TableHistory>(), terminal);
    if (&operation == &StopRun::operation)
        return runHeading(answer.as<Run>(), terminal);
    if (&operation == &ListRuns::operation)
        return runList(answer.as<RunList>(), terminal);
    if (&operation == &ShowRun::operation)
        return runDetail(answer.as<RunDetail>(), terminal);
    return {};
}

} // namespace lakehouse::app
