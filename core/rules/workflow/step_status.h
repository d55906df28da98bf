#pragma once

#include "model/fact_bodies.h"
#include "model/project_settings.h"
#include "model/review.h"
#include "model/workflow.h"

namespace lakehouse::rules {

/// The proposal as far as the steps are judged by it.
struct ProposedPlan {
    QString database = {};
    model::CatalogDigest catalogDigest = {};
    model::PlanDigest digest = {};
    std::vector<model::TableName> tables = {}; ///< that are not refused
};

/// One subject of the review as far as the steps are judged by it.
struct ReviewedSubject {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    model::SignOffState state = model::SignOffState::NotSigned;
    qint64 open = 0; ///< items without a decision
    friend bool operator==(const ReviewedSubject &, const ReviewedSubject &) = default;
};

/// What the seven steps are judged by; nothing of it needs a network.
struct WorkflowFacts {
    const model::ProjectSettings &settings;
    std::vector<QString> configuredDatabases = {};
    std::vector<std::pair<QString, model::CatalogFact>> readDatabases = {};
    std::vector<ReviewedSubject> review = {}; ///< all six; empty: nothing was read yet
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
