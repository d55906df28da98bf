#include "kit/lineage_view_parts.h"

#include "kit/data_table.h"
#include "kit/lineage_strip.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QMenu>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace lakehouse::views {

namespace {

/// Of the buttons, those that keep their words longest. All keep their names and tooltips.
constexpr std::size_t mainButtons = 6;
constexpr int narrowest = 420;

} // namespace

void LineageView::Parts::block(const char *id, const QString &why)
{
    QAction *action = command(id);
    const QString key = view->key(action->objectName()).toString(QKeySequence::NativeText);
    const QString named = key.isEmpty() ? action->text() : LineageView::tr("%1 (%2)", "command, key").arg(action->text(), key);
    action->setEnabled(why.isEmpty());
    action->setStatusTip(why);
    action->setToolTip(plainToolTip(why.isEmpty() ? named : LineageView::tr("%1: %2", "command, why it is not possible").arg(named, why)));
}

QString LineageView::Parts::whyNotExpand(int box) const
{
    if (box < 0)
        return LineageView::tr("Select a table first.");
    if (!model.state().column.isEmpty())
        return LineageView::tr("The whole way of the column is drawn.");
    return hiddenNext(box) == 0 ? LineageView::tr("Everything next to it is drawn.") : QString();
}

QString LineageView::Parts::whyNotCollapse(int box) const
{
    if (box < 0)
        return LineageView::tr("Select a table first.");
    if (!model.state().column.isEmpty())
        return LineageView::tr("Groups do not collapse while a column is followed.");
    const LineageDrawing::Box &words = canvas->scene().drawing.boxes[box];
    return !words.isGroup && model.groupId(words.nodes.front()).isEmpty() ? LineageView::tr("It belongs to no group.") : QString();
}

QString LineageView::Parts::whyNotColumns() const
{
    const std::optional<int> node = model.node(selected);
    if (!columnPanel->isHidden())
        return {};
    if (!node)
        return LineageView::tr("Select a table first.");
    const GraphNode &it = model.nodes()[*node];
    return it.columns.empty() ? LineageView::tr("No columns of %1 are known here.").arg(it.label) : QString();
}

QString LineageView::Parts::whyNotEverything() const
{
    const LineageModel::State &state = model.state();
    if (!state.column.isEmpty())
        return LineageView::tr("Only the way of a column is drawn.");
    if (!model.node(state.focus))
        return LineageView::tr("Nothing is left out.");
    LineageModel::State next = state;
    next.isEverything = true;
    const int boxes = model.boxCount(next);
    if (boxes <= mostNodes)
        return {};
    return LineageView::tr("It would draw %1 boxes, and more than %2 cannot be read.").arg(QString::number(boxes), QString::number(mostNodes));
}

void LineageView::Parts::checkCommands()
{
    const LineageModel::State &state = model.state();
    command("lineage-upstream")->setChecked(state.direction == LineageModel::Direction::Upstream);
    command("lineage-downstream")->setChecked(state.direction == LineageModel::Direction::Downstream);
    command("lineage-columns")->setChecked(!columnPanel->isHidden());
    command("lineage-everything")->setChecked(state.isEverything);
    command("lineage-groups")->setChecked(!state.collapsed.isEmpty());
    command("lineage-map")->setChecked(canvas->isMapWanted());
}

void LineageView::Parts::updateCommands()
{
    const int box = canvas->selectedBox();
    const bool hasScene = !canvas->scene().isEmpty();
    const bool isGroup = box >= 0 && canvas->scene().drawing.boxes[box].isGroup;
    const bool hasFocus = model.node(model.state().focus).has_value();
    const QString needsGraph = hasScene ? QString() : LineageView::tr("Nothing is drawn.");
    const QString needsNode = model.node(selected) ? QString() : LineageView::tr("Select a table first.");
    const QString needsFocus = hasFocus || !model.state().column.isEmpty() ? QString() : LineageView::tr("Focus a table first.");
    const bool isFocus = !isTooLarge && selected == model.state().focus && !model.state().isEverything;
    command("lineage-collapse")->setText(isGroup ? LineageView::tr("Open group") : LineageView::tr("Collapse group"));
    block("lineage-focus", isFocus && needsNode.isEmpty() ? LineageView::tr("It is the focus.") : isGroup ? QString() : needsNode);
    block("lineage-expand", whyNotExpand(box));
    block("lineage-collapse", whyNotCollapse(box));
    block("lineage-upstream", needsFocus);
    block("lineage-downstream", needsFocus);
    block("lineage-columns", whyNotColumns());
    block("lineage-everything", whyNotEverything());
    block("lineage-groups", model.allGroups().isEmpty() ? LineageView::tr("There are no groups.") : QString());
    const bool hasLines = box >= 0 && !canvas->scene().drawing.linesOf(box).empty();
    block("lineage-next-line", hasLines ? QString() : LineageView::tr("Select a table with lines first."));
    block("lineage-open", needsNode);
    for (const char *id : {"lineage-zoom-in", "lineage-zoom-out", "lineage-fit", "lineage-map", "lineage-left", "lineage-right", "lineage-up",
                           "lineage-down"})
        block(id, needsGraph);
    block("lineage-export", model.isEmpty() ? LineageView::tr("There is nothing to export.") : QString());
    block("lineage-find", {});
    block("lineage-show-list", {});
    const bool canGoBack = !model.state().column.isEmpty() || !columnPanel->isHidden() || !findWords.isEmpty();
    block("lineage-back", canGoBack ? QString() : LineageView::tr("All tables are looked at."));
    checkCommands();
}

