#pragma once

#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/notice_banner.h"
#include "pages/extraction/extraction_page.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/support/fake_page_host.h"

#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

namespace lakehouse::testsupport {

inline const QString sampleReason = QStringLiteral("read and checked with the owners");

/// The page in a window of the size of a small screen, its plan on screen.
struct OpenedExtraction {
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
    void open()
    {
        page = std::make_unique<views::ExtractionPage>(host);
        page->resize(1280, 800);
        page->show();
        page->activateWindow();
        page->refresh();
        settle();
    }
    void show(const api::ExtractionPage &plan)
    {
        host.bench.answerBy<api::ShowExtraction>(serving(plan));
    }
    void settle()
    {
        QSignalSpy settled(page.get(), &views::Page::settled);
        QVERIFY(settled.wait(1000));
    }

    template<typename Widget>
    Widget *find(const char *name) const { return page->findChild<Widget *>(QString::fromLatin1(name)); }
    views::CommandAction *action(const char *id) const
    {
        for (QAction *action : page->actions())
            if (auto *command = qobject_cast<views::CommandAction *>(action); command && command->id() == QLatin1String(id))
                return command;
        return nullptr;
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

    FakePageHost host;
    std::unique_ptr<views::ExtractionPage> page = {};
};

inline api::ProjectPulse pulseOf(const api::ExtractionPage &plan)
{
    return {.plan = plan.digest, .ledgerEntries = 99};
}

} // namespace lakehouse::testsupport
