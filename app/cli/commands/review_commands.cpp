#include "cli/answer_output.h"

#include "api/operations/review.h"
#include "describe/label_of.h"

#include <algorithm>
#include <map>

namespace lakehouse::app {

using namespace api;
using namespace model;
using describe::labelOf;

namespace {

Cell stateCell(const SubjectStanding &standing)
{
    const QString words = inWords(standing.state);
    switch (standing.state) {
    case SignOffState::Signed: return {words, Style::Good};
    case SignOffState::Stale: return {QStringLiteral("%1, %2 moved").arg(words, grouped(standing.moved)), Style::Warning};
    case SignOffState::Revoked: return {words, Style::Bad};
    case SignOffState::NotSigned: break;
    }
    return {words};
}

QString withoutEvidence(const SubjectStanding &standing)
{
    return QStringLiteral("%1: no code that writes to %2 was seen; such a table can be decided, and need not be.\n")
        .arg(labelOf(standing.subject), counted(standing.withoutEvidence, standing.items > 0 ? "more table(s)" : "table(s)"));
}

/// Who may not sign, and why; subjects with one reason stand together.
QString notAllowed(const ReviewOverview &overview)
{
    std::vector<std::pair<QString, QStringList>> reasons;
    for (const SubjectStanding &standing : overview.subjects) {
        if (!standing.notAllowed)
            continue;
        const QString why = printable(*standing.notAllowed);
        auto reason = std::ranges::find(reasons, why, &std::pair<QString, QStringList>::first);
        if (reason == reasons.end())
            reason = reasons.insert(reason, {why, {}});
        reason->second += labelOf(standing.subject);
    }
    QString lines;
    for (const auto &[why, subjects] : reasons)
        lines += QStringLiteral("\nYou may not sign %1: %2\n").arg(subjects.join(QStringLiteral(", ")), why);
    return lines;
}

QString overview(const ReviewOverview &overview, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("SUBJECT")}, {QStringLiteral("ITEMS"), Align::Right}, {QStringLiteral("OPEN"), Align::Right}, {QStringLiteral("STATE")}, {QStringLiteral("SIGNED BY")},
                     {QStringLiteral("SIGNED AT")}, {QStringLiteral("ASSIGNED TO")}, {QStringLiteral("WHY")}});
    for (const SubjectStanding &standing : overview.subjects)
        table.add({{labelOf(standing.subject), Style::Strong}, {grouped(standing.items)}, {grouped(standing.open), standing.open > 0 ? Style::Warning : Style::Plain}, stateCell(standing),
                   {printable(standing.signedBy.value_or(QString()))}, {standing.signedAtUtc ? moment(*standing.signedAtUtc) : QString()}, {printable(standing.assignee.value_or(QString()))},
                   {printable(standing.note ? standing.note->toString() : QString()), Style::Faint}});
    QString lines = table.toString(terminal);
    for (const SubjectStanding &standing : overview.subjects) {
        if (standing.movedItems.empty())
            continue;
        lines += QStringLiteral("\nMoved in %1 since it was signed\n").arg(labelOf(standing.subject));
        for (const QString &item : standing.movedItems)
            lines += QStringLiteral("  %1\n").arg(printable(item));
        if (standing.moved > qint64(standing.movedItems.size()))
            lines += QStringLiteral("  … and %1 more: ekos-lakehouse review show %2 --moved\n").arg(grouped(standing.moved - qint64(standing.movedItems.size()))).arg(labelOf(standing.subject));
        if (standing.notFound > 0)
            lines += QStringLiteral("  %1 of them no longer found\n").arg(grouped(standing.notFound));
    }
    for (const SubjectStanding &standing : overview.subjects)
        if (standing.withoutEvidence > 0)
            lines += QLatin1Char('\n') + withoutEvidence(standing);
    lines += notAllowed(overview);
    if (!overview.isAnalyzed)
        lines += QStringLiteral("\nThe source was not analyzed as it is now; nothing can be signed before: ekos-lakehouse analyze\n");
    if (overview.isSignoffRequired)
        lines += QStringLiteral("\nrequire-signoff is set: nothing is generated before all six are signed.\n");
    return lines;
}

QString verdictWords(const std::optional<ReviewVerdict> &verdict)
{
    return verdict ? printable(verdict->toString()) : QStringLiteral("open");
}

