#include "kit/lineage_view_parts.h"

#include "kit/icons.h"
#include "kit/lineage_chooser.h"
#include "kit/lineage_strip.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QTabBar>

#include <algorithm>
#include <limits>

namespace lakehouse::views {

namespace {

bool isKey(const QKeySequence &key, const QKeyEvent &event)
{
    if (key.isEmpty())
        return false;
    const Qt::KeyboardModifiers held = event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
    const QString name = key.toString();
    // Signs stand on other keys in other layouts: what is typed counts.
    if (name.size() == 1)
        return held == Qt::NoModifier && event.text().toUpper() == name;
    const int code = event.key() == Qt::Key_Enter ? int(Qt::Key_Return) : event.key();
    return QKeySequence(QKeyCombination(event.modifiers() & ~Qt::KeypadModifier, Qt::Key(code))) == key;
}

} // namespace

QAction *LineageView::Parts::addCommand(const char *id, const QString &text, const QIcon &sign, const QKeySequence &key)
{
    auto *action = new QAction(sign, text, view);
    action->setObjectName(QLatin1String(id));
    commands.push_back({action, key, false});
    return action;
}

void LineageView::Parts::makeCommands()
{
    const auto add = [this](const char *id, const QString &text, IconName sign, const QKeySequence &key, auto act) {
        QAction *action = addCommand(id, text, icon(sign), key);
        QObject::connect(action, &QAction::triggered, view, act);
        return action;
    };
    add("lineage-focus", LineageView::tr("Focus"), IconName::Focus, Qt::Key_Return, [this] { activate(canvas->selectedBox()); });
    add("lineage-expand", LineageView::tr("Expand a hop"), IconName::Plus, Qt::Key_E, [this] { expand(); });
    add("lineage-collapse", LineageView::tr("Collapse group"), IconName::Layers, Qt::Key_C, [this] { toggleGroup(); });
    add("lineage-upstream", LineageView::tr("Upstream only"), IconName::ChevronLeft, Qt::Key_U,
        [this] { toggleReach(Reach::Upstream); })->setCheckable(true);
    add("lineage-downstream", LineageView::tr("Downstream only"), IconName::ChevronRight, Qt::Key_I,
        [this] { toggleReach(Reach::Downstream); })->setCheckable(true);
    add("lineage-columns", LineageView::tr("Follow a column…"), IconName::Columns, Qt::Key_F,
        [this] { openColumns(); })->setCheckable(true);
    add("lineage-everything", LineageView::tr("Everything"), IconName::Waypoints, Qt::Key_W,
        [this] { toggleEverything(); })->setCheckable(true);
    add("lineage-groups", LineageView::tr("Draw schemas"), IconName::Rows, Qt::Key_S,
        [this] { toggleGroups(); })->setCheckable(true);
    add("lineage-next-line", LineageView::tr("Next line"), IconName::Link, Qt::Key_N, [this] { nextLine(); });
    add("lineage-open", LineageView::tr("Open"), IconName::ExternalLink, Qt::Key_O,
        [this] { Q_EMIT view->nodeActivated(selected); });
    add("lineage-zoom-out", LineageView::tr("Zoom out"), IconName::ZoomOut, Qt::Key_Minus, [this] { canvas->zoomBy(0.8); });
    add("lineage-zoom-in", LineageView::tr("Zoom in"), IconName::ZoomIn, Qt::Key_Plus, [this] { canvas->zoomBy(1.25); });
    add("lineage-fit", LineageView::tr("Fit"), IconName::Maximize, Qt::Key_0, [this] { canvas->fit(); });
    add("lineage-map", LineageView::tr("Overview"), IconName::PanelBottom, Qt::Key_M,
        [this] { canvas->setMapWanted(!canvas->isMapWanted()); })->setCheckable(true);
    add("lineage-export", LineageView::tr("Export…"), IconName::Download, {}, [this] { openExportMenu(); });
    for (Command &it : commands)
        it.hasButton = true;
    add("lineage-find", LineageView::tr("Find"), IconName::Search, Qt::Key_Slash, [this] { openFind(); });
    add("lineage-left", LineageView::tr("Along a line to the left"), IconName::ChevronLeft, Qt::Key_Left,
        [this] { walkAlong(-1); });
    add("lineage-right", LineageView::tr("Along a line to the right"), IconName::ChevronRight, Qt::Key_Right,
        [this] { walkAlong(1); });
    add("lineage-up", LineageView::tr("Table above"), IconName::ArrowUp, Qt::Key_Up, [this] { walkWithinRank(-1); });
    add("lineage-down", LineageView::tr("Table below"), IconName::ArrowDown, Qt::Key_Down, [this] { walkWithinRank(1); });
    add("lineage-back", LineageView::tr("All tables again"), IconName::Undo, Qt::Key_Escape, [this] { back(); });
    add("lineage-show-list", LineageView::tr("Show the list"), IconName::Table, {}, [this] { tabs->setCurrentIndex(1); });
}

void LineageView::Parts::toggleReach(LineageView::Reach reach)
{
    setReach(view->reach() == reach ? Reach::Both : reach);
}

QAction *LineageView::Parts::command(const char *id) const
{
    for (const Command &it : commands) {
        if (it.action->objectName() == QLatin1String(id))
            return it.action;
    }
    return nullptr;
}

bool LineageView::Parts::press(const QKeyEvent &event, bool isTrying)
{
    for (const Command &it : commands) {
        if (!isKey(it.key, event))
            continue;
        // Escape is ours only while there is something to leave.
        if (it.action->objectName() == QLatin1String("lineage-back") && !it.action->isEnabled())
            return false;
        if (isTrying)
            return true;
        if (it.action->isEnabled())
            it.action->trigger();
        else
            strip->refuse(it.action->statusTip());
        return true;
    }
    return false;
}

bool LineageView::Parts::isListKey(const QKeyEvent &event) const
{
    static const QStringList ids{QStringLiteral("lineage-expand"), QStringLiteral("lineage-collapse"), QStringLiteral("lineage-upstream"),
                                 QStringLiteral("lineage-downstream"), QStringLiteral("lineage-columns"), QStringLiteral("lineage-everything"),
                                 QStringLiteral("lineage-groups"), QStringLiteral("lineage-open")};
    const auto isOurs = [&](const Command &it) { return ids.contains(it.action->objectName()) && isKey(it.key, event); };
    return std::any_of(commands.begin(), commands.end(), isOurs);
}

void LineageView::Parts::walkAlong(int direction)
{
    const LineageScene &scene = canvas->scene();
    const int box = canvas->selectedBox();
    if (box < 0) {
        const std::vector<int> order = scene.readingOrder();
        if (!order.empty())
            selectBox(order.front());
        return;
    }
    const auto leadsThere = [&](const LineageDrawing::Line &line) { return direction > 0 ? line.from == box : line.to == box; };
    const auto farEnd = [&](const LineageDrawing::Line &line) { return direction > 0 ? line.to : line.from; };
    int best = -1;
    double least = std::numeric_limits<double>::max();
    for (int i = 0; i < int(scene.lines.size()); ++i) {
        const LineageDrawing::Line &line = scene.drawing.lines[i];
        if (!leadsThere(line) || farEnd(line) == box)
            continue;
        const bool isChosen = i == canvas->selectedLine();
        const double way = isChosen ? -1 : qAbs(scene.boxes[farEnd(line)].rect.center().y() - scene.boxes[box].rect.center().y());
        if (way < least) {
            least = way;
            best = i;
        }
    }
    if (best >= 0)
        selectBox(farEnd(scene.drawing.lines[best]), best);
    else
        strip->refuse(direction > 0 ? LineageView::tr("No line leads on to the right from here.")
                                    : LineageView::tr("No line leads on to the left from here."));
}

void LineageView::Parts::walkWithinRank(int direction)
{
    const LineageScene &scene = canvas->scene();
    const std::vector<int> order = scene.readingOrder();
    const auto here = std::find(order.begin(), order.end(), canvas->selectedBox());
    if (here == order.end()) {
        if (!order.empty())
            selectBox(order.front());
        return;
    }
    const auto next = here + direction;
    const bool isBeyond = direction < 0 ? here == order.begin() : next == order.end();
    if (!isBeyond && scene.boxes[*next].rank == scene.boxes[*here].rank)
        selectBox(*next);
}

void LineageView::Parts::nextLine()
{
    const int box = canvas->selectedBox();
    if (box < 0)
        return;
    const std::vector<int> lines = canvas->scene().drawing.linesOf(box);
    if (lines.empty())
        return;
    const auto here = std::find(lines.begin(), lines.end(), canvas->selectedLine());
    selectBox(box, here == lines.end() || here + 1 == lines.end() ? lines.front() : *(here + 1));
}

void LineageView::Parts::activate(int box)
{
    if (box < 0) {
        activateNode(selected);
        return;
    }
    const LineageDrawing::Box &words = canvas->scene().drawing.boxes[box];
    selected = words.isGroup ? selected : words.id;
    if (words.isGroup)
        toggleGroup();
    else
        activateNode(words.id);
}

void LineageView::Parts::activateNode(const QString &id)
{
    if (id == model.state().focus && boxOf(id) >= 0)
        Q_EMIT view->nodeActivated(id);
    else if (model.node(id))
        focus(id);
}

int LineageView::Parts::hiddenNext(int box) const
{
    const LineageDrawing::Box &words = canvas->scene().drawing.boxes[box];
    const bool isUp = model.state().direction != LineageModel::Direction::Downstream;
    const bool isDown = model.state().direction != LineageModel::Direction::Upstream;
    return (isUp ? words.hiddenBefore : 0) + (isDown ? words.hiddenAfter : 0);
}

void LineageView::Parts::expand()
{
    const int box = canvas->selectedBox();
    if (box < 0)
        return;
    LineageModel::State next = model.state();
    for (const int node : canvas->scene().drawing.boxes[box].nodes)
        ++next.hops[model.nodes()[node].id];
    ask(std::move(next), LineageView::tr("One hop more"));
}

void LineageView::Parts::toggleGroup()
{
    const int box = canvas->selectedBox();
    if (box < 0)
        return;
    const LineageDrawing::Box &words = canvas->scene().drawing.boxes[box];
    LineageModel::State next = model.state();
    if (words.isGroup)
        next.collapsed.remove(words.id);
    else
        next.collapsed.insert(model.groupId(words.nodes.front()));
    ask(std::move(next), LineageView::tr("Opening this group"));
}

void LineageView::Parts::setReach(LineageView::Reach reach)
{
    LineageModel::State next = model.state();
    next.direction = reach == Reach::Upstream ? LineageModel::Direction::Upstream
        : reach == Reach::Downstream          ? LineageModel::Direction::Downstream
                                              : LineageModel::Direction::Both;
    ask(std::move(next), LineageView::tr("Both directions"));
    updateCommands();
}

void LineageView::Parts::setColumn(const QString &node, const QString &column)
{
    LineageModel::State next = model.state();
    next.columnNode = column.isEmpty() ? QString() : node;
    next.column = column;
    if (!column.isEmpty())
        selected = node;
    if (!column.isEmpty() && !model.node(node))
        return;
    ask(std::move(next), column.isEmpty() ? LineageView::tr("All tables") : LineageView::tr("The way of %1").arg(column));
}

void LineageView::Parts::toggleEverything()
{
    LineageModel::State next = model.state();
    next.isEverything = !next.isEverything;
    ask(std::move(next), LineageView::tr("Everything"));
    updateCommands();
}

void LineageView::Parts::toggleGroups()
{
    LineageModel::State next = model.state();
    next.collapsed = next.collapsed.isEmpty() ? model.allGroups() : QSet<QString>();
    ask(std::move(next), LineageView::tr("Single tables"));
    updateCommands();
}

void LineageView::Parts::openColumns()
{
    const bool isOpening = columnPanel->isHidden();
    columnPanel->setVisible(isOpening);
    if (isOpening) {
        fillColumns();
        tabs->setCurrentIndex(0);
        columnChooser->focusField();
    } else {
        canvas->setFocus();
    }
    updateCommands();
}

void LineageView::Parts::back()
{
    if (!model.state().column.isEmpty())
        setColumn({}, {});
    else if (!columnPanel->isHidden())
        columnPanel->hide();
    else
        find({});
    canvas->setFocus();
    updateCommands();
}

void LineageView::Parts::openFind()
{
    tabs->setCurrentIndex(0);
    findField->setFocus();
    findField->selectAll();
}

} // namespace lakehouse::views
