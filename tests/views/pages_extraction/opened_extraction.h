#pragma once

#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/notice_banner.h"
#include "pages/extraction/extraction_page.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/support/opened_page.h"

#include <QPlainTextEdit>

namespace lakehouse::testsupport {

inline const QString sampleReason = QStringLiteral("read and checked with the owners");

/// The page with its plan on screen.
struct OpenedExtraction : OpenedPage<views::ExtractionPage> {
    explicit OpenedExtraction(const api::ExtractionPage &plan = samplePlan())
    {
        show(plan);
        host.bench.answerBy<api::ShowLedger>(sampleLedger);
        host.bench.answer<api::ShowLineage>(sampleLineage());
        open();
    }
    explicit OpenedExtraction(const base::Error &error)
    {
        host.bench.fail<api::ShowExtraction>(error);
        host.bench.answer<api::ShowLedger>(api::LedgerPage{});
        open();
    }
    void show(const api::ExtractionPage &plan)
    {
        host.bench.answerBy<api::ShowExtraction>(serving(plan));
    }

    views::DataTable *table() const { return find<views::DataTable>("extraction-table"); }
    views::DetailPane *detail() const { return find<views::DetailPane>("extraction-detail"); }
    views::DecisionPanel *decisions() const { return find<views::DecisionPanel>("decisions"); }
    views::NoticeBanner *notice() const { return find<views::NoticeBanner>("notice"); }
    void select(const char *name)
    {
        table()->setCurrentId(QString::fromLatin1(name));
        settle();
    }
    /// Types a reason into the open form and confirms it by keyboard.
    void decide(const QString &why)
    {
        auto *field = decisions()->findChild<QPlainTextEdit *>();
        QVERIFY(field);
        QTest::keyClicks(field, why);
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    }
};

inline api::ProjectPulse pulseOf(const api::ExtractionPage &plan)
{
    return {.plan = plan.digest, .ledgerEntries = 99};
}

} // namespace lakehouse::testsupport
