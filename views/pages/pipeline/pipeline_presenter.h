#pragma once

#include "api/operations/extraction.h"
#include "api/operations/project.h"
#include "pages/pipeline/read_pipeline.h"
#include "shell/page_work.h"
#include "shell/retired.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace lakehouse::views {

/// The orchestrator was asked for something and could not be reached.
struct OrchestratorTrouble {
    QString operation = {}; ///< that was asked for
    base::UtcTime atUtc = {};
    base::Error error = {};
};

/// What the pipeline page shows. Parts that were asked for and did not come keep what was there before.
struct PipelineState {
    bool isReading = false;
    ReadPipelinePointer pipeline = {};            ///< nullptr: not read yet
    std::optional<base::UtcTime> readAtUtc = {};
    std::optional<base::Error> error = {};        ///< of the last reading
    std::optional<OrchestratorTrouble> trouble = {}; ///< until the orchestrator is known to answer again

    QString table = {};                           ///< the selected one; empty: none
    std::optional<api::TableHistory> history = {};///< of the selected table
    std::optional<base::Error> historyError = {};
    std::optional<api::TableDetail> detail = {};  ///< of the selected table: its SQL
    std::vector<model::RunEvent> log = {};        ///< of the run that touched the selected table last, as far as it is about it
};

/// Asks and holds; paints nothing. One piece of work at a time; reading goes on meanwhile.
class PipelinePresenter : public QObject {
    Q_OBJECT
public:
    /// Lives no longer than the host.
    explicit PipelinePresenter(PageHost &host, QObject *parent = nullptr);
    ~PipelinePresenter() override;

    const PipelineState &state() const { return m_state; }
    /// What was asked for last, by the name of its operation, as "pipeline.run".
    const PageWork &work() const { return m_work; }
    /// The row of the selected table, or nothing.
    const api::PipelineRow *row() const;
    /// The selected table in the present plan; nullptr while it is not read.
    const model::PlannedTable *planned() const { return m_state.detail ? &m_state.detail->planned : nullptr; }

    /// Reads the tables; what moves while they are read is read once more afterwards.
    void refresh();
    /// Gives up what is being read; a late answer of it is ignored.
    void stopReading();
    /// Reads again when the pulse says that something moved, or while a run is under way.
    void pulse(const api::ProjectPulse &pulse);
    void select(const QString &table);

    /// Launches the run and returns: it goes on at the orchestrator whatever becomes of this program. No table: all.
    void run(const QStringList &tables, bool inProcess);
    /// Stops the newest run that is under way.
    void stopRun();
    /// Compares source and bronze. No table: of all.
    void reconcile(const QStringList &tables);
    /// Joins small files, forgets old snapshots and removes left-over files. No table: of all.
    void maintain(const QStringList &tables);
    /// Asks that the next load of a table reads every row; nothing is loaded by that.
    void requestReload(const QString &table, const QString &reason);
    void undoReload(const QString &table, const QString &reason);
    void findDeletes(const QString &table);
    /// Finds and applies deletes although so many keys vanished.
    void acceptDeletes(const QString &table, const QString &reason);
    /// Loads one table by itself although rows vanished at the source.
    void acceptLoss(const QString &table, const QString &reason);
    /// Gives up waiting for the work of this page at once; what it had done stays.
    void stopWork();
    void dismissWorkError();

Q_SIGNALS:
    void statusChanged();  ///< rows, errors of reading, whether it is being read
    void tableChanged();   ///< what is known of the selected table
    void workChanged();    ///< what work() says
    void launched(const QString &runId);
    void reloadAsked(const model::ReloadRequest &request); ///< or taken back
    void deletesFound(const model::DeleteReport &report);
    void lossAccepted(const model::LoadReport &report);
    void maintained(const api::MaintenanceReport &report);
    void settled();        ///< nothing is being asked for

private:
    template<api::OperationRequest R>
    void start(R request, std::function<void(const typename R::Answer &)> done = [](const typename R::Answer &) {});
    void tablesCame(const base::Result<ReadPipelinePointer> &answer);
    void heardOfOrchestrator(const char *operation);
    bool isReachedAgain() const;
    void readTable();
    void readLog();

    PipelineState m_state;
    Retired<ReadPipeline> m_retired;
    PageCalls m_calls;
    PageCall m_reading;
    PageCall m_historyReading;
    PageCall m_detailReading;
    PageCall m_logReading;
    PageWork m_work;
    bool m_isReadAgain = false; ///< something moved while it was read
    qint64 m_ledgerEntries = -1;
    std::vector<model::Run> m_runs;
};

} // namespace lakehouse::views
