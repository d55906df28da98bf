#include "views/kit_lineage/shown_lineage.h"

#include "kit/filter_bar.h"
#include "kit/lineage_chooser.h"
#include "kit/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using Shown = test::ShownLineage;
using test::bronze;
using test::silver;
using test::source;

class LineageViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void startsNextToTheFocus();
    void opensWholeWhereThatCanBeRead();
    void opensAtTheFocusWhereItCannot();
    void smallGraphsAreDrawnWhole();
    void asksWhereToBegin();
    void drawsSchemas();
    void followsAColumn();
    void listAndGraphSelectTheSame();
    void oneTextFindsInBoth();
    void placesStayBetweenRefreshes();
    void hundredAndFiftyNodesAreQuick();
    void statesOfNothing();
    void oneNode();
    void waitsForItsFocus();
    void savesAndRestores();
    void refusesForeignStates();
    void exportsFromTheView();
    void everythingHasAName();
};

void LineageViewTest::initTestCase()
{
    Theme::instance().apply();
}

void LineageViewTest::startsNextToTheFocus()
{
    Shown shown;
    QSignalSpy focusChanged(&shown.view, &LineageView::focusChanged);
    shown.view.setFocusNode(silver);
    shown.setGraph(test::pipeline(9, 3));
    QCOMPARE(focusChanged.size(), qsizetype(1));
    QVERIFY(shown.view.drawnNodes().contains(bronze));
    QVERIFY(!shown.view.drawnNodes().contains(source));
    QCOMPARE(shown.view.selectedNode(), silver);
    QVERIFY(shown.child<QLabel>("lineage-status")->text().contains(QStringLiteral("of 30")));
}

/// In the pane of a small screen.
void LineageViewTest::opensWholeWhereThatCanBeRead()
{
    Shown shown;
    shown.view.resize(510, 560);
    shown.view.setFocusNode(bronze);
    shown.setGraph(test::film());
    QTRY_VERIFY(!shown.canvas->scene().isEmpty());
    QVERIFY2(shown.canvas->zoom() >= 0.6, qPrintable(QString::number(shown.canvas->zoom())));
    QVERIFY2(shown.canvas->window().contains(shown.canvas->scene().bounds), qPrintable(QString::number(shown.canvas->scene().bounds.width())));
}

void LineageViewTest::opensAtTheFocusWhereItCannot()
{
    Shown shown;
    shown.view.resize(320, 560);
    shown.view.setFocusNode(bronze);
    shown.setGraph(test::film());
    QTRY_VERIFY(!shown.canvas->scene().isEmpty());
    QVERIFY(shown.canvas->zoom() >= 0.6);
    const int box = shown.canvas->scene().drawing.boxOf(bronze);
    const QRectF focus = shown.canvas->scene().boxes[std::size_t(box)].rect;
    QVERIFY(shown.canvas->window().contains(focus));
    QVERIFY(qAbs(focus.center().x() - shown.canvas->centre().x()) < focus.width() / 2);
}

void LineageViewTest::smallGraphsAreDrawnWhole()
{
    Shown shown;
    shown.setGraph(test::film());
    QCOMPARE(shown.view.drawnNodes(), (QStringList{source, bronze, silver})); // left to right
    QCOMPARE(shown.view.focusNode(), QString());
}

