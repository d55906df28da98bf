#pragma once

#include "ports/secret_store.h"

namespace lakehouse::adapters {

/// Passwords from environment variables. Thread-safe as long as nobody changes the environment.
class EnvironmentSecretStore : public ports::SecretStore {
public:
    /// Fails with NotFound when the variable is unset or empty, InvalidInput when the name cannot be one, which is not repeated then, or when a
    /// project may not read that variable.
    base::Result<std::shared_ptr<const base::Secret>> secret(const QString &variable, base::RunContext &run) override;
    model::SecretPlace placeOf(const QString &variable, base::RunContext &run) override;
};

} // namespace lakehouse::adapters
