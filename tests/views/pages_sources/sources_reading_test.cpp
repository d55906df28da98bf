#include "kit/theme.h"
#include "pages/sources/sources_page.h"
#include "views/support/first_reading.h"

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::SourcesPage, api::ListSources>;

/// The page before anything was read.
class SourcesReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("sources.add"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("sources.add"); }
};

QTEST_MAIN(SourcesReadingTest)
#include "sources_reading_test.moc"
