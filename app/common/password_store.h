#pragma once

#include "base/async.h"
#include "base/secret.h"
#include "common/local_workspace.h"

#include <QThreadPool>

#include <atomic>

namespace lakehouse::app {

/// What a person does with passwords in a program that lives for long: keep one in the system's keyring, hold it until the program ends, forget it.
/// Names are those of ekos.toml (`password-env`). Methods return at once, on any thread; answers come on the event loop of whoever asks for them.
/// The next call of an operation already uses the password.
class PasswordStore {
public:
    /// `workspaces` must outlive the store. Looks in the background whether a keyring answers.
    explicit PasswordStore(LocalWorkspaces &workspaces);
    /// Gives up what still waits for the keyring.
    ~PasswordStore();

    /// False when it is known that no keyring answers.
    bool canStore() const { return m_hasKeyring; }
    /// "No system keyring answers: the password is asked for each time."; empty when one may answer.
    base::Text whyNot() const;

    /// Keeps it in the keyring. Fails with InvalidInput for a name that a project may not use, Unsupported when no keyring answers, NotAllowed when it
    /// stays locked; then nothing is kept anywhere.
    base::Async<base::Ok> store(const QString &variable, base::Secret password);
    /// Takes it out of the keyring and out of memory. Succeeds when there was none.
    base::Async<base::Ok> forget(const QString &variable);
    /// Holds it in memory until the program ends.
    void hold(const QString &variable, base::Secret password);

private:
    base::Async<base::Ok> begin(std::function<base::Result<>(base::RunContext &)> work);

    LocalWorkspaces &m_workspaces;
    std::atomic<bool> m_hasKeyring;
    base::CancelToken m_cancel;
    QThreadPool m_worker;
};

} // namespace lakehouse::app
