#include "adapters/ledger_sqlite/run_rows.h"

#include "adapters/ledger_sqlite/file_lock.h"
#include "adapters/ledger_sqlite/stored_body.h"

#include <QDir>
#include <QSaveFile>

namespace lakehouse::adapters {

using base::Ok;
using base::Result;
using model::Run;
using model::RunState;

bool isLive(RunState state)
{
    return state == RunState::Queued || state == RunState::Running;
}

Result<> insertRun(SqliteConnection &connection, const Run &run, const MachineMoment &beat, base::UtcTime beatAt)
{
    EKOS_TRY(SqliteStatement insert, connection.prepare("INSERT INTO run(id, started_at, body, is_live, boot, beat_ms, beat_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING"));
    return insert.bind(run.id.toString()).bind(run.startedAtUtc.microseconds).bind(describe::canonicalJson(run)).bind(qint64(isLive(run.state)))
        .bind(beat.boot).bind(beat.milliseconds).bind(beatAt.microseconds).run();
}

Result<Run> readRun(const SqliteStatement &row, const MachineMoment &now)
{
    EKOS_TRY(Run run, readBody<Run>(row.bytes(0)));
    if (!row.integer(1) || isAlive({row.text(2), row.integer(3)}, now))
        return run;
    run.state = RunState::Interrupted;
    if (run.foreignId)
        return run; // the orchestrator may still work on it: how it ends is asked there
    run.endedAtUtc = base::UtcTime{row.integer(4)};
    run.outcome = QT_TRANSLATE_NOOP("core", "Its process ended without a word.");
    return run;
}

Result<> writeRunFile(const QString &folder, const Run &run)
{
    const QString own = QStringLiteral("%1/%2").arg(folder, run.id.toString());
    QDir().mkpath(own); // when it fails, opening says why
    QSaveFile file(own + QStringLiteral("/run.json"));
    const QByteArray json = describe::canonicalJson(run) + '\n';
    if (file.open(QIODevice::WriteOnly) && file.write(json) == json.size() && file.commit())
        return Ok{};
    return base::Error{base::ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 cannot be written."), file.fileName()},
                       QT_TRANSLATE_NOOP("core", "Check the space on the disk and the right to write to this folder, then try again."), file.fileName(), file.errorString()};
}

std::vector<Run> readRunFiles(const QString &folder)
{
    std::vector<Run> runs;
    for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        QFile file(QStringLiteral("%1/%2/run.json").arg(folder, name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        if (Result<Run> run = readBody<Run>(file.readAll()); run && run.value().id.toString() == name)
            runs.push_back(std::move(run).value());
    }
    return runs;
}

} // namespace lakehouse::adapters
