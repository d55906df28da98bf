#include "cli/answer_output.h"

#include "api/operations/analysis.h"
#include "describe/label_of.h"

#include <algorithm>

namespace lakehouse::app {

using namespace api;
using namespace model;
using describe::labelOf;

namespace {

QString joined(const std::vector<QString> &names) { return printable(namesListed(names)); }

QString rowsAbout(qint64 rows) { return rows < 0 ? QStringLiteral("?") : grouped(rows); }

/// "insert, raw_sql_omits_updated, never": what the application's code does to a table.
QString changes(const AnalyzedTable &table)
{
    if (!table.updates)
        return {};
    const QString inserts = table.inserts == InsertClass::Seen ? QStringLiteral("insert, ") : QString();
    return inserts + QStringLiteral("update %1, delete %2").arg(labelOf(*table.updates), labelOf(*table.deletes));
}

Cell watermark(const AnalyzedTable &table)
{
    return table.watermark ? Cell{QStringLiteral("%1 (%2)").arg(printable(*table.watermark), labelOf(*table.watermarkProof)), Style::Good} : Cell{};
}

Cell count(qint64 number, Style style) { return number > 0 ? Cell{grouped(number), style} : Cell{}; }

QString heading(const AnalysisPage &page, const Terminal &terminal)
{
    QString lines = QStringLiteral("%1 · %2 %3 · read %4\n").arg(terminal.styled(Style::Strong, printable(page.database)), printable(page.engine), printable(page.serverVersion), moment(page.readAtUtc));
    if (!page.isAnalyzed)
        lines += terminal.styled(Style::Warning, QStringLiteral("The source was not analyzed as it is now: ekos-lakehouse analyze\n"));
    const AnalysisTotals &totals = page.totals;
    lines += QStringLiteral("%1 tables and views with %2 columns, %3 of them profiled; %4 proved watermarks, %5 tables without a key, %6 columns of personal data, %7 conflicts, %8 routines\n\n")
        .arg(grouped(totals.tables), grouped(totals.columns), grouped(totals.profiled), grouped(totals.watermarks), grouped(totals.withoutKey), grouped(totals.personalData), grouped(totals.conflicts), grouped(totals.routines));
    return lines;
}

/// When its rows were looked at; what cannot be read or has none of its own is not waited for.
Cell profiled(const AnalyzedTable &row)
{
    if (row.profiledAtUtc)
        return {moment(*row.profiledAtUtc)};
    const bool isPossible = !row.isRefused && row.kind != TableKind::View && row.kind != TableKind::ForeignTable;
    return {isPossible ? QStringLiteral("not yet") : QStringLiteral("no"), Style::Faint};
}

/// Why nobody looked at its rows, and what helps.
QString notProfiled(const TableAnalysis &detail)
{
    if (detail.table.isReadable)
        return QStringLiteral(" · not profiled\n");
    QString lines = QStringLiteral(" · not profiled: the right to read it is missing\n");
    for (const Refusal &refusal : detail.planned.refusals)
        if (!refusal.column)
            lines += printable(refusal.remedy) + QLatin1Char('\n');
    return lines;
}

QString list(const AnalysisPage &page, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("TABLE")}, {QStringLiteral("KIND")}, {QStringLiteral("ROWS ABOUT"), Align::Right}, {QStringLiteral("COLUMNS"), Align::Right}, {QStringLiteral("KEY")}, {QStringLiteral("WATERMARK")},
                     {QStringLiteral("PERSONAL"), Align::Right}, {QStringLiteral("CONFLICTS"), Align::Right}, {QStringLiteral("ORPHANS"), Align::Right}, {QStringLiteral("PROFILED (UTC)")}, {QStringLiteral("CHANGES")}});
    for (const AnalyzedTable &row : page.tables)
        table.add({{printable(row.table.toString()), row.isRefused ? Style::Warning : Style::Plain}, {labelOf(row.kind)}, {rowsAbout(row.rows)}, {grouped(row.columns)}, {joined(row.key)}, watermark(row),
                   count(row.personalData, Style::Warning), count(row.conflicts, Style::Warning), count(row.orphans, Style::Bad), profiled(row),
                   {changes(row), Style::Faint}});
    QString lines = table.isEmpty() ? QStringLiteral("No table is let through by the filter.\n") : table.toString(terminal);
    if (page.next)
        lines += QStringLiteral("\n%1 of %2 tables. More: --after '%3'\n").arg(grouped(qint64(page.tables.size())), grouped(page.matching), printable(*page.next));
    return lines;
}

/// What of a column is no plain fact of the catalog.
QString notes(const TableAnalysis &detail, const SourceColumn &column)
{
    QStringList notes;
    for (const PiiCandidate &candidate : detail.personalData)
        if (candidate.column == column.name)
            notes += QStringLiteral("personal data: %1 (%2)").arg(labelOf(candidate.personalData), labelOf(candidate.confidence));
    for (const FlagColumn &flag : detail.flags)
        if (flag.column == column.name)
            notes += QStringLiteral("flag: %1 is yes, %2 is no (%3)").arg(printable(flag.yes), printable(flag.no), labelOf(flag.evidenceClass));
    for (const CodeList &codes : detail.codeLists) {
        if (codes.column != column.name)
            continue;
        QStringList values;
        for (const CodeMeaning &code : codes.codes)
            values += code.meaning.isEmpty() ? printable(code.code) : printable(code.code) + QLatin1Char('=') + printable(code.meaning);
        notes += QStringLiteral("codes: %1 (%2)").arg(values.join(QStringLiteral(", ")), labelOf(codes.evidenceClass));
    }
    for (const MandatoryColumn &mandatory : detail.mandatoryColumns)
        if (mandatory.column == column.name)
            notes += QStringLiteral("the application wants it filled");
    for (const Refusal &refusal : detail.planned.refusals)
        if (refusal.column == column.name)
            notes += printable(refusal.reason);
    return notes.join(QStringLiteral("; "));
}

