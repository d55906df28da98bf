#pragma once

#include "rules/dictionary/dictionary_reader.h"
#include "rules/dictionary/stored_tables.h"

namespace lakehouse::rules {

/// What is read of one table of a dictionary. A column is asked for by the name the application gives it, and has that place in each row.
struct DictionaryTable {
    QString name = {};       ///< of the query: "columns"
    QString table = {};
    QStringList columns = {};
    QString activeFlag = {}; ///< a column that has to be Y; empty: all rows
};

/// The schemas in which all of these tables are there with all their columns, in whatever case. Sorted.
std::vector<QString> schemasWith(const std::vector<DictionaryTable> &wanted, const model::CatalogSnapshot &catalog);

/// A query for each of these tables that is there. A column that is not there gives NULL; of one that holds translations as JSON the English one is asked for.
std::vector<DictionaryQuery> queriesFor(const std::vector<DictionaryTable> &wanted, const StoredTables &tables);

/// The value of a row; NULL is empty.
inline QString text(const DictionaryRow &row, int field) { return row[size_t(field)].value_or(QString()); }

/// The rows of a dictionary's tables, each with a value or NULL for every column that was asked for. Keeps pointers into the answers.
class DictionaryRows {
public:
    /// Fails with InvalidInput when an answer is missing or a row has another number of values.
    static base::Result<DictionaryRows> create(const std::vector<DictionaryTable> &tables, const std::vector<DictionaryAnswer> &answers);
    /// By the name of the query; there are none of one that was not asked for.
    const std::vector<DictionaryRow> &of(QLatin1String name) const;

private:
    std::vector<const DictionaryAnswer *> m_answers;
};

/// Sorts everything by table, then column, so that the order of rows does not show.
void sortByPlace(DictionaryFindings &findings);

} // namespace lakehouse::rules
