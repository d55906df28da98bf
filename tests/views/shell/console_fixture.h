#pragma once

#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "kit/english_plurals.h"
#include "kit/theme.h"
#include "shell/main_window.h"
#include "views/shell/console_parts.h"
#include "views/support/fake_page_host.h"

#include <QTest>

#include <algorithm>

namespace lakehouse::testsupport {

inline model::RunId runId(int number)
{
    return model::RunId(QUuid(0x01900000, 0, 0x7000, 0x80, 0, 0, 0, 0, 0, 0, uchar(number)));
}

inline model::TableName filmTable(const char *name = "film")
{
    return model::TableName::create(QStringLiteral("public"), QString::fromLatin1(name)).value();
}

/// A window over a scripted project with two pages of its own, "sources" and "extraction"; the others are placeholders.
class ConsoleFixture {
public:
    ConsoleFixture()
    {
        static const bool isInEnglish = QCoreApplication::installTranslator(new views::EnglishPlurals(qApp));
        QVERIFY(isInEnglish);
        views::Theme::instance().apply();
        pulse.project = QStringLiteral("pagila");
        pulse.environment = QStringLiteral("test");
        workflow.project = pulse.project;
        const std::pair<model::StepState, const char *> steps[] = {{model::StepState::Done, ""}, {model::StepState::Open, ""},
                                                                   {model::StepState::Open, ""}, {model::StepState::Open, ""},
                                                                    {model::StepState::Open, ""}, {model::StepState::Problems, ""},
                                                                        {model::StepState::Open, ""}};
        for (int i = 0; i < 7; ++i)
            workflow.steps.push_back({.number = i + 1, .name = model::StepName(i), .state = steps[i].first, .reason = "A reason is given.",
                                      .next = QStringLiteral("ekos-lakehouse next")});
        workbench.answerBy<api::ShowPulse>([this](const api::ShowPulse &) -> base::Result<api::ProjectPulse> { return pulse; });
        workbench.answerBy<api::ShowWorkflow>([this](const api::ShowWorkflow &) -> base::Result<model::WorkflowStatus> { return workflow; });
        workbench.answerBy<api::ListRuns>([this](const api::ListRuns &) -> base::Result<api::RunList> { return api::RunList{pulse.runs}; });
        workbench.answerBy<api::ShowRun>([this](const api::ShowRun &request) -> base::Result<api::RunDetail> { return detailAfter(request.after); });
        open();
    }

    /// Another window over the same project and store, as after a restart. The old one goes without a word, as when it is killed.
    void open()
    {
        std::vector<views::PageEntry> pages = views::pageList();
        for (const char *id : {"sources", "extraction"})
            views::setFactory(pages, QString::fromLatin1(id), [this, id](views::PageHost &) {
                auto *made = new TestPage(QString::fromLatin1(id));
                (QLatin1String(id) == QLatin1String("sources") ? sources : extraction) = made;
                return made;
            });
        window = std::make_unique<views::MainWindow>(views::ConsoleSetup{.workbench = workbench, .credentials = credentials, .store = store,
                                                                         .clock = clock,
            .actor = {.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk"), .channel = QStringLiteral("desktop")},
            .project = {.id = QStringLiteral("/srv/pagila"), .name = QStringLiteral("pagila"), .place = QStringLiteral("/srv/pagila")},
            .projects = {known,
                         {QStringLiteral("/srv/chinook"), QStringLiteral("chinook"), QStringLiteral("/srv/chinook")}},
            .pages = std::move(pages)});
    }
    /// Shows it and waits until the project answered.
    bool show()
    {
        window->restorePlace();
        window->show();
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get())
            && QTest::qWaitFor([this] { return !window->workflow().steps.empty() && extraction != nullptr; });
    }
    template<typename Widget = QWidget>
    Widget *find(const char *name) const { return window->findChild<Widget *>(QString::fromLatin1(name)); }
    QAction *command(const QString &id) const
    {
        for (QAction *action : window->actions())
            if (action->objectName() == QStringLiteral("command-") + id)
                return action;
        return nullptr;
    }

    /// A pipeline run that goes on, started elsewhere, with `done` of three tables done.
    void setRun(model::RunState state, int done = 0)
    {
        detail.run = {.id = runId(1), .operation = QStringLiteral("pipeline.run"), .state = state, .actor = QStringLiteral("ben@server (cli)"),
                      .channel = QStringLiteral("cli"), .startedAtUtc = clock.now()};
        if (state != model::RunState::Running)
            detail.run.endedAtUtc = clock.now();
        detail.tables.clear();
        const char *names[] = {"actor", "film", "rental"};
        for (int i = 0; i < 3; ++i)
            detail.tables.push_back({.table = filmTable(names[i]), .state = i < done ? api::TableState::Green : i == done ? api::TableState::Running
                                     : api::TableState::Waiting});
        pulse.runs = {detail.run};
    }
    void addLine(const char *subject, model::EventLevel level = model::EventLevel::Info)
    {
        detail.events.push_back({.sequence = qint64(detail.events.size()) + 1, .atUtc = clock.now(), .level = level, .stage = QStringLiteral("load"),
                                 .subject = QString::fromLatin1(subject), .message = "Rows are read."});
    }

    FixedClock clock;
    MemoryStore store;
    FakeCredentials credentials;
    ScriptedWorkbench workbench;
    api::ProjectPulse pulse;
    model::WorkflowStatus workflow;
    api::RunDetail detail;
    views::ProjectChoice known{.id = QStringLiteral("/srv/pagila"), .name = QStringLiteral("pagila"), .place = QStringLiteral("/srv/pagila")}; ///< as it was noted before
    std::unique_ptr<views::MainWindow> window;
    TestPage *sources = nullptr;
    TestPage *extraction = nullptr;

private:
    api::RunDetail detailAfter(qint64 after) const
    {
        api::RunDetail part = detail;
        std::erase_if(part.events, [after](const model::RunEvent &event) { return event.sequence <= after; });
        return part;
    }
};

} // namespace lakehouse::testsupport
