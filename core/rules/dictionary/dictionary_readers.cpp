#include "rules/dictionary/compiere_dictionary.h"
#include "rules/dictionary/odoo_dictionary.h"

namespace lakehouse::rules {

const std::vector<std::unique_ptr<const DictionaryReader>> &dictionaryReaders()
{
    static const auto readers = [] {
        std::vector<std::unique_ptr<const DictionaryReader>> all;
        all.push_back(std::make_unique<CompiereDictionary>());
        all.push_back(std::make_unique<OdooDictionary>());
        return all;
    }();
    return readers;
}

} // namespace lakehouse::rules
