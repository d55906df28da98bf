#include "usecases/evidence/finding_facts.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"

#include <QStringList>

namespace lakehouse::usecases {

using namespace model;
using describe::canonicalJson;
using describe::labelOf;

namespace {

SubjectName partOf(const QString &database, const TableName &table, SubjectKind kind, const QString &part)
{
    return {.database = database, .schema = table.schema(), .object = table.table(), .kind = kind, .part = part};
}

} // namespace

NewFact factOf(const QString &database, const ScopeProposal &finding)
{
    return {FactKind::ScopeProposal, tableSubject(database, finding.table), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const PiiCandidate &finding)
{
    return {FactKind::PiiCandidate, columnSubject(database, finding.table, finding.column), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const Conflict &finding)
{
    return {FactKind::Conflict, partOf(database, finding.table, SubjectKind::Conflict, labelOf(finding.kind) + QLatin1Char(':') + finding.about), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const IdentityCandidate &finding)
{
    return {FactKind::IdentityCandidate, partOf(database, finding.table, SubjectKind::Table, finding.question == IdentityQuestion::NoKey ? QString() : labelOf(finding.question)), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const WriteBehaviour &finding)
{
    return {FactKind::WriteBehaviour, tableSubject(database, finding.table), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const GlossaryTerm &finding)
{
    // Several places may define one term, each in its own way.
    const QString place = finding.evidence.empty() ? QString() : finding.evidence.front().place;
    return {FactKind::GlossaryTerm, {.database = database, .object = finding.term, .kind = SubjectKind::Term, .part = place}, canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const CodeList &finding)
{
    return {FactKind::EnumMeaning, columnSubject(database, finding.table, finding.column), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const FlagColumn &finding)
{
    return {FactKind::FlagColumn, columnSubject(database, finding.table, finding.column), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const LogicalForeignKey &finding)
{
    QStringList columns;
    for (const QString &column : finding.columns)
        columns += sqlIdentifier(column);
    return {FactKind::LogicalForeignKey, partOf(database, finding.table, SubjectKind::Relation, columns.join(QLatin1Char(',')) + QStringLiteral(" to ") + finding.referenced.toString()), canonicalJson(finding), {}};
}

NewFact factOf(const QString &database, const MandatoryColumn &finding)
{
    return {FactKind::MandatoryColumn, columnSubject(database, finding.table, finding.column), canonicalJson(finding), {}};
}

} // namespace lakehouse::usecases
