#include "common/password_store.h"

#include "adapters/keychain/keychain_secret_store.h"
#include "adapters/project/environment_secret_store.h"
#include "adapters/project/session_secret_store.h"

namespace lakehouse::app {

using adapters::KeychainSecretStore;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

/// A name that is never read back is not kept either.
Result<> checkName(const QString &variable, RunContext &run)
{
    adapters::EnvironmentSecretStore environment;
    if (const auto found = environment.secret(variable, run); !found && found.error().code != ErrorCode::NotFound)
        return found.error();
    return base::Ok{};
}

} // namespace

PasswordStore::PasswordStore(LocalWorkspaces &workspaces)
    : m_workspaces(workspaces), m_hasKeyring(KeychainSecretStore::isReachable())
{
    m_worker.setMaxThreadCount(1);
    if (!m_hasKeyring)
        return;
    begin([this](RunContext &run) -> Result<> {
        KeychainSecretStore keyring{model::ProjectId()};
        Result<> answer = keyring.check(run);
        m_hasKeyring = answer || answer.error().code != ErrorCode::Unsupported;
        return answer;
    });
}

PasswordStore::~PasswordStore()
{
    m_cancel.cancel();
    m_worker.waitForDone();
}

base::Text PasswordStore::whyNot() const
{
    return m_hasKeyring ? base::Text() : KeychainSecretStore::noKeyring().message;
}

base::Async<base::Ok> PasswordStore::begin(std::function<Result<>(RunContext &)> work)
{
    base::AsyncSource<base::Ok> source;
    m_worker.start([work = std::move(work), cancel = m_cancel, source] {
        RunContext run(cancel);
        source.settle(work(run));
    });
    return source.async();
}

base::Async<base::Ok> PasswordStore::store(const QString &variable, base::Secret password)
{
    return begin([this, variable, password = std::make_shared<const base::Secret>(std::move(password))](RunContext &run) -> Result<> {
        EKOS_CHECK(checkName(variable, run));
        EKOS_TRY(const std::shared_ptr<KeychainSecretStore> keychain, m_workspaces.keychain(run));
        if (Result<> stored = keychain->store(variable, *password, run); !stored) {
            m_hasKeyring = stored.error().code != ErrorCode::Unsupported;
            return stored;
        }
        m_workspaces.session().forget(variable);
        m_workspaces.notePasswordsMoved();
        return base::Ok{};
    });
}

base::Async<base::Ok> PasswordStore::forget(const QString &variable)
{
    m_workspaces.session().forget(variable);
    m_workspaces.notePasswordsMoved();
    return begin([this, variable](RunContext &run) -> Result<> {
        if (!m_hasKeyring)
            return base::Ok{};
        EKOS_TRY(const std::shared_ptr<KeychainSecretStore> keychain, m_workspaces.keychain(run));
        EKOS_CHECK(keychain->forget(variable, run));
        m_workspaces.notePasswordsMoved();
        return base::Ok{};
    });
}

void PasswordStore::hold(const QString &variable, base::Secret password)
{
    m_workspaces.session().hold(variable, std::make_shared<const base::Secret>(std::move(password)));
    m_workspaces.notePasswordsMoved();
}

} // namespace lakehouse::app
