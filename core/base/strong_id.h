#pragma once

#include "base/result.h"

#include <QUuid>

namespace lakehouse::base {

/// A UUID of one kind of thing only: the id of a run is not the id of a project. Written in lower case with hyphens.
template<typename Tag>
class StrongId {
public:
    StrongId() = default; ///< unset: no reader leaves one behind
    explicit StrongId(const QUuid &uuid) : m_uuid(uuid) {}
    static Result<StrongId> parse(const QString &text)
    {
        const QUuid uuid = QUuid::fromString(text);
        if (uuid.isNull() || uuid.toString(QUuid::WithoutBraces) != text)
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not an id."), text},
                         QT_TRANSLATE_NOOP("core", "An id has the form 01234567-89ab-cdef-0123-456789abcdef, in lower case.")};
        return StrongId(uuid);
    }
    bool isSet() const { return !m_uuid.isNull(); }
    QString toString() const { return m_uuid.isNull() ? QString() : m_uuid.toString(QUuid::WithoutBraces); }
    const QUuid &uuid() const { return m_uuid; }
    friend bool operator==(const StrongId &, const StrongId &) = default;

private:
    QUuid m_uuid;
};

/// Makes new ids; passed in, so that tests can count.
class IdSource {
public:
    virtual ~IdSource() = default;
    /// UUID v7 (RFC 9562): sorts by time of making.
    virtual QUuid next() = 0;
};

} // namespace lakehouse::base
