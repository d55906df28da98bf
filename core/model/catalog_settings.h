#pragma once

namespace lakehouse::model {

/// A setting of the catalog of Trino through which a source is read, without which columns of some types are not shown.
struct CatalogSetting {
    const char *property; ///< of a session, that stands for it; its value is the file's, since nothing else sets it here
    const char *wanted;
    const char *fileLine; ///< in etc/catalog/<catalog>.properties
    const char *losing;   ///< the value with which columns vanish
};

inline constexpr CatalogSetting columnSettings[] = {
    {"unsupported_type_handling", "CONVERT_TO_VARCHAR", "unsupported-type-handling=CONVERT_TO_VARCHAR", "IGNORE"},
    {"array_mapping", "AS_ARRAY", "postgresql.array-mapping=AS_ARRAY", "DISABLED"},
};

} // namespace lakehouse::model
