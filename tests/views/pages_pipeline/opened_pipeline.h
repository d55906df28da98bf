#pragma once

#include "kit/data_table.h"
#include "pages/pipeline/pipeline_page.h"
#include "views/pages_pipeline/pipeline_samples.h"
#include "views/support/fake_page_host.h"

#include <QSignalSpy>
#include <QTest>

namespace lakehouse::testsupport {

/// The page in a window of the size of a small screen, its pipeline on screen.
struct OpenedPipeline {
    explicit OpenedPipeline(api::PipelineStatus status = samplePipeline())
    {
        host.bench.answer<api::ShowPipeline>(std::move(status));
        host.bench.answer<api::ShowTableHistory>(sampleHistory());
        host.bench.answer<api::ShowExtraction>(sampleSql());
        host.bench.answer<api::ShowRun>(sampleRunDetail());
        page = std::make_unique<views::PipelinePage>(host);
        page->resize(1280, 800);
        page->show();
        QSignalSpy settled(page.get(), &views::Page::settled);
        page->refresh();
        isSettled = settled.wait();
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
    void select(const char *table)
    {
        QSignalSpy settled(page.get(), &views::Page::settled);
        find<views::DataTable>("pipeline-table")->setCurrentId(QString::fromLatin1(table));
        QVERIFY(settled.wait());
    }

    /// Nothing is asked for any more.
    void settle()
    {
        QSignalSpy settled(page.get(), &views::Page::settled);
        settled.wait(150);
        QTRY_VERIFY(find<views::DataTable>("pipeline-table")->isSettled());
    }

    FakePageHost host;
    std::unique_ptr<views::PipelinePage> page;
    bool isSettled = false;
};

inline model::Run activeRun()
{
    return {.id = sampleRun(3), .operation = QStringLiteral("pipeline.run"), .state = model::RunState::Running, .actor = QStringLiteral("ben@build.example.com (cli)"),
            .startedAtUtc = sampleTime(-1), .foreignId = QStringLiteral("dagster-3")};
}

} // namespace lakehouse::testsupport