QString eventWords(const SubjectEvent &event)
{
    switch (event.act) {
    case SubjectAct::Signed: return QStringLiteral("signed");
    case SubjectAct::Revoked: return QStringLiteral("sign-off revoked");
    case SubjectAct::Assigned: return event.to ? QStringLiteral("assigned to %1").arg(printable(*event.to)) : QStringLiteral("assigned to nobody");
    }
    return {};
}

/// What was decided about an item and done with its subject, oldest first.
QString history(const ReviewPage &page)
{
    std::map<qint64, QString> entries; // by their number in the ledger
    if (page.detail)
        for (const ReviewDecision &decision : page.detail->history)
            entries[decision.sequence] = QStringLiteral("%1 %2  decided %3: %4").arg(moment(decision.atUtc), printable(decision.actor), printable(decision.verdict.toString()), printable(decision.reason.toString()));
    for (const SubjectEvent &event : page.events)
        entries[event.sequence] = QStringLiteral("%1 %2  %3 %4%5").arg(moment(event.atUtc), printable(event.actor), labelOf(page.standing.subject), eventWords(event),
                                                                      event.reason ? QStringLiteral(": ") + printable(event.reason->toString()) : QString());
    QString lines = entries.empty() ? QString() : QStringLiteral("\nHistory\n");
    for (const auto &[sequence, entry] : entries)
        lines += QStringLiteral("  %1 (ledger entry %2)\n").arg(entry).arg(sequence);
    return lines;
}

QString itemDetail(const ReviewPage &page, const Terminal &terminal)
{
    const ReviewItemDetail &detail = *page.detail;
    const ReviewItem &item = detail.item;
    QString lines = QStringLiteral("%1\n%2\n").arg(terminal.styled(Style::Strong, printable(item.item)), printable(item.finding));
    if (item.presence == ReviewPresence::Gone)
        return lines + QStringLiteral("There is nothing to decide about it; signing the subject again takes note of that.\n") + history(page);
    lines += QStringLiteral("\nProposed   %1\n").arg(printable(item.proposal.toString()));
    if (item.decision)
        lines += QStringLiteral("Decided    %1 by %2 on %3: %4\n").arg(printable(item.decision->verdict.toString()), printable(item.decision->actor), moment(item.decision->atUtc),
                                                                       printable(item.decision->reason.toString()));
    QStringList choices;
    for (const ReviewVerdict &choice : item.choices)
        choices += printable(choice.toString());
    lines += QStringLiteral("Possible   %1\n\nWhat it does\n").arg(choices.join(QStringLiteral(", ")));
    for (const base::Text &effect : item.effects)
        lines += QStringLiteral("  %1\n").arg(printable(effect));
    if (!item.evidence.empty())
        lines += QStringLiteral("\nEvidence\n");
    for (const Evidence &piece : item.evidence) {
        QString place = printable(piece.place);
        if (piece.line > 0)
            place += QStringLiteral(":%1").arg(piece.line);
        if (piece.rows > 0)
            place += QStringLiteral(" (%1)").arg(counted(piece.rows, "row(s)"));
        lines += QStringLiteral("  %1  %2\n").arg(place, piece.statement.isEmpty() ? printable(piece.detail) : printable(piece.statement));
    }
    if (!detail.comments.empty())
        lines += QStringLiteral("\nComments\n");
    for (const ReviewComment &comment : detail.comments)
        lines += QStringLiteral("  %1 %2\n%3\n").arg(moment(comment.atUtc), printable(comment.actor), printableLines(comment.text));
    return lines + history(page);
}

QString rowWords(const ReviewRow &row)
{
    const QString verdict = verdictWords(row.verdict);
    if (row.presence == ReviewPresence::Gone)
        return verdict + QStringLiteral(" (gone)");
    return row.isMoved ? verdict + QStringLiteral(" (moved)") : verdict;
}

