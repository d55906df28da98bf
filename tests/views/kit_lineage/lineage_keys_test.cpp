#include "views/kit_lineage/shown_lineage.h"

#include "kit/theme.h"

#include <QApplication>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using Shown = test::ShownLineage;
using test::bronze;
using test::silver;
using test::source;

class LineageKeysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void walksAlongTheLines();
    void walksInACircle();
    void enterFocusesThenOpens();
    void expandsAHop();
    void refusesToDrawTooMuch();
    void collapsesAGroup();
    void upstreamAndDownstream();
    void linesShowTheirSql();
    void zooms();
    void pointing();
    void everyKeyHasAButton();
    void lettersBelongToTheGraph();
    void keysCanBeChanged();
    void disabledCommandsSayWhy();
};

void LineageKeysTest::initTestCase()
{
    Theme::instance().apply();
}

void LineageKeysTest::walksAlongTheLines()
{
    Shown shown;
    shown.setGraph(test::pipeline(3, 1));
    shown.view.setSelectedNode(source);
    QSignalSpy selected(&shown.view, &LineageView::selectedChanged);
    shown.press(Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), bronze);
    shown.press(Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), silver);
    QCOMPARE(shown.sql(), QStringLiteral("SELECT * FROM film_current")); // of the line that was walked
    shown.press(Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), QStringLiteral("mart/mart_0"));
    shown.press(Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), QStringLiteral("mart/mart_0"));
    QVERIFY(!shown.refusal().isEmpty());
    QCOMPARE(selected.size(), qsizetype(3));
    shown.view.setSelectedNode(bronze);
    shown.press(Qt::Key_Left);
    QCOMPARE(shown.view.selectedNode(), source);

    QStringList inRank{source};
    for (int i = 0; i < 3; ++i) {
        shown.press(Qt::Key_Up);
    }
    inRank = {shown.view.selectedNode()};
    for (int i = 0; i < 2; ++i) {
        shown.press(Qt::Key_Down);
        inRank.push_back(shown.view.selectedNode());
    }
    inRank.sort();
    QCOMPARE(inRank, (QStringList{QStringLiteral("source/film"), QStringLiteral("source/inventory"), QStringLiteral("source/rental")}));
}

void LineageKeysTest::walksInACircle()
{
    Shown shown;
    shown.setGraph(test::relations());
    shown.view.setSelectedNode(QStringLiteral("public.store"));
    shown.press(Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), QStringLiteral("public.staff"));
    shown.press(Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), QStringLiteral("public.store"));
}

void LineageKeysTest::enterFocusesThenOpens()
{
    Shown shown;
    shown.setGraph(test::pipeline(9, 3));
    shown.view.setSelectedNode(bronze);
    QSignalSpy opened(&shown.view, &LineageView::nodeActivated);
    shown.press(Qt::Key_Return);
    QCOMPARE(shown.view.focusNode(), bronze);
    QTRY_COMPARE(shown.view.drawnNodes(), (QStringList{source, bronze, silver}));
    QCOMPARE(opened.size(), qsizetype(0));
    shown.press(Qt::Key_O);
    QCOMPARE(opened.size(), qsizetype(1));
    QCOMPARE(opened[0][0].toString(), bronze);
}

void LineageKeysTest::expandsAHop()
{
    Shown shown;
    shown.view.setFocusNode(source);
    shown.setGraph(test::film());
    QCOMPARE(shown.view.drawnNodes(), (QStringList{source, bronze}));
    shown.view.setSelectedNode(bronze);
    shown.press(Qt::Key_E);
    QTRY_COMPARE(shown.view.drawnNodes(), (QStringList{source, bronze, silver}));
    QCOMPARE(shown.view.selectedNode(), bronze);
    QVERIFY(!shown.command("lineage-expand")->isEnabled());
    shown.press(Qt::Key_E);
    QCOMPARE(shown.refusal(), QStringLiteral("Everything next to it is drawn."));
}

