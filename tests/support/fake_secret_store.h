#pragma once

#include "ports/secret_store.h"

#include <map>

namespace lakehouse::testsupport {

/// Passwords as the test puts them, each in its place. What the test sets, it sets between calls.
class FakeSecretStore final : public ports::SecretStore {
public:
    std::map<QString, model::SecretPlace> places = {};

    base::Result<std::shared_ptr<const base::Secret>> secret(const QString &variable, base::RunContext &run) override
    {
        if (placeOf(variable, run) != model::SecretPlace::Missing)
            return std::make_shared<const base::Secret>("a-password");
        return base::Error{base::ErrorCode::NotFound, {"The environment variable %1 is not set.", variable}, {"Set it: export %1=…", variable}, variable};
    }
    model::SecretPlace placeOf(const QString &variable, base::RunContext &) override
    {
        const auto found = places.find(variable);
        return found == places.end() ? model::SecretPlace::Missing : found->second;
    }
};

} // namespace lakehouse::testsupport
