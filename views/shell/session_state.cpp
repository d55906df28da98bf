#include "shell/session_state.h"

#include "shell/deep_link.h"

#include <QUrl>

namespace lakehouse::views {

namespace {

constexpr QByteArrayView version = "1\n"; ///< of every value; raised when one changes its meaning

/// A slash inside a name must not look like a border between two.
QString part(const QString &name)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(name));
}

} // namespace

SessionState::SessionState(SessionStore &store, const QString &project, const QString &person)
    : m_store(store), m_project(QStringLiteral("projects/%1/%2/").arg(part(project), part(person))),
        m_person(QStringLiteral("people/%1/").arg(part(person)))
{
}

Place SessionState::place() const
{
    const base::Result<DeepLink> link = DeepLink::parse(QString::fromUtf8(read(m_project + QStringLiteral("place"))));
    return link ? link.value().place : Place();
}

void SessionState::setPlace(const Place &place)
{
    write(m_project + QStringLiteral("place"), DeepLink{QStringLiteral("here"), place}.toText().toUtf8());
}

QByteArray SessionState::pageState(const QString &page) const
{
    return read(m_project + QStringLiteral("pages/") + part(page));
}

void SessionState::setPageState(const QString &page, const QByteArray &state)
{
    write(m_project + QStringLiteral("pages/") + part(page), state);
}

QString SessionState::draft(const QString &key) const
{
    return QString::fromUtf8(read(m_project + QStringLiteral("drafts/") + part(key)));
}

void SessionState::setDraft(const QString &key, const QString &text)
{
    write(m_project + QStringLiteral("drafts/") + part(key), text.toUtf8());
}

QByteArray SessionState::arrangement(const QString &key) const
{
    return read(m_project + QStringLiteral("window/") + part(key));
}

void SessionState::setArrangement(const QString &key, const QByteArray &value)
{
    write(m_project + QStringLiteral("window/") + part(key), value);
}

QByteArray SessionState::preference(const QString &key) const
{
    return read(m_person + part(key));
}

void SessionState::setPreference(const QString &key, const QByteArray &value)
{
    write(m_person + part(key), value);
}

QByteArray SessionState::read(const QString &key) const
{
    const QByteArray stored = m_store.value(key);
    return stored.startsWith(version) ? stored.mid(version.size()) : QByteArray();
}

void SessionState::write(const QString &key, const QByteArray &value)
{
    if (read(key) != value)
        m_store.setValue(key, value.isEmpty() ? QByteArray() : version.toByteArray() + value);
}

} // namespace lakehouse::views
