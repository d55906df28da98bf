#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/english_plurals.h"
#include "kit/status_chip.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_table.h"
#include "views/pages_extraction/console_extraction_window.h"
#include "views/pages_extraction/opened_extraction.h"
#include "views/support/page_checks.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHeaderView>
#include <QScopeGuard>
#include <QTableView>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

QString seenOf(const QWidget &widget)
{
    const QRect seen = widget.visibleRegion().boundingRect();
    return QStringLiteral("%1 × %2 of %3 × %4").arg(seen.width()).arg(seen.height()).arg(widget.width()).arg(widget.height());
}

bool isWhollyInSight(const QWidget &widget)
{
    return !widget.visibleRegion().isEmpty() && widget.visibleRegion().boundingRect() == widget.rect();
}

} // namespace

/// The page in the windows that people have: what stays in sight, what scrolls.
class ExtractionSizesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void theDifferenceStaysReadableBesideAnOpenForm_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QByteArray>("command");
        for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
            for (const char *command : {"extraction.approve", "extraction.change", "extraction.revoke", "extraction.plan"})
                QTest::addRow("%d × %d, %s", size.width(), size.height(), command) << size << QByteArray(command);
    }
    void theDifferenceStaysReadableBesideAnOpenForm()
    {
        QFETCH(QSize, size);
        QFETCH(QByteArray, command);
        const ConsoleExtractionWindow console(size);
        QVERIFY(console.isReady());
        console.trigger(command);
        QVERIFY(!console.find<DecisionPanel>("decisions")->openId().isEmpty());
        const auto *canvas = console.find("diff-canvas");
        const auto heights = [&] { return QStringLiteral("%1 of %2").arg(canvas->height()).arg(console.page->height()); };
        QTRY_VERIFY2(canvas->height() * 100 >= console.page->height() * 40, qPrintable(heights()));
        QTRY_VERIFY2(isWhollyInSight(*console.find("decision-confirm")), qPrintable(seenOf(*console.find("decision-confirm"))));
        if (command != "extraction.plan")
            QTRY_VERIFY2(isWhollyInSight(*console.find("reason")), qPrintable(seenOf(*console.find("reason"))));
        QVERIFY(console.find("table-rows")->height() >= 3 * Theme::instance().rowHeight()); // and the list can be walked
        QCOMPARE(console.window->size(), size);
        takePicture(*console.window, QStringLiteral("extraction-form-%1-%2").arg(QString::fromLatin1(command).section(QLatin1Char('.'), 1)).arg(size.width()));
    }

    void theMainColumnsAreInSight_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280 × 800") << QSize(1280, 800);
        QTest::newRow("1440 × 900") << QSize(1440, 900);
        QTest::newRow("1920 × 1080") << QSize(1920, 1080);
    }
    void theMainColumnsAreInSight()
    {
        QFETCH(QSize, size);
        const ConsoleExtractionWindow console(size);
        QVERIFY(console.isReady());
        const auto *rows = console.find<QTableView>("table-rows");
        QStringList seen;
        for (int column = 0; column < rows->model()->columnCount(); ++column)
            if (rows->columnViewportPosition(column) + rows->columnWidth(column) <= rows->viewport()->width())
                seen += rows->model()->headerData(column, Qt::Horizontal).toString();
        for (const char *title : {"State", "Table", "Mode", "Watermark", "Key"})
            QVERIFY2(seen.contains(QLatin1String(title)), qPrintable(QLatin1String(title) + QStringLiteral(" beside ") + seen.join(QStringLiteral(", "))));
        takePicture(*console.window, QStringLiteral("extraction-columns-%1").arg(size.width()));
    }

    void theWordOfAStateIsWhole()
    {
        const ConsoleExtractionWindow console(QSize(1280, 800));
        QVERIFY(console.isReady());
        const int room = console.find<QTableView>("table-rows")->columnWidth(int(ExtractionColumn::State)) - 2 * Theme::instance().space(Space::Small);
        for (const char *word : {"Approved", "Not approved", "Changed", "New", "Refused", "No longer fits", "Against facts"})
            QVERIFY2(statusChipSize(QString::fromLatin1(word)).width() <= room, word);
    }

    void theListGetsTheFocusOnceItIsRead()
    {
        const ConsoleExtractionWindow console(QSize(1280, 800));
        QVERIFY(console.isReady());
        QTRY_COMPARE(QApplication::focusWidget(), console.find("table-rows"));
    }

    void everyColumnIsReachedByKeys()
    {
        const ConsoleExtractionWindow console(QSize(1280, 800));
        QVERIFY(console.isReady());
        auto *rows = console.find<QTableView>("table-rows");
        rows->setFocus();
        const int last = rows->model()->columnCount() - 1;
        for (int step = 0; step < last; ++step)
            QTest::keyClick(rows, Qt::Key_Right);
        QCOMPARE(rows->currentIndex().column(), last);
        QVERIFY(rows->columnViewportPosition(last) < rows->viewport()->width());
    }

    void aLowWindowWithAnOpenDecisionScrolls_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QByteArray>("command");
        for (const QSize size : {QSize(1280, 600), QSize(900, 600)}) // the second is the smallest that the window takes
            for (const char *command : {"extraction.approve", "extraction.change", "extraction.revoke"})
                QTest::addRow("%d × %d, %s", size.width(), size.height(), command) << size << QByteArray(command);
    }
    void aLowWindowWithAnOpenDecisionScrolls()
    {
        QFETCH(QSize, size);
        QFETCH(QByteArray, command);
        const ConsoleExtractionWindow console(size);
        QVERIFY(console.isReady());
        console.trigger(command);
        QTRY_VERIFY2(isWhollyInSight(*console.find("decision-confirm")), qPrintable(seenOf(*console.find("decision-confirm"))));
        QTRY_VERIFY(!console.find("reason")->visibleRegion().isEmpty()); // what has the focus is scrolled to
        for (const char *part : {"will-happen", "reason-field"}) { // the rest scrolls instead of being squeezed
            const QWidget *widget = console.find(part);
            const int needed = widget->hasHeightForWidth() ? widget->heightForWidth(widget->width()) : widget->minimumSizeHint().height();
            QTRY_VERIFY2(widget->height() >= needed,
                qPrintable(QStringLiteral("%1: %2 of %3").arg(QLatin1String(part)).arg(widget->height()).arg(needed)));
        }
        QVERIFY(!console.find("table-rows")->isVisible()); // the list gives way
        takePicture(*console.window, QStringLiteral("extraction-low-%1-%2").arg(QString::fromLatin1(command).section(QLatin1Char('.'), 1)).arg(size.width()));
        QCOMPARE(console.window->size(), size);
        QTest::keyClick(console.find("reason"), Qt::Key_Escape);
        QTRY_VERIFY(console.find("table-rows")->isVisible()); // the list is back
    }

    /// What is open moves to another place of the page; the keys go with it.
    void theFocusGoesIntoTheFormAndBack()
    {
        OpenedExtraction opened;
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        auto *verb = opened.find<QAbstractButton>("decision-verb-extraction.approve");
        verb->setFocus();
        QTest::keyClick(verb, Qt::Key_Space);
        QCOMPARE(QApplication::focusWidget(), opened.find<QWidget>("reason"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), verb);
        QVERIFY(verb->isVisible());
    }

    void compactRowsAreLower()
    {
        OpenedExtraction opened;
        const auto *rows = opened.table()->findChild<QTableView *>(QStringLiteral("table-rows"));
        const auto height = [rows] { return rows->visualRect(rows->model()->index(0, 0)).height(); };
        QCOMPARE(height(), 32); // the tokens: comfortable
        Theme::instance().setDensity(Density::Compact);
        const auto restored = qScopeGuard([] { Theme::instance().setDensity(Density::Comfortable); });
        QCOMPARE(height(), 24);
        opened.select("public.film");
        opened.action("extraction.approve")->trigger();
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
        for (const char *tab : {"diff", "lineage", "evidence", "history", "summary"}) {
            opened.detail()->setCurrentTab(QString::fromLatin1(tab));
            QTRY_COMPARE(cutWords(*opened.page), QStringList());
        }
    }
};

QTEST_MAIN(ExtractionSizesTest)
#include "extraction_sizes_test.moc"
