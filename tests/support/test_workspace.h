#pragma once

#include "adapters/ledger_sqlite/machine_clock.h"
#include "support/counting_ids.h"
#include "support/fake_lake_sql.h"
#include "support/fake_orchestrator.h"
#include "support/fake_secret_store.h"
#include "support/fake_source_engine.h"
#include "support/fixed_clock.h"
#include "usecases/workspace.h"

#include <QTemporaryDir>

namespace lakehouse::testsupport {

/// Time since the machine's start, as far as a test lets it pass: whether a holder of a lease lives is judged by it.
class FakeMachineClock final : public adapters::MachineClock {
public:
    adapters::MachineMoment now() const override { return {QStringLiteral("boot"), m_milliseconds}; }
    void advance(qint64 milliseconds) { m_milliseconds += milliseconds; }

private:
    std::atomic<qint64> m_milliseconds = 1'000'000;
};

/// What happens before the project's program asks for a lease, and when it was answered.
struct LeaseWatch {
    std::function<void(const QString &lease)> before = {};
    std::function<void(const QString &lease)> after = {};
};

/// A project in a temporary folder: settings, ledger, run store and Git repository are the real ones; source, Trino and Dagster are fakes.
/// Waits for leases are cut to a fraction of a second. Settings are read anew by every call.
class TestProject final : public usecases::WorkspaceProvider {
public:
    TestProject();
    ~TestProject() override;

    /// Lines of [extensions.lakehouse], and tables below it.
    void writeSettings(const QString &lines = {});
    /// The tables of the source, as its catalog and Trino show them. Each gets `rows` rows unless it has some.
    void setTables(std::vector<model::SourceTable> tables, qint64 rows = 20);

    QString path(const QString &name) const { return m_folder.filePath(name); }
    base::Result<std::shared_ptr<usecases::Workspace>> open(const QString &project) override;
    usecases::Workspace &workspace();
    /// Another process on this project: opened when asked, with a clock of its own that stands still, so that it can fall silent.
    ports::RunStore &otherProcess();
    /// Opens ledger and run store anew, as a program that starts.
    void reopen();

    FixedClock clock;
    CountingIds ids;
    FakeMachineClock machineClock;
    FakeMachineClock otherMachineClock; ///< of the other process
    FakeRows rows;
    FakeSourceEngine source;
    FakeLakeSql lake;
    FakeOrchestrator orchestrator;
    FakeSecretStore secrets;
    std::vector<model::SourceConnection> tried; ///< sources that were opened for one question
    LeaseWatch leases;

private:
    class Space;
    std::optional<model::TableDecision> planned(const QString &sql);

    QTemporaryDir m_folder;
    CountingIds m_otherIds{1};
    std::unique_ptr<ports::RunStore> m_otherStore;
    std::shared_ptr<Space> m_space;
};

} // namespace lakehouse::testsupport
