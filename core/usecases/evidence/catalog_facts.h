#pragma once

#include "model/catalog.h"
#include "model/fact.h"

namespace lakehouse::usecases {

/// Everything that a catalog says, as facts of this run. Statistics and sizes are no facts.
std::vector<model::NewFact> catalogFacts(const model::CatalogSnapshot &catalog, const model::RunId &run);

/// Facts of these kinds share their subject with facts of another kind (a view with its relation, a composite type with a range type of the same name), so
/// whether one is gone is asked kind by kind.
inline constexpr model::FactKind kindsWithSharedSubjects[] = {model::FactKind::View, model::FactKind::CompositeType, model::FactKind::RangeType};
/// All others that a reading can find gone; profiles go with what they are about.
inline constexpr model::FactKind kindsOfCatalog[] = {
    model::FactKind::Table, model::FactKind::Column, model::FactKind::TableProfile, model::FactKind::ColumnProfile, model::FactKind::Key, model::FactKind::ForeignKey, model::FactKind::Check,
    model::FactKind::Trigger, model::FactKind::Index, model::FactKind::Policy, model::FactKind::Routine, model::FactKind::Sequence, model::FactKind::Enum, model::FactKind::Domain};

} // namespace lakehouse::usecases
