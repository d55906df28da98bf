#include "usecases/authorisation.h"

#include "describe/json_reader.h"
#include "model/fact_bodies.h"
#include "usecases/extraction/proposal.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <set>

namespace lakehouse::usecases {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;
using model::Actor;

namespace {

/// Who somebody certainly is: as authenticated, or as the account of the process.
std::vector<QString> certainIdentities(const Actor &actor)
{
    std::vector<QString> all;
    for (const QString &identity : {actor.subject, actor.systemUser})
        if (!identity.isEmpty())
            all.push_back(identity);
    return all;
}

/// Whether two actors may be one person. The Git identity is what somebody wrote into a file: it may only ever refuse, never allow.
bool mayBeOnePerson(const Actor &left, const Actor &right)
{
    if (!left.gitIdentity.isEmpty() && left.gitIdentity == right.gitIdentity)
        return true;
    const std::vector<QString> others = certainIdentities(right);
    return std::ranges::any_of(certainIdentities(left), [&](const QString &identity) { return std::ranges::find(others, identity) != others.end(); });
}

Result<model::ApprovalSection> approvalRules(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    return loaded.settings.lakehouse.approval;
}

Result<> checkIsApprover(const model::ApprovalSection &rules, const api::CallContext &context)
{
    const std::vector<QString> own = certainIdentities(context.actor);
    if (rules.approvers.empty() || std::ranges::any_of(own, [&](const QString &identity) { return std::ranges::find(rules.approvers, identity) != rules.approvers.end(); }))
        return Ok{};
    return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 is not among the approvers of this project."), context.actor.toString()},
                 {QT_TRANSLATE_NOOP("core", "Ask one of the approvers that ekos.toml lists: %1."), QStringList(rules.approvers.begin(), rules.approvers.end()).join(QStringLiteral(", "))}};
}

/// Changes of tables of this plan that are in force, as the ledger has them: the saved plan could have been edited.
Result<std::vector<model::LedgerEntry>> changesInForce(const model::ExtractionPlan &plan, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(std::vector<model::LedgerEntry> entries, ledger.currentOfKind(model::FactKind::PlanChange, run));
    std::vector<model::LedgerEntry> changes;
    for (model::LedgerEntry &entry : entries) {
        EKOS_TRY(const model::PlanChange change, describe::readJson<model::PlanChange>(entry.body));
        if (change.edit != model::PlanEdit::Undo && plan.find(change.table))
            changes.push_back(std::move(entry));
    }
    return changes;
}

/// Whether an entry is about what was imported about a table of this plan.
bool isOfImport(const model::LedgerEntry &entry, const model::ExtractionPlan &plan)
{
    if (entry.subject.database != plan.database || !model::isImportedFact(entry.subject))
        return false;
    const Result<model::TableName> table = model::TableName::create(entry.subject.schema, entry.subject.object);
    return table && plan.find(table.value());
}

/// What was imported about tables of this plan and stands: the plan follows it.
Result<std::vector<model::LedgerEntry>> importsInForce(const model::ExtractionPlan &plan, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(std::vector<model::LedgerEntry> entries, ledger.currentOfKind(model::FactKind::WriteBehaviour, run));
    std::erase_if(entries, [&](const model::LedgerEntry &entry) { return !isOfImport(entry, plan); });
    return entries;
}

constexpr qint64 allEntries = std::numeric_limits<qint64>::max();

/// The entry of the plan that was approved last and not revoked; 0 before the first. What was taken back after it was seen by no approver.
Result<qint64> lastApprovedPlan(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    const auto of = [subject = planSubject(database).id()](model::FactKind kind) { return ports::LedgerFilter{.kind = kind, .subject = subject, .limit = allEntries}; };
    EKOS_TRY(const std::vector<model::LedgerEntry> revocations, ledger.entries(of(model::FactKind::ApprovalRevocation), run));
    std::set<qint64> revoked;
    for (const model::LedgerEntry &entry : revocations) {
        EKOS_TRY(const model::RevocationFact fact, describe::readJson<model::RevocationFact>(entry.body));
        revoked.insert(fact.approval);
    }
    EKOS_TRY(const std::vector<model::LedgerEntry> approvals, ledger.entries(of(model::FactKind::LakehouseApproval), run));
    qint64 approval = 0;
    for (const model::LedgerEntry &entry : approvals)
        if (!revoked.contains(entry.sequence))
            approval = entry.sequence;
    EKOS_TRY(const std::vector<model::LedgerEntry> plans, ledger.entries(of(model::FactKind::PlanProposal), run));
    qint64 plan = 0;
    for (const model::LedgerEntry &entry : plans)
        if (entry.sequence < approval)
            plan = entry.sequence;
    return plan;
}

/// Decisions about tables of this plan that were taken back since.
Result<std::vector<model::LedgerEntry>> changesUndone(const model::ExtractionPlan &plan, qint64 since, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(std::vector<model::LedgerEntry> entries, ledger.entries({.kind = model::FactKind::PlanChange, .afterSequence = since, .limit = allEntries}, run));
    std::vector<model::LedgerEntry> undone;
    for (model::LedgerEntry &entry : entries) {
        EKOS_TRY(const model::PlanChange change, describe::readJson<model::PlanChange>(entry.body));
        if (change.edit == model::PlanEdit::Undo && plan.find(change.table))
            undone.push_back(std::move(entry));
    }
    return undone;
}

/// What was imported about tables of this plan and taken back since: the plan follows it no longer.
Result<std::vector<model::LedgerEntry>> importsTakenBack(const model::ExtractionPlan &plan, qint64 since, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(std::vector<model::LedgerEntry> entries, ledger.entries({.kind = model::FactKind::Retraction, .afterSequence = since, .limit = allEntries}, run));
    std::vector<model::LedgerEntry> takenBack;
    for (model::LedgerEntry &entry : entries) {
        if (!isOfImport(entry, plan))
            continue;
        EKOS_TRY(const model::RetractionFact fact, describe::readJson<model::RetractionFact>(entry.body));
        if (fact.kind == model::FactKind::WriteBehaviour)
            takenBack.push_back(std::move(entry));
    }
    return takenBack;
}

QString tableOf(const model::SubjectName &subject)
{
    return model::sqlIdentifier(subject.schema) + QLatin1Char('.') + model::sqlIdentifier(subject.object);
}

/// What a fact is about, for who reads it in a sentence.
QString aboutWhat(const model::SubjectName &subject)
{
    if (subject.schema.isEmpty())
        return subject.object; // an item of the review, a term
    const bool isColumn = subject.kind == model::SubjectKind::Column;
    return tableOf(subject) + (isColumn ? QLatin1Char('.') + model::sqlIdentifier(model::isImportedFact(subject) ? model::partOfImported(subject) : subject.part) : QString());
}

base::Text ownPart(const model::LedgerEntry &part)
{
    switch (part.kind) {
    case model::FactKind::Decision: return {QT_TRANSLATE_NOOP("core", "You decided about %1 yourself; another person signs it (four-eyes)."), aboutWhat(part.subject)};
    case model::FactKind::Retraction: return {QT_TRANSLATE_NOOP("core", "You took back what was imported about %1 yourself; another person signs it (four-eyes)."), aboutWhat(part.subject)};
    default: return {QT_TRANSLATE_NOOP("core", "You imported what was found about %1 yourself; another person signs it (four-eyes)."), aboutWhat(part.subject)};
    }
}

/// What had a part in a plan must be the work of others than who approves it; `own` says in a sentence about %1, a table, what was not.
Result<> checkIsOfOthers(const std::vector<model::LedgerEntry> &parts, const char *own, const api::CallContext &context)
{
    const auto found = std::ranges::find_if(parts, [&](const model::LedgerEntry &part) { return mayBeOnePerson(part.actor, context.actor); });
    if (found == parts.end())
        return Ok{};
    base::Text message;
    message.source = QString::fromUtf8(own);
    message.arguments.push_back(tableOf(found->subject));
    return Error{ErrorCode::RefusedByRule, std::move(message), QT_TRANSLATE_NOOP("core", "Ask a colleague to approve the plan."), tableOf(found->subject)};
}

bool isPerson(const api::CallContext &context)
{
    return context.channel != api::Channel::Schedule && context.channel != api::Channel::Agent;
}

} // namespace

