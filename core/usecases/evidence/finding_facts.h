#pragma once

#include "model/evidence.h"
#include "model/fact.h"

#include <array>
#include <tuple>

namespace lakehouse::usecases {

/// A kind of fact that is inferred, and may be imported and taken back, with what its body says.
template<model::FactKind Kind, typename Finding>
struct FindingKind {
    using Body = Finding;
    static constexpr model::FactKind kind = Kind;
};

using FindingKinds = std::tuple<
    FindingKind<model::FactKind::PiiCandidate, model::PiiCandidate>, FindingKind<model::FactKind::ScopeProposal, model::ScopeProposal>, FindingKind<model::FactKind::Conflict, model::Conflict>,
    FindingKind<model::FactKind::IdentityCandidate, model::IdentityCandidate>, FindingKind<model::FactKind::WriteBehaviour, model::WriteBehaviour>,
    FindingKind<model::FactKind::GlossaryTerm, model::GlossaryTerm>, FindingKind<model::FactKind::EnumMeaning, model::CodeList>, FindingKind<model::FactKind::FlagColumn, model::FlagColumn>,
    FindingKind<model::FactKind::LogicalForeignKey, model::LogicalForeignKey>, FindingKind<model::FactKind::MandatoryColumn, model::MandatoryColumn>>;

inline constexpr auto findingKinds = std::apply([](auto... kinds) { return std::array{kinds.kind...}; }, FindingKinds());

/// A finding as the fact that the ledger keeps of it; its subject names it, so that a newer one takes its place.
model::NewFact factOf(const QString &database, const model::ScopeProposal &finding);
model::NewFact factOf(const QString &database, const model::PiiCandidate &finding);
model::NewFact factOf(const QString &database, const model::Conflict &finding);
model::NewFact factOf(const QString &database, const model::IdentityCandidate &finding);
model::NewFact factOf(const QString &database, const model::WriteBehaviour &finding);
model::NewFact factOf(const QString &database, const model::GlossaryTerm &finding);
model::NewFact factOf(const QString &database, const model::CodeList &finding);
model::NewFact factOf(const QString &database, const model::FlagColumn &finding);
model::NewFact factOf(const QString &database, const model::LogicalForeignKey &finding);
model::NewFact factOf(const QString &database, const model::MandatoryColumn &finding);

} // namespace lakehouse::usecases
