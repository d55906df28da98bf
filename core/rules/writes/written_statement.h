#pragma once

#include <QString>

#include <vector>

namespace lakehouse::rules {

enum class WriteOperation { Insert, Update, Delete };

/// A name as a statement writes it: unquoted ones mean any case.
struct WrittenName {
    QString text = {};
    bool isQuoted = false;
    friend bool operator==(const WrittenName &, const WrittenName &) = default;
};

struct SetColumn {
    WrittenName name = {};
    QString value = {};  ///< as written, shortened: "now()", "'N'", "?"
    friend bool operator==(const SetColumn &, const SetColumn &) = default;
};

/// One statement that writes to one table; a MERGE or an upsert is several.
struct WrittenStatement {
    WriteOperation operation = WriteOperation::Insert;
    QString verb = {};                     ///< "update", "merge", "truncate" …
    std::vector<WrittenName> table = {};   ///< schema before name; empty: the program puts the name together while it runs
    std::vector<SetColumn> columns = {};   ///< of Update: what it sets, as far as it can be seen
    bool hasOpenColumns = false;           ///< it may set more, which only the running program knows
    qint64 line = 0;                       ///< where its verb stands
    QString scope = {};                    ///< the functions and classes it stands in, with dots
    std::vector<std::vector<WrittenName>> mayMean = {}; ///< without a table: names that stand as literals where its own is put together
    friend bool operator==(const WrittenStatement &, const WrittenStatement &) = default;
};

} // namespace lakehouse::rules
