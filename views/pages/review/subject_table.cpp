#include "pages/review/subject_table.h"

#include "kit/localized.h"
#include "pages/review/review_words.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("SubjectTable", source);
}

} // namespace

std::vector<TableColumn> subjectColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("subject", QT_TRANSLATE_NOOP("SubjectTable", "Subject"), QT_TRANSLATE_NOOP("SubjectTable", "Keys 1 to 6 open one"), CellKind::Text, 125),
        column("state", QT_TRANSLATE_NOOP("SubjectTable", "Sign-off"), QT_TRANSLATE_NOOP("SubjectTable", "Whether a person answers for it as it is"), CellKind::Status, 112),
        column("items", QT_TRANSLATE_NOOP("SubjectTable", "Items"), "", CellKind::Number, 62),
        column("open", QT_TRANSLATE_NOOP("SubjectTable", "Open"), QT_TRANSLATE_NOOP("SubjectTable", "Not decided yet"), CellKind::Number, 62),
        column("moved", QT_TRANSLATE_NOOP("SubjectTable", "Moved"), QT_TRANSLATE_NOOP("SubjectTable", "New, gone or other than they were signed"), CellKind::Number, 70),
        column("signed-by", QT_TRANSLATE_NOOP("SubjectTable", "Signed by"), QT_TRANSLATE_NOOP("SubjectTable", "Last, whatever came after"), CellKind::Text, 130),
        column("signed-at", QT_TRANSLATE_NOOP("SubjectTable", "Signed at"), "", CellKind::Time, 130),
        column("assigned", QT_TRANSLATE_NOOP("SubjectTable", "Assigned to"), QT_TRANSLATE_NOOP("SubjectTable", "Who is asked to decide"), CellKind::Text, 100),
    };
}

QString SubjectTableRows::id(qsizetype index) const
{
    return subjectId(row(index).subject);
}

QString SubjectTableRows::text(qsizetype index, int column) const
{
    const api::SubjectStanding &subject = row(index);
    switch (SubjectColumn(column)) {
    case SubjectColumn::Subject: return subjectWord(subject.subject);
    case SubjectColumn::State: return signOffWord(subject.state);
    case SubjectColumn::Items: return countText(subject.items);
    case SubjectColumn::Open: return countText(subject.open);
    case SubjectColumn::Moved: return countText(subject.moved);
    case SubjectColumn::SignedBy: return subject.signedBy.value_or(QString());
    case SubjectColumn::SignedAt: return subject.signedAtUtc ? localized(*subject.signedAtUtc) : QString();
    case SubjectColumn::Assignee: return subject.assignee.value_or(QString());
    }
    return {};
}

std::optional<double> SubjectTableRows::number(qsizetype index, int column) const
{
    const api::SubjectStanding &subject = row(index);
    switch (SubjectColumn(column)) {
    case SubjectColumn::Items: return double(subject.items);
    case SubjectColumn::Open: return double(subject.open);
    case SubjectColumn::Moved: return double(subject.moved);
    case SubjectColumn::SignedAt: return subject.signedAtUtc ? std::optional(double(subject.signedAtUtc->microseconds)) : std::nullopt;
    default: return std::nullopt;
    }
}

std::optional<Status> SubjectTableRows::status(qsizetype index, int column) const
{
    return SubjectColumn(column) == SubjectColumn::State ? std::optional(signOffStatus(row(index).state)) : std::nullopt;
}

QString SubjectTableRows::reason(qsizetype index, int column) const
{
    switch (SubjectColumn(column)) {
    case SubjectColumn::Subject: return subjectQuestion(row(index).subject);
    case SubjectColumn::State: return (standingReason(row(index)) + QLatin1Char(' ') + notAllowedSentence(&row(index))).trimmed();
    default: return {};
    }
}

bool SubjectTableRows::needsMe(qsizetype index) const
{
    return needsPerson(row(index), m_overview.isSignoffRequired);
}

} // namespace lakehouse::views
