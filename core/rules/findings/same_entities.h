#pragma once

#include "model/catalog.h"
#include "model/evidence.h"

namespace lakehouse::rules {

/// Two tables may hold the same entity when at least this share of all their columns, by name and type, is in both.
inline constexpr double sameEntityShare = 0.8;
/// Columns that more tables than this have in common, such as created and created_by, say nothing of an entity.
inline constexpr int mostTablesOfATellingColumn = 20;
/// Fewer columns that tell are no ground to stand on.
inline constexpr int fewestTellingColumns = 4;

/// Groups of tables that may be one entity under several names: customer, customer_old, customers_bak. Tables whose names differ only by a word for a copy
/// are compared over all their columns, others over those that tell. One finding a group, at the table whose name is the plainest. Tables that inherit from
/// one another share columns by design and are left out. The time is that of the columns, not of all pairs of tables.
std::vector<model::IdentityCandidate> findSameEntities(const model::CatalogSnapshot &catalog);

} // namespace lakehouse::rules
