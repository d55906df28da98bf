#pragma once

#include "common/password_store.h"
#include "shell/credentials.h"

#include <QObject>

namespace lakehouse::app {

/// Passwords of the desktop: in the system's keyring, or in memory until the program ends.
class DesktopCredentials final : public views::Credentials {
public:
    explicit DesktopCredentials(PasswordStore &passwords) : m_passwords(passwords) {}
    bool canStore() const override;
    QString whyNot() const override;
    void store(const QString &name, base::Secret secret, Done done) override;
    void holdForSession(const QString &name, base::Secret secret) override;
    void forget(const QString &name, Done done) override;

private:
    PasswordStore &m_passwords;
    QObject m_context; ///< answers come on its event loop, and no more once it is gone
};

} // namespace lakehouse::app
