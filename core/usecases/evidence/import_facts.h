#pragma once

#include "api/operations/evidence.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::FactsImported> importFacts(const api::ImportFacts &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::FactsRetracted> retractFacts(const api::RetractFacts &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
