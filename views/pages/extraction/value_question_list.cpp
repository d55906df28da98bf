#include "pages/extraction/value_question_list.h"

#include "kit/button_kind.h"
#include "kit/focus_ring.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/rebuilding.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "kit/wrapping_row.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

using model::PlanEdit;

namespace {

constexpr std::size_t firstShown = 20;

QString nameOf(PlanEdit edit)
{
    switch (edit) {
    case PlanEdit::Text: return QStringLiteral("value-text");
    case PlanEdit::Null: return QStringLiteral("value-null");
    case PlanEdit::Limit: return QStringLiteral("value-limit");
    case PlanEdit::AcceptRowSecurity: return QStringLiteral("value-accept");
    case PlanEdit::DeletesEveryRun: return QStringLiteral("value-deletes-every-run");
    case PlanEdit::DeletesAudit: return QStringLiteral("value-deletes-audit");
    case PlanEdit::KeepPurged: return QStringLiteral("value-keep-purged");
    case PlanEdit::RemovePurged: return QStringLiteral("value-remove-purged");
    default: return QStringLiteral("value-undo");
    }
}

class Card : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override { paintCard(*this); }
};

} // namespace

ValueQuestionList::ValueQuestionList(QWidget *parent) : QWidget(parent), m_rows(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("value-questions"));
    setAccessibleName(tr("What is decided about values and rows"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(Theme::instance().space(Space::Small));
    hide();
}

void ValueQuestionList::setQuestions(std::vector<ValueQuestion> questions)
{
    if (questions == m_questions)
        return;
    const auto columns = [](const std::vector<ValueQuestion> &some) {
        std::vector<std::optional<QString>> found;
        std::ranges::transform(some, std::back_inserter(found), &ValueQuestion::column);
        return found;
    };
    m_isWhole = m_isWhole && columns(questions) == columns(m_questions);
    m_questions = std::move(questions);
    rebuild();
    setVisible(!m_questions.empty());
}

void ValueQuestionList::setBlocked(const QString &why)
{
    m_whyBlocked = why;
    enableButtons();
}

QWidget *ValueQuestionList::first() const
{
    const auto pressable = std::ranges::find_if(m_buttons, [](const Button &one) { return one.button->isEnabled(); });
    return pressable == m_buttons.end() ? m_firstText : pressable->button;
}

QWidget *ValueQuestionList::button(const std::optional<QString> &column, PlanEdit edit) const
{
    const auto found = std::ranges::find_if(m_buttons, [&](const Button &one) { return one.column == column && one.edit == edit; });
    return found == m_buttons.end() ? nullptr : found->button;
}

void ValueQuestionList::rebuild()
{
    m_buttons.clear();
    m_firstText = nullptr;
    discardAll(*m_rows);
    if (m_questions.empty())
        return;
    auto *title = new PlainLabel(TextStyle::Strong, ColorRole::Text, this);
    title->setText(accessibleName());
    m_rows->addWidget(title);
    const bool isCut = !m_isWhole && m_questions.size() > firstShown + 1;
    for (std::size_t i = 0; i < (isCut ? firstShown : m_questions.size()); ++i)
        addCard(m_questions[i]);
    if (isCut) {
        auto *more = new QPushButton(tr("Show all %1").arg(countText(qint64(m_questions.size()))), this);
        more->setObjectName(QStringLiteral("show-all-questions"));
        setButtonKind(more, ButtonKind::Quiet);
        connect(more, &QPushButton::clicked, this, [this] {
            m_isWhole = true;
            rebuild();
        });
        m_rows->addWidget(more, 0, Qt::AlignLeading);
    }
    enableButtons();
    keepTogether(*this);
}

void ValueQuestionList::addCard(const ValueQuestion &question)
{
    auto *card = new Card(this);
    card->setObjectName(QStringLiteral("value-question"));
    auto *layout = new QVBoxLayout(card);
    const int margin = Theme::instance().space(Space::Medium);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(Theme::instance().space(Space::Small));
    auto *about = new PlainLabel(TextStyle::Strong, ColorRole::Text, card);
    about->setText(question.about);
    auto *standing = new SentenceList(card);
    standing->setObjectName(QStringLiteral("value-standing"));
    standing->setAccessibleName(question.about);
    std::vector<Sentence> sentences;
    for (const QString &text : question.standing)
        sentences.push_back({.text = text});
    if (!sentences.empty())
        sentences.front().status = question.status;
    standing->setSentences(std::move(sentences));
    if (!m_firstText)
        m_firstText = standing;
    auto *buttons = new QWidget(card);
    auto *row = new WrappingRow(buttons);
    for (const PlanEdit edit : question.offers)
        addButton(question, edit, row, buttons);
    if (question.change)
        addButton(question, PlanEdit::Undo, row, buttons);
    layout->addWidget(about);
    layout->addWidget(standing);
    layout->addWidget(buttons);
    m_rows->addWidget(card);
}

void ValueQuestionList::addButton(const ValueQuestion &question, PlanEdit edit, QLayout *row, QWidget *parent)
{
    auto *button = new QPushButton(editVerb(edit), parent);
    button->setObjectName(nameOf(edit));
    button->setAccessibleName(tr("%1: %2", "a column, what may be decided about it").arg(question.about, editVerb(edit)));
    if (edit == PlanEdit::Undo)
        setButtonKind(button, ButtonKind::Quiet);
    connect(button, &QPushButton::clicked, this, [this, column = question.column, edit] { Q_EMIT chosen(column, edit); });
    row->addWidget(button);
    m_buttons.push_back({button, question.column, edit});
}

void ValueQuestionList::enableButtons()
{
    for (const Button &one : m_buttons) {
        one.button->setEnabled(m_whyBlocked.isEmpty());
        one.button->setToolTip(m_whyBlocked);
        one.button->setAccessibleDescription(m_whyBlocked);
    }
}

} // namespace lakehouse::views
