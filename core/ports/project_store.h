#pragma once

#include "base/run_context.h"
#include "model/extraction_plan.h"
#include "model/project_settings.h"

#include <memory>

namespace lakehouse::ports {

struct LoadedSettings {
    model::ProjectSettings settings = {};     ///< with defaults
    model::ProjectId id = {};
    QString folder = {};                      ///< absolute path of the project
    QString digest = {};                      ///< of the bytes of ekos.toml that these are
    std::vector<base::Text> warnings = {};    ///< tables of the file that are not ours
};

struct InitReceipt {
    bool isNewFile = false;                   ///< false: there was an ekos.toml, and it was kept
    bool isNewState = false;
};

/// One change of the entries of [[databases]] in ekos.toml.
struct DatabaseChange {
    enum class Kind { Add, Rewrite, Remove };
    Kind kind = Kind::Add;
    model::DatabaseEntry entry = {};          ///< as it is to stand there: what is empty gets no key. Remove: its name is enough.
                                              ///< Rewrite: a tls-mode that only repeats the default is not written where none was.
    bool extract = false;                     ///< source-database of [extensions.lakehouse] names it from now on
};

/// A plan that is kept in the project's folder to be read quickly. The proposal is what it says; the others only repeat what the ledger and the
/// pipeline repository hold: they are shown, and never decided by.
enum class PlanCopy { Proposal, Approved, Generated };

/// One table in the list of a kept plan.
struct ListedTable {
    model::TableName table = {};
    model::TableDigest digest = {};
    QByteArray row = {};    ///< JSON of whatever a page shows of it; only who made the list knows its form
    qint64 offset = 0;      ///< of its PlannedTable in the kept plan; set when it is kept
    qint64 length = 0;      ///< 0: a list alone, or of a plan that stands there in another form
};

/// What is to be known of a plan without reading it.
struct PlanList {
    QByteArray head = {};   ///< JSON about the whole; only who made the list knows its form
    std::vector<ListedTable> tables = {}; ///< in the plan's order
    QByteArray document = {}; ///< which file of the plan it was read beside; set when it is read
};

/// The project's folder: settings, identity, and the proposal. Fails with NotFound when the folder has no ekos.toml, InvalidInput naming line and key.
class ProjectStore {
public:
    virtual ~ProjectStore() = default;
    virtual base::Result<InitReceipt> init(base::RunContext &run) = 0;
    virtual base::Result<LoadedSettings> load(base::RunContext &run) = 0;
    /// Writes the proposal so that a reader sees the old or the new one, never half.
    base::Result<> saveProposal(const model::ExtractionPlan &plan, base::RunContext &run) { return savePlan(PlanCopy::Proposal, plan, {}, run); }
    virtual base::Result<std::optional<model::ExtractionPlan>> proposal(base::RunContext &run) = 0;
    /// The same for any copy, with its list beside it: a reader sees both of one plan, or the plan without a list. An empty list is none.
    virtual base::Result<> savePlan(PlanCopy copy, const model::ExtractionPlan &plan, PlanList list, base::RunContext &run) = 0;
    /// Makes the list of the plan that stands there already; `plan` is that plan, nullptr for a list alone. In this process it is known from now
    /// on even where it could not be written.
    virtual base::Result<> saveList(PlanCopy copy, const model::ExtractionPlan *plan, PlanList list, base::RunContext &run) = 0;
    /// The list's head alone: a few hundred bytes, however many tables. Nothing when there is no list that fits the plan as it stands there.
    virtual base::Result<std::optional<QByteArray>> listHead(PlanCopy copy, base::RunContext &run) = 0;
    /// nullptr when there is no list that fits the plan as it stands there.
    virtual base::Result<std::shared_ptr<const PlanList>> planList(PlanCopy copy, base::RunContext &run) = 0;
    /// One table of the plan beside which `list` was read, its digest checked. Nothing when that plan stands there no more, or cannot be read by parts.
    virtual base::Result<std::optional<model::PlannedTable>> listedTable(PlanCopy copy, const PlanList &list, const ListedTable &table, base::RunContext &run) = 0;
    /// The effective settings as TOML, comments saying where each came from.
    virtual base::Result<QString> effectiveToml(base::RunContext &run) = 0;
    /// The file as the person wrote it.
    virtual base::Result<QString> writtenToml(base::RunContext &run) = 0;
    /// Changes one entry in place: comments, order and the tables of other programs stay as they are, byte for byte. The result is read back before
    /// it replaces the file, and a reader sees the old or the new one. Of two writers at once the second fails with Stale, which is also the failure
    /// when the file is not the one of `expectedDigest`; AlreadyExists, NotFound, InvalidInput; Unsupported for a form that only a person changes;
    /// Busy. Returns the digest of the new file.
    virtual base::Result<QString> changeDatabase(const DatabaseChange &change, const QString &expectedDigest, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
