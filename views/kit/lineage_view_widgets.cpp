#include "kit/lineage_view_parts.h"

#include "kit/action_button.h"
#include "kit/data_table.h"
#include "kit/empty_state.h"
#include "kit/filter_bar.h"
#include "kit/icons.h"
#include "kit/lineage_ask_panel.h"
#include "kit/lineage_chooser.h"
#include "kit/lineage_rows.h"
#include "kit/lineage_strip.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"
#include "kit/wrapping_row.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QDateTime>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <map>

namespace lakehouse::views {

QWidget *LineageView::Parts::makeToolbar()
{
    auto *bar = new QWidget;
    bar->setObjectName(QStringLiteral("lineage-toolbar"));
    auto *row = new WrappingRow(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().space(Space::Tight));
    for (const Command &it : commands) {
        if (!it.hasButton)
            continue;
        auto *button = new QToolButton;
        button->setObjectName(it.action->objectName() + QStringLiteral("-button"));
        button->setDefaultAction(it.action);
        button->setFocusPolicy(Qt::TabFocus);
        toolButtons.push_back(button);
        row->addWidget(button);
    }
    return bar;
}

QWidget *LineageView::Parts::makeColumnPanel()
{
    columnPanel = new QWidget;
    columnPanel->setObjectName(QStringLiteral("lineage-columns-panel"));
    columnPanel->setFixedWidth(int(240 * Theme::instance().textScale()));
    columnTitle = new PlainLabel(TextStyle::Strong);
    columnChooser = new LineageChooser(LineageView::tr("Find a column to follow"));
    auto *layout = new QVBoxLayout(columnPanel);
    const int edge = Theme::instance().space(Space::Small);
    layout->setContentsMargins(edge, edge, edge, edge);
    layout->setSpacing(edge);
    layout->addWidget(columnTitle);
    layout->addWidget(columnChooser, 1);
    layout->addWidget(new ActionButton(command("lineage-back")));
    columnPanel->hide();
    return columnPanel;
}

QWidget *LineageView::Parts::makeGraphTab()
{
    canvas = new LineageCanvas;
    askPanel = new LineageAskPanel({command("lineage-groups"), command("lineage-show-list")});
    empty = new EmptyState(IconName::Waypoints, LineageView::tr("Where data comes from and where it goes will be here."),
                           LineageView::tr("Nothing has been read yet."));
    loading = new LoadingState;
    auto *drawing = new QWidget;
    auto *layout = new QHBoxLayout(drawing);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(canvas, 1);
    layout->addWidget(makeColumnPanel());
    graphStack = new QStackedWidget;
    for (QWidget *page : {drawing, static_cast<QWidget *>(askPanel), static_cast<QWidget *>(empty), static_cast<QWidget *>(loading)})
        graphStack->addWidget(page);
    return graphStack;
}

void LineageView::Parts::build()
{
    tabs = new QTabBar;
    tabs->setObjectName(QStringLiteral("lineage-tabs"));
    tabs->setAccessibleName(LineageView::tr("Lineage as a graph or as a list"));
    tabs->setExpanding(false);
    tabs->addTab(LineageView::tr("Graph"));
    tabs->addTab(LineageView::tr("List"));
    findField = new QLineEdit;
    findField->setObjectName(QStringLiteral("lineage-find"));
    findField->setAccessibleName(LineageView::tr("Find in the lineage"));
    findField->setPlaceholderText(LineageView::tr("Find ( / )"));
    findField->setClearButtonEnabled(true);
    findField->setMaximumWidth(int(260 * Theme::instance().textScale()));
    status = new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary);
    status->setObjectName(QStringLiteral("lineage-status"));
    status->setWordWrap(false);
    list = new DataTable(LineageRows::columns());
    list->setObjectName(QStringLiteral("lineage-list"));
    list->setExportName(ExportScope::Object, QStringLiteral("lineage"));
    strip = new LineageStrip;
    exporter = new LineageExport(view);
    exportMenu = new QMenu(view);
    fillExportMenu(*exportMenu);

    auto *head = new QHBoxLayout;
    head->setSpacing(Theme::instance().space(Space::Small));
    head->addWidget(tabs);
    head->addWidget(status);
    head->addStretch(1);
    head->addWidget(findField, 1);
    tabStack = new QStackedWidget;
    tabStack->addWidget(makeGraphTab());
    tabStack->addWidget(list);
    auto *layout = new QVBoxLayout(view);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Tight));
    layout->addLayout(head);
    layout->addWidget(makeToolbar());
    layout->addWidget(tabStack, 1);
    layout->addWidget(strip);
}