void LineageViewTest::asksWhereToBegin()
{
    Shown shown;
    shown.setGraph(test::pipeline(120, 20));
    QVERIFY(shown.view.drawnNodes().isEmpty());
    auto *ask = shown.child<QWidget>("lineage-ask");
    QVERIFY(ask->isVisible());
    bool saysHowMany = false;
    for (const QLabel *label : ask->findChildren<QLabel *>())
        saysHowMany = saysHowMany || (label->text().contains(QStringLiteral("380")) && label->text().contains(QStringLiteral("320")));
    QVERIFY(saysHowMany);
    auto *field = ask->findChild<QLineEdit *>();
    QTest::keyClicks(field, QStringLiteral("revenue_7"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(shown.view.focusNode(), QStringLiteral("mart/mart_7"));
    QTRY_VERIFY(!shown.view.drawnNodes().isEmpty());
    QVERIFY(shown.view.drawnNodes().size() <= LineageView::mostNodes);
    QVERIFY(!ask->isVisible());
}

void LineageViewTest::drawsSchemas()
{
    Shown shown;
    shown.setGraph(test::pipeline(120, 20));
    shown.command("lineage-groups")->trigger();
    QTRY_COMPARE(shown.view.drawnNodes().size(), qsizetype(6));
    QVERIFY(shown.command("lineage-groups")->isChecked());
    shown.command("lineage-groups")->trigger();
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(6)); // single tables are too many
    QVERIFY(shown.refusal().contains(QStringLiteral("380")));
}

void LineageViewTest::followsAColumn()
{
    Shown shown;
    shown.setGraph(test::film());
    shown.view.setSelectedNode(silver);
    shown.press(Qt::Key_F);
    auto *panel = shown.child<QWidget>("lineage-columns-panel");
    QVERIFY(panel->isVisible());
    auto *field = panel->findChild<QLineEdit *>();
    QTest::keyClicks(field, QStringLiteral("TIT"));
    QCOMPARE(panel->findChild<LineageChooser *>()->shownIds(), QStringList{QStringLiteral("title")});
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(shown.view.focusColumn(), QStringLiteral("title"));
    QTRY_COMPARE(shown.canvas->scene().lines.size(), std::size_t(4));
    QVERIFY(shown.words().contains(QStringLiteral("Only the way of lake.silver.film.title is drawn.")));
    shown.press(Qt::Key_Left); // along a line of columns
    QCOMPARE(shown.view.selectedNode(), bronze);
    QVERIFY(shown.words().contains(QStringLiteral("column")));
    shown.press(Qt::Key_Escape);
    QCOMPARE(shown.view.focusColumn(), QString());
    QTRY_COMPARE(shown.canvas->scene().lines.size(), std::size_t(2));

    shown.setGraph(test::pipeline(3, 0));
    shown.view.setFocusColumn(bronze, QStringLiteral("film_id"));
    QTRY_COMPARE(shown.view.drawnNodes(), QStringList{bronze});
    QVERIFY(shown.words().contains(QStringLiteral("is not known")));
}

void LineageViewTest::listAndGraphSelectTheSame()
{
    Shown shown;
    shown.setGraph(test::pipeline(9, 3));
    shown.view.setSelectedNode(bronze);
    QCOMPARE(shown.list->currentId(), bronze);
    shown.view.setCurrentTab(LineageView::Tab::List);
    shown.list->setCurrentId(silver);
    QCOMPARE(shown.view.selectedNode(), silver);
    QCOMPARE(shown.idAt(shown.canvas->selectedBox()), silver);

    auto *rows = shown.list->findChild<QTableView *>();
    rows->setFocus();
    QTest::keyClick(rows, Qt::Key_Return);
    QCOMPARE(shown.view.focusNode(), silver);
    QTRY_VERIFY(shown.view.isSettled());
    QCOMPARE(shown.list->shownCount(), qsizetype(30)); // every node has a row, drawn or not
    QTest::keyClick(rows, Qt::Key_U);
    QCOMPARE(shown.view.reach(), LineageView::Reach::Upstream);

    shown.list->setCurrentId(QStringLiteral("source/store"));
    QCOMPARE(shown.view.selectedNode(), QStringLiteral("source/store"));
    QCOMPARE(shown.canvas->selectedBox(), -1);
    QVERIFY(shown.words().contains(QStringLiteral("is not in the graph")));
}

void LineageViewTest::oneTextFindsInBoth()
{
    Shown shown;
    shown.setGraph(test::pipeline(9, 3));
    shown.view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    shown.press(Qt::Key_Slash);
    auto *field = shown.child<QLineEdit>("lineage-find");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("rental"));
    QCOMPARE(shown.list->filterBar().text(), QStringLiteral("rental"));
    QTRY_COMPARE(shown.list->shownCount(), qsizetype(3));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(shown.view.selectedNode().endsWith(QStringLiteral("/rental")));
    shown.list->filterBar().setText(QStringLiteral("store silver"));
    QTRY_COMPARE(field->text(), QStringLiteral("store silver"));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(shown.canvas->hasFocus());
    shown.press(Qt::Key_Escape);
    QCOMPARE(field->text(), QString());
}