void LineageKeysTest::refusesToDrawTooMuch()
{
    test::Lineage lineage = test::film();
    for (int i = 0; i < 200; ++i) {
        const QString id = QStringLiteral("mart/%1").arg(i);
        lineage.nodes.push_back(test::node(id, 3));
        lineage.edges.push_back(test::edge(silver, id));
    }
    Shown shown;
    shown.view.setFocusNode(bronze);
    shown.setGraph(lineage);
    shown.view.setSelectedNode(silver);
    shown.press(Qt::Key_E);
    QCOMPARE(shown.view.drawnNodes(), (QStringList{source, bronze, silver}));
    QVERIFY2(shown.refusal().contains(QStringLiteral("203")), qPrintable(shown.refusal()));
    QVERIFY(!shown.command("lineage-everything")->isEnabled());
    QVERIFY(shown.command("lineage-everything")->statusTip().contains(QStringLiteral("203")));
}

void LineageKeysTest::collapsesAGroup()
{
    Shown shown;
    shown.setGraph(test::pipeline(9, 3));
    shown.view.setSelectedNode(source);
    shown.press(Qt::Key_C);
    QTRY_COMPARE(shown.view.drawnNodes().size(), qsizetype(25)); // 6 of the 9 are in schema public
    QVERIFY(shown.view.drawnNodes().contains(QStringLiteral("group:0/public")));
    QCOMPARE(shown.canvas->selectedBox(), shown.canvas->scene().drawing.boxOf(QStringLiteral("group:0/public")));
    shown.press(Qt::Key_C);
    QTRY_COMPARE(shown.view.drawnNodes().size(), qsizetype(30));
    QCOMPARE(shown.view.selectedNode(), source);
}

void LineageKeysTest::upstreamAndDownstream()
{
    Shown shown;
    shown.view.setFocusNode(bronze);
    shown.setGraph(test::film());
    shown.press(Qt::Key_U);
    QTRY_COMPARE(shown.view.drawnNodes(), (QStringList{source, bronze}));
    QCOMPARE(shown.view.reach(), LineageView::Reach::Upstream);
    shown.press(Qt::Key_I);
    QTRY_COMPARE(shown.view.drawnNodes(), (QStringList{bronze, silver}));
    shown.press(Qt::Key_I);
    QTRY_COMPARE(shown.view.drawnNodes(), (QStringList{source, bronze, silver}));
}

void LineageKeysTest::linesShowTheirSql()
{
    Shown shown;
    shown.setGraph(test::film());
    shown.view.setSelectedNode(bronze);
    shown.press(Qt::Key_N);
    QVERIFY(shown.words().contains(QStringLiteral("public.film → lake.bronze_public.film")));
    QVERIFY(shown.words().contains(QStringLiteral("taken over as it is")));
    QCOMPARE(shown.sql(), QString());
    shown.press(Qt::Key_N);
    QVERIFY(shown.sql().contains(QStringLiteral("concat(title, ' (', cast(release_year AS varchar), ')')")));
    shown.press(Qt::Key_N);
    QCOMPARE(shown.sql(), QString()); // round to the first
}

void LineageKeysTest::zooms()
{
    Shown shown;
    shown.setGraph(test::pipeline(30, 6));
    shown.press(Qt::Key_0);
    const double fitted = shown.canvas->zoom();
    QVERIFY(shown.canvas->window().contains(shown.canvas->scene().bounds));
    QTest::keyClicks(shown.canvas, QStringLiteral("+"));
    QVERIFY(shown.canvas->zoom() > fitted);
    QVERIFY(shown.canvas->isMapShown());
    QTest::keyClicks(shown.canvas, QStringLiteral("-"));
    QVERIFY(qAbs(shown.canvas->zoom() - fitted) < 0.001);
    for (int i = 0; i < 40; ++i)
        QTest::keyClicks(shown.canvas, QStringLiteral("+"));
    QCOMPARE(shown.canvas->zoom(), LineageCanvas::largestZoom);
    shown.press(Qt::Key_M);
    QVERIFY(!shown.canvas->isMapShown());
}

