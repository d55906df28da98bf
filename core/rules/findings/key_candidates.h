#pragma once

#include "rules/findings/measures.h"

#include "model/catalog.h"
#include "model/evidence.h"

namespace lakehouse::rules {

/// Columns that may tell the rows of a table without a usable key apart, at most eight sets, the likeliest first: unique indexes that let NULL repeat or hold for
/// a part of the rows; columns with names such as id, code or film_no; foreign keys together, up to three, also with a day, a line or a position; of a
/// table of at most three columns all of them. Types whose equal values are not the same everywhere are left out.
std::vector<std::vector<QString>> keyCandidates(const model::SourceTable &table);

/// Adds what has to be counted to rank the candidates of all tables without a usable key.
void addMeasuresOfKeys(const model::CatalogSnapshot &catalog, WantedMeasures &wanted);

/// The tables, not views, without a usable key. Candidates are ranked by measured duplicates, then NULLs, then fewer columns; what was not measured comes
/// last and has no rows.
std::vector<model::IdentityCandidate> tablesWithoutKey(const model::CatalogSnapshot &catalog, const MeasureIndex &measures);

} // namespace lakehouse::rules
