#include "adapters/project/chained_secret_store.h"

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using Password = std::shared_ptr<const base::Secret>;

Result<Password> ChainedSecretStore::secret(const QString &variable, base::RunContext &run)
{
    Result<Password> first = m_stores.front()->secret(variable, run);
    for (std::size_t i = 1; i < m_stores.size() && !first && first.error().code == ErrorCode::NotFound; ++i) {
        Result<Password> next = m_stores[i]->secret(variable, run);
        if (next || next.error().code == ErrorCode::Cancelled)
            return next;
        if (next.error().code == ErrorCode::NotFound)
            continue;
        Error error = std::move(first).error(); // what to do stays the same; why this store did not help stands below
        error.detail = next.error().message.toEnglish();
        return error;
    }
    return first;
}

model::SecretPlace ChainedSecretStore::placeOf(const QString &variable, base::RunContext &run)
{
    const Result<Password> first = m_stores.front()->secret(variable, run);
    if (!first && first.error().code != ErrorCode::NotFound)
        return model::SecretPlace::Missing;
    for (const std::shared_ptr<ports::SecretStore> &store : m_stores)
        if (const model::SecretPlace place = store->placeOf(variable, run); place != model::SecretPlace::Missing)
            return place;
    return model::SecretPlace::Missing;
}

} // namespace lakehouse::adapters
