#pragma once

#include <QByteArray>
#include <QString>

namespace lakehouse::views {

/// Where the console keeps what it remembers. Small values; written through at once, so that a killed program loses nothing.
/// Several programs may use the same store: each value is replaced as a whole, the last one stays.
class SessionStore {
public:
    virtual ~SessionStore() = default;
    virtual QByteArray value(const QString &key) const = 0; ///< empty when there is none, or it cannot be read
    virtual void setValue(const QString &key, const QByteArray &value) = 0; ///< an empty one removes it
};

} // namespace lakehouse::views
