#include "kit/find_bar.h"

#include "kit/icons.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

namespace lakehouse::views {

namespace {

QToolButton *button(IconName name, const QString &words, const QString &objectName, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setToolTip(words);
    button->setAccessibleName(words);
    button->setObjectName(objectName);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

FindBar::FindBar(QWidget *parent)
    : QWidget(parent), m_field(new QLineEdit(this)), m_count(new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this))
{
    setObjectName(QStringLiteral("find-bar"));
    m_field->setObjectName(QStringLiteral("find-field"));
    m_field->setAccessibleName(tr("Find"));
    m_field->setPlaceholderText(tr("Find in this text"));
    m_field->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("find-count"));
    m_count->setWordWrap(false);
    QToolButton *previous = button(IconName::ArrowUp, tr("Previous match (Shift+F3)"), QStringLiteral("find-previous"), this);
    QToolButton *next = button(IconName::ArrowDown, tr("Next match (F3)"), QStringLiteral("find-next"), this);
    QToolButton *close = button(IconName::X, tr("Close (Esc)"), QStringLiteral("find-close"), this);
    auto *row = new QHBoxLayout(this);
    const Theme &theme = Theme::instance();
    row->setContentsMargins(theme.space(Space::Small), theme.space(Space::Tight), theme.space(Space::Small), theme.space(Space::Tight));
    row->setSpacing(theme.space(Space::Small));
    row->addWidget(m_field, 1);
    row->addWidget(m_count);
    row->addWidget(previous);
    row->addWidget(next);
    row->addWidget(close);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::needleChanged);
    connect(next, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(previous, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    hide();
}

void FindBar::open(const QString &text)
{
    show();
    if (!text.isEmpty())
        m_field->setText(text);
    m_field->selectAll();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::close()
{
    hide();
    Q_EMIT closed();
}

QString FindBar::needle() const
{
    return isHidden() ? QString() : m_field->text();
}

void FindBar::setCount(qsizetype position, qsizetype count, bool isComplete)
{
    if (m_field->text().isEmpty())
        m_count->setText({});
    else if (count == 0)
        m_count->setText(isComplete ? tr("Not found") : tr("Searching…"));
    else if (position == 0)
        m_count->setText(tr("%n place(s)", nullptr, int(count)));
    else
        m_count->setText((isComplete ? tr("%1 of %2") : tr("%1 of %2 or more")).arg(countText(position), countText(count)));
    m_count->setAccessibleName(m_count->text());
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    const bool isBack = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Escape:
        close();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F3:
        if (isBack)
            Q_EMIT previousRequested();
        else
            Q_EMIT nextRequested();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lakehouse::views
