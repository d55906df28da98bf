#pragma once

#include "kit/detail_pane.h"
#include "kit/notice_banner.h"
#include "pages/analysis/analysis_page.h"
#include "views/pages_analysis/sample_analysis.h"
#include "views/support/opened_page.h"

#include <QAbstractItemView>

namespace lakehouse::testsupport {

/// The page in a window of the size of a small screen, its analysis on screen.
struct OpenedAnalysis : OpenedPage<views::AnalysisPage> {
    explicit OpenedAnalysis(SampleAnalysis shown = {}) : sample(std::move(shown))
    {
        sample.answerOn(host.bench);
        open();
    }

    views::DataTable *table() const { return find<views::DataTable>("analysis-table"); }
    views::DataTable *columns() const { return find<views::DataTable>("analysis-columns"); }
    views::DetailPane *detail() const { return find<views::DetailPane>("analysis-detail"); }
    views::NoticeBanner *notice() const { return find<views::NoticeBanner>("analysis-notice"); }
    QAbstractItemView *rows() const { return table()->template findChild<QAbstractItemView *>(QStringLiteral("table-rows")); }
    void select(const char *name)
    {
        table()->setCurrentId(QString::fromLatin1(name));
        settle();
    }
    void showTab(const char *tab)
    {
        QVERIFY(detail()->setCurrentTab(QString::fromLatin1(tab)));
        settle();
    }
    /// The keyboard acts in the list.
    void focusRows()
    {
        page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page.get()));
        table()->setFocus();
    }

    SampleAnalysis sample;
};

} // namespace lakehouse::testsupport
