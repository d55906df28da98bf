#include "adapters/keychain/keychain_secret_store.h"

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;

bool KeychainSecretStore::isReachable()
{
    return false;
}

Error KeychainSecretStore::noKeyring(const QString &detail)
{
    return Error{ErrorCode::Unsupported, QT_TRANSLATE_NOOP("core", "No system keyring answers: the password is asked for each time."),
                 QT_TRANSLATE_NOOP("core", "This program was built without QtKeychain: build it with the package qtkeychain-qt6-dev."), {}, detail};
}

Result<std::shared_ptr<const base::Secret>> KeychainSecretStore::secret(const QString &, base::RunContext &)
{
    return noKeyring();
}

model::SecretPlace KeychainSecretStore::placeOf(const QString &, base::RunContext &)
{
    return model::SecretPlace::Missing;
}

Result<> KeychainSecretStore::store(const QString &, const base::Secret &, base::RunContext &)
{
    return noKeyring();
}

Result<> KeychainSecretStore::forget(const QString &, base::RunContext &)
{
    return noKeyring();
}

Result<> KeychainSecretStore::check(base::RunContext &)
{
    return noKeyring();
}

} // namespace lakehouse::adapters
