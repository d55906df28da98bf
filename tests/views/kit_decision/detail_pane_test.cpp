#include "views/kit_decision/shown_window.h"

#include "kit/detail_pane.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using test::child;

namespace {
struct Bench {
    test::ShownWindow window;
    DetailPane *pane = window.add(new DetailPane);
    QStringList made;

    void add(const char *id, const char *title)
    {
        pane->addTab(QLatin1String(id), QLatin1String(title), [this, id] {
            made += QLatin1String(id);
            return new QLineEdit(QLatin1String(id));
        });
    }
    void addAll()
    {
        add("history", "History");
        add("evidence", "Evidence");
        add("rights", "Rights");
        add("diff", "SQL diff");
        add("summary", "Summary");
        add("log", "Log");
        add("lineage", "Lineage");
    }
    QTabBar *bar() const { return child<QTabBar>(*pane, "detail-tabs"); }
};
} // namespace

class DetailPaneTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void orderIsTheSameOnEveryPage();
    void tabIsMadeWhenItIsShown();
    void keysGoFromTabToTab();
    void badgeCounts();
    void stateComesBackEvenBeforeItsTab();
    void placeholderStandsForAllTabs();
    void tabCanBeReplaced();
    void tabsStayInViewInANarrowPane();
    void fiveTabsAreWholeBesideAList();
};

void DetailPaneTest::orderIsTheSameOnEveryPage()
{
    Bench bench;
    bench.addAll();
    QCOMPARE(bench.pane->tabs(), QStringList({QStringLiteral("summary"), QStringLiteral("diff"), QStringLiteral("lineage"),
        QStringLiteral("evidence"),
                                              QStringLiteral("rights"), QStringLiteral("log"), QStringLiteral("history")}));
    QCOMPARE(bench.pane->currentTab(), QStringLiteral("summary"));
    QCOMPARE(bench.bar()->tabText(1), QStringLiteral("SQL diff"));
}

void DetailPaneTest::tabIsMadeWhenItIsShown()
{
    Bench bench;
    bench.addAll();
    QSignalSpy created(bench.pane, &DetailPane::tabCreated);
    QCOMPARE(bench.made, QStringList());
    QVERIFY(bench.window.isReady());
    QCOMPARE(bench.made, QStringList({QStringLiteral("summary")}));
    QVERIFY(bench.pane->setCurrentTab(QStringLiteral("lineage")));
    QCOMPARE(bench.made, QStringList({QStringLiteral("summary"), QStringLiteral("lineage")}));
    QVERIFY(bench.pane->widget(QStringLiteral("lineage"))->isVisible());
    QVERIFY(!bench.pane->widget(QStringLiteral("summary"))->isVisible());
    QVERIFY(!bench.pane->widget(QStringLiteral("evidence")));
    bench.pane->setCurrentTab(QStringLiteral("summary"));
    QCOMPARE(bench.made.size(), 2);
    QCOMPARE(created.count(), 2);
    QVERIFY(!bench.pane->setCurrentTab(QStringLiteral("nowhere")));
    QCOMPARE(bench.pane->currentTab(), QStringLiteral("summary"));
}

void DetailPaneTest::keysGoFromTabToTab()
{
    Bench bench;
    bench.addAll();
    QSignalSpy changed(bench.pane, &DetailPane::currentTabChanged);
    QVERIFY(bench.window.isReady());
    bench.pane->widget(QStringLiteral("summary"))->setFocus();
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(bench.pane->currentTab(), QStringLiteral("diff"));
    QVERIFY(bench.pane->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_PageUp, Qt::ControlModifier);
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(bench.pane->currentTab(), QStringLiteral("history"));
    QCOMPARE(changed.last()[0].toString(), QStringLiteral("history"));
    bench.bar()->setFocus();
    QTest::keyClick(bench.bar(), Qt::Key_Left);
    QCOMPARE(bench.pane->currentTab(), QStringLiteral("log"));
}

void DetailPaneTest::badgeCounts()
{
    Bench bench;
    bench.addAll();
    bench.pane->setBadge(QStringLiteral("evidence"), 3, QStringLiteral("3 facts"));
    QCOMPARE(bench.bar()->tabText(3), QStringLiteral("Evidence (3)"));
    QCOMPARE(bench.bar()->accessibleTabName(3), QStringLiteral("Evidence, 3 facts"));
    bench.pane->setBadge(QStringLiteral("evidence"), 0);
    QCOMPARE(bench.bar()->tabText(3), QStringLiteral("Evidence"));
}

