#include "cli/answer_output.h"

#include "api/operations/extraction.h"
#include "base/shell_word.h"
#include "describe/label_of.h"

#include <map>

namespace lakehouse::app {

using namespace api;
using namespace model;
using describe::labelOf;

namespace {

/// The mode, and whatever a person did to it: that must never be far away from it.
Cell modeCell(const PlanRow &row)
{
    if (row.isAgainstFacts)
        return {labelOf(row.mode) + QStringLiteral(" AGAINST THE FACTS"), Style::Bad};
    const bool isStale = row.isChangeStale || row.staleDecisions > 0;
    QString mark = row.isChanged ? QStringLiteral(" (by a person)") : row.isChangeStale ? QStringLiteral(" (change is stale)") : QString();
    if (row.decisions > 0)
        mark += QStringLiteral(" (%1 decided)").arg(row.decisions);
    if (row.staleDecisions > 0)
        mark += QStringLiteral(" (%1 stale)").arg(row.staleDecisions);
    return {labelOf(row.mode) + mark, row.mode == LoadMode::Refused && !isStale ? Style::Faint : row.isChanged || row.decisions > 0 || isStale ? Style::Warning : Style::Plain};
}

QString joined(const std::vector<QString> &names)
{
    QStringList words;
    for (const QString &name : names)
        words += printable(sqlIdentifier(name));
    return words.join(QStringLiteral(", "));
}

Cell approvalCell(ApprovalState approval)
{
    switch (approval) {
    case ApprovalState::Current: return {QStringLiteral("approved"), Style::Good};
    case ApprovalState::Moved: return {QStringLiteral("moved since it was approved"), Style::Warning};
    case ApprovalState::SettingsMoved: return {QStringLiteral("ekos.toml was changed since: plan again"), Style::Warning};
    case ApprovalState::None: break;
    }
    return {QStringLiteral("not approved yet"), Style::Warning};
}

QString heading(const PlanDigest &digest, const PlanCounts &counts, ApprovalState approval, const std::vector<base::Text> &warnings, const Terminal &terminal)
{
    const Cell approved = approvalCell(approval);
    QString lines = QStringLiteral("Plan %1 · %2 incremental, %3 full, %4 refused%5 · %6\n")
        .arg(terminal.styled(Style::Strong, digest.toShortString())).arg(counts.incremental).arg(counts.full).arg(counts.refused)
        .arg(counts.refusedColumns > 0 ? QStringLiteral(", %1 columns refused").arg(counts.refusedColumns) : QString(), terminal.styled(approved.style, approved.text));
    for (const base::Text &warning : warnings)
        lines += terminal.styled(Style::Warning, QStringLiteral("warning: ")) + printable(warning) + QLatin1Char('\n');
    return lines + QLatin1Char('\n');
}

/// How a table stands to what was approved.
Cell moveCell(PlanMove move)
{
    switch (move) {
    case PlanMove::Unapproved: break;
    case PlanMove::Same: return {QStringLiteral("same"), Style::Faint};
    case PlanMove::New: return {QStringLiteral("new"), Style::Warning};
    case PlanMove::Changed: return {QStringLiteral("changed"), Style::Warning};
    }
    return {};
}

QString planTable(const std::vector<PlanRow> &rows, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("TABLE")}, {QStringLiteral("MODE")}, {QStringLiteral("APPROVED")}, {QStringLiteral("KEY")}, {QStringLiteral("WATERMARK")}, {QStringLiteral("COLUMNS"), Align::Right},
                     {QStringLiteral("ROWS ABOUT"), Align::Right}, {QStringLiteral("WHY")}});
    for (const PlanRow &row : rows) {
        const QString columns = row.refusedColumns > 0 ? QStringLiteral("%1 (−%2)").arg(row.columns).arg(row.refusedColumns) : QString::number(row.columns);
        table.add({{printable(row.table.toString())}, modeCell(row), moveCell(row.move), {joined(row.key)}, {row.watermark ? printable(*row.watermark) : QString()}, {columns},
                   {row.estimatedRows < 0 ? QStringLiteral("?") : grouped(row.estimatedRows)}, {printable(row.why), Style::Faint}});
    }
    return table.toString(terminal);
}

