#pragma once

#include "describe/describe.h"

namespace lakehouse::describe {

/// The word that stands for a value of a described enumeration: on the wire, on the command line, in lists.
template<typename Enum>
QString labelOf(Enum value)
{
    for (const LabelInfo &label : typeOf<Enum>().labels)
        if (label.value == qint64(value))
            return QString::fromUtf8(label.label);
    return {};
}

} // namespace lakehouse::describe
