#include "kit/theme.h"
#include "pages/sources/sources_page.h"
#include "views/support/first_reading.h"

#include <QPushButton>

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::SourcesPage, api::ListSources>;

/// The page before anything was read.
class SourcesReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("sources.add"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("sources.add"); }

    /// What a person sees of a reading that takes long: what is read, and a button that ends it.
    void afterThreeSecondsItIsSaidAndStopIsPressed()
    {
        testsupport::FakePageHost host;
        host.bench.hold<api::ListSources>();
        views::SourcesPage page(host);
        page.show();
        page.refresh();
        const auto *loading = page.findChild<views::LoadingState *>();
        auto *stop = loading->findChild<QPushButton *>(QStringLiteral("loading-stop"));
        QVERIFY(!stop->isVisible()); // what is there soon needs no words
        QTRY_VERIFY_WITH_TIMEOUT(stop->isVisible(), 10'000);
        QVERIFY(testsupport::isSaid(page, QStringLiteral("Reading the sources of film-rental…")));
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(loading->stage(), views::LoadingState::Stage::Idle);
        QVERIFY(host.bench.lastContext<api::ListSources>().cancel.isCancelled());
    }
};

QTEST_MAIN(SourcesReadingTest)
#include "sources_reading_test.moc"