/// Who approved the table, and what moved since.
QString approvalInLines(const ApprovedTable &approved)
{
    QString lines = QStringLiteral("  approved by %1 on %2 as plan %3: %4\n").arg(printable(approved.actor), approved.atUtc.toString().left(10), approved.planDigest.toShortString(),
                                                                                 printable(approved.reason.toString()));
    if (approved.sql.empty() && !approved.differences.empty())
        lines += QStringLiteral("    that plan did not load it\n");
    for (const FieldDifference &field : approved.differences)
        lines += QStringLiteral("    %1: %2 → %3\n").arg(printable(field.field), field.before.isEmpty() ? QStringLiteral("—") : printable(field.before),
                                                         field.after.isEmpty() ? QStringLiteral("—") : printable(field.after));
    return lines;
}

/// A trigger's function with the line numbers that reasons quote.
QString functionInLines(const SourceFunction &function, const Terminal &terminal)
{
    QString lines = QStringLiteral("\nTrigger %1 runs %2\n").arg(printable(function.trigger), printable(function.name));
    const QStringList body = function.body.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < body.size(); ++i)
        if (!body[i].trimmed().isEmpty())
            lines += terminal.styled(Style::Faint, QStringLiteral("%1  ").arg(i + 1, 5)) + printable(body[i]) + QLatin1Char('\n');
    return lines;
}

/// What a person decided about anything but the mode.
QString decisionInLine(const PlannedChange &decision)
{
    const PlanChange &change = decision.change;
    return QStringLiteral("  decision by %1%2: %3 (%4)%5 %6\n").arg(printable(change.actor), change.column ? QStringLiteral(" about ") + printable(sqlIdentifier(*change.column)) : QString(),
        labelOf(change.edit), printable(change.reason.toString()), decision.isStale ? QStringLiteral(" — stale, not applied:") : QStringLiteral(" —"), printable(decision.outcome));
}

QString tableDetail(const TableDetail &detail, const Terminal &terminal)
{
    const TableDecision &decision = detail.planned.decision;
    QString lines = QStringLiteral("%1 · %2 · %3\n").arg(terminal.styled(Style::Strong, printable(decision.table.toString())), labelOf(decision.mode), detail.digest.toShortString());
    if (decision.mode != LoadMode::Refused)
        lines += QStringLiteral("  lands in %1.%2.%3, read through Trino's catalog %4\n").arg(printable(decision.places.lakeCatalog), printable(sqlIdentifier(decision.places.bronzeSchema)),
                                                                                              printable(sqlIdentifier(decision.places.bronzeTable)), printable(decision.places.trinoCatalog));
    for (const PlanReason &reason : detail.planned.reasons)
        lines += QStringLiteral("  %1: %2%3\n").arg(printable(reason.about), printable(reason.statement), reason.evidence.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(printable(reason.evidence)));
    for (const Refusal &refusal : detail.planned.refusals)
        lines += QStringLiteral("  %1 %2%3 — %4\n").arg(terminal.styled(Style::Bad, QStringLiteral("refused")), refusal.column ? printable(*refusal.column) + QStringLiteral(": ") : QString(),
                                                        printable(refusal.reason), printable(refusal.remedy));
    for (const PlanWarning &warning : detail.planned.warnings)
        lines += QStringLiteral("  %1 %2\n").arg(terminal.styled(Style::Warning, QStringLiteral("note")), printable(warning));
    for (const PlannedChange &decision : detail.planned.decisions)
        lines += decisionInLine(decision);
    if (const auto &change = detail.planned.change)
        lines += QStringLiteral("  change by %1: %2 (%3)%4\n").arg(printable(change->actor), labelOf(change->edit), printable(change->reason.toString()),
                                                                    detail.planned.isChangeStale ? QStringLiteral(" — stale, not applied") : QString());
    if (detail.approved)
        lines += approvalInLines(*detail.approved);
    TextTable columns({{QStringLiteral("COLUMN")}, {QStringLiteral("SOURCE")}, {QStringLiteral("BRONZE")}, {QStringLiteral("FIDELITY")}, {QStringLiteral("COMPARED AS")}});
    for (const PlannedColumn &column : decision.columns)
        columns.add({{printable(column.name)}, {printable(column.sourceType)}, {printable(column.bronzeType)}, {labelOf(column.fidelity)}, {labelOf(column.canonical.form)}});
    if (!columns.isEmpty())
        lines += QLatin1Char('\n') + columns.toString(terminal);
    for (const SourceFunction &function : detail.functions)
        lines += functionInLines(function, terminal);
    return lines;
}

