#include "shell/run_words.h"

#include "api/operation.h"
#include "kit/localized.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::Run)
};

} // namespace

Status statusOf(model::RunState state)
{
    switch (state) {
    case model::RunState::Queued: return Status::Ready;
    case model::RunState::Running: return Status::Running;
    case model::RunState::Done: return Status::Done;
    case model::RunState::Problems: return Status::DoneWithProblems;
    case model::RunState::Failed: return Status::Failed;
    case model::RunState::Cancelled: return Status::Skipped;
    case model::RunState::Interrupted: return Status::Failed;
    }
    return Status::Unknown;
}

Status statusOf(api::TableState state)
{
    switch (state) {
    case api::TableState::Waiting: return Status::NotStarted;
    case api::TableState::Running: return Status::Running;
    case api::TableState::Green: return Status::Done;
    case api::TableState::Mismatch: return Status::DoneWithProblems;
    case api::TableState::Failed: return Status::Failed;
    case api::TableState::NeedsPerson: return Status::NeedsYou;
    case api::TableState::Cancelled: return Status::Skipped;
    }
    return Status::Unknown;
}

QString runStateWord(const model::Run &run)
{
    return run.state == model::RunState::Cancelled ? Words::tr("Stopped") : statusWord(statusOf(run.state));
}

bool isActive(model::RunState state)
{
    return state == model::RunState::Queued || state == model::RunState::Running;
}

QString runTitle(const model::Run &run)
{
    const api::Operation *operation = api::findOperation(run.operation);
    return operation ? QCoreApplication::translate("core", operation->summary) : run.operation;
}

QString runOrigin(const model::Run &run, const base::UtcTime &now)
{
    const QString who = run.actor.isEmpty() ? Words::tr("not known who") : run.actor;
    return Words::tr("%1 · %2", "who started a run, and when").arg(who, relativeTime(run.startedAtUtc, now));
}

qint64 runDurationMs(const model::Run &run, const base::UtcTime &now)
{
    return std::max<qint64>(0, (run.endedAtUtc.value_or(now).microseconds - run.startedAtUtc.microseconds) / 1000);
}

QString eventText(const model::RunEvent &event)
{
    QStringList parts{event.stage};
    if (!event.subject.isEmpty())
        parts += event.subject;
    parts += localized(event.message);
    return parts.join(QStringLiteral("  "));
}

} // namespace lakehouse::views
