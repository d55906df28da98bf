#pragma once

#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "pages/extraction/extraction_page.h"
#include "shell/main_window.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/shell/console_parts.h"
#include "views/support/fake_page_host.h"

#include <QTest>

namespace lakehouse::testsupport {

/// The page where it stands in the console: in the whole window, beside the rail, with its plan on screen.
class ConsoleExtractionWindow {
    FixedClock m_clock;
    MemoryStore m_store;
    FakeCredentials m_credentials;
    ScriptedWorkbench m_bench;

public:
    explicit ConsoleExtractionWindow(QSize size)
    {
        m_bench.answer<api::ShowPulse>({.project = QStringLiteral("film-rental"), .environment = QStringLiteral("test"), .plan = samplePlan().digest});
        m_bench.answer<api::ShowWorkflow>(model::WorkflowStatus{});
        m_bench.answer<api::ListRuns>(api::RunList{});
        m_bench.answerBy<api::ShowExtraction>(serving(samplePlan()));
        m_bench.answerBy<api::ShowLedger>(sampleLedger);
        m_bench.answer<api::ShowLineage>(sampleLineage());
        std::vector<views::PageEntry> pages = views::pageList();
        views::setFactory(pages, QStringLiteral("extraction"), [this](views::PageHost &host) { return page = new views::ExtractionPage(host); });
        window = std::make_unique<views::MainWindow>(views::ConsoleSetup{.workbench = m_bench, .credentials = m_credentials, .store = m_store,
            .clock = m_clock, .actor = {.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk"), .channel = QStringLiteral("desktop")},
            .project = {.id = QStringLiteral("/srv/film"), .name = QStringLiteral("film-rental"), .place = QStringLiteral("/srv/film")},
            .pages = std::move(pages)});
        window->resize(size);
        window->restorePlace();
        window->show();
        window->activateWindow();
        window->open({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film"), .tab = QStringLiteral("diff")});
    }
    /// Waits until the plan and the SQL of public.film are there.
    bool isReady() const
    {
        return QTest::qWaitForWindowActive(window.get())
            && QTest::qWaitFor([this] { return page && page->place().object == QLatin1String("public.film") && find("diff-canvas")->isVisible(); });
    }
    template<typename Widget = QWidget>
    Widget *find(const char *name) const { return page->findChild<Widget *>(QString::fromLatin1(name)); }
    void trigger(const char *command) const
    {
        for (QAction *action : page->actions())
            if (action->objectName() == QLatin1String("command-") + QLatin1String(command))
                action->trigger();
    }

    std::unique_ptr<views::MainWindow> window;
    views::ExtractionPage *page = nullptr;
};

} // namespace lakehouse::testsupport
