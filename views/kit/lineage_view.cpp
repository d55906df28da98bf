#include "kit/lineage_view.h"

#include "kit/data_table.h"
#include "kit/empty_state.h"
#include "kit/lineage_view_parts.h"
#include "kit/loading_state.h"
#include "kit/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QResizeEvent>
#include <QTabBar>

namespace lakehouse::views {

LineageView::LineageView(QWidget *parent) : QWidget(parent), m_parts(std::make_unique<Parts>(this))
{
    setObjectName(QStringLiteral("lineage-view"));
    m_parts->makeCommands();
    m_parts->build();
    m_parts->connectParts();
    m_parts->rebuild();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_parts->fitToolbar(width());
        m_parts->rebuild();
    });
}

LineageView::~LineageView()
{
    // Tabs and tables may still tell something while they go; what listens has to outlive them.
    qDeleteAll(findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
}

void LineageView::setGraph(std::vector<GraphNode> nodes, std::vector<GraphEdge> edges)
{
    m_parts->setGraph(std::move(nodes), std::move(edges));
}

void LineageView::setLoading(const QString &what)
{
    m_parts->isLoading = true;
    m_parts->loading->start(what);
    m_parts->showWhatFits();
    m_parts->tellState();
}

void LineageView::setEmptyWords(const QString &what, const QString &why)
{
    m_parts->empty->setWords(what, why);
}

void LineageView::setFocusNode(const QString &id)
{
    m_parts->focus(id);
}

QString LineageView::focusNode() const
{
    return m_parts->wantedFocus.isEmpty() ? m_parts->model.state().focus : m_parts->wantedFocus;
}

void LineageView::setSelectedNode(const QString &id)
{
    m_parts->select(id);
}

QString LineageView::selectedNode() const
{
    return m_parts->selected;
}

void LineageView::setFocusColumn(const QString &node, const QString &column)
{
    m_parts->setColumn(node, column);
}

QString LineageView::focusColumn() const
{
    return m_parts->model.state().column;
}

void LineageView::setReach(Reach reach)
{
    m_parts->setReach(reach);
}

LineageView::Reach LineageView::reach() const
{
    switch (m_parts->model.state().direction) {
    case LineageModel::Direction::Upstream: return Reach::Upstream;
    case LineageModel::Direction::Downstream: return Reach::Downstream;
    case LineageModel::Direction::Both: break;
    }
    return Reach::Both;
}

void LineageView::setCurrentTab(Tab tab)
{
    m_parts->tabs->setCurrentIndex(tab == Tab::List ? 1 : 0);
}

LineageView::Tab LineageView::currentTab() const
{
    return m_parts->tabs->currentIndex() == 1 ? Tab::List : Tab::Graph;
}

QStringList LineageView::drawnNodes() const
{
    QStringList ids;
    for (const int box : m_parts->canvas->scene().readingOrder())
        ids.push_back(m_parts->canvas->scene().drawing.boxes[box].id);
    return ids;
}

bool LineageView::isSettled() const
{
    return !m_parts->builder && !m_parts->exporter->isRunning() && !m_parts->isLoading && m_parts->list->isSettled();
}

QList<QAction *> LineageView::commands() const
{
    QList<QAction *> actions;
    for (const Parts::Command &command : m_parts->commands)
        actions.push_back(command.action);
    return actions;
}

QKeySequence LineageView::key(const QString &command) const
{
    for (const Parts::Command &it : m_parts->commands) {
        if (it.action->objectName() == command)
            return it.key;
    }
    return {};
}

void LineageView::setKey(const QString &command, const QKeySequence &key)
{
    for (Parts::Command &it : m_parts->commands) {
        if (it.action->objectName() == command)
            it.key = key;
    }
    m_parts->updateCommands();
}

void LineageView::startExport(Format format, Extent extent, double scale)
{
    const LineageModel &model = m_parts->model;
    const std::optional<int> focus = model.node(model.state().focus);
    const QString title = focus ? tr("Lineage of %1").arg(model.nodes()[*focus].label) : tr("Lineage");
    std::optional<LineageScene> scene;
    if (extent == Extent::View)
        scene = m_parts->canvas->scene();
    m_parts->wasSettled = false;
    m_parts->exporter->start(LineageExport::Format(format), model, std::move(scene), title, scale);
}

void LineageView::setFileSaver(FileSaver saver)
{
    m_parts->saver = std::move(saver);
}

QByteArray LineageView::saveState() const
{
    return m_parts->save();
}

bool LineageView::restoreState(const QByteArray &state)
{
    return m_parts->restore(state);
}

bool LineageView::eventFilter(QObject *watched, QEvent *event)
{
    const bool isTry = event->type() == QEvent::ShortcutOverride;
    if (!isTry && event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto &key = *static_cast<QKeyEvent *>(event);
    if (watched == m_parts->findField) {
        const bool isLeaving = key.key() == Qt::Key_Escape || key.key() == Qt::Key_Down;
        if (isLeaving && !isTry)
            m_parts->canvas->setFocus();
        if (isLeaving)
            event->accept();
        return isLeaving;
    }
    if (watched != m_parts->canvas && !m_parts->isListKey(key))
        return QWidget::eventFilter(watched, event);
    if (!m_parts->press(key, isTry))
        return QWidget::eventFilter(watched, event);
    event->accept();
    return true;
}

void LineageView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_parts->fitToolbar(event->size().width());
}

} // namespace lakehouse::views