void LineageViewTest::placesStayBetweenRefreshes()
{
    Shown shown;
    test::Lineage lineage = test::pipeline(9, 3);
    shown.setGraph(lineage);
    QHash<QString, double> before;
    for (std::size_t i = 0; i < shown.canvas->scene().boxes.size(); ++i)
        before.insert(shown.idAt(int(i)), shown.canvas->scene().boxes[i].rect.center().y());
    lineage.nodes.push_back(test::node(QStringLiteral("mart/new"), 3));
    lineage.edges.push_back(test::edge(silver, QStringLiteral("mart/new")));
    shown.setGraph(lineage);
    int moved = 0;
    for (std::size_t i = 0; i < shown.canvas->scene().boxes.size(); ++i) {
        const QString id = shown.idAt(int(i));
        moved += before.contains(id) && qAbs(before[id] - shown.canvas->scene().boxes[i].rect.center().y()) > 1 ? 1 : 0;
    }
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(31));
    QVERIFY2(moved <= 3, qPrintable(QString::number(moved))); // none but the other marts
}

void LineageViewTest::hundredAndFiftyNodesAreQuick()
{
    Shown shown;
    const test::Lineage lineage = test::pipeline(48, 6);
    QElapsedTimer timer;
    timer.start();
    shown.setGraph(lineage);
    const QImage image = shown.view.grab().toImage();
    const qint64 milliseconds = timer.elapsed();
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(150));
    QVERIFY2(milliseconds < 200, qPrintable(QString::number(milliseconds)));
}

void LineageViewTest::statesOfNothing()
{
    Shown shown;
    QVERIFY(shown.view.drawnNodes().isEmpty());
    shown.view.setEmptyWords(QStringLiteral("Lineage will be here."), QStringLiteral("Nothing was read."));
    bool isSaid = false;
    for (const QLabel *label : shown.view.findChildren<QLabel *>())
        isSaid = isSaid || (label->isVisible() && label->text() == QLatin1String("Lineage will be here."));
    QVERIFY(isSaid);
    QSignalSpy settled(&shown.view, &LineageView::settled);
    shown.view.setLoading(QStringLiteral("Reading the lineage of public.film…"));
    QVERIFY(!shown.view.isSettled());
    shown.setGraph(test::film());
    QTRY_VERIFY(!settled.isEmpty());
    shown.view.setLoading(QStringLiteral("Reading the lineage of public.film…")); // what is there stays
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(3));
    QVERIFY(shown.canvas->isVisible());
    QVERIFY(shown.child<QLabel>("lineage-status")->text().contains(QStringLiteral("Reading the lineage")));
    shown.setGraph({});
    QVERIFY(shown.view.drawnNodes().isEmpty());
}

void LineageViewTest::oneNode()
{
    Shown shown;
    shown.setGraph({{test::node(source, 0)}, {}});
    QCOMPARE(shown.view.drawnNodes(), QStringList{source});
    shown.press(Qt::Key_Down);
    QCOMPARE(shown.view.selectedNode(), source);
    shown.press(Qt::Key_Right);
    QVERIFY(!shown.refusal().isEmpty());
}

void LineageViewTest::waitsForItsFocus()
{
    Shown shown;
    shown.setGraph(test::pipeline(3, 0));
    shown.view.setFocusNode(QStringLiteral("mart/mart_0"));
    QCOMPARE(shown.view.focusNode(), QStringLiteral("mart/mart_0"));
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(9));
    shown.setGraph(test::pipeline(3, 1));
    QVERIFY(shown.view.drawnNodes().contains(QStringLiteral("mart/mart_0")));
    QVERIFY(!shown.view.drawnNodes().contains(source));
}

