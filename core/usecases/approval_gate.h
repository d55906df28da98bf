#pragma once

#include "usecases/extraction/proposal.h"

namespace lakehouse::usecases {

/// Lets a plan through to generation, or says what a person has to decide first: under `require-signoff` the subjects that are not signed,
/// under `require-plan-approval` the tables that moved since the approval. Fails with RefusedByRule.
base::Result<> checkMayGenerate(const Proposal &proposal, const model::LakehouseSection &settings, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
