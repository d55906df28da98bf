#pragma once

#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "shell/page_host.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace lakehouse::views {

/// What the pipeline page shows. Parts that were asked for and did not come keep what was there before.
struct PipelineState {
    bool isReading = false;
    std::optional<api::PipelineStatus> status = {};
    std::optional<base::UtcTime> readAtUtc = {};
    std::optional<base::Error> error = {};        ///< of the last reading

    QString table = {};                           ///< the selected one; empty: none
    std::optional<api::TableHistory> history = {};///< of the selected table
    std::optional<base::Error> historyError = {};
    std::optional<api::TableDetail> detail = {};  ///< of the selected table: its SQL
    std::vector<model::RunEvent> log = {};        ///< of the run that touched the selected table last, as far as it is about it

    QString work = {};                            ///< operation under way: "pipeline.run", "pipeline.reconcile", "pipeline.load", "runs.stop"
    base::Progress progress = {};
    std::optional<base::Error> workError = {};    ///< of the last piece of work
};

/// Asks and holds; paints nothing. One piece of work at a time; reading goes on meanwhile.
class PipelinePresenter : public QObject {
    Q_OBJECT
public:
    /// Lives no longer than the host.
    explicit PipelinePresenter(PageHost &host, QObject *parent = nullptr);
    ~PipelinePresenter() override;

    const PipelineState &state() const { return m_state; }
    /// The row of the selected table, or nothing.
    const api::PipelineRow *row() const;

    void refresh();
    /// Gives up what is being read; a late answer of it is ignored.
    void stopReading();
    /// Reads again when the pulse says that something moved, or while a run is under way.
    void pulse(const api::ProjectPulse &pulse);
    void select(const QString &table);

    /// Launches the run and returns: it goes on at the orchestrator whatever becomes of this program. No table: all.
    void run(const QStringList &tables, bool inProcess);
    /// Stops every run that is under way.
    void stopRuns();
    void reconcile(const QStringList &tables);
    /// Loads one table by itself: reading every row, or although rows vanished at the source.
    void reload(const QString &table, const QString &reason);
    void acceptLoss(const QString &table, const QString &reason);
    /// Gives up waiting for the work of this page at once; what it had done stays.
    void stopWork();
    void dismissWorkError();

Q_SIGNALS:
    void statusChanged();  ///< rows, errors of reading, whether it is being read
    void tableChanged();   ///< what is known of the selected table
    void workChanged();
    void launched(const QString &runId);
    void settled();        ///< nothing is being asked for

private:
    template<api::OperationRequest R>
    void work(R request, std::function<void(const typename R::Answer &)> done);
    void readTable();
    void readLog();
    void endedOne();

    PageHost &m_host;
    PipelineState m_state;
    base::CancelToken m_readCancel;
    quint64 m_readNumber = 0;
    base::CancelToken m_workCancel;
    quint64 m_workNumber = 0;   ///< a late answer of given-up work has another one
    quint64 m_tableNumber = 0;  ///< the same for what is asked about a table
    int m_asked = 0;
    qint64 m_ledgerEntries = -1;
    std::vector<model::Run> m_runs;
};

} // namespace lakehouse::views
