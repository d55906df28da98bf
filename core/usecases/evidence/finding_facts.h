#pragma once

#include "model/evidence.h"
#include "model/fact.h"

namespace lakehouse::usecases {

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
