#pragma once

#include "adapters/postgres/type_resolver.h"

namespace lakehouse::adapters::postgres {

/// Puts enums, domains, composite and range types of the schemas together. Each `add…` takes the rows of the query of that name; `addTypes` comes first.
/// What answers a result fails with Corrupt on a code that this program does not know.
class TypeBuilder {
public:
    explicit TypeBuilder(const TypeResolver &types) : m_types(&types) {}
    base::Result<> addTypes(const ports::SqlRows &ownTypes);
    base::Result<> addAttributes(const ports::SqlRows &columns);
    base::Result<> addDomainChecks(const ports::SqlRows &constraints);

    /// Sorted as the model says.
    void finish(model::CatalogSnapshot &snapshot);

private:
    struct Row;
    base::Result<> addDomain(const Row &row);
    base::Result<> addRange(const Row &row);

    const TypeResolver *m_types;
    std::vector<model::SourceEnum> m_enums;
    std::vector<model::SourceDomain> m_domains;
    std::vector<model::SourceCompositeType> m_composites;
    std::vector<model::SourceRangeType> m_ranges;
    std::unordered_map<qint64, std::size_t> m_domainsByOid;
    std::unordered_map<qint64, std::size_t> m_compositesByRelation;
};

} // namespace lakehouse::adapters::postgres
