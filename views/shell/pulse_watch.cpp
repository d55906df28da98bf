#include "shell/pulse_watch.h"

namespace lakehouse::views {

PulseWatch::PulseWatch(PageHost &host, QObject *parent)
    : QObject(parent), m_host(host)
{
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &PulseWatch::askNow);
}

void PulseWatch::setOn(bool isOn)
{
    if (isOn == m_timer.isActive())
        return;
    if (!isOn)
        return m_timer.stop();
    m_timer.start();
    askNow();
}

void PulseWatch::askNow()
{
    if (std::exchange(m_isAsking, true))
        return;
    m_host.workbench().ask(api::ShowPulse{}, m_host.call({})).onSettled(this, [this](const base::Result<api::ProjectPulse> &pulse) {
        m_isAsking = false;
        if (pulse)
            return take(pulse.value());
        m_hasFailed = true;
        Q_EMIT failed(pulse.error());
    });
}

void PulseWatch::take(const api::ProjectPulse &pulse)
{
    const bool isBack = std::exchange(m_hasFailed, false);
    if (m_last == pulse && !isBack)
        return;
    const std::optional<api::ProjectPulse> before = std::exchange(m_last, pulse);
    Q_EMIT moved(pulse, before);
    askWorkflow();
}

void PulseWatch::askWorkflow()
{
    m_isWorkflowDue = true;
    if (m_isAskingWorkflow)
        return;
    m_isWorkflowDue = false;
    m_isAskingWorkflow = true;
    m_host.workbench().ask(api::ShowWorkflow{}, m_host.call({})).onSettled(this, [this](const base::Result<model::WorkflowStatus> &workflow) {
        m_isAskingWorkflow = false;
        if (workflow)
            Q_EMIT workflowRead(workflow.value());
        else
            Q_EMIT workflowFailed(workflow.error());
        if (m_isWorkflowDue)
            askWorkflow();
    });
}

} // namespace lakehouse::views
