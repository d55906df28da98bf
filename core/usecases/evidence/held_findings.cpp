#include "usecases/evidence/held_findings.h"

#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "rules/writes/write_behaviour.h"

#include <algorithm>
#include <iterator>
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

template<typename Body>
Result<Body> earlierFinding(const QByteArray &bytes)
{
    Result<Body> body = describe::readJson<Body>(bytes);
    if (body)
        return body;
    return base::Error{base::ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "A finding of an earlier analysis cannot be read, so it is not known whether it still holds: %1"), body.error().message},
                       QT_TRANSLATE_NOOP("core", "Check the ledger with: ekos-lakehouse ledger verify")};
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

bool HeldFindings::isAtHeldPlace(const Evidence &piece) const
{
    return piece.kind == EvidenceKind::SourceFile && m_places.contains(piece.place);
}

Result<bool> HeldFindings::restsOnHeldPlace(const LedgerEntry &entry) const
{
    const auto isHeld = [&](const std::vector<Evidence> &evidence) { return std::ranges::any_of(evidence, [&](const Evidence &piece) { return isAtHeldPlace(piece); }); };
    if (entry.kind == FactKind::WriteBehaviour) {
        EKOS_TRY(const WriteBehaviour writes, earlierFinding<WriteBehaviour>(entry.body));
        return isHeld(writes.evidence);
    }
    EKOS_TRY(const Conflict conflict, earlierFinding<Conflict>(entry.body));
    return isHeld(conflict.firstEvidence) || isHeld(conflict.secondEvidence);
}

Result<bool> HeldFindings::holds(const FactSubject &fact, const LedgerEntry &entry) const
{
    if (isImportedFact(fact.subject))
        return false;
    if (m_areDictionariesHeld && comesFromDictionaries(fact.kind))
        return true;
    if (comesFromApplication(fact)) {
        if (m_isApplicationHeld)
            return true;
        if (!m_places.empty())
            return restsOnHeldPlace(entry);
    }
    const Result<TableName> table = TableName::create(fact.subject.schema, fact.subject.object);
    return table && m_uncounted.contains(table.value()) && comesFromCounts(fact);
}

Result<std::map<FactSubject, QByteArray>> HeldFindings::standing(const QString &database, std::span<const FactKind> kinds, ports::Ledger &ledger, RunContext &run) const
{
    std::map<FactSubject, QByteArray> standing;
    for (const FactKind kind : kinds) {
        if (!mayHold(kind))
            continue;
        EKOS_TRY(const std::vector<LedgerEntry> entries, ledger.currentOfKind(kind, run));
        for (const LedgerEntry &entry : entries) {
            if (entry.subject.database != database)
                continue;
            FactSubject fact{kind, entry.subject};
            EKOS_TRY(const bool isHeld, holds(fact, entry));
            if (isHeld)
                standing.emplace(std::move(fact), entry.body);
        }
    }
    return standing;
}

Result<WriteBehaviour> HeldFindings::merged(const QByteArray &standing, const WriteBehaviour &seen) const
{
    EKOS_TRY(const WriteBehaviour known, earlierFinding<WriteBehaviour>(standing));
    const auto isSeen = [&](const Evidence &piece) { return std::ranges::any_of(seen.evidence, [&](const Evidence &other) { return other.kind == piece.kind && other.place == piece.place; }); };
    std::vector<Evidence> kept;
    std::ranges::copy_if(known.evidence, std::back_inserter(kept), [&](const Evidence &piece) {
        return isAtHeldPlace(piece) || (m_isApplicationHeld && piece.kind == EvidenceKind::SourceFile && !isSeen(piece)); // which files were not read is not known then
    });
    return rules::mergedBehaviour(known, kept, seen);
}

} // namespace lakehouse::usecases
