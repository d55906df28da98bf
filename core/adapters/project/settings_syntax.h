#pragma once

#include <QString>

#include <vector>

namespace lakehouse::adapters {

/// Where a key and its value stand in the text of ekos.toml, in bytes: what an edit in place goes by.
struct SettingSyntax {
    enum class Form {
        Value,       ///< a text, number …
        List,        ///< in square brackets
        InlineTable, ///< in braces
        Table        ///< with a heading of its own, or only implied by others and by keys with dots
    };
    Form form = Form::Value;
    QString key = {};                         ///< last part of it; empty in a list
    qsizetype keyBegin = -1;                  ///< of that last part; −1 in a list
    qsizetype begin = 0;                      ///< of the value; of a table: its heading, or what implied it
    qsizetype end = 0;
    std::vector<SettingSyntax> inner = {};    ///< keys of a table, elements of a list; in the order in which they are written

    const SettingSyntax *find(const char *name) const
    {
        for (const SettingSyntax &candidate : inner)
            if (candidate.key == QLatin1String(name))
                return &candidate;
        return nullptr;
    }
};

} // namespace lakehouse::adapters
