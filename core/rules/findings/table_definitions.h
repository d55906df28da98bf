#pragma once

#include "model/catalog.h"

namespace lakehouse::rules {

/// A SQL file of the application; `path` as it is named to people.
struct SourceText {
    QString path = {};
    QString text = {};
};

/// A column as SQL files define it. Of the type, name, length, precision, scale and dimensions are set as SourceType has them; serial is the integer it is.
struct DefinedColumn {
    QString name = {};
    model::SourceType type = {};
    bool isTypeQualified = false; ///< one of PostgreSQL's own, by its schema
    bool isNotNull = false;
    QString path = {};            ///< where it was defined last
    qint64 line = 0;
};

/// A table as one CREATE TABLE and what follows it define it.
struct DefinedTable {
    QString schema = {};          ///< empty: not said
    QString name = {};
    std::vector<DefinedColumn> columns = {};
    QString path = {};
    qint64 line = 0;
};

/// Reads CREATE TABLE, ALTER TABLE and DROP TABLE of PostgreSQL with its own parser, file after file; numbers in paths count as numbers, so V2 comes before
/// V10. Statements that it refuses are left out, as are temporary tables and those whose columns are not all written down (LIKE, INHERITS, PARTITION OF,
/// AS SELECT). A table that is created twice without being dropped between is in the answer twice; what alters it then alters the last one. Sorted by
/// schema and name, then in the order of definition.
std::vector<DefinedTable> readTableDefinitions(std::vector<SourceText> files);

} // namespace lakehouse::rules
