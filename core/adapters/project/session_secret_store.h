#pragma once

#include "ports/secret_store.h"

#include <map>
#include <mutex>

namespace lakehouse::adapters {

/// Passwords that a person typed in for this run of the program: held in memory, gone at its end. From any thread.
class SessionSecretStore : public ports::SecretStore {
public:
    /// Fails with NotFound when none is held.
    base::Result<std::shared_ptr<const base::Secret>> secret(const QString &variable, base::RunContext &run) override;
    model::SecretPlace placeOf(const QString &variable, base::RunContext &run) override;

    void hold(const QString &variable, std::shared_ptr<const base::Secret> password);
    void forget(const QString &variable);

private:
    std::shared_ptr<const base::Secret> held(const QString &variable);

    std::mutex m_mutex;
    std::map<QString, std::shared_ptr<const base::Secret>> m_secrets;
};

} // namespace lakehouse::adapters
