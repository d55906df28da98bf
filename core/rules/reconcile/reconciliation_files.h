#pragma once

#include "model/extraction_plan.h"
#include "model/generated_file.h"

namespace lakehouse::rules {

/// The statements that reconcile one table, as files for people to read and approve: `reconcile/checks_source.sql`, …, one statement each,
/// paths relative to the table's folder, sorted. The same decision gives the same bytes, and exactly these statements run, with their
/// placeholders bound. Nothing for a refused table.
std::vector<model::GeneratedFile> reconciliationFiles(const model::TableDecision &table);

} // namespace lakehouse::rules
