#pragma once

#include "api/operations/project.h"
#include "shell/page_host.h"

#include <QTimer>

namespace lakehouse::views {

/// Asks every second, while the window is visible, whether the project moved, and reads the seven steps anew when it did.
/// Never more than one question of each kind is under way.
class PulseWatch : public QObject {
    Q_OBJECT

public:
    PulseWatch(PageHost &host, QObject *parent);
    /// On: asks at once, then every second.
    void setOn(bool isOn);
    /// Asks at once, as after something was done here.
    void askNow();
    /// Reads the steps even when nothing moved.
    void askWorkflow();
    const std::optional<api::ProjectPulse> &last() const { return m_last; }

Q_SIGNALS:
    /// Another pulse than the one before, or the first after a failure. `before` is empty on the very first.
    void moved(const lakehouse::api::ProjectPulse &pulse, const std::optional<lakehouse::api::ProjectPulse> &before);
    void failed(const lakehouse::base::Error &error);
    void workflowRead(const lakehouse::model::WorkflowStatus &workflow);
    void workflowFailed(const lakehouse::base::Error &error);

private:
    void take(const api::ProjectPulse &pulse);

    PageHost &m_host;
    QTimer m_timer;
    bool m_isAsking = false;
    bool m_hasFailed = false; ///< the last time: then an answer counts as moved
    bool m_isAskingWorkflow = false;
    bool m_isWorkflowDue = false;
    std::optional<api::ProjectPulse> m_last;
};

} // namespace lakehouse::views