bool isLoadStatement(const QString &path)
{
    return path.contains(QLatin1String("/load_"));
}

/// The statements, those that load first; the others only by name unless all are wanted.
QString statements(const TableDetail &detail, bool wantsAll, const Terminal &terminal)
{
    QString lines, names;
    for (const bool loads : {true, false}) {
        for (const SqlText &sql : detail.sql) {
            if (isLoadStatement(sql.path) != loads)
                continue;
            if (loads || wantsAll)
                lines += QLatin1Char('\n') + terminal.styled(Style::Faint, printable(sql.path)) + QLatin1Char('\n') + printableLines(sql.text);
            else
                names += QStringLiteral("  %1 (%2 lines)\n").arg(printable(sql.path)).arg(sql.text.count(QLatin1Char('\n')));
        }
    }
    if (!names.isEmpty())
        lines += QStringLiteral("\nFurther statements, shown with --all-sql\n") + names;
    return lines;
}

QString difference(const ExtractionDifference &difference, const Terminal &terminal)
{
    if (difference.tables.empty() && !difference.isSqlMoved)
        return QStringLiteral("Nothing moved: plan %1 is the approved one.\n").arg(difference.proposed.toShortString());
    if (!difference.approved)
        return QStringLiteral("Nothing was approved yet: plan %1 would be the first. It holds %2 tables; see them with: ekos-lakehouse lakehouse extraction show\n")
            .arg(difference.proposed.toShortString()).arg(difference.tables.size());
    QString lines = QStringLiteral("Approved %1 → proposed %2\n\n").arg(difference.approved->toShortString(), difference.proposed.toShortString());
    if (difference.isSqlMoved)
        lines += QStringLiteral("The plan is the same, but this version generates other SQL of it.\n");
    for (const TableDifference &table : difference.tables) {
        lines += QStringLiteral("%1 %2\n").arg(terminal.styled(Style::Strong, printable(table.table.toString())), labelOf(table.move));
        for (const FieldDifference &field : table.fields)
            lines += QStringLiteral("  %1: %2 → %3\n").arg(printable(field.field), field.before.isEmpty() ? QStringLiteral("—") : printable(field.before),
                                                           field.after.isEmpty() ? QStringLiteral("—") : printable(field.after));
    }
    return lines;
}

/// What flows from where to where, one line an edge; what ends says why.
QString lineage(const Lineage &lineage, const Terminal &terminal)
{
    std::map<QString, const LineageNode *> nodes;
    for (const LineageNode &node : lineage.nodes)
        nodes[node.id] = &node;
    TextTable table({{QStringLiteral("FROM")}, {QStringLiteral("TO")}, {QStringLiteral("HOW")}});
    for (const LineageEdge &edge : lineage.edges) {
        const auto end = [&](const QString &id, const std::optional<QString> &column) {
            const auto node = nodes.find(id);
            return printable((node == nodes.end() ? id : node->second->name) + (column ? QLatin1Char('.') + sqlIdentifier(*column) : QString()));
        };
        const auto to = nodes.find(edge.to);
        const bool isUnknown = to != nodes.end() && to->second->kind == LineageKind::Unknown;
        table.add({{end(edge.from, edge.fromColumn)}, isUnknown ? Cell{QStringLiteral("not loaded"), Style::Warning} : Cell{end(edge.to, edge.toColumn)},
                   {isUnknown ? printable(to->second->note) : printable(edge.how), Style::Faint}});
    }
    return table.isEmpty() ? QStringLiteral("No table is planned yet.\n") : table.toString(terminal);
}

