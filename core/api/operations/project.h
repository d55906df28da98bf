#pragma once

#include "api/operation.h"
#include "model/extraction_plan.h"
#include "model/run.h"
#include "model/service_check.h"
#include "model/workflow.h"

namespace lakehouse::api {

struct ConfigurationText {
    QString toml = {};
    std::vector<base::Text> warnings = {};
    friend bool operator==(const ConfigurationText &, const ConfigurationText &) = default;
};

/// The settings of the project with every default filled in, or as written.
struct ShowConfiguration {
    using Answer = ConfigurationText;
    static constexpr Operation operation{.name = "config.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "config show",
        .route = Route::get("/v1/projects/{project}/configuration"), .request = &describe::typeOf<ShowConfiguration>, .answer = &describe::typeOf<Answer>,
        .summary = "The settings of the project"};
    bool effective = false;               ///< with every default filled in, and where each value comes from
};

struct DoctorReport {
    std::vector<model::ServiceCheck> checks = {};
    friend bool operator==(const DoctorReport &, const DoctorReport &) = default;
};

/// Which services answer, in which version, with which rights and settings.
struct CheckServices {
    using Answer = DoctorReport;
    static constexpr Operation operation{.name = "health.doctor", .effect = Effect::Question, .reason = ReasonRule::None, .command = "lakehouse doctor",
        .route = Route::get("/v1/projects/{project}/doctor"), .request = &describe::typeOf<CheckServices>, .answer = &describe::typeOf<Answer>,
        .summary = "Which services answer, and what would go wrong",
        .verdict = [](const void *answer) {
            for (const model::ServiceCheck &check : static_cast<const DoctorReport *>(answer)->checks)
                if (check.state == model::CheckState::Failed)
                    return Verdict::Found;
            return Verdict::Fine;
        }};
};

/// The seven steps, each with the reason it is or is not done.
struct ShowWorkflow {
    using Answer = model::WorkflowStatus;
    static constexpr Operation operation{.name = "workflow.status", .effect = Effect::Question, .reason = ReasonRule::None, .command = "workflow status",
        .route = Route::get("/v1/projects/{project}/workflow"), .request = &describe::typeOf<ShowWorkflow>, .answer = &describe::typeOf<Answer>,
        .summary = "The seven steps, and why each is or is not done"};
};

/// What a front end compares to see that something moved. Cheap enough to be asked every second.
struct ProjectPulse {
    QString project = {};                 ///< name
    QString environment = {};             ///< "test" | "production"
    QString settingsDigest = {};          ///< of the bytes of ekos.toml
    std::optional<model::PlanDigest> plan = {}; ///< of the proposal
    qint64 ledgerEntries = 0;
    std::vector<model::Run> runs = {};    ///< the newest, at most ten
    friend bool operator==(const ProjectPulse &, const ProjectPulse &) = default;
};

/// Whether something moved since it was asked last: settings, plan, ledger, runs. Asks no other system, and is not recorded.
struct ShowPulse {
    using Answer = ProjectPulse;
    static constexpr Operation operation{.name = "project.pulse", .effect = Effect::Question, .reason = ReasonRule::None, .command = "workflow pulse",
        .route = Route::get("/v1/projects/{project}/pulse"), .request = &describe::typeOf<ShowPulse>, .answer = &describe::typeOf<Answer>,
        .summary = "What a program watches to see that something moved"};
};

const describe::TypeInfo &typeOf(describe::Describe<ConfigurationText>);
const describe::TypeInfo &typeOf(describe::Describe<ShowConfiguration>);
const describe::TypeInfo &typeOf(describe::Describe<DoctorReport>);
const describe::TypeInfo &typeOf(describe::Describe<CheckServices>);
const describe::TypeInfo &typeOf(describe::Describe<ShowWorkflow>);
const describe::TypeInfo &typeOf(describe::Describe<ProjectPulse>);
const describe::TypeInfo &typeOf(describe::Describe<ShowPulse>);

std::span<const OperationRow> projectOperations();

} // namespace lakehouse::api
