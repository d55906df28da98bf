#include "usecases/approval_gate.h"

#include "rules/planning/plan_diff.h"
#include "usecases/review/review_state.h"

#include <QStringList>

namespace lakehouse::usecases {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;
using namespace model;

namespace {

/// "public.film (columns.rating added), public.staff (mode)"
QString movedTables(const std::vector<TableDifference> &differences)
{
    constexpr qsizetype tablesShown = 8, fieldsShown = 3;
    QStringList words;
    for (const TableDifference &difference : differences) {
        if (words.size() == tablesShown) {
            words += QStringLiteral("…");
            break;
        }
        QStringList fields;
        for (const FieldDifference &field : difference.fields)
            if (fields.size() < fieldsShown)
                fields += field.field;
        words += difference.table.toString() + (fields.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(fields.join(QStringLiteral(", "))));
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

Result<> checkMayGenerate(const Proposal &proposal, const LakehouseSection &settings, Workspace &workspace, RunContext &run)
{
    if (settings.requireSignoff)
        EKOS_CHECK(checkSignedOff(workspace, run));
    if (!settings.requirePlanApproval)
        return Ok{};
    EKOS_TRY(const std::optional<ExtractionApproval> approval, currentApproval(workspace, proposal.plan.database, run));
    if (!approval)
        return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "require-plan-approval is set, and no approval of a plan is in force."),
                     QT_TRANSLATE_NOOP("core", "Read it with: ekos-lakehouse lakehouse extraction show; then: ekos-lakehouse lakehouse extraction approve")};
    if (approval->planDigest != proposal.digest) {
        const std::vector<TableDifference> moved = rules::planDifference(approval->plan, proposal.plan);
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "The plan moved since it was approved: %1."), movedTables(moved)},
                     QT_TRANSLATE_NOOP("core", "See it with: ekos-lakehouse lakehouse extraction diff; then: ekos-lakehouse lakehouse extraction approve"),
                     moved.empty() ? QString() : moved.front().table.toString()};
    }
    if (approval->sqlDigest != proposal.sqlDigest)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 generates other SQL of this plan than %2, which was approved."), generatorName(), approval->generator},
                     QT_TRANSLATE_NOOP("core", "Read the new SQL with: ekos-lakehouse lakehouse extraction show --table …; then: ekos-lakehouse lakehouse extraction approve")};
    return Ok{};
}

} // namespace lakehouse::usecases