QString page(const ReviewPage &page, const Terminal &terminal)
{
    if (page.detail)
        return itemDetail(page, terminal);
    const SubjectStanding &standing = page.standing;
    QString lines = QStringLiteral("%1: %2, %3 open, %4\n\n").arg(terminal.styled(Style::Strong, labelOf(standing.subject)), counted(standing.items, "item(s)"), grouped(standing.open), stateCell(standing).text);
    if (standing.items == 0 && page.items.empty())
        return lines + (standing.withoutEvidence > 0 ? withoutEvidence(standing) : QStringLiteral("Nothing to review: the analysis found nothing of this subject.\n")) + history(page);
    TextTable table({{QStringLiteral("ITEM")}, {QStringLiteral("DECISION")}, {QStringLiteral("PROPOSED")}, {QStringLiteral("BY")}, {QStringLiteral("FINDING")}});
    for (const ReviewRow &row : page.items)
        table.add({{printable(row.item), Style::Strong}, {rowWords(row), row.verdict ? Style::Plain : Style::Warning},
                   {row.presence == ReviewPresence::Gone ? QString() : printable(row.proposal.toString())}, {printable(row.decidedBy.value_or(QString()))}, {printable(row.finding), Style::Faint}});
    lines += table.isEmpty() ? QStringLiteral("No item fits.\n") : table.toString(terminal);
    if (page.next)
        lines += QStringLiteral("\n%1 of %2; more: --after '%3'\n").arg(grouped(qint64(page.items.size())), grouped(page.matching), printable(*page.next));
    if (standing.withoutEvidence > 0)
        lines += QLatin1Char('\n') + withoutEvidence(standing);
    return lines + history(page);
}

QString imported(const ReviewImported &report, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("LINE"), Align::Right}, {QStringLiteral("SUBJECT")}, {QStringLiteral("ITEM")}, {QStringLiteral("BEFORE")}, {QStringLiteral("AFTER")}});
    for (const ReviewLine &line : report.changes)
        table.add({{QString::number(line.line)}, {labelOf(line.subject)}, {printable(line.item), Style::Strong}, {verdictWords(line.before)}, {printable(line.after.toString())}});
    return (table.isEmpty() ? QString() : table.toString(terminal) + QLatin1Char('\n'))
        + QStringLiteral("%1 %2, %3 nothing.\n").arg(counted(qint64(report.changes.size()), "decision(s)"), report.isDryRun ? QStringLiteral("would be taken over") : QStringLiteral("taken over"),
                                                         grouped(report.unchanged) + (report.unchanged == 1 ? QStringLiteral(" line changes") : QStringLiteral(" lines change")));
}

QString receipt(const SignOffReceipt &receipt, const char *what)
{
    QString lines;
    for (const SignedSubject &subject : receipt.subjects)
        lines += QStringLiteral("%1 %2: %3, digest %4, ledger entry %5\n").arg(labelOf(subject.subject), subject.isNew ? QString::fromLatin1(what) : QStringLiteral("was signed by you already"),
                                                                                   counted(subject.items, "item(s)"), subject.digest.toShortString()).arg(subject.sequence);
    return lines;
}

} // namespace

QString reviewAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation == &ListReview::operation || &operation == &ShowSignOff::operation)
        return overview(answer.as<ReviewOverview>(), terminal);
    if (&operation == &ShowReview::operation)
        return page(answer.as<ReviewPage>(), terminal);
    if (&operation == &DecideReview::operation) {
        const auto &decided = answer.as<ReviewDecided>();
        return QStringLiteral("%1 decided; %2: %3 of %4 open.\n").arg(grouped(decided.decided), labelOf(decided.standing.subject), grouped(decided.standing.open), grouped(decided.standing.items));
    }
    if (&operation == &CommentReview::operation || &operation == &AssignReview::operation)
        return QStringLiteral("Recorded, ledger entry %1.\n").arg(answer.as<ReviewNoted>().sequence);
    if (&operation == &ExportReview::operation)
        return answer.as<ReviewTable>().csv; // to be kept in a file: as it is
    if (&operation == &ImportReview::operation)
        return imported(answer.as<ReviewImported>(), terminal);
    if (&operation == &ApproveSignOff::operation)
        return receipt(answer.as<SignOffReceipt>(), "signed");
    if (&operation == &RevokeSignOff::operation)
        return receipt(answer.as<SignOffReceipt>(), "sign-off revoked");
    return {};
}

QString reviewInWords(const ReviewOverview &about, const Terminal &terminal)
{
    return overview(about, terminal);
}

} // namespace lakehouse::app
