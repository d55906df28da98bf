#pragma once

#include "api/operations/evidence.h"
#include "model/extraction_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace lakehouse::views {

/// One entry of the ledger about the plan or a table of it, as it was read.
struct PlanEvent {
    enum class Kind { Change, Approval, Revocation, Foreign };

    Kind kind = Kind::Foreign;                       ///< Foreign: written in a form that this program does not know
    qint64 sequence = 0;                             ///< its number in the ledger
    base::UtcTime atUtc = {};
    QString actor = {};
    QString run = {};                                ///< id; empty: none
    QString reason = {};
    model::PlanEdit edit = model::PlanEdit::Undo;    ///< of a change
    std::optional<QString> column = {};              ///< that the change is about; none: the table
    model::PlanDigest plan = {};                     ///< of an approval or a revocation
    friend bool operator==(const PlanEvent &, const PlanEvent &) = default;
};

/// What is read of the ledger after one page of an answer.
struct HistoryPage {
    std::shared_ptr<std::vector<PlanEvent>> events = {}; ///< so far
    std::optional<api::ShowLedger> more = {};            ///< the question for what follows
};

/// Reads the bodies of an answer, behind those of the pages before; on whatever thread the answer came. `events`: of the page before, which nobody
/// else has; none: this is the first.
HistoryPage historyOf(const api::LedgerPage &answer, const api::ShowLedger &request, std::shared_ptr<std::vector<PlanEvent>> events);

} // namespace lakehouse::views
