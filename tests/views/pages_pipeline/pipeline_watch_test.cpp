#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_page.h"
#include "support/event_loop_watch.h"
#include "views/pages_pipeline/pipeline_samples.h"
#include "views/support/working_host.h"

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QTest>

#include <atomic>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int tables = 20'000;
constexpr qint64 mostGapMs = workLimit(50);
constexpr qint64 mostWaitMs = waitLimit(300);

/// So many tables, each loaded and compared; the table of this number differs.
api::PipelineStatus largePipeline(int differing)
{
    const api::PipelineStatus sample = samplePipeline();
    api::PipelineStatus status = sample;
    status.tables.clear();
    for (int i = 0; i < tables; ++i) {
        api::PipelineRow row = sample.tables[i == differing ? 3 : 2]; // rental differs, film is green
        row.table = model::TableName::create(QStringLiteral("schema_%1").arg(i / 50, 4, 10, QLatin1Char('0')), QStringLiteral("table_%1").arg(i, 6, 10, QLatin1Char('0'))).value();
        status.tables.push_back(std::move(row));
    }
    return status;
}

} // namespace

/// Whether the page can be used while a very large pipeline is read and shown.
class PipelineWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopNeverStandsStill()
    {
        Theme::instance().apply();
        std::atomic<int> readings = 0;
        const api::PipelineStatus first = largePipeline(100), second = largePipeline(200);
        usecases::HandlerRegistry handlers;
        handlers.add<api::ShowPipeline>([&](const api::ShowPipeline &, const api::CallContext &, base::RunContext &) -> base::Result<api::PipelineStatus> {
            return readings++ == 0 ? first : second;
        });
        handlers.add<api::ShowTableHistory>([](const api::ShowTableHistory &, const api::CallContext &, base::RunContext &) -> base::Result<api::TableHistory> { return sampleHistory(); });
        handlers.add<api::ShowExtraction>([](const api::ShowExtraction &, const api::CallContext &, base::RunContext &) -> base::Result<api::ExtractionPage> { return sampleSql(); });
        handlers.add<api::ShowRun>([](const api::ShowRun &, const api::CallContext &, base::RunContext &) -> base::Result<api::RunDetail> { return sampleRunDetail(); });
        WorkingHost host(std::move(handlers));
        PipelinePage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *table = page.findChild<DataTable *>(QStringLiteral("pipeline-table"));
        auto *rows = table->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));

        EventLoopWatch watch;
        QTest::qWait(20);
        watch.begin(QStringLiteral("read"));
        QElapsedTimer since;
        since.start();
        page.refresh();
        while (!(rows->isVisible() && table->shownCount() > 0) && since.elapsed() < 60'000)
            QTest::qWait(1);
        const qint64 firstView = since.elapsed();
        QTRY_VERIFY(table->isSettled());
        QCOMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("select"));
        table->setCurrentId(QStringLiteral("schema_0002.table_000100"));
        QTest::qWait(50);
        watch.begin(QStringLiteral("filter"));
        table->filterBar().setText(QStringLiteral("schema_0042"));
        QTRY_COMPARE(table->shownCount(), 50);
        table->filterBar().clear();
        QTRY_COMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("read again"));
        page.pulse({.ledgerEntries = 9});
        QTRY_COMPARE_WITH_TIMEOUT(readings.load(), 2, 60'000);
        QTRY_COMPARE(table->rows()->needsMe(200), true);
        QTRY_VERIFY(table->isSettled());
        QTest::qWait(50);

        qInfo("first view after %lld ms; %s", firstView, qPrintable(watch.figures()));
        QTRY_VERIFY(watch.ticks() > 5); // it really watched
        QVERIFY2(watch.longestWork().cpuMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY(firstView <= mostWaitMs);
    }
};

QTEST_MAIN(PipelineWatchTest)
#include "pipeline_watch_test.moc"
