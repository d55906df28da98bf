#pragma once

#include "base/run_context.h"
#include "base/secret.h"
#include "model/secret_place.h"

#include <memory>

namespace lakehouse::ports {

/// Where passwords come from: the environment first, then what a person typed in for this run, then the system keychain. Never a file. Calls may
/// come from any thread; a locked keychain asks the person, so a call may wait for minutes, and ends soon after a cancel.
class SecretStore {
public:
    virtual ~SecretStore() = default;
    /// `variable`: the name that ekos.toml has for the password. Fails with NotFound saying what to set, InvalidInput for a name that a project may
    /// not use, ExternalFailure in the keychain's words. Never repeats a password.
    virtual base::Result<std::shared_ptr<const base::Secret>> secret(const QString &variable, base::RunContext &run) = 0;
    /// Where `secret` would find it; Missing for a name that may not be used. Waits for a few seconds at most: a keychain that stays locked has none.
    virtual model::SecretPlace placeOf(const QString &variable, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
