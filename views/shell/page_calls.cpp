#include "shell/page_calls.h"

namespace lakehouse::views {

PageCalls::PageCalls(PageHost &host, QObject *parent) : QObject(parent), m_host(host) {}

void PageCalls::ended()
{
    if (--m_open == 0)
        Q_EMIT settled();
}

} // namespace lakehouse::views
