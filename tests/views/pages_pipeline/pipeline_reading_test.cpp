#include "kit/theme.h"
#include "pages/pipeline/pipeline_page.h"
#include "views/support/first_reading.h"

#include <QLabel>
#include <QPushButton>

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::PipelinePage, api::ShowPipeline>;

/// The page before anything was read.
class PipelineReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("pipeline.run"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("pipeline.run"); }

    void stopIsPressedOnceTheWordsAreThere()
    {
        testsupport::FakePageHost host;
        host.bench.hold<api::ShowPipeline>();
        views::PipelinePage page(host);
        page.resize(1280, 800);
        page.show();
        page.refresh();
        auto *stop = page.findChild<QPushButton *>(QStringLiteral("loading-stop"));
        QVERIFY(!stop->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(stop->isVisible(), 10'000); // after three seconds
        QCOMPARE(page.findChild<QLabel *>(QStringLiteral("loading-words"))->text(), QStringLiteral("Reading the tables of film-rental…"));
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(testsupport::whyBlocked(page, "pipeline.run").contains(QStringLiteral("Press F5")));
        QVERIFY(host.bench.lastContext<api::ShowPipeline>().cancel.isCancelled());
    }
};

QTEST_MAIN(PipelineReadingTest)
#include "pipeline_reading_test.moc"