model::Reason noReasonGiven()
{
    return model::Reason::parse(QStringLiteral("none given")).value();
}

bool isReasonGiven(const model::Reason &reason)
{
    return reason != model::Reason() && reason != noReasonGiven();
}

Result<> checkReason(const model::Reason &reason, const api::CallContext &, Workspace &workspace, RunContext &run)
{
    if (reason == model::Reason())
        return Error{ErrorCode::NeedsReason, QT_TRANSLATE_NOOP("core", "There is no reason."), QT_TRANSLATE_NOOP("core", "Give one with --reason \"…\".")};
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    if (loaded.settings.lakehouse.approval.requireReason && reason == noReasonGiven())
        return Error{ErrorCode::NeedsReason, QT_TRANSLATE_NOOP("core", "This project asks for a reason (require-reason)."), QT_TRANSLATE_NOOP("core", "Give one with --reason \"…\".")};
    return Ok{};
}

Result<> checkMayAcceptLoss(const model::Reason &reason, const api::CallContext &context)
{
    if (!isReasonGiven(reason))
        return Error{ErrorCode::NeedsReason, QT_TRANSLATE_NOOP("core", "Going on although rows vanished needs a reason."), QT_TRANSLATE_NOOP("core", "Give one with --reason \"…\".")};
    if (!isPerson(context))
        return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "Only a person may accept that so many rows vanished."), QT_TRANSLATE_NOOP("core", "Accept it from a terminal or the console.")};
    return Ok{};
}

