#pragma once

#include "api/operations/pipeline.h"
#include "shell/page_host.h"

#include <QTimer>

namespace lakehouse::views {

/// Follows one run wherever it was started: reads it, and while it goes on its new lines every second.
class RunFollower : public QObject {
    Q_OBJECT

public:
    RunFollower(PageHost &host, QObject *parent);
    /// Begins anew with another run; an empty id follows nothing.
    void follow(const QString &runId);
    const QString &runId() const { return m_runId; }
    /// Empty until the first answer.
    const std::optional<model::Run> &run() const { return m_run; }
    const std::vector<api::TableOutcome> &tables() const { return m_tables; }
    const std::vector<model::RunEvent> &events() const { return m_events; }
    bool isActive() const;
    /// "37 of 412 · Load public.rental", from tables and log.
    base::Progress progress() const;
    /// Errors and warnings in the log.
    int problems() const { return m_problems; }

    /// Asks the run to end; the answer comes as stopped() or stopFailed().
    void stop();
    /// Waits no longer for the answer to stop(). The run goes on or ends where it is.
    void leave();
    /// Reads on without waiting for the next second.
    void readNow();

Q_SIGNALS:
    void changed();
    void failed(const lakehouse::base::Error &error);
    void stopped();
    void stopFailed(const lakehouse::base::Error &error);

private:
    void take(api::RunDetail detail);

    PageHost &m_host;
    QTimer m_next;
    base::CancelToken m_reading;
    base::CancelToken m_stopping;
    bool m_isReading = false;
    QString m_runId;
    std::optional<model::Run> m_run;
    std::vector<api::TableOutcome> m_tables;
    std::vector<model::RunEvent> m_events;
    int m_problems = 0;
};

} // namespace lakehouse::views
