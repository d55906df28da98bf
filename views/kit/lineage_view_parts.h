#pragma once

#include "kit/lineage_canvas.h"
#include "kit/lineage_export.h"
#include "kit/lineage_model.h"
#include "kit/lineage_scene_builder.h"
#include "kit/lineage_view.h"

#include <QAction>
#include <QTimer>

class QKeyEvent;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace lakehouse::views {

class DataTable;
class EmptyState;
class LineageAskPanel;
class LineageChooser;
class LineageStrip;
class LoadingState;
class PlainLabel;

/// What a lineage view is made of, and what it knows.
struct LineageView::Parts {
    explicit Parts(LineageView *view);

    // lineage_view_widgets.cpp
    void build();
    QWidget *makeToolbar();
    QWidget *makeGraphTab();
    QWidget *makeColumnPanel();
    void connectParts();
    void showWhatFits();
    void tellSelection();
    void tellState();
    void fillList(const LineageDrawing &drawing);
    void fillColumns();
    void fillAsk();
    QString wordsOfBox(int box) const;
    QString wordsOfLine(int line) const;
    QString sqlOfLine(int line) const;
    QString columnSentence() const;

    // lineage_view_parts.cpp
    void setGraph(std::vector<GraphNode> nodes, std::vector<GraphEdge> edges);
    void focus(const QString &id);
    /// Draws what the state asks for. False, with the reason below the graph, when that is more than can be read.
    bool ask(LineageModel::State next, const QString &what);
    void rebuild();
    void buildOn();
    void sceneIsThere(LineageScene scene);
    void select(const QString &id);
    void selectBox(int box, int line = -1);
    void find(const QString &words);
    void markFound();
    QSet<QString> idsOf(const LineageDrawing &drawing) const;
    int boxOf(const QString &id) const;
    QString nodeOfBox(int box) const;
    void settleSoon();

    // lineage_view_commands.cpp
    void makeCommands();
    QAction *addCommand(const char *id, const QString &text, const QIcon &sign, const QKeySequence &key);
    QAction *command(const char *id) const;
    /// Whether a key is a command here; unless only tried, it acts.
    bool press(const QKeyEvent &event, bool isTrying);
    /// The list has keys of its own; these are the ones that are ours there too.
    bool isListKey(const QKeyEvent &event) const;
    void walkAlong(int direction);
    void walkWithinRank(int direction);
    void nextLine();
    void activate(int box);
    void expand();
    void toggleGroup();
    void setReach(LineageView::Reach reach);
    void toggleReach(LineageView::Reach reach);
    void setColumn(const QString &node, const QString &column);
    void toggleEverything();
    void toggleGroups();
    void openColumns();
    void back();
    void activateNode(const QString &id);
    /// Neighbours of a box that expanding it would draw.
    int hiddenNext(int box) const;
    void openFind();

    // lineage_view_blocks.cpp
    void updateCommands();
    void block(const char *id, const QString &why);
    QString whyNotExpand(int box) const;
    QString whyNotCollapse(int box) const;
    QString whyNotColumns() const;
    QString whyNotEverything() const;
    void checkCommands();
    void fillExportMenu(QMenu &menu);
    void openExportMenu();
    void findNext();
    void fitToolbar(int width);

    // lineage_view_state.cpp
    QByteArray save() const;
    bool restore(const QByteArray &state);

    struct Command {
        QAction *action;
        QKeySequence key;
        bool hasButton;
    };

    LineageView *view;
    LineageModel model;
    std::optional<LineageSceneBuilder> builder;
    QTimer buildTimer;
    QHash<QString, double> places;      ///< centres of boxes as last drawn
    QString selected;                   ///< id of a node or of a group
    QString wantedFocus;                ///< asked for before its graph came
    std::optional<std::pair<double, QPointF>> wantedView;
    QString findWords;
    bool isLoading = false;
    bool isTooLarge = false;            ///< what is asked for has more boxes than can be read
    QString columnNode;                 ///< whose columns are offered
    bool isTelling = false;             ///< graph and list tell each other about the selection
    bool wasSettled = true;
    std::vector<Command> commands;

    LineageCanvas *canvas = nullptr;
    LineageStrip *strip = nullptr;
    LineageAskPanel *askPanel = nullptr;
    LineageChooser *columnChooser = nullptr;
    PlainLabel *columnTitle = nullptr;
    QWidget *columnPanel = nullptr;
    DataTable *list = nullptr;
    EmptyState *empty = nullptr;
    LoadingState *loading = nullptr;
    PlainLabel *status = nullptr;       ///< what is drawn of how much
    QStackedWidget *graphStack = nullptr;
    QStackedWidget *tabStack = nullptr;
    QTabBar *tabs = nullptr;
    QLineEdit *findField = nullptr;
    QMenu *exportMenu = nullptr;
    LineageExport *exporter = nullptr;
    FileSaver saver = systemFileSaver();
    std::vector<QToolButton *> toolButtons;
};

} // namespace lakehouse::views
