#include "kit/theme.h"
#include "pages/review/review_page.h"
#include "views/support/first_reading.h"

using namespace lakehouse;
using Reading = testsupport::FirstReading<views::ReviewPage, api::ListReview>;

/// The page before anything was read.
class ReviewReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { views::Theme::instance().apply(); }
    void stopEndsTheFirstReading() { Reading::stopEndsIt("signoff.approve"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("signoff.approve"); }
};

QTEST_MAIN(ReviewReadingTest)
#include "review_reading_test.moc"
