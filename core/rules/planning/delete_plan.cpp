#include "rules/planning/delete_plan.h"

#include "base/shell_word.h"
#include "rules/deletes/delete_sql.h"
#include "rules/planning/column_plan.h"

#include <algorithm>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;
using model::DeleteClass;
using model::DeleteSchedule;
using model::LoadMode;
using model::PlanChange;
using model::PlanEdit;
using model::PlannedTable;
using model::PurgePolicy;
using model::Refusal;

namespace {

const char deletesAbout[] = "deletes";
const char purgesAbout[] = "purges";

/// What a person decided and no longer fits stays to be seen.
void addStale(PlannedTable &planned, const PlanChange &change, const Text &why)
{
    planned.decisions.push_back(staleDecision(change, why));
    planned.warnings.push_back(staleWarning(planned.decisions.back()));
}

class DeletePlan {
public:
    DeletePlan(PlannedTable &planned, const DeleteFacts &facts) : m_planned(planned), m_decision(planned.decision), m_facts(facts) {}

    std::optional<Refusal> run()
    {
        decidePurges();
        if (m_decision.keepsPurged() && m_decision.key.empty()) {
            if (m_facts.schedule)
                addStale(m_planned, *m_facts.schedule, QT_TRANSLATE_NOOP("core", "no key tells its rows apart."));
            return noKey();
        }
        decideSchedule();
        return std::nullopt;
    }

private:
    void because(const char *about, const Text &statement, const QString &evidence) { m_planned.reasons.push_back({QLatin1String(about), statement, evidence}); }

    /// What a person decided, applied.
    void decided(const char *about, const PlanChange &change, const Text &outcome, std::vector<PlanEdit> offers)
    {
        m_planned.decisions.push_back({.change = change, .outcome = outcome, .offers = std::move(offers)});
        because(about, {QT_TRANSLATE_NOOP("core", "%1 Decided by %2: %3"), outcome, change.actor, change.reason.toString()}, {});
    }

    void decidePurges()
    {
        if (const PlanChange *change = m_facts.purges) {
            m_decision.purgePolicy = change->edit == PlanEdit::KeepPurged ? PurgePolicy::Retain : PurgePolicy::Propagate;
            decided(purgesAbout, *change, m_decision.keepsPurged() ? Text(QT_TRANSLATE_NOOP("core", "Rows that the source no longer has stay in bronze, marked."))
                                                                   : Text(QT_TRANSLATE_NOOP("core", "What the source deletes is deleted in bronze too.")),
                    {PlanEdit::KeepPurged, PlanEdit::RemovePurged});
        } else if (m_facts.setting) {
            m_decision.purgePolicy = m_facts.setting;
            because(purgesAbout, m_decision.keepsPurged() ? Text(QT_TRANSLATE_NOOP("core", "Rows that the source no longer has stay in bronze, marked: ekos.toml says so."))
                                                          : Text(QT_TRANSLATE_NOOP("core", "What the source deletes is deleted in bronze too: ekos.toml says so.")),
                    QStringLiteral("ekos.toml, [extensions.lakehouse.purge-policy]"));
        } else if (m_facts.byCode == DeleteClass::PurgeOnly) {
            m_decision.purgePolicy = PurgePolicy::Retain;
            because(purgesAbout, m_facts.isSigned
                ? Text(QT_TRANSLATE_NOOP("core", "Rows that the source no longer has stay in bronze, marked: a person signed that only housekeeping deletes them."))
                : Text(QT_TRANSLATE_NOOP("core", "Rows that the source no longer has stay in bronze, marked: as far as the application's code was read, only housekeeping deletes them.")),
                m_facts.evidence);
        }
    }

    Refusal noKey() const
    {
        const QString command = QStringLiteral("ekos-lakehouse lakehouse extraction change --table %1 --remove-purged").arg(base::shellWord(m_decision.table.toString()));
        return {{}, QT_TRANSLATE_NOOP("core", "Rows that the source no longer has are to stay in bronze, and no key tells its rows apart: a load could only replace them."),
                {QT_TRANSLATE_NOOP("core", "Give it a primary key at the source, or let go of what the source deletes: %1"), command}, {PlanEdit::RemovePurged}};
    }

    void decideSchedule()
    {
        if (const std::optional<Text> why = whyDeletesAreNotSought(m_decision)) {
            if (m_facts.schedule)
                addStale(m_planned, *m_facts.schedule, {QT_TRANSLATE_NOOP("core", "deletes are not looked for: %1."), *why});
            if (m_decision.mode == LoadMode::Incremental)
                because(deletesAbout, {QT_TRANSLATE_NOOP("core", "What the source deleted is not looked for: %1."), *why}, {});
            return;
        }
        if (const PlanChange *change = m_facts.schedule) {
            m_decision.deletes = change->edit == PlanEdit::DeletesAudit ? DeleteSchedule::Audit : DeleteSchedule::EveryRun;
            return decided(deletesAbout, *change, m_decision.deletes == DeleteSchedule::Audit ? Text(QT_TRANSLATE_NOOP("core", "What the source deleted is looked for every delete-audit-days only."))
                                                                                              : Text(QT_TRANSLATE_NOOP("core", "What the source deleted is looked for after each load.")),
                           {PlanEdit::DeletesEveryRun, PlanEdit::DeletesAudit});
        }
        const bool isNeverDeleted = m_facts.byCode == DeleteClass::Never || m_facts.byCode == DeleteClass::Soft;
        m_decision.deletes = isNeverDeleted ? DeleteSchedule::Audit : DeleteSchedule::EveryRun;
        because(deletesAbout, scheduleByCode(), m_facts.evidence);
    }

