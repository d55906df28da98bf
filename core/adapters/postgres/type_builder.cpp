#include "adapters/postgres/type_builder.h"

#include "adapters/postgres/row_reader.h"

#include <algorithm>
#include <tuple>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using ports::SqlRows;

/// One row of CatalogQueries::ownTypes.
struct TypeBuilder::Row {
    qint64 oid = 0;
    QString schema = {};
    QString name = {};
    char code = '\0';
    std::optional<QString> comment = {};
    qint64 relation = 0;
    DeclaredType base = {};
    bool isNotNull = false;
    std::optional<QString> defaultExpression = {};
    DeclaredType subtype = {};
    std::optional<QString> multirange = {};
};

Result<> TypeBuilder::addDomain(const Row &row)
{
    model::SourceDomain domain{.schema = row.schema, .name = row.name, .isNotNull = row.isNotNull, .defaultExpression = row.defaultExpression, .comment = row.comment};
    EKOS_TRY(domain.base, m_types->resolve(row.base));
    m_domainsByOid.emplace(row.oid, m_domains.size());
    m_domains.push_back(std::move(domain));
    return Ok{};
}

Result<> TypeBuilder::addRange(const Row &row)
{
    model::SourceRangeType range{.schema = row.schema, .name = row.name, .multirange = row.multirange, .comment = row.comment};
    EKOS_TRY(range.subtype, m_types->resolve(row.subtype));
    m_ranges.push_back(std::move(range));
    return Ok{};
}

Result<> TypeBuilder::addTypes(const SqlRows &ownTypes)
{
    for (const SqlRow &cells : ownTypes.rows) {
        RowReader reader(cells);
        Row row{.oid = reader.number(), .schema = reader.text(), .name = reader.text(), .code = reader.code(), .comment = reader.optionalText(), .relation = reader.number()};
        row.base = {reader.number(), reader.number(), reader.number(), reader.text()};
        row.isNotNull = reader.flag();
        row.defaultExpression = reader.optionalText();
        row.subtype = {.oid = reader.number(), .printed = reader.text()};
        row.multirange = reader.optionalText();
        switch (row.code) {
        case 'e': m_enums.push_back({row.schema, row.name, m_types->labelsOf(row.oid), row.comment}); break;
        case 'd': EKOS_CHECK(addDomain(row)); break;
        case 'r': EKOS_CHECK(addRange(row)); break;
        case 'c':
            m_compositesByRelation.emplace(row.relation, m_composites.size());
            m_composites.push_back({.schema = row.schema, .name = row.name, .comment = row.comment});
            break;
        case 'b': // written in C: it is what its columns say
        case 'm': // comes with its range
        case 'p': break; // a shell that was never finished
        default: return unknownCode("typtype", row.code, model::sqlIdentifier(row.schema) + QLatin1Char('.') + model::sqlIdentifier(row.name));
        }
    }
    return Ok{};
}

Result<> TypeBuilder::addAttributes(const SqlRows &columns)
{
    for (const SqlRow &row : columns.rows) {
        RowReader reader(row);
        const auto found = m_compositesByRelation.find(reader.number());
        if (found == m_compositesByRelation.end())
            continue; // of a table
        const qint64 position = reader.number();
        model::SourceAttribute attribute{.name = reader.text(), .position = position};
        const DeclaredType declared{reader.number(), reader.number(), reader.number(), reader.text()};
        reader.skip(5); // what only columns of tables have
        attribute.comment = reader.optionalText();
        if (reader.flag())
            continue; // dropped
        EKOS_TRY(attribute.type, m_types->resolve(declared));
        m_composites[found->second].attributes.push_back(std::move(attribute));
    }
    return Ok{};
}

Result<> TypeBuilder::addDomainChecks(const SqlRows &constraints)
{
    for (const SqlRow &row : constraints.rows) {
        RowReader reader(row);
        reader.skip(1);
        const auto found = m_domainsByOid.find(reader.number());
        if (found == m_domainsByOid.end())
            continue; // of a table
        model::SourceDomain &domain = m_domains[found->second];
        const QString name = reader.text();
        const char contype = reader.code();
        const bool isValidated = reader.flag();
        if (contype == 'c')
            domain.checks.push_back({name, reader.text(), isValidated});
        else if (contype != 'n') // NOT NULL is a property of the type too
            return unknownCode("contype", contype, model::sqlIdentifier(domain.schema) + QLatin1Char('.') + model::sqlIdentifier(domain.name) + QLatin1Char('.') + model::sqlIdentifier(name));
    }
    return Ok{};
}

void TypeBuilder::finish(model::CatalogSnapshot &snapshot)
{
    const auto byName = [](const auto &left, const auto &right) { return std::tie(left.schema, left.name) < std::tie(right.schema, right.name); };
    std::sort(m_enums.begin(), m_enums.end(), byName);
    std::sort(m_composites.begin(), m_composites.end(), byName);
    std::sort(m_ranges.begin(), m_ranges.end(), byName);
    for (model::SourceDomain &domain : m_domains)
        std::sort(domain.checks.begin(), domain.checks.end(), [](const auto &left, const auto &right) { return left.name < right.name; });
    std::sort(m_domains.begin(), m_domains.end(), byName);
    snapshot.enums = std::move(m_enums);
    snapshot.domains = std::move(m_domains);
    snapshot.compositeTypes = std::move(m_composites);
    snapshot.rangeTypes = std::move(m_ranges);
}

} // namespace lakehouse::adapters::postgres