void LineageView::Parts::connectParts()
{
    canvas->installEventFilter(view);
    findField->installEventFilter(view);
    if (auto *rows = list->findChild<QTableView *>())
        rows->installEventFilter(view);
    const FilterChip drawn{QStringLiteral("drawn"), LineageView::tr("In the graph"),
                           [](const TableRows &rows, qsizetype row) { return static_cast<const LineageRows &>(rows).isDrawn(row); }};
    list->setChips({drawn});
    QObject::connect(tabs, &QTabBar::currentChanged, view, [this](int tab) {
        tabStack->setCurrentIndex(tab);
        findField->setVisible(tab == 0);
        Q_EMIT view->stateChanged();
    });
    QObject::connect(canvas, &LineageCanvas::boxPressed, view, [this](int box) { selectBox(box); });
    QObject::connect(canvas, &LineageCanvas::linePressed, view, [this](int line) { selectBox(canvas->selectedBox(), line); });
    QObject::connect(canvas, &LineageCanvas::boxActivated, view, [this](int box) { activate(box); });
    QObject::connect(findField, &QLineEdit::textChanged, view, [this](const QString &text) { find(text); });
    QObject::connect(findField, &QLineEdit::returnPressed, view, [this] { findNext(); });
    QObject::connect(&list->filterBar(), &FilterBar::changed, view, [this] { find(list->filterBar().text()); });
    QObject::connect(list, &DataTable::settled, view, [this] {
        markFound();
        settleSoon();
    });
    QObject::connect(list, &DataTable::currentChanged, view, [this](const QString &id) {
        if (!isTelling && !id.isEmpty())
            select(id);
    });
    QObject::connect(list, &DataTable::activated, view, [this](const QString &id) { activateNode(id); });
    QObject::connect(&askPanel->chooser(), &LineageChooser::chosen, view, [this](const QString &id) {
        focus(id);
        canvas->setFocus();
    });
    QObject::connect(columnChooser, &LineageChooser::chosen, view, [this](const QString &column) {
        setColumn(columnNode, column);
        canvas->setFocus();
    });
    QObject::connect(loading, &LoadingState::stopRequested, view, &LineageView::stopRequested);
    QObject::connect(exporter, &LineageExport::ready, view, [this](const QByteArray &content, const QString &suffix) {
        const QString around = exportNameAround(*view);
        saver(content, exportFileName(around.isEmpty() ? QStringLiteral("lineage") : around, QDateTime::currentDateTimeUtc().date(), suffix));
        settleSoon();
    });
    QObject::connect(exporter, &LineageExport::refused, view, [this](const QString &why) {
        strip->refuse(why);
        Q_EMIT view->exportRefused(why);
        settleSoon();
    });
}

void LineageView::Parts::showWhatFits()
{
    enum Page { Drawing, Ask, Empty, Loading };
    Page page = Drawing;
    if (model.isEmpty())
        page = isLoading ? Loading : Empty;
    else if (isTooLarge)
        page = Ask;
    if (page == Ask)
        fillAsk();
    graphStack->setCurrentIndex(page);
    strip->setVisible(page == Drawing || page == Ask);
}

void LineageView::Parts::fillAsk()
{
    const int edges = model.graph().edgeCount();
    askPanel->setWords(LineageView::tr("Where do you want to begin?"),
                       LineageView::tr("There are %1 tables with %2 links between them; more than %3 at once cannot be read. "
                                       "Choose one, and what is next to it is drawn; or look at whole schemas first.")
                           .arg(countText(qint64(model.nodes().size())), countText(edges), QString::number(mostNodes)));
    std::vector<LineageChooser::Item> items;
    for (const GraphNode &node : model.nodes())
        items.push_back({node.id, node.label, node.caption});
    askPanel->chooser().setItems(std::move(items));
}

void LineageView::Parts::fillList(const LineageDrawing &drawing)
{
    isTelling = true;
    list->setRows(std::make_shared<LineageRows>(model, idsOf(drawing)));
    isTelling = false;
}

void LineageView::Parts::fillColumns()
{
    const std::optional<int> node = model.node(selected);
    columnNode = node ? selected : QString();
    std::vector<LineageChooser::Item> items;
    if (node) {
        for (const auto &[name, type] : model.nodes()[*node].columns)
            items.push_back({name, name, type});
    }
    columnTitle->setText(node ? LineageView::tr("Columns of %1").arg(model.nodes()[*node].label)
                              : LineageView::tr("Select a table to see its columns."));
    columnChooser->setItems(std::move(items));
    if (columnNode == model.state().columnNode)
        columnChooser->setCurrentId(model.state().column);
}

QString LineageView::Parts::wordsOfBox(int box) const
{
    const LineageDrawing::Box &words = canvas->scene().drawing.boxes[box];
    QStringList parts{words.title};
    if (!words.word.isEmpty())
        parts.push_back(words.word);
    if (!words.note.isEmpty())
        parts.push_back(words.note);
    if (words.isFocus)
        parts.push_back(LineageView::tr("focus"));
    int before = 0;
    int after = 0;
    for (const LineageDrawing::Line &line : canvas->scene().drawing.lines) {
        before += line.to == box ? 1 : 0;
        after += line.from == box ? 1 : 0;
    }
    parts.push_back(LineageView::tr("%1 upstream, %2 downstream").arg(before).arg(after));
    if (words.hiddenBefore > 0)
        parts.push_back(LineageView::tr("%n more upstream not drawn", nullptr, words.hiddenBefore));
    if (words.hiddenAfter > 0)
        parts.push_back(LineageView::tr("%n more downstream not drawn", nullptr, words.hiddenAfter));
    return parts.join(QStringLiteral(" · "));
}

