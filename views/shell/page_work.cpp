#include "shell/page_work.h"

#include <QPointer>

namespace lakehouse::views {

PageWork::PageWork(PageCalls &calls, QObject *parent) : QObject(parent), m_host(calls.host()), m_call(calls) {}

QString PageWork::whyBusyWith(const QString &operation)
{
    return operation.isEmpty() ? QString() : tr("Something is being done already. Wait for its end, or stop it.");
}

bool PageWork::begin(const api::Operation &operation)
{
    if (m_call.isUnderWay())
        return false;
    m_operation = QString::fromLatin1(operation.name);
    m_progress = {};
    m_error.reset();
    Q_EMIT changed();
    return true;
}

void PageWork::finish(const base::Error *error)
{
    m_operation.clear();
    if (error && error->code != base::ErrorCode::Cancelled)
        m_error = *error;
    Q_EMIT changed();
}

void PageWork::again() const
{
    if (!m_error || m_call.isUnderWay())
        return;
    const std::function<void()> last = m_again; // which becomes another one while it runs
    last();
}

void PageWork::askForPassword(const base::Error &error)
{
    const std::optional<QString> variable = missingPassword(error);
    if (!variable || m_host.credentials().canStore())
        return;
    m_host.askForPassword({.variable = *variable}, [work = QPointer(this), again = m_again] {
        if (work)
            again();
    });
}

base::ProgressSink PageWork::progressed()
{
    return [this](const base::Progress &progress) {
        m_progress = progress;
        Q_EMIT changed();
    };
}

void PageWork::stop()
{
    if (!m_call.giveUp())
        return;
    m_operation.clear();
    Q_EMIT changed();
}

void PageWork::dismissError()
{
    m_error.reset();
    Q_EMIT changed();
}

} // namespace lakehouse::views
