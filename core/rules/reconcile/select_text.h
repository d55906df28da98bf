#pragma once

#include <QString>

#include <vector>

namespace lakehouse::rules {

/// `SELECT item, … FROM (from) AS alias`, one item a line, the inner statement indented. Without `from` a SELECT of constants; without
/// `alias`, `from` is the name of a table.
QString select(const std::vector<QString> &items, const QString &from = {}, const QString &alias = {});

/// concat_ws over any number of parts that are never NULL; one part stays as it is.
QString joinedWith(const QString &separator, const std::vector<QString> &parts);

/// The value in the place of each {x} of a template, as those of ColumnAggregate. A value that contains "{x}" stays as it is.
QString withValue(const QString &pattern, const QString &value);

} // namespace lakehouse::rules
