#include "kit/theme.h"
#include "pages/analysis/analysis_page.h"
#include "views/support/first_reading.h"

#include <QPushButton>

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::AnalysisPage, api::ShowAnalysis>;

/// The page before anything was read.
class AnalysisReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("analysis.open-plan"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("analysis.open-plan"); }

    /// What a person sees of a reading that takes long: what is read, and a button that ends it.
    void afterThreeSecondsItIsSaidAndStopIsPressed()
    {
        testsupport::FakePageHost host;
        host.bench.hold<api::ShowAnalysis>();
        views::AnalysisPage page(host);
        page.show();
        page.refresh();
        const auto *loading = page.findChild<views::LoadingState *>();
        auto *stop = loading->findChild<QPushButton *>(QStringLiteral("loading-stop"));
        QVERIFY(!stop->isVisible()); // what is there soon needs no words
        QTRY_VERIFY_WITH_TIMEOUT(stop->isVisible(), 10'000);
        QVERIFY(testsupport::isSaid(page, QStringLiteral("Reading the analysis of film-rental…")));
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(loading->stage(), views::LoadingState::Stage::Idle);
        QVERIFY(host.bench.lastContext<api::ShowAnalysis>().cancel.isCancelled());
    }
};

QTEST_MAIN(AnalysisReadingTest)
#include "analysis_reading_test.moc"
