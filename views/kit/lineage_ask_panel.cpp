#include "kit/lineage_ask_panel.h"

#include "kit/action_button.h"
#include "kit/lineage_chooser.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lakehouse::views {

LineageAskPanel::LineageAskPanel(const QList<QAction *> &actions, QWidget *parent)
    : QWidget(parent), m_what(new PlainLabel(TextStyle::Heading)), m_why(new PlainLabel(TextStyle::Body, ColorRole::TextSecondary)),
      m_chooser(new LineageChooser(tr("Find a table to begin with")))
{
    setObjectName(QStringLiteral("lineage-ask"));
    const Theme &theme = Theme::instance();
    auto *column = new QVBoxLayout;
    column->setSpacing(theme.space(Space::Small));
    column->addWidget(m_what);
    column->addWidget(m_why);
    column->addWidget(m_chooser, 1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(theme.space(Space::Small));
    for (QAction *action : actions)
        buttons->addWidget(new ActionButton(action));
    buttons->addStretch(1);
    column->addLayout(buttons);
    auto *layout = new QHBoxLayout(this);
    const int edge = theme.space(Space::Wide);
    layout->setContentsMargins(edge, edge, edge, edge);
    layout->addStretch(1);
    layout->addLayout(column, 6);
    layout->addStretch(1);
}

void LineageAskPanel::setWords(const QString &what, const QString &why)
{
    m_what->tell(what);
    m_why->tell(why);
}

} // namespace lakehouse::views
