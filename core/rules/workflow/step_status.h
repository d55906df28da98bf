#pragma once

#include "model/fact_bodies.h"
#include "model/project_settings.h"
#include "model/workflow.h"

namespace lakehouse::rules {

/// The proposal as far as the steps are judged by it.
struct ProposedPlan {
    QString database = {};
    model::CatalogDigest catalogDigest = {};
    model::PlanDigest digest = {};
    std::vector<model::TableName> tables = {}; ///< that are not refused
};

/// What the seven steps are judged by; nothing of it needs a network.
struct WorkflowFacts {
    const model::ProjectSettings &settings;
    std::vector<QString> configuredDatabases = {};
    std::vector<std::pair<QString, model::CatalogFact>> readDatabases = {};
    std::optional<ProposedPlan> proposal = {};
    std::optional<model::ApprovalFact> approval = {};
    std::optional<model::GenerationFact> generation = {};
    model::SqlDigest proposedSql = {};
    bool isCommitAsGenerated = true; ///< the pipeline repository holds what was generated
    bool areSettingsMoved = false; ///< since the proposal was made
    std::vector<model::LoadReport> loads = {};                   ///< the latest of each table
    std::vector<model::TableReconciliation> reconciliations = {};///< the latest of each table
};

model::WorkflowStatus workflowStatus(const WorkflowFacts &facts);

} // namespace lakehouse::rules
