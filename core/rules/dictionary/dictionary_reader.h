#pragma once

#include "base/result.h"
#include "rules/dictionary/dictionary_findings.h"

#include "model/catalog.h"

#include <memory>

namespace lakehouse::rules {

/// A query that a dictionary is read with. Names are as the source stores them, values come as text.
struct DictionaryQuery {
    QString name = {}; ///< what the reader calls it: "columns"
    QString sql = {};
};

using DictionaryRow = std::vector<std::optional<QString>>;

/// The rows of one query, by its name.
struct DictionaryAnswer {
    QString name = {};
    std::vector<DictionaryRow> rows = {};
};

/// Reads the dictionary that one kind of application keeps in its own database. One class for each kind; `dictionaryReaders` is the list of them.
class DictionaryReader {
public:
    virtual ~DictionaryReader() = default;
    /// "iDempiere or ADempiere": for people
    virtual QString application() const = 0;
    /// The schemas that hold such a dictionary: all its tables with the columns that are read, in whatever case. Sorted.
    virtual std::vector<QString> findIn(const model::CatalogSnapshot &catalog) const = 0;
    /// What to ask the source for the dictionary of one of those schemas.
    virtual std::vector<DictionaryQuery> queries(const model::CatalogSnapshot &catalog, const QString &schema) const = 0;
    /// What the answers say of tables that are in the catalog; what they say of others is left out. Sorted by place. Fails with InvalidInput when an answer
    /// is missing or a row has another form.
    virtual base::Result<DictionaryFindings> read(const model::CatalogSnapshot &catalog, const QString &schema, const std::vector<DictionaryAnswer> &answers) const = 0;
};

/// Every reader there is, in a fixed order.
const std::vector<std::unique_ptr<const DictionaryReader>> &dictionaryReaders();

} // namespace lakehouse::rules
