#pragma once

#include "kit/file_saver.h"
#include "kit/lineage_graph.h"

#include <QHash>
#include <QKeySequence>
#include <QWidget>

#include <memory>

class QAction;

namespace lakehouse::views {

/// Where data comes from and where it goes, left to right, and the same as a list. Opens small: what is next to the focus; more on request,
/// never more than `mostNodes` boxes at once. All keys have buttons. Lays out in slices, so that the page stays responsive.
class LineageView : public QWidget {
    Q_OBJECT
public:
    static constexpr int mostNodes = 150;
    enum class Tab { Graph, List };
    enum class Reach { Both, Upstream, Downstream };
    enum class Extent { View, Whole };
    enum class Format { Svg, Png, Csv };

    explicit LineageView(QWidget *parent = nullptr);
    ~LineageView() override;

    /// A new state of the same thing: focus, selection, what was expanded or collapsed, zoom and places stay as far as their nodes are there.
    /// Edges to nodes that are not there are left out, as is a second node with the same id.
    void setGraph(std::vector<GraphNode> nodes, std::vector<GraphEdge> edges);
    /// "Reading the lineage of public.film…"; what is drawn already stays visible. Ends with setGraph().
    void setLoading(const QString &what);
    /// What stands there when the graph has no nodes: one sentence what will be here, one why it is empty.
    void setEmptyWords(const QString &what, const QString &why);

    /// Draws the node and its neighbours. An id that is not there waits for the graph that has it; an empty one shows everything, if that
    /// is few enough.
    void setFocusNode(const QString &id);
    QString focusNode() const;
    /// Selects without changing what is drawn; a node that is not drawn is selected in the list alone.
    void setSelectedNode(const QString &id);
    QString selectedNode() const;
    /// Only the way of this column is drawn; an empty column leaves that again.
    void setFocusColumn(const QString &node, const QString &column);
    QString focusColumn() const;
    void setReach(Reach reach);
    Reach reach() const;
    void setCurrentTab(Tab tab);
    Tab currentTab() const;
    /// Ids of what is drawn, from left to right and from top to bottom. A collapsed group has an id of its own.
    QStringList drawnNodes() const;
    /// False while a layout or an export is being worked on.
    bool isSettled() const;

    /// The commands, in the order of the buttons: expand, collapse, upstream, downstream, columns, everything, zoom-in, … Their object names
    /// are stable; a disabled one says why in its tooltip.
    QList<QAction *> commands() const;
    /// Of a command by object name; acts only while the graph or the list has the focus. Empty: none.
    QKeySequence key(const QString &command) const;
    void setKey(const QString &command, const QKeySequence &key);

    /// Hands the content to the file saver, or says why not and tells exportRefused(), from the event loop. Scale: pixels per unit of a PNG, 1 to 3.
    void startExport(Format format, Extent extent, double scale = 2);
    /// Where an export ends; by default the system asks the person for a place.
    void setFileSaver(FileSaver saver);

    /// Focus, selection, expansions, zoom, tab, words to find, places. Restoring refuses what it cannot read and changes nothing then.
    QByteArray saveState() const;
    bool restoreState(const QByteArray &state);

Q_SIGNALS:
    void nodeActivated(const QString &id);
    void focusChanged(const QString &id);
    void selectedChanged(const QString &id);
    /// Something that saveState() keeps is different.
    void stateChanged();
    void settled();
    void stopRequested();
    void exportRefused(const QString &why);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace lakehouse::views
