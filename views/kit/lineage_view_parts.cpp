#include "kit/lineage_view_parts.h"

#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/lineage_strip.h"
#include "kit/loading_state.h"

#include <QLineEdit>
#include <QTabBar>

namespace lakehouse::views {

namespace {

constexpr std::chrono::microseconds slice(6000);

} // namespace

LineageView::Parts::Parts(LineageView *itsView) : view(itsView)
{
    buildTimer.setInterval(0);
    QObject::connect(&buildTimer, &QTimer::timeout, view, [this] { buildOn(); });
}

void LineageView::Parts::setGraph(std::vector<GraphNode> nodes, std::vector<GraphEdge> edges)
{
    isLoading = false;
    loading->finish();
    model.setGraph(std::move(nodes), std::move(edges));
    if (!wantedFocus.isEmpty() && model.node(wantedFocus)) {
        const QString id = wantedFocus;
        wantedFocus.clear();
        LineageModel::State next = model.state();
        next.focus = id;
        next.hops = {{id, 1}};
        next.isEverything = false;
        model.setState(std::move(next));
        selected = selected.isEmpty() ? id : selected;
        Q_EMIT view->focusChanged(id);
    }
    LineageModel::State state = model.state();
    const bool hasColumn = state.column.isEmpty() || model.node(state.columnNode);
    if (!hasColumn) {
        state.column.clear();
        model.setState(std::move(state));
    }
    rebuild();
}

void LineageView::Parts::focus(const QString &id)
{
    if (!id.isEmpty() && !model.node(id)) {
        wantedFocus = id;
        return;
    }
    wantedFocus.clear();
    const LineageModel::State &now = model.state();
    const bool isSame = now.focus == id && !now.isEverything && now.column.isEmpty() && (id.isEmpty() || now.hops == QMap<QString, int>{{id, 1}});
    if (isSame && !isTooLarge) {
        select(id);
        return;
    }
    LineageModel::State next = now;
    next.focus = id;
    next.hops.clear();
    if (!id.isEmpty())
        next.hops.insert(id, 1);
    next.isEverything = false;
    next.column.clear();
    const QString before = now.focus;
    model.setState(std::move(next));
    if (!id.isEmpty())
        selected = id;
    rebuild();
    if (before != id)
        Q_EMIT view->focusChanged(id);
}

bool LineageView::Parts::ask(LineageModel::State next, const QString &what)
{
    if (next == model.state())
        return true;
    const int boxes = model.boxCount(next);
    if (boxes > mostNodes) {
        strip->refuse(LineageView::tr("%1 would draw %2 boxes, and more than %3 cannot be read. Collapse a group or begin elsewhere.")
                          .arg(what, QString::number(boxes), QString::number(mostNodes)));
        updateCommands();
        return false;
    }
    model.setState(std::move(next));
    rebuild();
    return true;
}

void LineageView::Parts::rebuild()
{
    builder.reset();
    buildTimer.stop();
    isTooLarge = model.boxCount(model.state()) > mostNodes;
    LineageDrawing drawing = model.isEmpty() || isTooLarge ? LineageDrawing() : model.drawing();
    fillList(drawing);
    if (!drawing.boxes.empty())
        builder.emplace(std::move(drawing), places);
    showWhatFits();
    if (!builder) {
        canvas->setScene({});
        tellState();
        settleSoon();
        return;
    }
    wasSettled = false;
    buildOn(); // most graphs are there at once
    if (builder)
        buildTimer.start();
}

void LineageView::Parts::buildOn()
{
    if (!builder || !builder->step(slice))
        return;
    LineageScene scene = builder->takeScene();
    builder.reset();
    buildTimer.stop();
    sceneIsThere(std::move(scene));
}

void LineageView::Parts::sceneIsThere(LineageScene scene)
{
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
        places[scene.drawing.boxes[i].id] = scene.boxes[i].rect.center().y();
    canvas->setScene(std::move(scene));
    int box = boxOf(selected);
    if (box < 0)
        box = boxOf(model.state().focus);
    canvas->select(box, -1);
    if (box >= 0 && selected.isEmpty())
        selected = nodeOfBox(box);
    if (wantedView)
        canvas->setZoom(wantedView->first, wantedView->second);
    wantedView.reset();
    markFound();
    tellSelection();
    tellState();
    settleSoon();
    Q_EMIT view->stateChanged();
}

void LineageView::Parts::settleSoon()
{
    wasSettled = false;
    QTimer::singleShot(0, view, [this] {
        if (wasSettled || !view->isSettled())
            return;
        wasSettled = true;
        Q_EMIT view->settled();
    });
}

int LineageView::Parts::boxOf(const QString &id) const
{
    const LineageDrawing &drawing = canvas->scene().drawing;
    const int direct = drawing.boxOf(id);
    const std::optional<int> node = model.node(id);
    return direct >= 0 || !node ? direct : drawing.boxOf(model.groupId(*node));
}

/// The selected node when the box is a group that holds it.
QString LineageView::Parts::nodeOfBox(int box) const
{
    return canvas->scene().drawing.boxes[box].id;
}

void LineageView::Parts::selectBox(int box, int line)
{
    canvas->select(box, line);
    if (box >= 0 && boxOf(selected) != box) {
        selected = nodeOfBox(box);
        Q_EMIT view->selectedChanged(selected);
        Q_EMIT view->stateChanged();
    }
    tellSelection();
}

void LineageView::Parts::select(const QString &id)
{
    const bool isNew = id != selected;
    selected = id;
    canvas->select(boxOf(id), -1);
    tellSelection();
    if (!isNew)
        return;
    Q_EMIT view->selectedChanged(id);
    Q_EMIT view->stateChanged();
}

QSet<QString> LineageView::Parts::idsOf(const LineageDrawing &drawing) const
{
    QSet<QString> ids;
    for (const LineageDrawing::Box &box : drawing.boxes) {
        for (const int node : box.nodes)
            ids.insert(model.nodes()[node].id);
    }
    return ids;
}

void LineageView::Parts::find(const QString &words)
{
    if (findWords == words)
        return;
    findWords = words;
    if (findField->text() != words)
        findField->setText(words);
    if (list->filterBar().text() != words)
        list->filterBar().setText(words);
    markFound();
    Q_EMIT view->stateChanged();
}

void LineageView::Parts::markFound()
{
    if (findWords.trimmed().isEmpty()) {
        canvas->setFound(std::nullopt);
        return;
    }
    QSet<int> boxes;
    for (const QString &id : list->shownIds()) {
        if (const int box = boxOf(id); box >= 0)
            boxes.insert(box);
    }
    canvas->setFound(boxes);
}

} // namespace lakehouse::views
