#include "shell/page_work.h"

namespace lakehouse::views {

PageWork::PageWork(PageCalls &calls, QObject *parent) : QObject(parent), m_call(calls) {}

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
