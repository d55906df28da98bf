#pragma once

#include "base/error.h"
#include "shell/session_store.h"

#include <functional>

namespace lakehouse::app {

/// Keeps each value in a file of its own below one folder, readable by its owner only. A file is replaced as a whole, so that a killed
/// program and a second one at the same time leave the old value or the new one, never half of one.
class FileSessionStore final : public views::SessionStore {
public:
    explicit FileSessionStore(QString folder);
    /// $XDG_STATE_HOME/ekos-lakehouse/console, by default below ~/.local/state.
    static QString standardFolder();
    /// Is told when a value cannot be written: once for the same reason.
    void onFailure(std::function<void(const base::Error &)> tell) { m_tell = std::move(tell); }

    QByteArray value(const QString &key) const override;
    void setValue(const QString &key, const QByteArray &value) override;

private:
    QString pathOf(const QString &key) const;
    void tellFailure(const QString &path, const QString &why);

    QString m_folder;
    QString m_told;
    std::function<void(const base::Error &)> m_tell;
};

} // namespace lakehouse::app