void LineageView::Parts::fillExportMenu(QMenu &menu)
{
    menu.setObjectName(QStringLiteral("lineage-export-menu"));
    const auto add = [&](const char *id, const QString &text, Format format, Extent extent, double scale) {
        QAction *action = menu.addAction(text);
        action->setObjectName(QLatin1String(id));
        QObject::connect(action, &QAction::triggered, view, [=, this] { view->startExport(format, extent, scale); });
    };
    add("lineage-export-svg", LineageView::tr("What is drawn, as SVG"), Format::Svg, Extent::View, 1);
    add("lineage-export-png-1", LineageView::tr("What is drawn, as PNG"), Format::Png, Extent::View, 1);
    add("lineage-export-png-2", LineageView::tr("What is drawn, as PNG in double size"), Format::Png, Extent::View, 2);
    add("lineage-export-png-3", LineageView::tr("What is drawn, as PNG in threefold size"), Format::Png, Extent::View, 3);
    menu.addSeparator();
    add("lineage-export-whole-svg", LineageView::tr("The whole graph, as SVG"), Format::Svg, Extent::Whole, 1);
    add("lineage-export-whole-png", LineageView::tr("The whole graph, as PNG"), Format::Png, Extent::Whole, 1);
    menu.addSeparator();
    add("lineage-export-csv", LineageView::tr("Impact as CSV"), Format::Csv, Extent::Whole, 1);
}

void LineageView::Parts::openExportMenu()
{
    const bool hasScene = !canvas->scene().isEmpty();
    for (QAction *action : exportMenu->actions()) {
        const QString id = action->objectName();
        const bool isOfDrawing = id == QLatin1String("lineage-export-svg") || id.startsWith(QLatin1String("lineage-export-png"));
        action->setEnabled(!isOfDrawing || hasScene);
    }
    const QToolButton *button = view->findChild<QToolButton *>(QStringLiteral("lineage-export-button"));
    exportMenu->popup(button->mapToGlobal(QPoint(0, button->height())));
}

void LineageView::Parts::findNext()
{
    QList<int> drawn;
    const QStringList ids = list->shownIds();
    for (const int box : canvas->scene().readingOrder()) {
        const std::vector<int> &nodes = canvas->scene().drawing.boxes[box].nodes;
        if (std::any_of(nodes.begin(), nodes.end(), [&](int node) { return ids.contains(model.nodes()[node].id); }))
            drawn.push_back(box);
    }
    if (ids.isEmpty())
        strip->refuse(LineageView::tr("Nothing here matches “%1”.").arg(findWords));
    else if (!drawn.isEmpty())
        selectBox(drawn[(drawn.indexOf(canvas->selectedBox()) + 1) % drawn.size()]);
    else if (ids.size() == 1)
        focus(ids.front());
    else
        tabs->setCurrentIndex(1);
}

void LineageView::Parts::fitToolbar(int width)
{
    static const QStringList wordless{QStringLiteral("lineage-zoom-in-button"), QStringLiteral("lineage-zoom-out-button"),
                                      QStringLiteral("lineage-fit-button"), QStringLiteral("lineage-map-button")};
    const Theme &theme = Theme::instance();
    int left = width;
    for (QToolButton *button : toolButtons) {
        button->setIconSize(QSize(theme.iconSize(), theme.iconSize()));
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        left -= button->sizeHint().width() + theme.space(Space::Tight);
    }
    // The first ones are worth a second row; the others have words where there is room.
    for (std::size_t i = 0; i < toolButtons.size(); ++i) {
        QToolButton *button = toolButtons[i];
        if (wordless.contains(button->objectName()))
            continue;
        const int without = button->sizeHint().width();
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        left -= button->sizeHint().width() - without;
        if (left < 0 && (i >= mainButtons || width < narrowest * theme.textScale()))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
}

} // namespace lakehouse::views