QString columns(const TableAnalysis &detail, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("COLUMN")}, {QStringLiteral("TYPE")}, {QStringLiteral("NULL")}, {QStringLiteral("NULLS"), Align::Right}, {QStringLiteral("VALUES"), Align::Right}, {QStringLiteral("LANDS AS")}, {QStringLiteral("FOUND")}});
    for (const SourceColumn &column : detail.table.columns) {
        const auto profile = std::ranges::find(detail.profile, column.name, &ColumnProfile::column);
        const auto planned = std::ranges::find(detail.planned.decision.columns, column.name, &PlannedColumn::name);
        const bool isLanded = planned != detail.planned.decision.columns.end() && planned->fidelity != Fidelity::Refused;
        table.add({{printable(sqlIdentifier(column.name))}, {printable(column.type.declared)}, {column.isNotNull ? QStringLiteral("no") : QStringLiteral("yes")},
                   {profile == detail.profile.end() ? QString() : grouped(profile->nulls)}, {profile == detail.profile.end() ? QString() : grouped(profile->distinct)},
                   isLanded ? Cell{printable(planned->bronzeType)} : Cell{QStringLiteral("not loaded"), Style::Warning}, {notes(detail, column), Style::Faint}});
    }
    return table.toString(terminal);
}

QString relations(const TableAnalysis &detail)
{
    QString lines;
    for (const TableRelation &relation : detail.relations)
        lines += QStringLiteral("  %1(%2) to %3(%4), %5%6\n").arg(printable(relation.table.toString()), joined(relation.columns), printable(relation.referenced.toString()), joined(relation.referencedColumns),
                                                               labelOf(relation.basis), relation.hasOrphans ? QStringLiteral(", has rows that lead nowhere") : QString());
    return lines.isEmpty() ? lines : QStringLiteral("\nRelations:\n") + lines;
}

QString evidence(const std::vector<Evidence> &evidence)
{
    QStringList places;
    for (const Evidence &piece : evidence)
        places += piece.line > 0 ? QStringLiteral("%1:%2").arg(printable(piece.place)).arg(piece.line) : printable(piece.place);
    return places.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(places.join(QStringLiteral("; ")));
}

QString conclusions(const TableAnalysis &detail)
{
    QString lines;
    const auto add = [&](const QString &what, const std::vector<Evidence> &from) { lines += QStringLiteral("  %1%2\n").arg(what, evidence(from)); };
    for (const PlanReason &reason : detail.planned.reasons)
        lines += QStringLiteral("  %1%2\n").arg(printable(reason.statement), reason.evidence.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(printable(reason.evidence)));
    for (const Refusal &refusal : detail.planned.refusals)
        if (!refusal.column)
            lines += QStringLiteral("  Not loaded: %1 %2\n").arg(printable(refusal.reason), printable(refusal.remedy));
    if (detail.scope)
        add(printable(detail.scope->why), detail.scope->evidence);
    if (detail.writes)
        add(QStringLiteral("The application: update %1, delete %2").arg(labelOf(detail.writes->updates), labelOf(detail.writes->deletes)), detail.writes->evidence);
    for (const Conflict &conflict : detail.conflicts) {
        std::vector<Evidence> both = conflict.firstEvidence;
        both.insert(both.end(), conflict.secondEvidence.begin(), conflict.secondEvidence.end());
        add(QStringLiteral("Conflict: %1 %2").arg(printable(conflict.first), printable(conflict.second)), both);
    }
    for (const GlossaryTerm &term : detail.terms)
        add(QStringLiteral("%1: %2").arg(printable(term.term), printable(term.definition)), term.evidence);
    return lines.isEmpty() ? lines : QStringLiteral("\nConcluded:\n") + lines;
}

QString detail(const AnalysisPage &page, const Terminal &terminal)
{
    const TableAnalysis &detail = *page.detail;
    const AnalyzedTable &row = page.tables.front();
    QString lines = QStringLiteral("%1 · %2 · about %3 rows").arg(terminal.styled(Style::Strong, printable(row.table.toString())), labelOf(row.kind), rowsAbout(row.rows));
    lines += row.profiledAtUtc ? QStringLiteral(" · profiled %1 from %2 rows%3\n").arg(moment(*row.profiledAtUtc), grouped(detail.profiledRows), detail.isProfileComplete ? QStringLiteral(", all there are") : QString())
                               : notProfiled(detail);
    if (detail.table.comment)
        lines += printable(*detail.table.comment) + QLatin1Char('\n');
    lines += QLatin1Char('\n') + columns(detail, terminal) + relations(detail) + conclusions(detail);
    for (const SourceTrigger &trigger : detail.table.triggers)
        lines += QStringLiteral("\nTrigger %1 runs %2.%3:\n%4\n").arg(printable(sqlIdentifier(trigger.name)), printable(sqlIdentifier(trigger.functionSchema)), printable(sqlIdentifier(trigger.functionName)), printableLines(trigger.functionSource));
    if (detail.table.view)
        lines += QStringLiteral("\nDefinition:\n%1\n").arg(printableLines(detail.table.view->definition));
    return lines;
}

} // namespace

QString analysisAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation != &ShowAnalysis::operation)
        return {};
    const auto &page = answer.as<AnalysisPage>();
    if (!page.digest)
        return QStringLiteral("Nothing was read of %1 yet. Next: ekos-lakehouse analyze\n").arg(printable(page.database));
    return heading(page, terminal) + (page.detail ? detail(page, terminal) : list(page, terminal));
}

} // namespace lakehouse::app
