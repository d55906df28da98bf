#include "rules/planning/row_security.h"

#include "base/shell_word.h"
#include "rules/planning/column_plan.h"
#include "rules/sqlgen/quoting.h"

namespace lakehouse::rules {

using base::Text;
using model::PlanChange;
using model::PlanEdit;
using model::PlannedTable;
using model::Refusal;
using model::SourceTable;
using model::TableName;

Refusal refusedByRowSecurity(const TableName &table, const QString &role)
{
    return {{}, {QT_TRANSLATE_NOOP("core", "Row security hides rows from the role %1, so a load would bring a part of them without a sign."), role},
            {QT_TRANSLATE_NOOP("core", "Give the role a policy that shows all rows, or run at the source: %1. Or accept that only the rows it sees are loaded: %2"),
             QStringLiteral("ALTER ROLE %1 BYPASSRLS").arg(postgresIdentifier(role)),
             QStringLiteral("ekos-lakehouse lakehouse extraction change --table %1 --accept-row-security").arg(base::shellWord(table.toString()))},
            {PlanEdit::AcceptRowSecurity}};
}

void acceptRowSecurity(PlannedTable &planned, const SourceTable &table, const QString &role, const PlanChange &accepted)
{
    if (!table.isFilteredByRowSecurity) {
        planned.decisions.push_back(staleDecision(accepted, {QT_TRANSLATE_NOOP("core", "row security hides no rows from the role %1."), role}));
        planned.warnings.push_back(staleWarning(planned.decisions.back()));
        return;
    }
    planned.decision.rowsSeenBy = role;
    const Text outcome{QT_TRANSLATE_NOOP("core", "Only the rows that row security shows the role %1 are loaded."), role};
    const Text who{QT_TRANSLATE_NOOP("core", "%1 Decided by %2: %3"), outcome, accepted.actor, accepted.reason.toString()};
    planned.decisions.push_back({.change = accepted, .outcome = outcome, .offers = {PlanEdit::AcceptRowSecurity}});
    planned.reasons.push_back({QStringLiteral("row-security"), who, {}});
    planned.warnings.push_back(who);
}

} // namespace lakehouse::rules
