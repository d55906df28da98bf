#pragma once

#include "model/catalog.h"
#include "rules/pii/pattern_counter.h"

#include <QStringList>

#include <optional>

namespace lakehouse::testsupport {

/// A column whose class a person wrote down, with values that were made up for it.
struct LabelledColumn {
    QString language = {};
    QString tableName = {};
    model::SourceColumn column = {};
    std::optional<model::PersonalData> personalData = {};
    QStringList values = {};
};

/// The day on which everybody in the lists is alive.
QDate dayOfLists();
/// "varchar(20)", "numeric(10,2)", "text[]" as the catalog reads them.
model::SourceType typeOf(const QString &declared);
/// tests/fixtures/pii/<name>.tsv; empty when it cannot be read.
std::vector<LabelledColumn> labelledColumns(const QString &name);
rules::ValueCounts countsOf(const QStringList &values);

} // namespace lakehouse::testsupport