void LineageViewTest::savesAndRestores()
{
    const test::Lineage lineage = test::pipeline(9, 3);
    QByteArray state;
    QStringList drawn;
    {
        Shown shown;
        shown.view.setFocusNode(silver);
        shown.setGraph(lineage);
        shown.view.setSelectedNode(bronze);
        shown.press(Qt::Key_E);
        QTRY_VERIFY(shown.view.drawnNodes().contains(source));
        QTest::keyClicks(shown.canvas, QStringLiteral("+"));
        drawn = shown.view.drawnNodes();
        state = shown.view.saveState();
        QCOMPARE(QJsonDocument::fromJson(state).object()[QStringLiteral("version")].toInt(), 1);
    }
    Shown shown;
    QVERIFY(shown.view.restoreState(state)); // before its graph is there, as when a program starts
    shown.setGraph(lineage);
    QCOMPARE(shown.view.focusNode(), silver);
    QCOMPARE(shown.view.selectedNode(), bronze);
    QCOMPARE(shown.view.drawnNodes(), drawn);
    QCOMPARE(shown.view.saveState(), state);
}

void LineageViewTest::refusesForeignStates()
{
    Shown shown;
    shown.view.setFocusNode(bronze);
    shown.setGraph(test::film());
    for (const char *content : {"", "no JSON", "{}", "{\"version\":2,\"focus\":\"x\"}", "[1]"}) {
        QVERIFY(!shown.view.restoreState(content));
        QCOMPARE(shown.view.focusNode(), bronze);
    }
}

void LineageViewTest::exportsFromTheView()
{
    Shown shown;
    shown.view.setFocusNode(source);
    shown.setGraph(test::film());
    QList<std::pair<QByteArray, QString>> saved;
    shown.view.setFileSaver([&saved](const QByteArray &content, const QString &name) { saved.append({content, name}); });
    const auto choose = [&shown](const char *item) { // of the menu that the button opens
        shown.child<QToolButton>("lineage-export-button")->click();
        auto *menu = shown.child<QMenu>("lineage-export-menu");
        QVERIFY(menu->isVisible());
        for (QAction *action : menu->actions())
            if (action->objectName() == QLatin1String(item))
                action->trigger();
        menu->close();
    };
    choose("lineage-export-svg");
    QVERIFY(!shown.view.isSettled());
    QTRY_COMPARE(saved.size(), qsizetype(1));
    QVERIFY(saved[0].first.contains("data-id=\"bronze/film\""));
    QVERIFY(!saved[0].first.contains("data-id=\"silver/film\""));
    QVERIFY(saved[0].first.contains("Lineage of public.film"));
    choose("lineage-export-whole-svg");
    QTRY_COMPARE(saved.size(), qsizetype(2));
    QVERIFY(saved[1].first.contains("data-id=\"silver/film\""));
    choose("lineage-export-csv");
    QTRY_COMPARE(saved.size(), qsizetype(3));
    QVERIFY(saved[2].second.endsWith(QStringLiteral(".csv")));
    choose("lineage-export-png-1");
    QTRY_COMPARE(saved.size(), qsizetype(4));
    QVERIFY(saved[3].first.startsWith("\x89PNG"));
    static const QRegularExpression named(QStringLiteral("\\Alineage-[0-9]{4}-[0-9]{2}-[0-9]{2}\\.png\\z")); // nothing around it names exports
    QVERIFY2(named.match(saved[3].second).hasMatch(), qPrintable(saved[3].second));
}

void LineageViewTest::everythingHasAName()
{
    Shown shown;
    shown.setGraph(test::film());
    for (const QWidget *widget : shown.view.findChildren<QWidget *>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible() || widget->focusProxy() != nullptr)
            continue;
        const QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        QVERIFY2(spoken != nullptr && !spoken->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
    }
    shown.view.setSelectedNode(bronze);
    QVERIFY(shown.canvas->accessibleName().contains(QStringLiteral("lake.bronze_public.film · Bronze · 1 upstream, 1 downstream")));
}

QTEST_MAIN(LineageViewTest)
#include "lineage_view_test.moc"
