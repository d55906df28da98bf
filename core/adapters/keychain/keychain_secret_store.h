#pragma once

#include "base/strong_id.h"
#include "model/run.h"
#include "ports/secret_store.h"

namespace lakehouse::adapters {

/// Passwords of one project in the system's keyring (Secret Service, KWallet), under "<variable>@<project>". Never falls back to a file. Nothing is
/// loaded and no program is asked before the first call; calls may come from any thread, and wait while the person unlocks the keyring.
///
/// Failures: NotFound; Unsupported when no keyring answers, or this build has none; NotAllowed when it stays locked; TimedOut; Cancelled.
class KeychainSecretStore : public ports::SecretStore {
public:
    explicit KeychainSecretStore(const model::ProjectId &project) : m_project(project) {}

    /// False where there can be no keyring: no session bus, or a build without one. True promises nothing: see `check`.
    static bool isReachable();
    static base::Error noKeyring(const QString &detail = {});

    base::Result<std::shared_ptr<const base::Secret>> secret(const QString &variable, base::RunContext &run) override;
    model::SecretPlace placeOf(const QString &variable, base::RunContext &run) override;
    base::Result<> store(const QString &variable, const base::Secret &password, base::RunContext &run);
    /// Succeeds when there was none.
    base::Result<> forget(const QString &variable, base::RunContext &run);
    /// Fails when no keyring answers. Waits for a few seconds at most.
    base::Result<> check(base::RunContext &run);

private:
    QString keyOf(const QString &variable) const { return variable + QLatin1Char('@') + m_project.toString(); }

    model::ProjectId m_project;
};

} // namespace lakehouse::adapters
