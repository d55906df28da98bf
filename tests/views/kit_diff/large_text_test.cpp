#include "kit/code_edit.h"
#include "kit/code_view.h"
#include "kit/diff_view.h"
#include "kit/lineage_view.h"
#include "kit/theme.h"
#include "support/event_loop_watch.h"
#include "views/kit_lineage/lineage_samples.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using namespace Qt::StringLiterals;

namespace {

constexpr int lines = 50'000;
constexpr int linesOfAPage = 5'000;
constexpr qint64 mostMsOfADifference = testsupport::waitLimit(250); ///< until it is on screen
constexpr qint64 mostMsOfAGraph = testsupport::waitLimit(200);
constexpr qint64 mostGapMs = testsupport::workLimit(50); ///< that the thread works or waits, between two looks of its event loop

/// SQL of so many lines; each `every`th is of this version alone.
QString longSql(int every, const QString &version, int count = lines)
{
    QString text;
    for (int line = 0; line < count; ++line)
        text += line % every == every / 2 ? u"    coalesce(column_%1, '%2') AS column_%1, -- line %1\n"_s.arg(line).arg(version)
                                          : u"    CAST(column_%1 AS varchar) AS column_%1,\n"_s.arg(line);
    return text;
}

/// The event loop turns between what a test does, as it does between what a person does.
void turn()
{
    QTest::qWait(20);
}

} // namespace

/// A text of 50,000 lines never keeps the page from answering, and what a page usually shows is there at once.
class LargeTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void aDifferenceIsShownPieceByPiece_data()
    {
        QTest::addColumn<int>("every");
        QTest::addColumn<DiffView::Layout>("layout");
        QTest::addColumn<DiffView::Extent>("extent");
        for (const auto &[name, every] : {std::pair("few changes", 5000), std::pair("changes everywhere", 40), std::pair("summary first", 5)}) {
            QTest::addRow("%s", name) << every << DiffView::Layout::SideBySide << DiffView::Extent::Changes;
            QTest::addRow("%s, unified, whole file", name) << every << DiffView::Layout::Unified << DiffView::Extent::WholeFile;
        }
    }
    void aDifferenceIsShownPieceByPiece()
    {
        QFETCH(int, every);
        QFETCH(DiffView::Layout, layout);
        QFETCH(DiffView::Extent, extent);
        DiffView view;
        view.resize(1000, 700);
        view.setDiffLayout(layout);
        view.setExtent(extent);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        std::vector<text::DiffFile> first{{u"load.sql"_s, longSql(every, u"old"_s), longSql(every, u"new"_s)}};
        std::vector<text::DiffFile> second{{u"load.sql"_s, longSql(every, u"new"_s), longSql(every, u"newer"_s)}};
        testsupport::EventLoopWatch watch;
        turn();
        for (auto *files : {&first, &second}) { // the second takes the place of what is on screen
            watch.begin(u"setFiles"_s);
            turn();
            view.setFiles(std::move(*files));
            QTRY_VERIFY_WITH_TIMEOUT(view.isSettled(), 60'000);
            turn();
        }
        QCOMPARE(view.addedLines(), lines / every);
        watch.begin(u"next change"_s);
        turn();
        view.nextChange();
        turn();
        check(watch);
    }

    /// From the texts to the pixels, with every line that differs coloured and marked.
    void aDifferenceOfFiveThousandLinesIsOnScreenSoon_data()
    {
        QTest::addColumn<DiffView::Layout>("layout");
        QTest::newRow("side by side") << DiffView::Layout::SideBySide;
        QTest::newRow("unified") << DiffView::Layout::Unified;
    }
    void aDifferenceOfFiveThousandLinesIsOnScreenSoon()
    {
        QFETCH(DiffView::Layout, layout);
        DiffView view;
        view.resize(1000, 700);
        view.setDiffLayout(layout);
        view.setExtent(DiffView::Extent::WholeFile);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setFiles({{u"small.sql"_s, u"select 1\n"_s, u"select 2\n"_s}}); // the colours of SQL are loaded once for the program
        QTRY_VERIFY(view.isSettled());
        std::vector<text::DiffFile> files{{u"load.sql"_s, longSql(40, u"old"_s, linesOfAPage), longSql(40, u"new"_s, linesOfAPage)}};
        QElapsedTimer since;
        since.start();
        view.setFiles(std::move(files));
        while (!view.isSettled() && since.elapsed() < 60'000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        const QImage picture = view.grab().toImage();
        const qint64 milliseconds = since.elapsed();
        QCOMPARE(view.addedLines(), linesOfAPage / 40);
        QVERIFY(!picture.isNull());
        qInfo("%lld ms", milliseconds);
        QVERIFY2(milliseconds <= mostMsOfADifference, qPrintable(QString::number(milliseconds)));
    }

    void aGraphOfAHundredAndFiftyIsOnScreenSoon()
    {
        LineageView view;
        view.resize(1100, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        test::Lineage lineage = test::pipeline(48, 6);
        QElapsedTimer since;
        since.start();
        view.setGraph(std::move(lineage.nodes), std::move(lineage.edges));
        while (!view.isSettled() && since.elapsed() < 60'000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        const QImage picture = view.grab().toImage();
        const qint64 milliseconds = since.elapsed();
        QCOMPARE(view.drawnNodes().size(), qsizetype(150));
        QVERIFY(!picture.isNull());
        qInfo("%lld ms", milliseconds);
        QVERIFY2(milliseconds <= mostMsOfAGraph, qPrintable(QString::number(milliseconds)));
    }

    void codeIsShownPieceByPiece()
    {
        CodeView view;
        view.resize(800, 600);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QString first = longSql(40, u"old"_s), second = longSql(40, u"new"_s);
        const auto *edit = view.findChild<CodeEdit *>(u"code-text"_s);
        testsupport::EventLoopWatch watch;
        turn();
        for (const QString *text : {&first, &second}) {
            watch.begin(u"setText"_s);
            turn();
            view.setText(*text);
            QCOMPARE(view.text(), *text); // at once, whatever is on screen yet
            QTRY_COMPARE_WITH_TIMEOUT(edit->blockCount(), lines, 60'000);
            turn();
        }
        check(watch);
    }

private:
    static void check(const testsupport::EventLoopWatch &watch)
    {
        qInfo("%s", qPrintable(watch.figures()));
        QVERIFY2(watch.longestWork().cpuMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs <= mostGapMs, qPrintable(watch.figures()));
    }
};

QTEST_MAIN(LargeTextTest)
#include "large_text_test.moc"
