#include "kit/page_header.h"

#include "kit/action_button.h"
#include "kit/label_dress.h"
#include "kit/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lakehouse::views {

PageHeader::PageHeader(const QString &title, const QString &question, QWidget *parent)
    : QWidget(parent), m_title(new QLabel(this)), m_question(new QLabel(this)), m_actions(new QHBoxLayout)
{
    setObjectName(QStringLiteral("page-header"));
    m_title->setObjectName(QStringLiteral("page-title"));
    m_question->setObjectName(QStringLiteral("page-question"));
    m_question->setWordWrap(true);

    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_title);
    words->addWidget(m_question);
    auto *row = new QHBoxLayout(this);
    row->addLayout(words, 1);
    row->addLayout(m_actions);
    row->setAlignment(m_actions, Qt::AlignTop);
    connect(&Theme::instance(), &Theme::changed, this, &PageHeader::dress);
    dress();
    setTitle(title);
    setQuestion(question);
}

void PageHeader::setTitle(const QString &title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void PageHeader::setQuestion(const QString &question)
{
    m_question->setText(question);
    m_question->setVisible(!question.isEmpty());
    setAccessibleDescription(question);
}

void PageHeader::addButton(QAction *action, ButtonKind kind)
{
    m_actions->addWidget(new ActionButton(action, kind, this));
}

void PageHeader::addControl(QWidget *control)
{
    m_actions->addWidget(control);
}

void PageHeader::dress()
{
    const Theme &theme = Theme::instance();
    dressLabel(m_title, TextStyle::PageTitle);
    dressLabel(m_question, TextStyle::Body, ColorRole::TextSecondary);
    layout()->setContentsMargins(0, theme.space(Space::Medium), 0, theme.space(Space::Medium)); // aligned with what stands below, whatever margin the page has
    layout()->setSpacing(theme.space(Space::Large));
    m_actions->setSpacing(theme.space(Space::Small));
}

} // namespace lakehouse::views