void LineageKeysTest::pointing()
{
    Shown shown;
    shown.setGraph(test::film());
    QCoreApplication::processEvents();
    const LineageScene &scene = shown.canvas->scene();
    const auto onScreen = [&](const QPointF &point) {
        const QPointF middle(shown.canvas->viewport()->width() / 2.0, (shown.canvas->viewport()->height() + scene.headingHeight) / 2);
        return ((point - shown.canvas->centre()) * shown.canvas->zoom() + middle).toPoint();
    };
    QTest::mouseClick(shown.canvas->viewport(), Qt::LeftButton, {}, onScreen(scene.boxes[1].rect.center()));
    QCOMPARE(shown.view.selectedNode(), bronze);
    QTest::mouseClick(shown.canvas->viewport(), Qt::LeftButton, {}, onScreen(scene.lines[1].path.pointAtPercent(0.5)));
    QCOMPARE(shown.canvas->selectedLine(), 1);
    QVERIFY(shown.sql().contains(QStringLiteral("concat(")));
    QTest::mouseDClick(shown.canvas->viewport(), Qt::LeftButton, {}, onScreen(scene.boxes[2].rect.center()));
    QCOMPARE(shown.view.focusNode(), silver);
}

void LineageKeysTest::everyKeyHasAButton()
{
    Shown shown;
    shown.setGraph(test::film());
    const QStringList pointerTwins{QStringLiteral("lineage-left"), QStringLiteral("lineage-right"), QStringLiteral("lineage-up"),
                                   QStringLiteral("lineage-down"), QStringLiteral("lineage-find"), QStringLiteral("lineage-back"),
                                   QStringLiteral("lineage-show-list")}; // a click on a box, the field, the panel, the tab
    QStringList keys;
    for (QAction *action : shown.view.commands()) {
        const QString id = action->objectName();
        if (!pointerTwins.contains(id))
            QVERIFY2(shown.view.findChild<QToolButton *>(id + QStringLiteral("-button")), qPrintable(id));
        const QString key = shown.view.key(id).toString();
        QVERIFY2(key.isEmpty() || !keys.contains(key), qPrintable(key));
        keys.push_back(key);
    }
}

void LineageKeysTest::lettersBelongToTheGraph()
{
    // A page around it has the same letters for other things.
    Shown shown;
    shown.setGraph(test::pipeline(9, 3));
    shown.view.setSelectedNode(source);
    QAction comment;
    comment.setShortcut(Qt::Key_C);
    shown.view.addAction(&comment);
    QSignalSpy commented(&comment, &QAction::triggered);
    shown.view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    shown.canvas->setFocus();
    shown.press(Qt::Key_C);
    QCOMPARE(commented.size(), qsizetype(0));
    QTRY_COMPARE(shown.view.drawnNodes().size(), qsizetype(25));
    shown.press(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(25));
}

void LineageKeysTest::keysCanBeChanged()
{
    Shown shown;
    shown.view.setFocusNode(source);
    shown.setGraph(test::film());
    shown.view.setSelectedNode(bronze);
    shown.view.setKey(QStringLiteral("lineage-expand"), Qt::Key_X);
    shown.press(Qt::Key_E);
    QCOMPARE(shown.view.drawnNodes().size(), qsizetype(2));
    shown.press(Qt::Key_X);
    QTRY_COMPARE(shown.view.drawnNodes().size(), qsizetype(3));
    shown.view.setKey(QStringLiteral("lineage-upstream"), {});
    shown.press(Qt::Key_U);
    QCOMPARE(shown.view.reach(), LineageView::Reach::Both);
}

void LineageKeysTest::disabledCommandsSayWhy()
{
    Shown shown;
    const auto check = [&] {
        for (QAction *action : shown.view.commands())
            QVERIFY2(action->isEnabled() == action->statusTip().isEmpty(), qPrintable(action->objectName()));
    };
    check();
    shown.setGraph(test::film());
    check();
    shown.view.setFocusColumn(silver, QStringLiteral("title"));
    check();
}

QTEST_MAIN(LineageKeysTest)
#include "lineage_keys_test.moc"