QString LineageView::Parts::wordsOfLine(int line) const
{
    const LineageDrawing &drawing = canvas->scene().drawing;
    const LineageDrawing::Line &words = drawing.lines[line];
    const auto end = [&](int box, int column) {
        const LineageDrawing::Box &it = drawing.boxes[box];
        return column < 0 ? it.title : LineageView::tr("%1, column %2").arg(it.title, it.columns[column].name);
    };
    QStringList parts{LineageView::tr("%1 → %2").arg(end(words.from, words.fromColumn), end(words.to, words.toColumn))};
    if (!words.label.isEmpty())
        parts.push_back(words.label);
    if (words.pairs > 1)
        parts.push_back(LineageView::tr("%n link(s) drawn as one", nullptr, words.pairs));
    if (sqlOfLine(line).isEmpty())
        parts.push_back(LineageView::tr("taken over as it is"));
    return parts.join(QStringLiteral(" · "));
}

QString LineageView::Parts::sqlOfLine(int line) const
{
    // Columns that come out of the same SQL are named together above it.
    std::map<std::pair<QString, QString>, QStringList> columns;
    std::vector<std::pair<QString, QString>> order;
    for (const int number : canvas->scene().drawing.lines[line].edges) {
        const GraphEdge &edge = model.edges()[number];
        if (edge.how.isEmpty())
            continue;
        const std::pair<QString, QString> target{edge.toColumn, edge.how};
        if (!columns.contains(target))
            order.push_back(target);
        if (!edge.fromColumn.isEmpty())
            columns[target].push_back(edge.fromColumn);
        else
            columns.try_emplace(target);
    }
    QStringList parts;
    for (const auto &[column, how] : order) {
        const QStringList &from = columns[{column, how}];
        parts.push_back(from.isEmpty() ? how : QStringLiteral("-- %1 → %2\n%3").arg(from.join(QStringLiteral(", ")), column, how));
    }
    return parts.join(QLatin1Char('\n'));
}

QString LineageView::Parts::columnSentence() const
{
    const LineageModel::State &state = model.state();
    const std::optional<int> node = model.node(state.columnNode);
    if (state.column.isEmpty() || !node)
        return {};
    const QString &table = model.nodes()[*node].label;
    return canvas->scene().lines.empty()
        ? LineageView::tr("Where %1.%2 comes from and where it goes is not known: no links of columns were recorded for it.").arg(table, state.column)
        : LineageView::tr("Only the way of %1.%2 is drawn.").arg(table, state.column);
}

void LineageView::Parts::tellSelection()
{
    const int box = canvas->selectedBox();
    const int line = canvas->selectedLine();
    QString words;
    if (line >= 0)
        words = wordsOfLine(line);
    else if (box >= 0)
        words = wordsOfBox(box);
    else if (const std::optional<int> node = model.node(selected))
        words = LineageView::tr("%1 is not in the graph. Focus it to draw it.").arg(model.nodes()[*node].label);
    const QString column = columnSentence();
    strip->tell(column.isEmpty() ? words : words.isEmpty() ? column : column + QLatin1Char('\n') + words, line >= 0 ? sqlOfLine(line) : QString());
    canvas->setAccessibleName(words.isEmpty() ? LineageView::tr("Lineage graph") : LineageView::tr("Lineage graph: %1").arg(words));
    if (QAccessible::isActive()) {
        QAccessibleEvent event(canvas, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
    if (model.node(selected) && list->currentId() != selected && !isTelling) {
        isTelling = true;
        list->setCurrentId(selected);
        isTelling = false;
    }
    if (!columnPanel->isHidden() && columnNode != selected)
        fillColumns();
    updateCommands();
}

void LineageView::Parts::tellState()
{
    const int drawn = int(idsOf(canvas->scene().drawing).size());
    const int boxes = int(canvas->scene().boxes.size());
    const QString all = countText(qint64(model.nodes().size()));
    QString words;
    if (!model.isEmpty() && drawn > boxes && boxes > 0)
        words = LineageView::tr("%1 of %2 drawn, as %3 boxes", "tables").arg(countText(drawn), all, countText(boxes));
    else if (!model.isEmpty())
        words = LineageView::tr("%1 of %2 drawn", "tables").arg(countText(drawn), all);
    if (isLoading && !model.isEmpty())
        words += QStringLiteral(" · ") + loading->what();
    status->setText(words);
    updateCommands();
}

} // namespace lakehouse::views
