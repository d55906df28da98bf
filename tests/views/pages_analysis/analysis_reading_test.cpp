#include "kit/theme.h"
#include "pages/analysis/analysis_page.h"
#include "views/support/first_reading.h"

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::AnalysisPage, api::ShowAnalysis>;

/// The page before anything was read.
class AnalysisReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("analysis.open-plan"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("analysis.open-plan"); }
};

QTEST_MAIN(AnalysisReadingTest)
#include "analysis_reading_test.moc"
