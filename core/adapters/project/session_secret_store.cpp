#include "adapters/project/session_secret_store.h"

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;

std::shared_ptr<const base::Secret> SessionSecretStore::held(const QString &variable)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_secrets.find(variable);
    return found == m_secrets.end() ? nullptr : found->second;
}

base::Result<std::shared_ptr<const base::Secret>> SessionSecretStore::secret(const QString &variable, base::RunContext &)
{
    if (std::shared_ptr<const base::Secret> password = held(variable))
        return password;
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No password was typed in for %1."), variable},
                 QT_TRANSLATE_NOOP("core", "Type it in."), variable};
}

model::SecretPlace SessionSecretStore::placeOf(const QString &variable, base::RunContext &)
{
    return held(variable) ? model::SecretPlace::Session : model::SecretPlace::Missing;
}

void SessionSecretStore::hold(const QString &variable, std::shared_ptr<const base::Secret> password)
{
    const std::lock_guard lock(m_mutex);
    m_secrets[variable] = std::move(password);
}

void SessionSecretStore::forget(const QString &variable)
{
    const std::lock_guard lock(m_mutex);
    m_secrets.erase(variable);
}

} // namespace lakehouse::adapters
