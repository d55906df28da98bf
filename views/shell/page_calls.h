#pragma once

#include "shell/page_host.h"

#include <QObject>

namespace lakehouse::views {

/// The questions of one presenter that wait for an answer.
class PageCalls : public QObject {
    Q_OBJECT
public:
    /// Lives no longer than the host.
    explicit PageCalls(PageHost &host, QObject *parent = nullptr);
    PageHost &host() const { return m_host; }

Q_SIGNALS:
    void settled(); ///< nothing is being asked for any more

private:
    friend class PageCall;
    void began() { ++m_open; }
    void ended();

    PageHost &m_host;
    int m_open = 0;
};

} // namespace lakehouse::views