void DetailPaneTest::stateComesBackEvenBeforeItsTab()
{
    QByteArray state;
    {
        Bench bench;
        bench.addAll();
        bench.pane->setCurrentTab(QStringLiteral("evidence"));
        state = bench.pane->saveState();
    }
    Bench later;
    later.pane->restoreState(state);
    QCOMPARE(later.pane->saveState(), state);
    later.addAll();
    QCOMPARE(later.pane->currentTab(), QStringLiteral("evidence"));
    Bench now;
    now.addAll();
    now.pane->restoreState(state);
    QCOMPARE(now.pane->currentTab(), QStringLiteral("evidence"));
}

void DetailPaneTest::placeholderStandsForAllTabs()
{
    Bench bench;
    bench.addAll();
    auto *empty = new QLabel(QStringLiteral("Select a table."));
    bench.pane->setPlaceholder(empty);
    QVERIFY(bench.window.isReady());
    QVERIFY(empty->isVisible());
    QVERIFY(!bench.bar()->isVisible());
    QCOMPARE(bench.made, QStringList());
    bench.pane->setPlaceholder(nullptr);
    QVERIFY(bench.bar()->isVisible());
    QVERIFY(bench.pane->widget(QStringLiteral("summary"))->isVisible());
}

void DetailPaneTest::tabCanBeReplaced()
{
    Bench bench;
    bench.addAll();
    QVERIFY(bench.window.isReady());
    auto *other = new QLabel(QStringLiteral("other"));
    bench.pane->addTab(QStringLiteral("summary"), QStringLiteral("Before and after"), other);
    QCOMPARE(bench.pane->tabs().size(), 7);
    QCOMPARE(bench.bar()->tabText(0), QStringLiteral("Before and after"));
    QVERIFY(other->isVisible());
}

void DetailPaneTest::tabsStayInViewInANarrowPane()
{
    Bench bench;
    for (const auto &[id, title] : {std::pair("summary", "Summary"), std::pair("rights", "Rights"), std::pair("types", "Unsupported types"), std::pair("history", "History")})
        bench.add(id, title);
    QVERIFY(bench.window.isReady());
    bench.pane->setFixedWidth(339); // beside a list, on a screen of 1280
    QTRY_COMPARE(bench.pane->width(), 339);
    for (int tab = 0; tab < 4; ++tab)
        QVERIFY2(bench.bar()->rect().contains(bench.bar()->tabRect(tab)), qPrintable(bench.bar()->tabText(tab)));
    for (const QToolButton *scroller : bench.bar()->findChildren<QToolButton *>())
        QVERIFY(!scroller->isVisible());
    const QFontMetrics metrics(bench.bar()->font());
    for (int tab = 0; tab < 4; ++tab) // they moved together
        QVERIFY2(bench.bar()->tabRect(tab).width() >= metrics.horizontalAdvance(bench.bar()->tabText(tab)) + 8, qPrintable(bench.bar()->tabText(tab)));
    // Only what is longest is shortened.
    bench.pane->setFixedWidth(280);
    QTRY_VERIFY(bench.bar()->rect().contains(bench.bar()->tabRect(3)));
    QVERIFY(bench.bar()->tabRect(3).width() > metrics.horizontalAdvance(QStringLiteral("History")));
    QVERIFY(bench.bar()->tabRect(2).width() < metrics.horizontalAdvance(QStringLiteral("Unsupported types")));
    QCOMPARE(bench.bar()->tabText(2), QStringLiteral("Unsupported types")); // as it is read aloud
}

/// As the page Review has them on a screen of 1280.
void DetailPaneTest::fiveTabsAreWholeBesideAList()
{
    Bench bench;
    for (const auto &[id, title] : {std::pair("summary", "Summary"), std::pair("diff", "SQL diff"), std::pair("lineage", "Lineage"), std::pair("evidence", "Evidence"), std::pair("history", "History")})
        bench.add(id, title);
    bench.pane->setBadge(QStringLiteral("evidence"), 4, QStringLiteral("4 facts"));
    bench.pane->setBadge(QStringLiteral("history"), 2, QStringLiteral("2 comments"));
    QVERIFY(bench.window.isReady());
    bench.pane->setFixedWidth(408);
    QTRY_COMPARE(bench.pane->width(), 408);
    const QFontMetrics metrics(bench.bar()->font());
    for (int tab = 0; tab < 5; ++tab)
        QVERIFY2(bench.bar()->tabRect(tab).width() >= metrics.horizontalAdvance(bench.bar()->tabText(tab)) + 8, qPrintable(bench.bar()->tabText(tab)));
}

QTEST_MAIN(DetailPaneTest)
#include "detail_pane_test.moc"