    Text scheduleByCode() const
    {
        if (!m_facts.byCode)
            return QT_TRANSLATE_NOOP("core", "What the source deleted is looked for after each load: what the application's code does is not known.");
        switch (*m_facts.byCode) {
        case DeleteClass::Never: return QT_TRANSLATE_NOOP("core", "What the source deleted is looked for every delete-audit-days only: the application's code never deletes its rows.");
        case DeleteClass::Soft: return QT_TRANSLATE_NOOP("core", "What the source deleted is looked for every delete-audit-days only: the application's code marks its rows and deletes none.");
        case DeleteClass::PurgeOnly: return QT_TRANSLATE_NOOP("core", "What the source deleted is looked for after each load: housekeeping deletes its rows.");
        case DeleteClass::Hard: break;
        }
        return QT_TRANSLATE_NOOP("core", "What the source deleted is looked for after each load: the application's code deletes its rows.");
    }

    PlannedTable &m_planned;
    model::TableDecision &m_decision;
    const DeleteFacts &m_facts;
};

bool isRefusedForPurges(const PlannedTable &table)
{
    return std::ranges::any_of(table.refusals, [](const Refusal &refusal) { return !refusal.column && std::ranges::find(refusal.offers, PlanEdit::RemovePurged) != refusal.offers.end(); });
}

Error rowsWouldGo(const QString &table)
{
    return {ErrorCode::NeedsReason, {QT_TRANSLATE_NOOP("core", "Rows of %1 that the source no longer has would go from bronze, so a reason is needed."), table},
            QT_TRANSLATE_NOOP("core", "Say why that is right, with --reason \"…\"."), table};
}

Error refused(const Text &message, const Text &hint, const QString &table)
{
    return {ErrorCode::RefusedByRule, message, hint, table};
}

} // namespace

QString deleteEvidence(const model::WriteBehaviour &behaviour)
{
    const auto decides = [&](const model::Evidence &evidence) {
        const bool isPurge = evidence.detail.endsWith(QLatin1String(" in housekeeping"));
        switch (behaviour.deletes) {
        case DeleteClass::Never: return true;
        case DeleteClass::Soft: return evidence.detail.startsWith(QLatin1String("marks deleted"));
        case DeleteClass::PurgeOnly: return isPurge;
        case DeleteClass::Hard: break;
        }
        return !isPurge && evidence.detail.startsWith(QLatin1String("delete"));
    };
    const auto found = std::ranges::find_if(behaviour.evidence, decides);
    return found != behaviour.evidence.end() ? found->place : behaviour.evidence.empty() ? QString() : behaviour.evidence.front().place;
}

std::optional<Refusal> planDeletes(PlannedTable &planned, const DeleteFacts &facts)
{
    planned.deletesByCode = facts.byCode;
    return DeletePlan(planned, facts).run();
}

void refuseDeletes(PlannedTable &planned, const DeleteFacts &facts, const Text &why)
{
    planned.deletesByCode = facts.byCode;
    for (const PlanChange *change : {facts.schedule, facts.purges})
        if (change)
            addStale(planned, *change, why);
}

Result<> checkDeleteChange(const PlannedTable &table, PlanEdit edit, bool isReasonGiven)
{
    const model::TableDecision &decision = table.decision;
    const QString name = decision.table.toString();
    if (decision.mode == LoadMode::Refused && !(edit == PlanEdit::RemovePurged && isRefusedForPurges(table)))
        return refused({QT_TRANSLATE_NOOP("core", "%1 is refused, so there is nothing to decide about its deletes."), name},
                       table.refusals.empty() ? Text(QT_TRANSLATE_NOOP("core", "See why with: ekos-lakehouse lakehouse extraction show")) : table.refusals.front().remedy, name);
    if (aspectOf(edit) == model::PlanAspect::Deletes && !decision.deletes)
        return refused({QT_TRANSLATE_NOOP("core", "Deletes of %1 are not looked for: %2."), name, whyDeletesAreNotSought(decision).value_or(Text())},
                       QT_TRANSLATE_NOOP("core", "Leave it as it is, or keep purged rows with --keep-purged: then they are looked for."), name);
    if (edit == PlanEdit::KeepPurged && decision.key.empty())
        return refused({QT_TRANSLATE_NOOP("core", "%1 has no key that tells its rows apart, and what stays in bronze is told apart by one."), name},
                       QT_TRANSLATE_NOOP("core", "Give it a primary key at the source."), name);
    if (isReasonGiven)
        return base::Ok{};
    if (edit == PlanEdit::RemovePurged && (decision.keepsPurged() || table.deletesByCode == DeleteClass::PurgeOnly))
        return rowsWouldGo(name);
    if (edit == PlanEdit::DeletesAudit && (table.deletesByCode == DeleteClass::Hard || table.deletesByCode == DeleteClass::PurgeOnly))
        return Error{ErrorCode::NeedsReason, {QT_TRANSLATE_NOOP("core", "The application's code deletes rows of %1, which bronze would show for days, so a reason is needed."), name},
                     QT_TRANSLATE_NOOP("core", "Say why that is right, with --reason \"…\"."), name};
    return base::Ok{};
}

Result<> checkDeleteUndo(const PlannedTable &table, const std::optional<PurgePolicy> &setting, bool isReasonGiven)
{
    const bool keepsWithout = setting ? *setting == PurgePolicy::Retain : table.deletesByCode == DeleteClass::PurgeOnly;
    const auto keeps = [](const model::PlannedChange &decision) { return !decision.isStale && !decision.change.column && decision.change.edit == PlanEdit::KeepPurged; };
    if (isReasonGiven || keepsWithout || std::ranges::none_of(table.decisions, keeps))
        return base::Ok{};
    return rowsWouldGo(table.decision.table.toString());
}

} // namespace lakehouse::rules
