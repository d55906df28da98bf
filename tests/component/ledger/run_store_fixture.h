#pragma once

#include "adapters/ledger_sqlite/sqlite_run_store.h"
#include "component/ledger/ledger_fixture.h"

namespace lakehouse::testsupport {

/// The machine's time plus what a test adds.
class MovedMachineClock final : public adapters::MachineClock {
public:
    adapters::MachineMoment now() const override
    {
        adapters::MachineMoment now = ofThisMachine().now();
        now.milliseconds += m_offset;
        if (m_isRestarted)
            now.boot = QStringLiteral("another start of the machine");
        return now;
    }
    void advance(qint64 milliseconds) { m_offset += milliseconds; }
    void restart() { m_isRestarted = true; }

private:
    std::atomic<qint64> m_offset = 0;
    std::atomic<bool> m_isRestarted = false;
};

struct RunStoreFixture {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral(".ekos"));
    FixedClock clock;
    CountingIds ids;
    MovedMachineClock machineClock;
    base::RunContext context;

    std::unique_ptr<ports::RunStore> open()
    {
        auto store = adapters::SqliteRunStore::open(path, clock, ids, machineClock);
        if (!store)
            qWarning("%s", qPrintable(store.error().message.toEnglish() + store.error().detail));
        return store ? std::move(store).value() : nullptr;
    }
    model::Run newRun(model::RunState state = model::RunState::Running)
    {
        clock.advance(1'000'000);
        return {.id = model::RunId(ids.next()), .operation = QStringLiteral("pipeline.run"), .state = state, .actor = QStringLiteral("anna@host (cli)"), .channel = QStringLiteral("cli"), .startedAtUtc = clock.now()};
    }
    QString database() const { return path + QStringLiteral("/state.sqlite"); }
    QString log(const model::RunId &run) const { return QStringLiteral("%1/runs/%2/events.jsonl").arg(path, run.toString()); }
};

inline model::RunEvent logLine(const QString &subject, model::EventLevel level = model::EventLevel::Info)
{
    return {.atUtc = {1'700'000'000'000'000}, .level = level, .stage = QStringLiteral("load"), .subject = subject, .message = {QT_TRANSLATE_NOOP("core", "%1 rows"), qint64(7)}};
}

} // namespace lakehouse::testsupport