QString extractionPage(const ExtractionPage &page, const Terminal &terminal)
{
    QString lines = heading(page.digest, page.counts, page.approval, page.warnings, terminal);
    if (page.detail)
        return lines + tableDetail(*page.detail, terminal) + statements(*page.detail, page.wantsAllSql, terminal);
    lines += planTable(page.tables, terminal);
    if (page.approval != ApprovalState::Current && page.approval != ApprovalState::SettingsMoved)
        lines += QStringLiteral("\nApprove exactly this: ekos-lakehouse lakehouse extraction approve --expected-digest %1\n").arg(page.digest.toString());
    if (page.next)
        lines += QStringLiteral("\nMore: --after %1\n").arg(base::shellWord(printable(*page.next)));
    return lines;
}

} // namespace

QString decisionInWords(const AnyAnswer &about, const Terminal &terminal)
{
    if (&about.type() == &describe::typeOf<ReviewOverview>())
        return reviewInWords(about.as<ReviewOverview>(), terminal);
    if (&about.type() != &describe::typeOf<ExtractionPage>())
        return {};
    const auto &page = about.as<ExtractionPage>();
    QString lines = heading(page.digest, page.counts, page.approval, page.warnings, terminal).trimmed() + QLatin1Char('\n');
    for (const PlanRow &row : page.tables)
        if (row.isAgainstFacts || row.isChanged || row.isChangeStale || row.decisions > 0 || row.staleDecisions > 0 || row.refusedColumns > 0)
            lines += QStringLiteral("  %1 · %2%3\n").arg(printable(row.table.toString()), modeCell(row).text,
                                                          row.refusedColumns > 0 ? QStringLiteral(" · %1 columns refused").arg(row.refusedColumns) : QString());
    return lines;
}

QString extractionAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation == &MakePlan::operation) {
        const auto &summary = answer.as<PlanSummary>();
        return heading(summary.digest, summary.counts, summary.approval, summary.warnings, terminal) + planTable(summary.tables, terminal);
    }
    if (&operation == &ShowExtraction::operation)
        return extractionPage(answer.as<ExtractionPage>(), terminal);
    if (&operation == &ShowLineage::operation)
        return lineage(answer.as<Lineage>(), terminal);
    if (&operation == &CompareExtraction::operation)
        return difference(answer.as<ExtractionDifference>(), terminal);
    if (&operation == &ChangeExtraction::operation) {
        const auto &changed = answer.as<ExtractionChanged>();
        const QString table = printable(changed.table.table.toString());
        QString how = changed.table.mode == LoadMode::Refused ? QStringLiteral("%1 is refused").arg(table) : QStringLiteral("%1 now loads %2").arg(table, labelOf(changed.table.mode));
        if (changed.table.decisions > 0)
            how += QStringLiteral(", %1 decided by people").arg(changed.table.decisions);
        if (changed.table.refusedColumns > 0)
            how += QStringLiteral(", %1 columns refused").arg(changed.table.refusedColumns);
        return QStringLiteral("%1; plan %2.\n").arg(how, changed.digest.toShortString());
    }
    if (&operation == &ApproveExtraction::operation) {
        const auto &receipt = answer.as<ApprovalReceipt>();
        return QStringLiteral("Plan %1 %7 (SQL %2), ledger entry %3: %4 incremental, %5 full, %6 refused.\n").arg(receipt.digest.toShortString(), receipt.sqlDigest.toShortString())
            .arg(receipt.sequence).arg(receipt.counts.incremental).arg(receipt.counts.full).arg(receipt.counts.refused).arg(receipt.isNew ? QStringLiteral("approved") : QStringLiteral("was approved by you already"));
    }
    if (&operation == &RevokeExtraction::operation) {
        const auto &receipt = answer.as<RevocationReceipt>();
        return QStringLiteral("The approval of plan %1 is revoked, ledger entry %2. What was generated stays.\n").arg(receipt.digest.toShortString()).arg(receipt.sequence);
    }
    return {};
}

} // namespace lakehouse::app
