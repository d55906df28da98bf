#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <QString>

#include <functional>

namespace lakehouse::views {

/// Where a typed password goes. It is never shown again, never written to a file and never read back by a page.
/// `name` is that of the environment variable which ekos.toml names. All calls come from, and call back on, the UI thread.
class Credentials {
public:
    using Done = std::function<void(const base::Result<> &)>;
    virtual ~Credentials() = default;

    /// Whether a keychain is there; without one, whyNot() is the sentence that says so and what to do.
    virtual bool canStore() const = 0;
    virtual QString whyNot() const = 0;
    /// Keeps it in the system's keychain. Fails with Unsupported without one, NotAllowed when it stays locked.
    virtual void store(const QString &name, base::Secret secret, Done done) = 0;
    /// Keeps it until this program ends.
    virtual void holdForSession(const QString &name, base::Secret secret) = 0;
    /// Takes it out of the keychain and of the session.
    virtual void forget(const QString &name, Done done) = 0;
};

} // namespace lakehouse::views
