#include "cli/answer_output.h"

#include "api/operations/evidence.h"
#include "describe/label_of.h"

namespace lakehouse::app {

using namespace api;
using namespace model;
using describe::labelOf;

namespace {

/// Kinds of objects that the program has no use for: it counts them, so that nobody looks for them in vain.
QString notUsed(const std::vector<ObjectCount> &counts)
{
    QStringList kinds;
    for (const ObjectCount &count : counts)
        if (count.read < count.counted)
            kinds += QStringLiteral("%1 %2").arg(printable(count.kind), grouped(count.counted));
    return kinds.isEmpty() ? QString() : QStringLiteral("  Not used: %1\n").arg(kinds.join(QStringLiteral(", ")));
}

QString findings(const FindingCounts &counts)
{
    QString lines = QStringLiteral("\n  To review: %1 tables in or out of scope, %2 columns of personal data, %3 conflicts, %4 questions of identity, %5 tables by how the application writes them, %6 terms\n")
        .arg(grouped(counts.scope), grouped(counts.pii), grouped(counts.conflicts), grouped(counts.identity), grouped(counts.writes), grouped(counts.terms));
    lines += QStringLiteral("  Also found: %1 flags, %2 lists of codes, %3 relations and %4 mandatory columns that the database does not declare\n")
        .arg(grouped(counts.flags), grouped(counts.codeLists), grouped(counts.relations), grouped(counts.mandatoryColumns));
    if (counts.sourceFiles > 0 || !counts.skippedFiles.empty())
        lines += QStringLiteral("  Application's source: %1 read, %2 left out, %3 whose table is not known beyond doubt\n")
            .arg(counted(counts.sourceFiles, "file", "files"), grouped(qint64(counts.skippedFiles.size())), counted(counts.unresolvedWrites, "statement", "statements"));
    return lines + QStringLiteral("  %1 of findings, %2\n").arg(counted(counts.newEntries, "new ledger entry", "new ledger entries"), counted(counts.retractions, "finding holds no longer", "findings hold no longer"));
}

QString analysis(const AnalysisReport &report, const Terminal &terminal)
{
    QString lines;
    for (const DatabaseAnalysis &database : report.databases) {
        lines += QStringLiteral("%1 · %2 %3\n").arg(terminal.styled(Style::Strong, printable(database.database)), printable(database.engine), printable(database.serverVersion));
        lines += QStringLiteral("  %1 tables and views, %2 columns, read with %3 catalog queries; %4 columns measured\n")
            .arg(grouped(database.tables), grouped(database.columns)).arg(database.queries).arg(database.measuredColumns);
        lines += database.isChanged
            ? QStringLiteral("  %1, %2 gone\n").arg(counted(database.newEntries, "new ledger entry", "new ledger entries"), counted(database.retractions, "thing is", "things are"))
            : QStringLiteral("  unchanged since the last reading; %1\n").arg(counted(database.newEntries, "new ledger entry", "new ledger entries"));
        TextTable table({{QStringLiteral("  OBJECTS")}, {QStringLiteral("READ"), Align::Right}, {QStringLiteral("COUNTED"), Align::Right}});
        for (const ObjectCount &count : database.counts)
            if (count.read == count.counted)
                table.add({{QStringLiteral("  ") + printable(count.kind)}, {grouped(count.read)}, {grouped(count.counted)}});
        if (!table.isEmpty())
            lines += QLatin1Char('\n') + table.toString(terminal);
        lines += notUsed(database.counts);
        lines += findings(database.findings);
    }
    return lines + QStringLiteral("\nNext: ekos-lakehouse review list\n");
}

QString more(const std::optional<qint64> &next)
{
    return next ? QStringLiteral("\nMore: --after %1\n").arg(*next) : QString();
}

QString ledgerPage(const LedgerPage &page, const Terminal &terminal)
{
    if (page.entries.empty())
        return QStringLiteral("No entries.\n");
    TextTable table({{QStringLiteral("ENTRY"), Align::Right}, {QStringLiteral("RECORDED (UTC)")}, {QStringLiteral("KIND")}, {QStringLiteral("SUBJECT")}, {QStringLiteral("BY")}, {QStringLiteral("WHAT")}});
    for (const LedgerLine &entry : page.entries)
        table.add({{QString::number(entry.sequence)}, {moment(entry.recordedAtUtc)}, {labelOf(entry.kind)},
                   {printable(entry.subject)}, {printable(entry.actor)}, {printable(entry.body), Style::Faint}});
    return table.toString(terminal) + more(page.next);
}

QString timeline(const LedgerTimeline &timeline, const Terminal &terminal)
{
    if (timeline.entries.empty())
        return QStringLiteral("No entries.\n");
    TextTable table({{QStringLiteral("ENTRY"), Align::Right}, {QStringLiteral("RECORDED (UTC)")}, {QStringLiteral("KIND")}, {QStringLiteral("SUBJECT")}, {QStringLiteral("CHANGE")}, {QStringLiteral("BY")}, {QStringLiteral("WHAT")}});
    for (const TimelineEntry &entry : timeline.entries) {
        const Style style = entry.change == LedgerChange::Gone ? Style::Warning : entry.change == LedgerChange::Changed ? Style::Strong : Style::Plain;
        QStringList what(entry.what.begin(), entry.what.end());
        table.add({{QString::number(entry.sequence)}, {moment(entry.recordedAtUtc)}, {labelOf(entry.kind)}, {printable(entry.subject)}, {labelOf(entry.change), style}, {printable(entry.actor)},
                   {printable(what.join(QStringLiteral("; "))), Style::Faint}});
    }
    return table.toString(terminal) + more(timeline.next);
}

QString audit(const LedgerAudit &audit, const Terminal &terminal)
{
    if (audit.entries.empty())
        return QStringLiteral("Nobody decided, signed or approved anything yet.\n");
    TextTable table({{QStringLiteral("ENTRY"), Align::Right}, {QStringLiteral("RECORDED (UTC)")}, {QStringLiteral("WHO")}, {QStringLiteral("KIND")}, {QStringLiteral("SUBJECT")}, {QStringLiteral("WHAT")}, {QStringLiteral("DIGEST")},
                     {QStringLiteral("REASON")}});
    for (const AuditEntry &entry : audit.entries)
        table.add({{QString::number(entry.sequence)}, {moment(entry.recordedAtUtc)}, {printable(entry.who)}, {labelOf(entry.kind)}, {printable(entry.subject)}, {printable(entry.what), Style::Strong},
                   {entry.digest.value_or(QString()).left(19), Style::Faint}, {printable(entry.reason.value_or(QString()))}});
    return table.toString(terminal) + more(audit.next);
}

QString verdict(const LedgerVerdict &verdict, const Terminal &terminal)
{
    if (verdict.findings.empty())
        return terminal.styled(Style::Good, QStringLiteral("The ledger is whole")) + QStringLiteral(": %1 entries, head %2.\n")
            .arg(grouped(verdict.entries), verdict.head ? verdict.head->toShortString() : QStringLiteral("none"));
    QString lines = terminal.styled(Style::Bad, QStringLiteral("The ledger is not whole")) + QStringLiteral(" (%1 entries read):\n").arg(grouped(verdict.entries));
    for (const LedgerFinding &finding : verdict.findings)
        lines += (finding.sequence > 0 ? QStringLiteral("  entry %1: ").arg(finding.sequence) : QStringLiteral("  ")) + printable(finding.finding) + QLatin1Char('\n');
    return lines;
}

} // namespace

QString evidenceAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation == &AnalyzeSource::operation)
        return analysis(answer.as<AnalysisReport>(), terminal);
    if (&operation == &ImportFacts::operation) {
        const auto &imported = answer.as<FactsImported>();
        return QStringLiteral("%1 taken over, %2 of them new. Next: ekos-lakehouse review list\n").arg(counted(imported.facts, "fact", "facts"), grouped(imported.newEntries));
    }
    if (&operation == &RetractFacts::operation)
        return QStringLiteral("%1 taken back. Next: ekos-lakehouse review list\n").arg(counted(answer.as<FactsRetracted>().facts, "imported fact", "imported facts"));
    if (&operation == &BackUpLedger::operation) {
        const auto &copy = answer.as<LedgerBackedUp>();
        return QStringLiteral("%1 copied to %2, which is whole; head %3.\n").arg(counted(copy.entries, "entry", "entries"), printable(copy.file), copy.head ? copy.head->toShortString() : QStringLiteral("none"));
    }
    if (&operation == &RestoreLedger::operation) {
        const auto &restored = answer.as<LedgerRestored>();
        return QStringLiteral("The ledger holds %1 again, head %2. As it was before, with %3, it stands at %4.\nNext: ekos-lakehouse ledger verify\n")
            .arg(counted(restored.entries, "entry", "entries"), restored.head ? restored.head->toShortString() : QStringLiteral("none"), counted(restored.before, "entry", "entries"), printable(restored.keptAs));
    }
    if (&operation == &ShowLedger::operation)
        return ledgerPage(answer.as<LedgerPage>(), terminal);
    if (&operation == &ShowTimeline::operation)
        return timeline(answer.as<LedgerTimeline>(), terminal);
    if (&operation == &ShowAudit::operation)
        return audit(answer.as<LedgerAudit>(), terminal);
    if (&operation == &VerifyLedger::operation)
        return verdict(answer.as<LedgerVerdict>(), terminal);
    return {};
}

} // namespace lakehouse::app
