#include "desktop/desktop_credentials.h"

#include "kit/localized.h"

namespace lakehouse::app {

bool DesktopCredentials::canStore() const
{
    return m_passwords.canStore();
}

QString DesktopCredentials::whyNot() const
{
    return canStore() ? QString() : views::localized(m_passwords.whyNot());
}

void DesktopCredentials::store(const QString &name, base::Secret secret, Done done)
{
    m_passwords.store(name, std::move(secret)).onSettled(&m_context, std::move(done));
}

void DesktopCredentials::holdForSession(const QString &name, base::Secret secret)
{
    m_passwords.hold(name, std::move(secret));
}

void DesktopCredentials::forget(const QString &name, Done done)
{
    m_passwords.forget(name).onSettled(&m_context, std::move(done));
}

} // namespace lakehouse::app
