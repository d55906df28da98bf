#pragma once

#include <QStringList>

namespace lakehouse::tests {

inline QString textOf(const char *text) { return QString::fromUtf8(text); }

inline QStringList texts(std::initializer_list<const char *> all)
{
    QStringList list;
    for (const char *one : all)
        list += textOf(one);
    return list;
}

} // namespace lakehouse::tests
