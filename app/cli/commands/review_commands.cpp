#include "cli/answer_output.h"

#include "api/operations/review.h"
#include "describe/label_of.h"

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
    }
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

QString itemDetail(const ReviewItemDetail &detail, const Terminal &terminal)
{
    const ReviewItem &item = detail.item;
    QString lines = QStringLiteral("%1\n%2\n\nProposed   %3\n").arg(terminal.styled(Style::Strong, printable(item.item)), printable(item.finding), printable(item.proposal.toString()));
    if (item.decision)
        lines += QStringLiteral("Decided    %1 by %2 on %3: %4\n").arg(printable(item.decision->verdict.toString()), printable(item.decision->actor), moment(item.decision->atUtc),
                                                                       printable(item.decision->reason.toString()));
    QStringList choices;
    for (const ReviewVerdict &choice : item.choices)
        choices += printable(choice.toString());
    lines += QStringLiteral("Possible   %1\n\nWhat it does\n").arg(choices.join(QStringLiteral(", ")));
    for (const base::Text &effect : item.effects)
        lines += QStringLiteral("  %1\n").arg(printable(effect));
    lines += QStringLiteral("\nEvidence\n");
    for (const Evidence &piece : item.evidence) {
        QString place = printable(piece.place);
        if (piece.line > 0)
            place += QStringLiteral(":%1").arg(piece.line);
        if (piece.rows > 0)
            place += QStringLiteral(" (%1 rows)").arg(grouped(piece.rows));
        lines += QStringLiteral("  %1  %2\n").arg(place, piece.statement.isEmpty() ? printable(piece.detail) : printable(piece.statement));
    }
    if (!detail.comments.empty())
        lines += QStringLiteral("\nComments\n");
    for (const ReviewComment &comment : detail.comments)
        lines += QStringLiteral("  %1 %2\n%3\n").arg(moment(comment.atUtc), printable(comment.actor), printableLines(comment.text));
    return lines;
}

QString page(const ReviewPage &page, const Terminal &terminal)
{
    if (page.detail)
        return itemDetail(*page.detail, terminal);
    const SubjectStanding &standing = page.standing;
    QString lines = QStringLiteral("%1: %2 items, %3 open, %4\n\n").arg(terminal.styled(Style::Strong, labelOf(standing.subject)), grouped(standing.items), grouped(standing.open), stateCell(standing).text);
    if (standing.items == 0)
        return lines + QStringLiteral("Nothing to review: the analysis found nothing of this subject.\n");
    TextTable table({{QStringLiteral("ITEM")}, {QStringLiteral("DECISION")}, {QStringLiteral("PROPOSED")}, {QStringLiteral("BY")}, {QStringLiteral("FINDING")}});
    for (const ReviewRow &row : page.items)
        table.add({{printable(row.item), Style::Strong}, {verdictWords(row.verdict) + (row.isMoved ? QStringLiteral(" (moved)") : QString()), row.verdict ? Style::Plain : Style::Warning},
                   {printable(row.proposal.toString())}, {printable(row.decidedBy.value_or(QString()))}, {printable(row.finding), Style::Faint}});
    lines += table.isEmpty() ? QStringLiteral("No item fits.\n") : table.toString(terminal);
    if (page.next)
        lines += QStringLiteral("\n%1 of %2; more: --after '%3'\n").arg(grouped(qint64(page.items.size())), grouped(page.matching), printable(*page.next));
    return lines;
}

QString imported(const ReviewImported &report, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("LINE"), Align::Right}, {QStringLiteral("SUBJECT")}, {QStringLiteral("ITEM")}, {QStringLiteral("BEFORE")}, {QStringLiteral("AFTER")}});
    for (const ReviewLine &line : report.changes)
        table.add({{QString::number(line.line)}, {labelOf(line.subject)}, {printable(line.item), Style::Strong}, {verdictWords(line.before)}, {printable(line.after.toString())}});
    return (table.isEmpty() ? QString() : table.toString(terminal) + QLatin1Char('\n'))
        + QStringLiteral("%1 decisions %2, %3 lines change nothing.\n").arg(grouped(qint64(report.changes.size())), report.isDryRun ? QStringLiteral("would be taken over") : QStringLiteral("taken over"),
                                                                           grouped(report.unchanged));
}

QString receipt(const SignOffReceipt &receipt, const char *what)
{
    QString lines;
    for (const SignedSubject &subject : receipt.subjects)
        lines += QStringLiteral("%1 %2: %3 items, digest %4, ledger entry %5\n").arg(labelOf(subject.subject), subject.isNew ? QString::fromLatin1(what) : QStringLiteral("was signed by you already"),
                                                                                   grouped(subject.items), subject.digest.toShortString()).arg(subject.sequence);
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
