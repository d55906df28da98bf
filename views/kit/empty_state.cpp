#include "kit/empty_state.h"

#include "kit/action_button.h"
#include "kit/label_dress.h"
#include "kit/theme.h"

#include <QAction>
#include <QLabel>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
constexpr int lettersPerLine = 60;
}

EmptyState::EmptyState(IconName icon, const QString &what, const QString &why, QAction *action, QWidget *parent)
    : QWidget(parent), m_icon(icon), m_picture(new QLabel(this)), m_what(new QLabel(this)), m_why(new QLabel(this))
{
    setObjectName(QStringLiteral("empty-state"));
    m_picture->setAlignment(Qt::AlignCenter);
    auto *row = new QHBoxLayout(this);
    auto *column = new QVBoxLayout;
    row->addStretch(1);
    row->addLayout(column, 10);
    row->addStretch(1);
    column->addStretch(2);
    column->addWidget(m_picture, 0, Qt::AlignHCenter);
    for (QLabel *label : {m_what, m_why}) {
        label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
        label->setWordWrap(true);
        auto *line = new QHBoxLayout; // in the middle of a list that is wider than the words may be
        line->addStretch(1);
        line->addWidget(label, 1000);
        line->addStretch(1);
        column->addLayout(line);
    }
    if (action)
        column->addWidget(new ActionButton(action, ButtonKind::Primary, this), 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(&Theme::instance(), &Theme::changed, this, &EmptyState::dress);
    dress();
    setWords(what, why);
}

void EmptyState::setWords(const QString &what, const QString &why)
{
    m_what->setText(what);
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    setAccessibleName(what);
    setAccessibleDescription(why);
}

void EmptyState::dress()
{
    const Theme &theme = Theme::instance();
    dressLabel(m_what, TextStyle::Heading);
    dressLabel(m_why, TextStyle::Body, ColorRole::TextSecondary);
    const int width = QFontMetrics(theme.font(TextStyle::Body)).averageCharWidth() * lettersPerLine;
    for (QLabel *label : {m_what, m_why})
        label->setMaximumWidth(width);
    m_picture->setPixmap(iconPixmap(m_icon, 2 * theme.barIconSize(), theme.color(ColorRole::TextMuted), devicePixelRatioF()));
    layout()->setSpacing(theme.space(Space::Medium));
}

} // namespace lakehouse::views
