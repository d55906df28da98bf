#include "usecases/evidence/held_findings.h"

#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "model/evidence.h"

#include <algorithm>
#include <tuple>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

bool comesFromDictionaries(FactKind kind)
{
    switch (kind) {
    case FactKind::ScopeProposal:
    case FactKind::Conflict:
    case FactKind::GlossaryTerm:
    case FactKind::EnumMeaning:
    case FactKind::FlagColumn:
    case FactKind::LogicalForeignKey:
    case FactKind::MandatoryColumn:
        return true;
    default:
        return false;
    }
}

/// A conflict's part begins with its kind.
bool isConflict(const FactSubject &fact, std::initializer_list<ConflictKind> kinds)
{
    return fact.kind == FactKind::Conflict
        && std::ranges::any_of(kinds, [&](ConflictKind kind) { return fact.subject.part.startsWith(describe::labelOf(kind) + QLatin1Char(':')); });
}

bool comesFromCounts(const FactSubject &fact)
{
    return isConflict(fact, {ConflictKind::DuplicatesInUnique, ConflictKind::NullsInMandatory, ConflictKind::OrphansOfForeignKey})
        || (fact.kind == FactKind::IdentityCandidate && fact.subject.part.isEmpty()); // the question of a key
}

bool comesFromApplication(const FactSubject &fact)
{
    return fact.kind == FactKind::WriteBehaviour || isConflict(fact, {ConflictKind::OtherDefinition});
}

} // namespace

bool operator<(const FactSubject &left, const FactSubject &right)
{
    const auto key = [](const FactSubject &fact) { return std::tie(fact.kind, fact.subject.database, fact.subject.schema, fact.subject.object, fact.subject.kind, fact.subject.part); };
    return key(left) < key(right);
}

bool HeldFindings::mayHold(FactKind kind) const
{
    return (m_areDictionariesHeld && comesFromDictionaries(kind)) || ((m_isApplicationHeld || !m_places.empty()) && (kind == FactKind::WriteBehaviour || kind == FactKind::Conflict))
        || (!m_uncounted.empty() && (kind == FactKind::Conflict || kind == FactKind::IdentityCandidate));
}

bool HeldFindings::restsOnHeldPlace(const LedgerEntry &entry) const
{
    const auto isHeld = [&](const std::vector<Evidence> &evidence) {
        return std::ranges::any_of(evidence, [&](const Evidence &piece) { return piece.kind == EvidenceKind::SourceFile && m_places.contains(piece.place); });
    };
    if (entry.kind == FactKind::WriteBehaviour) {
        const Result<WriteBehaviour> writes = describe::readJson<WriteBehaviour>(entry.body);
        return writes && isHeld(writes.value().evidence);
    }
    const Result<Conflict> conflict = describe::readJson<Conflict>(entry.body);
    return conflict && (isHeld(conflict.value().firstEvidence) || isHeld(conflict.value().secondEvidence));
}

bool HeldFindings::holds(const FactSubject &fact, const LedgerEntry &entry) const
{
    if (isImportedFact(fact.subject))
        return false;
    if (m_areDictionariesHeld && comesFromDictionaries(fact.kind))
        return true;
    if (comesFromApplication(fact) && (m_isApplicationHeld || (!m_places.empty() && restsOnHeldPlace(entry))))
        return true;
    const Result<TableName> table = TableName::create(fact.subject.schema, fact.subject.object);
    return table && m_uncounted.contains(table.value()) && comesFromCounts(fact);
}

Result<std::set<FactSubject>> HeldFindings::standing(const QString &database, std::span<const FactKind> kinds, ports::Ledger &ledger, RunContext &run) const
{
    std::set<FactSubject> standing;
    for (const FactKind kind : kinds) {
        if (!mayHold(kind))
            continue;
        EKOS_TRY(const std::vector<LedgerEntry> entries, ledger.currentOfKind(kind, run));
        for (const LedgerEntry &entry : entries)
            if (FactSubject fact{kind, entry.subject}; entry.subject.database == database && holds(fact, entry))
                standing.insert(std::move(fact));
    }
    return standing;
}

} // namespace lakehouse::usecases
