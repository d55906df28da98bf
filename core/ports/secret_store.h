#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <memory>

namespace lakehouse::ports {

/// Where passwords come from: the environment first, then the system keychain. Never a file.
class SecretStore {
public:
    virtual ~SecretStore() = default;
    /// Fails with NotFound naming the environment variable to set.
    virtual base::Result<std::shared_ptr<const base::Secret>> secret(const QString &environmentVariable) = 0;
};

} // namespace lakehouse::ports
