#pragma once

#include "ports/secret_store.h"

#include <vector>

namespace lakehouse::adapters {

/// Asks one store after the other; the first that has the password answers. Only NotFound goes on to the next: a name that may not be used is asked
/// nowhere else. When none has it, the first one says what to do.
class ChainedSecretStore : public ports::SecretStore {
public:
    /// At least one.
    explicit ChainedSecretStore(std::vector<std::shared_ptr<ports::SecretStore>> stores) : m_stores(std::move(stores)) {}
    base::Result<std::shared_ptr<const base::Secret>> secret(const QString &variable, base::RunContext &run) override;
    model::SecretPlace placeOf(const QString &variable, base::RunContext &run) override;

private:
    std::vector<std::shared_ptr<ports::SecretStore>> m_stores;
};

} // namespace lakehouse::adapters
