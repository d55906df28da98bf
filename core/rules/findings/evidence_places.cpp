#include "rules/findings/evidence_places.h"

namespace lakehouse::rules {

using model::Evidence;
using model::EvidenceKind;
using model::TableName;

Evidence columnEvidence(const TableName &table, const QString &column, const QString &detail)
{
    return {.kind = EvidenceKind::Catalog, .place = QStringLiteral("column ") + model::columnPlace(table, column), .detail = detail};
}

Evidence tableEvidence(const TableName &table, const QString &detail)
{
    return {.kind = EvidenceKind::Catalog, .place = QStringLiteral("table ") + table.toString(), .detail = detail};
}

Evidence commentEvidence(const TableName &table, const std::optional<QString> &column, const QString &comment)
{
    return {.kind = EvidenceKind::Comment,
            .place = column ? QStringLiteral("comment on column ") + model::columnPlace(table, *column) : QStringLiteral("comment on table ") + table.toString(),
            .detail = comment};
}

Evidence checkEvidence(const model::SourceCheck &check)
{
    return {.kind = EvidenceKind::Constraint, .place = QStringLiteral("check ") + model::sqlIdentifier(check.name), .detail = check.expression};
}

} // namespace lakehouse::rules
