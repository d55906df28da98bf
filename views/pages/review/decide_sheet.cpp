#include "pages/review/decide_sheet.h"

#include "describe/label_of.h"
#include "kit/localized.h"
#include "pages/review/review_words.h"

#include <algorithm>

namespace lakehouse::views {

using model::DeleteClass;
using model::ReviewChoice;
using model::ReviewSubject;
using model::ReviewVerdict;
using model::UpdateClass;

namespace {

// Beside decisions as they are written; none of these is one.
constexpr QLatin1String asProposed("as-proposed"), otherKey("other-key"), otherClasses("other-classes"), otherDefinition("other-definition");

using Options = std::vector<std::pair<QString, QString>>;

Options updateOptions()
{
    Options options;
    for (const UpdateClass updates : {UpdateClass::PoOnly, UpdateClass::RawSqlSetsUpdated, UpdateClass::RawSqlOmitsUpdated, UpdateClass::NoneSeen})
        options.emplace_back(describe::labelOf(updates), updateClassWords(updates));
    return options;
}

Options deleteOptions()
{
    Options options;
    for (const DeleteClass deletes : {DeleteClass::Never, DeleteClass::Soft, DeleteClass::Hard, DeleteClass::PurgeOnly})
        options.emplace_back(describe::labelOf(deletes), deleteClassWords(deletes));
    return options;
}

} // namespace

DecideSheet::DecideSheet(const DecideTarget &target, const std::optional<api::ReviewItemDetail> &detail, QWidget *anchor) : FormSheet(anchor), m_target(target)
{
    setObjectName(QStringLiteral("decide-sheet"));
    setTitle(tr("Decide: %1").arg(targetWords(target)));
    setExplanation(subjectQuestion(target.subject));
    setSubmitVerb(tr("Go on to the reason"));
    addFields(detail);
    showFields();
    connect(this, &FormSheet::valueChanged, this, &DecideSheet::showFields);
    connect(this, &FormSheet::submitted, this, &DecideSheet::choose);
}

void DecideSheet::addFields(const std::optional<api::ReviewItemDetail> &detail)
{
    std::vector<ReviewVerdict> verdicts = detail ? detail->item.choices : std::vector<ReviewVerdict>();
    for (const ReviewVerdict &common : commonVerdicts(m_target.subject))
        if (!detail && std::ranges::find(verdicts, common) == verdicts.end())
            verdicts.push_back(common);
    Options options{{asProposed, tr("As proposed")}};
    for (const ReviewVerdict &verdict : verdicts)
        options.emplace_back(verdict.toString(), verdictVerb(verdict));
    const auto isTyped = [&](ReviewChoice choice) { return detail && detail->item.typed == choice; };
    if (isTyped(ReviewChoice::Key))
        options.emplace_back(otherKey, tr("Another key…"));
    if (isTyped(ReviewChoice::Classes) || (!detail && m_target.subject == ReviewSubject::WriteBehaviour))
        options.emplace_back(otherClasses, tr("Classes…"));
    if (isTyped(ReviewChoice::Edit))
        options.emplace_back(otherDefinition, tr("Another definition…"));
    options.emplace_back(ReviewVerdict().toString(), verdictVerb(ReviewVerdict()));
    setFields({{.id = QStringLiteral("decision"), .label = tr("Decision"), .kind = FormField::Kind::Choice, .isRequired = true, .value = asProposed, .options = options},
               {.id = QStringLiteral("columns"), .label = tr("Columns of the key"), .help = tr("With commas between them."), .isRequired = true, .placeholder = QStringLiteral("order_id, line")},
               {.id = QStringLiteral("updates"), .label = tr("Updates"), .kind = FormField::Kind::Choice, .isRequired = true, .value = describe::labelOf(UpdateClass::NoneSeen), .options = updateOptions()},
               {.id = QStringLiteral("deletes"), .label = tr("Deletes"), .kind = FormField::Kind::Choice, .isRequired = true, .value = describe::labelOf(DeleteClass::Never), .options = deleteOptions()},
               {.id = QStringLiteral("definition"), .label = tr("It means"), .isRequired = true}});
}

void DecideSheet::showFields()
{
    const QString decision = value(QStringLiteral("decision"));
    setFieldVisible(QStringLiteral("columns"), decision == otherKey);
    setFieldVisible(QStringLiteral("updates"), decision == otherClasses);
    setFieldVisible(QStringLiteral("deletes"), decision == otherClasses);
    setFieldVisible(QStringLiteral("definition"), decision == otherDefinition);
}

std::optional<ReviewVerdict> DecideSheet::verdict()
{
    QString text = value(QStringLiteral("decision"));
    QString field = QStringLiteral("decision");
    if (text == otherClasses)
        text = QStringLiteral("update=%1,delete=%2").arg(value(QStringLiteral("updates")), value(QStringLiteral("deletes")));
    else if (text == otherDefinition)
        text = QStringLiteral("edit:") + value(field = QStringLiteral("definition"));
    else if (text == otherKey) {
        QStringList columns = value(field = QStringLiteral("columns")).split(QLatin1Char(','));
        for (QString &column : columns)
            column = column.trimmed();
        text = QStringLiteral("key:") + columns.join(QLatin1Char(','));
    }
    const base::Result<ReviewVerdict> read = ReviewVerdict::parse(text);
    if (read)
        return read.value();
    setError(field, field == QLatin1String("columns") ? tr("These are no names of columns. One with other signs than letters, digits and _ stands in double quotes.")
                                                      : localized(read.error().message));
    return std::nullopt;
}

void DecideSheet::choose()
{
    DecideTarget target = m_target;
    if (value(QStringLiteral("decision")) != asProposed) {
        target.verdict = verdict();
        if (!target.verdict)
            return;
    }
    accept();
    Q_EMIT chosen(target);
}

} // namespace lakehouse::views
