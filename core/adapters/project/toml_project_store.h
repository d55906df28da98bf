#pragma once

#include "adapters/project/plan_files.h"
#include "base/strong_id.h"
#include "ports/project_store.h"

#include <memory>

namespace lakehouse::adapters {

/// A project in a folder: `ekos.toml`, and `.ekos/` with `project.json` (identity) and `plan.json` (the proposal). Only this folder is looked at,
/// never one above it, so that nobody else's settings are picked up. May be called from any thread, and by several processes at once.
class TomlProjectStore : public ports::ProjectStore {
public:
    /// `ids` gives a new project its identity and must outlive the store. Fails with NotFound when there is no such folder.
    static base::Result<std::unique_ptr<TomlProjectStore>> open(const QString &folder, base::IdSource &ids);

    base::Result<ports::InitReceipt> init(base::RunContext &run) override;
    base::Result<ports::LoadedSettings> load(base::RunContext &run) override;
    /// Fails with Unsupported when a newer program wrote it, Corrupt when it cannot be read.
    base::Result<std::optional<model::ExtractionPlan>> proposal(base::RunContext &run) override;
    base::Result<> savePlan(ports::PlanCopy copy, const model::ExtractionPlan &plan, ports::PlanList list, base::RunContext &run) override;
    base::Result<> saveList(ports::PlanCopy copy, const model::ExtractionPlan *plan, ports::PlanList list, base::RunContext &run) override;
    base::Result<std::optional<QByteArray>> listHead(ports::PlanCopy copy, base::RunContext &run) override;
    base::Result<std::shared_ptr<const ports::PlanList>> planList(ports::PlanCopy copy, base::RunContext &run) override;
    base::Result<std::optional<model::PlannedTable>> listedTable(ports::PlanCopy copy, const ports::PlanList &list, const ports::ListedTable &table, base::RunContext &run) override;
    base::Result<QString> effectiveToml(base::RunContext &run) override;
    base::Result<QString> writtenToml(base::RunContext &run) override;
    base::Result<QString> changeDatabase(const ports::DatabaseChange &change, const QString &expectedDigest, base::RunContext &run) override;
    /// The digest of ekos.toml as it is now; empty when it cannot be read. Cheap: asked before each call, to see that the file was changed.
    QString currentDigest() const;

private:
    TomlProjectStore(QString folder, base::IdSource &ids) : m_folder(std::move(folder)), m_ids(ids), m_plans(file(".ekos")) {}
    QString file(const char *name) const;
    base::Result<QByteArray> settingsBytes() const;

    QString m_folder;
    base::IdSource &m_ids;
    PlanFiles m_plans;
};

} // namespace lakehouse::adapters
