#pragma once

#include "ports/project_store.h"

#include <map>
#include <mutex>

namespace lakehouse::adapters {

inline constexpr qint64 planFormat = 2; ///< of the file of a plan; 2: how often deletes are looked for, and what becomes of purged rows, which 1 lacks

/// The files of kept plans in `.ekos`: `plan.json` with `plan.list` beside it, and the same for the copies. A list names the length and the
/// digest of the plan that it belongs to, and how the file was stamped when it was seen to fit; a list that does not fit counts as missing, and
/// one that cannot be written or read costs time and nothing else. May be called from any thread, and by several processes at once.
class PlanFiles {
public:
    explicit PlanFiles(QString stateFolder) : m_folder(std::move(stateFolder)) {}

    // As the methods of ports::ProjectStore.
    base::Result<> savePlan(ports::PlanCopy copy, const model::ExtractionPlan &plan, ports::PlanList list);
    void saveList(ports::PlanCopy copy, const model::ExtractionPlan *plan, ports::PlanList list);
    std::optional<QByteArray> head(ports::PlanCopy copy);
    std::shared_ptr<const ports::PlanList> list(ports::PlanCopy copy);
    std::optional<model::PlannedTable> table(ports::PlanCopy copy, const ports::PlanList &list, const ports::ListedTable &table) const;

private:
    struct KnownList {
        std::shared_ptr<const ports::PlanList> list = {};
        QByteArray listStamp = {}; ///< of the file beside which it counts
    };
    QString documentPath(ports::PlanCopy copy) const;
    QString listPath(ports::PlanCopy copy) const;
    void writeList(ports::PlanCopy copy, const QByteArray &documentBytes, ports::PlanList list);
    std::shared_ptr<const ports::PlanList> known(ports::PlanCopy copy, const QByteArray &document, const QByteArray &listStamp);

    QString m_folder;
    std::mutex m_mutex;
    std::map<ports::PlanCopy, KnownList> m_known;
};

} // namespace lakehouse::adapters
