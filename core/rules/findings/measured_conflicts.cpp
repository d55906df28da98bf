#include "rules/findings/measured_conflicts.h"

#include "rules/findings/evidence_places.h"

namespace lakehouse::rules {

namespace {

using base::Plural;
using base::Text;
using model::CatalogSnapshot;
using model::ColumnRelation;
using model::ColumnSet;
using model::Conflict;
using model::ConflictKind;
using model::Evidence;
using model::EvidenceKind;
using model::MandatoryColumn;
using model::RowCount;
using model::SourceForeignKey;
using model::TableName;

ColumnSet columnsOf(const UniqueClaim &claim) { return {claim.table, claim.columns}; }
ColumnSet columnsOf(const MandatoryColumn &column) { return {column.table, {column.column}}; }
ColumnRelation relationOf(const TableName &table, const SourceForeignKey &key) { return {table, key.columns, key.referenced, key.referencedColumns}; }

/// How many were found stays out of what a sign-off covers, so it is in `rows` and in the words only.
Evidence measured(const RowCount &count, const ColumnSet &columns, const QString &detail)
{
    return {.kind = count.isComplete ? EvidenceKind::FullScan : EvidenceKind::Sample,
            .place = QStringLiteral("rows of ") + columns.table.toString() + QLatin1Char('(') + model::namesListed(columns.columns) + QLatin1Char(')'),
            .detail = detail,
            .rows = count.rows};
}

Text counted(const RowCount &count, Text inAll, Text inSample) { return count.isComplete ? std::move(inAll) : std::move(inSample); }

Conflict contradiction(const UniqueClaim &claim, const RowCount &count)
{
    const QString columns = model::namesListed(claim.columns);
    return {claim.table, ConflictKind::DuplicatesInUnique, columns,
            {QT_TRANSLATE_NOOP("core", "%1 is said to be unique."), columns},
            counted(count, {QT_TRANSLATE_NOOP("core", "Values of %1 are repeated in %n row(s)."), columns, Plural{count.found}},
                    {QT_TRANSLATE_NOOP("core", "Values of %1 are repeated in %n row(s) of a sample."), columns, Plural{count.found}}),
            claim.evidence, {measured(count, columnsOf(claim), QStringLiteral("has duplicates"))}};
}

Conflict contradiction(const MandatoryColumn &column, const RowCount &count)
{
    const QString name = model::sqlIdentifier(column.column);
    return {column.table, ConflictKind::NullsInMandatory, name,
            {QT_TRANSLATE_NOOP("core", "%1 is said to be always filled."), name},
            counted(count, {QT_TRANSLATE_NOOP("core", "%1 is empty in %n row(s)."), name, Plural{count.found}},
                    {QT_TRANSLATE_NOOP("core", "%1 is empty in %n row(s) of a sample."), name, Plural{count.found}}),
            column.evidence, {measured(count, columnsOf(column), QStringLiteral("has NULL"))}};
}

Conflict contradiction(const TableName &table, const SourceForeignKey &key, const RowCount &count)
{
    const QString referenced = key.referenced.toString();
    return {table, ConflictKind::OrphansOfForeignKey, model::sqlIdentifier(key.name),
            {QT_TRANSLATE_NOOP("core", "%1 is said to lead to a row of %2."), model::namesListed(key.columns), referenced},
            counted(count, {QT_TRANSLATE_NOOP("core", "There is no row of %1 behind %n row(s)."), referenced, Plural{count.found}},
                    {QT_TRANSLATE_NOOP("core", "There is no row of %1 behind %n row(s) of a sample."), referenced, Plural{count.found}}),
            {{.kind = EvidenceKind::Constraint, .place = QStringLiteral("foreign key ") + model::sqlIdentifier(key.name), .detail = QStringLiteral("is NOT VALID")}},
            {measured(count, {table, key.columns}, QStringLiteral("has orphans"))}};
}

} // namespace

void addMeasuresOfClaims(const CatalogSnapshot &catalog, const std::vector<UniqueClaim> &unique, const std::vector<MandatoryColumn> &mandatory, WantedMeasures &wanted)
{
    for (const UniqueClaim &claim : unique)
        wanted.duplicates.push_back(columnsOf(claim));
    for (const MandatoryColumn &column : mandatory)
        wanted.nulls.push_back(columnsOf(column));
    for (const model::SourceTable &table : catalog.tables)
        for (const SourceForeignKey &key : table.foreignKeys)
            if (!key.isValidated)
                wanted.orphans.push_back(relationOf(table.name, key));
}

std::vector<Conflict> measuredConflicts(const CatalogSnapshot &catalog, const std::vector<UniqueClaim> &unique, const std::vector<MandatoryColumn> &mandatory,
                                        const MeasureIndex &measures)
{
    std::vector<Conflict> conflicts;
    for (const UniqueClaim &claim : unique)
        if (const RowCount *count = measures.duplicates(columnsOf(claim)); count && count->found > 0)
            conflicts.push_back(contradiction(claim, *count));
    for (const MandatoryColumn &column : mandatory)
        if (const RowCount *count = measures.nulls(columnsOf(column)); count && count->found > 0)
            conflicts.push_back(contradiction(column, *count));
    for (const model::SourceTable &table : catalog.tables)
        for (const SourceForeignKey &key : table.foreignKeys)
            if (const RowCount *count = key.isValidated ? nullptr : measures.orphans(relationOf(table.name, key)); count && count->found > 0)
                conflicts.push_back(contradiction(table.name, key, *count));
    return conflicts;
}

} // namespace lakehouse::rules
