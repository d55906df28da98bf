#include "usecases/review/sign_off_parts.h"

#include "describe/json_reader.h"
#include "model/fact_bodies.h"

#include <algorithm>
#include <limits>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

std::optional<ReviewSubject> subjectOf(FactKind kind)
{
    switch (kind) {
    case FactKind::ScopeProposal: return ReviewSubject::Scope;
    case FactKind::PiiCandidate: return ReviewSubject::Pii;
    case FactKind::Conflict: return ReviewSubject::Conflicts;
    case FactKind::IdentityCandidate: return ReviewSubject::Identity;
    case FactKind::WriteBehaviour: return ReviewSubject::WriteBehaviour;
    case FactKind::GlossaryTerm: return ReviewSubject::Glossary;
    default: return std::nullopt;
    }
}

Result<EntriesOfSubjects> readRetractedImports(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    EntriesOfSubjects retracted;
    EKOS_TRY(std::vector<LedgerEntry> entries, ledger.entries({.kind = FactKind::Retraction, .limit = std::numeric_limits<qint64>::max()}, run));
    for (LedgerEntry &entry : entries) {
        if (entry.subject.database != database || !isImportedFact(entry.subject))
            continue;
        EKOS_TRY(const RetractionFact fact, describe::readJson<RetractionFact>(entry.body));
        if (const auto subject = subjectOf(fact.kind))
            retracted[std::size_t(*subject)].push_back(std::move(entry));
    }
    return retracted;
}

std::vector<LedgerEntry> decidersOf(const std::vector<ReviewItem> &items, const SubjectParts &parts, qint64 validAt)
{
    std::vector<LedgerEntry> deciders;
    const auto add = [&](const LedgerEntry &entry) {
        if (std::ranges::find(deciders, entry.actor, &LedgerEntry::actor) == deciders.end())
            deciders.push_back(entry);
    };
    for (const LedgerEntry &entry : parts.decisions) {
        const auto item = std::ranges::lower_bound(items, entry.subject.object, {}, &ReviewItem::item);
        const bool stands = item != items.end() && item->item == entry.subject.object && item->decision && item->decision->sequence == entry.sequence;
        if (stands || entry.sequence > validAt)
            add(entry);
    }
    // Who says what was found, or that it was not, has a part in it as well.
    std::ranges::for_each(parts.imported, add);
    for (const LedgerEntry &entry : parts.retracted)
        if (entry.sequence > validAt)
            add(entry);
    return deciders;
}

} // namespace lakehouse::usecases
