#include "kit/theme.h"
#include "pages/pipeline/pipeline_page.h"
#include "views/support/first_reading.h"

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::PipelinePage, api::ShowPipeline>;

/// The page before anything was read.
class PipelineReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("pipeline.run"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("pipeline.run"); }
};

QTEST_MAIN(PipelineReadingTest)
#include "pipeline_reading_test.moc"
