#pragma once

#include "rules/dictionary/dictionary_reader.h"

namespace lakehouse::rules {

/// The dictionary of iDempiere, ADempiere and what else comes from Compiere: AD_Table, AD_Column, AD_Element, AD_Reference, AD_Ref_List and AD_Ref_Table.
class CompiereDictionary : public DictionaryReader {
public:
    QString application() const override;
    std::vector<QString> findIn(const model::CatalogSnapshot &catalog) const override;
    std::vector<DictionaryQuery> queries(const model::CatalogSnapshot &catalog, const QString &schema) const override;
    base::Result<DictionaryFindings> read(const model::CatalogSnapshot &catalog, const QString &schema, const std::vector<DictionaryAnswer> &answers) const override;
};

} // namespace lakehouse::rules
