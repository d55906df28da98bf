#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::rules {

/// Where the code was seen that decides what it is said to do about deletes.
QString deleteEvidence(const model::WriteBehaviour &behaviour);

/// What decides about deletes of one table beside how it loads.
struct DeleteFacts {
    std::optional<model::DeleteClass> byCode = {};      ///< signed, else as found; absent: no code was seen
    bool isSigned = false;                              ///< a person answers for `byCode`
    QString evidence = {};                              ///< where the code was seen
    std::optional<model::PurgePolicy> setting = {};     ///< of [extensions.lakehouse.purge-policy]
    const model::PlanChange *schedule = nullptr;        ///< how often a person asked to look
    const model::PlanChange *purges = nullptr;          ///< what a person decided about purged rows
};

/// Decides what becomes of rows that the source no longer has, and how often they are looked for. A person's change goes before the setting, and that
/// before what the code does. Mode, key and columns must be there already. Answers with the refusal of a table that is to keep purged rows and whose rows
/// nothing tells apart.
std::optional<model::Refusal> planDeletes(model::PlannedTable &planned, const DeleteFacts &facts);

/// Of a table that is refused for something else: no decision about deletes applies.
void refuseDeletes(model::PlannedTable &planned, const DeleteFacts &facts, const base::Text &why);

/// Whether a person may decide so about deletes or purged rows. Fails with RefusedByRule where there is nothing of the kind to decide, NeedsReason where it
/// goes against the facts: rows that the code purges are no longer kept, or those that it deletes are looked for now and then only.
base::Result<> checkDeleteChange(const model::PlannedTable &table, model::PlanEdit edit, bool isReasonGiven);

/// Whether what was decided of the table may be taken back. Fails with NeedsReason where a person decided that purged rows stay, and without that
/// neither `setting` nor what the code does keeps them.
base::Result<> checkDeleteUndo(const model::PlannedTable &table, const std::optional<model::PurgePolicy> &setting, bool isReasonGiven);

} // namespace lakehouse::rules
