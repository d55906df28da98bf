#pragma once

#include "api/operations/evidence.h"
#include "api/operations/extraction.h"

#include <functional>

namespace lakehouse::testsupport {

base::UtcTime planTime(int minutes);
model::TableName planTable(const QString &name); ///< in the schema public

/// Seven tables of a film rental, one in each situation: approved, changed, new, refused, against the facts, with a stale change.
api::ExtractionPage samplePlan();
/// The same after the source moved: film and rental load otherwise, store is new, staff is gone.
api::ExtractionPage movedPlan();
/// As the plan was approved: nothing moved.
api::ExtractionPage approvedPlan();
/// The same, and nobody approved it, or somebody revoked that.
api::ExtractionPage unapprovedPlan();
/// Everything about one table of the plan, by what was asked for.
base::Result<api::ExtractionPage> planDetail(const api::ExtractionPage &plan, const model::TableSelector &table);
/// What a server with this plan answers: a page of it, or one table.
std::function<base::Result<api::ExtractionPage>(const api::ShowExtraction &)> serving(api::ExtractionPage plan);
/// Changes of the table rental by people.
api::LedgerPage sampleChanges();
api::LedgerPage sampleApprovals();
/// Of an approval before the one of sampleApprovals().
api::LedgerPage sampleRevocations();
/// What a server with these answers: changes, approvals or revocations, by what was asked for.
base::Result<api::LedgerPage> sampleLedger(const api::ShowLedger &request);
model::Lineage sampleLineage();
/// So many tables in schemas of 50, half of them incremental, a few in each other situation.
api::ExtractionPage bigPlan(int tables);

} // namespace lakehouse::testsupport
