#pragma once

#include "api/workbench.h"
#include "base/system_clock.h"
#include "base/uuid7.h"
#include "common/local_workspace.h"
#include "desktop/desktop_credentials.h"
#include "shell/main_window.h"
#include "usecases/in_process_workbench.h"
#include "views/console_pictures/held_workbench.h"
#include "views/shell/console_parts.h"
#include "views/support/fake_page_host.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace lakehouse::testsupport {

/// A project over the sample database of the native stack, or over GardenSource, worked on by people who are not the ones of this machine. What it
/// made on the servers goes with it; what a killed test left, with the next.
class PictureProject {
public:
    enum class Kind { Film, Garden, Empty };

    static constexpr int silentPort = 24399; ///< of a source of the garden shop: whoever listens there decides what it says; no system hands it out by itself

    explicit PictureProject(Kind kind);
    ~PictureProject();
    /// Settings and state; nothing was read yet. Empty when it worked, else what went wrong.
    QString make();
    QString folder() const { return m_folder.path(); }

    /// The delivered window with another person in front of it. Of the film rental with a keyring that keeps nothing, else with whatever keyring
    /// this session has.
    std::unique_ptr<views::MainWindow> open();

    /// As somebody with an editor: this text of ekos.toml becomes another. False: it does not stand there.
    bool edit(const QString &before, const QString &after);
    /// The window waits for the answers to R, until they are released.
    template<api::OperationRequest R>
    void hold() { m_held.hold<R>(); }
    template<api::OperationRequest R>
    void release() { m_held.release<R>(); }

    /// Asks the same workbench as the window, in the name of a person, and waits. nullopt: it failed, see trouble().
    template<api::OperationRequest R>
    std::optional<typename R::Answer> ask(R request, const char *person = "anna")
    {
        QObject context;
        using Came = base::Result<typename R::Answer>;
        std::optional<Came> answer;
        m_workbench.ask(std::move(request), contextOf(person)).onSettled(&context, [&](const Came &came) { answer = came; });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 300'000))
            m_trouble = QStringLiteral("no answer to ") + QLatin1String(R::operation.name);
        else if (!*answer)
            m_trouble = QLatin1String(R::operation.name) + QStringLiteral(": ") + answer->error().message.toEnglish() + QLatin1Char(' ')
                + answer->error().detail;
        return answer && *answer ? std::optional(answer->value()) : std::nullopt;
    }
    const QString &trouble() const { return m_trouble; }

    bool lakeSql(const QString &sql);
    /// Dagster loads the generated project.
    bool registerCode();

private:
    api::CallContext contextOf(const char *person) const;
    bool run(const QString &program, const QStringList &arguments);
    void removeFromServers();
    QString settings() const;
    QString gardenSettings() const;
    QString name() const;
    QString location() const;
    QString bronzePrefix() const;

    Kind m_kind;
    QTemporaryDir m_folder;
    QString m_trouble;
    QString m_out;
    base::SystemClock m_clock;
    base::Uuid7Source m_ids;
    app::LocalWorkspaces m_workspaces;
    usecases::InProcessWorkbench m_workbench;
    HeldWorkbench m_held;
    FakeCredentials m_credentials;
    app::PasswordStore m_passwords;
    app::DesktopCredentials m_desktopCredentials;
    MemoryStore m_store;
};

} // namespace lakehouse::testsupport
