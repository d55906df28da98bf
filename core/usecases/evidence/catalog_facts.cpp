#include "usecases/evidence/catalog_facts.h"

#include "describe/canonical_json.h"
#include "model/fact_bodies.h"

namespace lakehouse::usecases {

using namespace model;
using describe::canonicalJson;

namespace {

class CatalogFacts {
public:
    CatalogFacts(const CatalogSnapshot &catalog, const RunId &run) : m_catalog(catalog), m_run(run) {}

    std::vector<NewFact> all()
    {
        for (const SourceTable &table : m_catalog.tables)
            addTable(table);
        for (const SourceRoutine &routine : m_catalog.routines)
            add(FactKind::Routine, {m_catalog.database, routine.schema, routine.name, SubjectKind::Routine, routine.identityArguments}, routine);
        addObjects(FactKind::Sequence, SubjectKind::Sequence, m_catalog.sequences);
        addObjects(FactKind::Enum, SubjectKind::Enum, m_catalog.enums);
        addObjects(FactKind::Domain, SubjectKind::Domain, m_catalog.domains);
        addObjects(FactKind::CompositeType, SubjectKind::Type, m_catalog.compositeTypes);
        addObjects(FactKind::RangeType, SubjectKind::Type, m_catalog.rangeTypes);
        return std::move(m_facts);
    }

private:
    template<typename Body>
    void add(FactKind kind, SubjectName subject, const Body &body)
    {
        m_facts.push_back({kind, std::move(subject), canonicalJson(body), m_run});
    }

    template<typename Part>
    void addParts(FactKind kind, SubjectKind subject, const TableName &table, const std::vector<Part> &parts)
    {
        for (const Part &part : parts)
            add(kind, {m_catalog.database, table.schema(), table.table(), subject, part.name}, part);
    }

    template<typename Object>
    void addObjects(FactKind kind, SubjectKind subject, const std::vector<Object> &objects)
    {
        for (const Object &object : objects)
            add(kind, {m_catalog.database, object.schema, object.name, subject, {}}, object);
    }

    void addTable(const SourceTable &table)
    {
        const SubjectName subject = tableSubject(m_catalog.database, table.name);
        add(FactKind::Table, subject, TableFact{table.kind, table.comment, table.partitionKey, table.partitions, table.isReadable, table.isFilteredByRowSecurity});
        if (table.view)
            add(FactKind::View, subject, *table.view);
        addParts(FactKind::Column, SubjectKind::Column, table.name, table.columns);
        addParts(FactKind::Key, SubjectKind::Key, table.name, table.keys);
        addParts(FactKind::ForeignKey, SubjectKind::ForeignKey, table.name, table.foreignKeys);
        addParts(FactKind::Check, SubjectKind::Check, table.name, table.checks);
        addParts(FactKind::Trigger, SubjectKind::Trigger, table.name, table.triggers);
        addParts(FactKind::Index, SubjectKind::Index, table.name, table.indexes);
        addParts(FactKind::Policy, SubjectKind::Policy, table.name, table.policies);
    }

    const CatalogSnapshot &m_catalog;
    const RunId &m_run;
    std::vector<NewFact> m_facts;
};

} // namespace

std::vector<NewFact> catalogFacts(const CatalogSnapshot &catalog, const RunId &run)
{
    return CatalogFacts(catalog, run).all();
}

} // namespace lakehouse::usecases
