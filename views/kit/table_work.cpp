#include "kit/table_work.h"

#include <chrono>

namespace lakehouse::views {

using namespace std::chrono_literals;

namespace {

constexpr auto slice = 8ms;
constexpr qint64 quietMs = 200;

class NoRows : public TableRows {
public:
    qsizetype count() const override { return 0; }
    QString id(qsizetype) const override { return {}; }
    QString text(qsizetype, int) const override { return {}; }
};

} // namespace

TableWork::TableWork(std::vector<TableColumn> columns, QObject *parent)
    : QObject(parent), m_columns(std::move(columns)),
      m_shown(std::make_unique<TableIndex>(std::make_shared<NoRows>(), m_columns, std::vector<FilterChip>()))
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &TableWork::work);
    m_shown->step(QDeadlineTimer(QDeadlineTimer::Forever));
}

bool TableWork::isBusy() const
{
    return m_isPending || m_waiting;
}

void TableWork::setRows(std::shared_ptr<const TableRows> rows)
{
    if (!rows)
        rows = std::make_shared<NoRows>();
    if (m_next && rows->count() > atOnce) {
        // Rows that come faster than they can be prepared would never be shown if each began anew.
        m_waiting = std::move(rows);
        return;
    }
    m_waiting.reset();
    m_next = std::make_unique<TableIndex>(std::move(rows), m_columns, m_chips);
    m_next->setRequest(m_request);
    start();
}

void TableWork::setChips(std::vector<FilterChip> chips)
{
    m_chips = std::move(chips);
    m_shown->setChips(m_chips);
    if (m_next)
        m_next->setChips(m_chips);
    start();
}

void TableWork::setRequest(const TableIndex::Request &request)
{
    if (request == m_request)
        return;
    m_request = request;
    worked().setRequest(request);
    start();
}

void TableWork::start()
{
    m_isPending = true;
    m_isPrepared = false;
    m_since.start();
    m_timer.start();
    // Of many rows only what needs no work is there at once: whoever asks for several things pays for none of them before the event loop turns.
    const bool isShort = worked().rows()->count() <= atOnce;
    run(isShort ? QDeadlineTimer(QDeadlineTimer::Forever) : QDeadlineTimer(0));
}

void TableWork::work()
{
    run(QDeadlineTimer(slice));
}

void TableWork::run(const QDeadlineTimer &deadline)
{
    if (m_isPending) {
        if (!worked().step(deadline)) {
            if (m_since.elapsed() >= quietMs)
                Q_EMIT working(worked().work(), int(worked().progress() * 100));
            return;
        }
        m_isPending = false;
        if (m_next)
            m_shown = std::move(m_next);
        Q_EMIT ready();
        if (m_isPending)
            return; // whoever heard of it asked for more
        if (!m_waiting)
            Q_EMIT idle();
    }
    if (m_waiting) {
        setRows(std::exchange(m_waiting, nullptr));
        return;
    }
    if (!m_isPrepared) {
        const bool wasCounted = m_shown->isCounted();
        m_isPrepared = m_shown->prepare(deadline);
        if (m_shown->isCounted() && (!wasCounted || m_isPrepared))
            Q_EMIT counted();
    }
    if (m_isPrepared)
        m_timer.stop();
}

} // namespace lakehouse::views
