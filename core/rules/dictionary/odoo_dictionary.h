#pragma once

#include "rules/dictionary/dictionary_reader.h"

namespace lakehouse::rules {

/// The dictionary of Odoo: ir_model, ir_model_fields and, since version 13, ir_model_fields_selection. A model's table has the model's name with _ for each
/// point; models that call their table otherwise are not found.
class OdooDictionary : public DictionaryReader {
public:
    QString application() const override;
    std::vector<QString> findIn(const model::CatalogSnapshot &catalog) const override;
    std::vector<DictionaryQuery> queries(const model::CatalogSnapshot &catalog, const QString &schema) const override;
    base::Result<DictionaryFindings> read(const model::CatalogSnapshot &catalog, const QString &schema, const std::vector<DictionaryAnswer> &answers) const override;
};

} // namespace lakehouse::rules
