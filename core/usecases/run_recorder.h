#pragma once

#include "api/call_context.h"
#include "api/operation.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// Writes the log of one run: who asked for what, each stage, and how it ended. A line that cannot be written does not stop the work; the
/// end of a run that cannot be written is an error.
class RunRecorder {
public:
    /// Begins a run of this operation, or joins the one that is named: then its beginning and end belong to another process.
    static base::Result<RunRecorder> begin(Workspace &workspace, const api::Operation &operation, const api::CallContext &context,
                                           const std::optional<model::RunId> &joined, base::RunContext &run);

    const model::RunId &id() const { return m_run.id; }
    const model::Actor &actor() const { return m_actor; }
    void info(const char *stage, const QString &subject, base::Text message) const;
    void warning(const char *stage, const QString &subject, base::Text message) const;
    void error(const char *stage, const QString &subject, base::Text message) const;
    base::Result<> setForeignId(const QString &foreignId);
    base::Result<> finish(model::RunState state, base::Text outcome);
    const model::Run &run() const { return m_run; }
    bool isOwner() const { return m_isOwner; } ///< false: the run was begun by another process

private:
    RunRecorder() = default;
    void record(model::EventLevel level, const char *stage, const QString &subject, base::Text message) const;

    ports::RunStore *m_store = nullptr;
    const base::Clock *m_clock = nullptr;
    model::Run m_run = {};
    model::Actor m_actor = {};
    bool m_isOwner = true;
};

/// Runs `work` inside a recorded run: its end, good or bad, is written, and the head of the ledger is noted for `ledger verify`.
/// `work` says what happened in one sentence through the recorder's outcome.
template<typename Answer>
struct Recorded {
    Answer answer = {};
    base::Text outcome = {};
    model::RunState state = model::RunState::Done;
};

/// Holds the project against whoever else writes the pipeline repository or what its commits rely on: generating, approving, signing, putting a copy in
/// the ledger's place. Fails with Busy naming the holder.
base::Result<std::unique_ptr<ports::Lease>> holdRepository(Workspace &workspace, const RunRecorder &recorder, base::RunContext &run);

/// Notes the ledger's head in the run state, so that entries cut off later are missed.
void noteLedgerHead(Workspace &workspace);

template<typename Answer>
base::Result<Answer> recorded(Workspace &workspace, const api::Operation &operation, const api::CallContext &context, base::RunContext &run,
                              const std::optional<model::RunId> &joined, const std::function<base::Result<Recorded<Answer>>(RunRecorder &)> &work)
{
    EKOS_TRY(RunRecorder recorder, RunRecorder::begin(workspace, operation, context, joined, run));
    base::Result<Recorded<Answer>> result = work(recorder);
    noteLedgerHead(workspace);
    if (!result) {
        const bool isCancelled = result.error().code == base::ErrorCode::Cancelled;
        if (recorder.isOwner())
            recorder.error(operation.name, result.error().subject, result.error().message);
        EKOS_CHECK(recorder.finish(isCancelled ? model::RunState::Cancelled : model::RunState::Failed, result.error().message));
        return std::move(result).error();
    }
    EKOS_CHECK(recorder.finish(result.value().state, result.value().outcome));
    return std::move(result).value().answer;
}

} // namespace lakehouse::usecases