Result<> checkMayApprove(const model::ExtractionPlan &plan, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    if (!isPerson(context))
        return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "Only a person may approve a plan."), QT_TRANSLATE_NOOP("core", "Approve it from a terminal or the console.")};
    EKOS_TRY(const model::ApprovalSection rules, approvalRules(workspace, run));
    EKOS_CHECK(checkIsApprover(rules, context));
    if (!rules.fourEyes)
        return Ok{};
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::vector<model::LedgerEntry> changes, changesInForce(plan, *ledger, run));
    EKOS_CHECK(checkIsOfOthers(changes, QT_TRANSLATE_NOOP("core", "You changed %1 yourself; another person approves it (four-eyes)."), context));
    EKOS_TRY(const std::vector<model::LedgerEntry> imports, importsInForce(plan, *ledger, run));
    EKOS_CHECK(checkIsOfOthers(imports, QT_TRANSLATE_NOOP("core", "You imported what the application does to %1 yourself; another person approves it (four-eyes)."), context));
    EKOS_TRY(const qint64 approved, lastApprovedPlan(plan.database, *ledger, run));
    EKOS_TRY(const std::vector<model::LedgerEntry> undone, changesUndone(plan, approved, *ledger, run));
    EKOS_CHECK(checkIsOfOthers(undone, QT_TRANSLATE_NOOP("core", "You took back what was decided about %1 yourself; another person approves it (four-eyes)."), context));
    EKOS_TRY(const std::vector<model::LedgerEntry> takenBack, importsTakenBack(plan, approved, *ledger, run));
    return checkIsOfOthers(takenBack, QT_TRANSLATE_NOOP("core", "You took back what was imported about %1 yourself; another person approves it (four-eyes)."), context);
}

Result<> checkMayDecide(const api::CallContext &context)
{
    if (!isPerson(context))
        return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "Only a person may decide about the review."), QT_TRANSLATE_NOOP("core", "Decide from a terminal or the console.")};
    return Ok{};
}

Result<> checkMayRetract(const std::vector<model::LedgerEntry> &imported, const api::CallContext &context)
{
    if (isPerson(context) || std::ranges::all_of(imported, [&](const model::LedgerEntry &entry) { return entry.actor == context.actor; }))
        return Ok{};
    return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "Only a person may take back what others imported."), QT_TRANSLATE_NOOP("core", "Take it back from a terminal.")};
}

Result<> checkMaySign(const std::vector<model::LedgerEntry> &parts, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    if (!isPerson(context))
        return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "Only a person may sign."), QT_TRANSLATE_NOOP("core", "Sign from a terminal or the console.")};
    EKOS_TRY(const model::ApprovalSection rules, approvalRules(workspace, run));
    EKOS_CHECK(checkIsApprover(rules, context));
    if (!rules.fourEyes)
        return Ok{};
    for (const model::LedgerEntry &part : parts)
        if (mayBeOnePerson(part.actor, context.actor))
            return Error{ErrorCode::RefusedByRule, ownPart(part), QT_TRANSLATE_NOOP("core", "Ask a colleague to sign."), aboutWhat(part.subject)};
    return Ok{};
}

Result<> checkMayRevoke(const api::CallContext &context)
{
    if (!isPerson(context))
        return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "Only a person may revoke an approval."), QT_TRANSLATE_NOOP("core", "Revoke it from a terminal or the console.")};
    return Ok{};
}

} // namespace lakehouse::usecases
