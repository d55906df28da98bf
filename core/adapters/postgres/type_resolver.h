#pragma once

#include "model/catalog.h"
#include "ports/sql_rows.h"

#include <unordered_map>

namespace lakehouse::adapters::postgres {

/// Type of a column as pg_attribute stores it.
struct DeclaredType {
    qint64 oid = 0;
    qint64 modifier = -1;
    qint64 dimensions = 0;
    QString printed = {};
};

/// Resolves domains to what they stand for and arrays to their elements, however deep they are nested.
class TypeResolver {
public:
    /// From the rows of CatalogQueries::types and enumLabels. Fails with Corrupt on an unknown typtype.
    static base::Result<TypeResolver> create(const ports::SqlRows &types, const ports::SqlRows &labels);
    /// Fails with Corrupt when the catalog has no such type.
    base::Result<model::SourceType> resolve(const DeclaredType &declared) const;
    /// Of an enum, in its order.
    std::vector<QString> labelsOf(qint64 oid) const;

private:
    struct Entry {
        QString schema = {};
        QString name = {};
        bool isDomain = false;
        model::TypeKind kind = model::TypeKind::Base;
        qint64 base = 0;       ///< of a domain
        qint64 modifier = -1;  ///< that a domain gives its base type
        qint64 dimensions = 0; ///< that a domain declares
        qint64 element = 0;    ///< of an array, else 0
    };
    std::unordered_map<qint64, Entry> m_types;
    std::unordered_map<qint64, std::vector<QString>> m_labels;
};

} // namespace lakehouse::adapters::postgres
