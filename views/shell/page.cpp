#include "shell/page.h"

namespace lakehouse::views {

Page::Page(QWidget *parent)
    : QWidget(parent)
{
}

void Page::setPlace(const Place &) {}

Place Page::place() const
{
    return {.page = id()};
}

void Page::refresh() {}

void Page::pulse(const api::ProjectPulse &) {}

void Page::workflowChanged(const model::WorkflowStatus &) {}

QByteArray Page::saveState() const
{
    return {};
}

void Page::restoreState(const QByteArray &) {}

std::vector<PaletteItem> Page::paletteItems(const QString &) const
{
    return {};
}

QWidget *Page::focusStart()
{
    return this;
}

void Page::addCommand(CommandAction *command)
{
    command->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(command);
}

} // namespace lakehouse::views
