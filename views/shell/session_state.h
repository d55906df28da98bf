#pragma once

#include "shell/place.h"
#include "shell/session_store.h"

#include <QString>

namespace lakehouse::views {

/// What a person left in a project: where they were, how they had arranged it, and what they typed and did not send. Each value stands
/// alone, carries its version and is written through at once; a value of another version is as if it were not there.
class SessionState {
public:
    /// `project` tells projects apart that have the same name: for a local one its folder.
    SessionState(SessionStore &store, const QString &project, const QString &person);

    Place place() const;
    void setPlace(const Place &place);
    QByteArray pageState(const QString &page) const;
    void setPageState(const QString &page, const QByteArray &state);
    QString draft(const QString &key) const;
    void setDraft(const QString &key, const QString &text);
    /// Of the window in this project: "rail", "drawer", "recent", …
    QByteArray arrangement(const QString &key) const;
    void setArrangement(const QString &key, const QByteArray &value);
    /// Of the person, in every project: "theme", "density", …
    QByteArray preference(const QString &key) const;
    void setPreference(const QString &key, const QByteArray &value);

private:
    QByteArray read(const QString &key) const;
    void write(const QString &key, const QByteArray &value);

    SessionStore &m_store;
    QString m_project;
    QString m_person;
};

} // namespace lakehouse::views
