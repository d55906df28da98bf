#include "shell/router.h"

namespace lakehouse::views {

namespace {
constexpr std::size_t remembered = 200;
}

void Router::go(const Place &place)
{
    if (!m_current.page.isEmpty() && (m_current.page != place.page || m_current.object != place.object)) {
        m_behind.push_back(m_current);
        if (m_behind.size() > remembered)
            m_behind.erase(m_behind.begin());
        m_ahead.clear();
    }
    m_current = place;
    Q_EMIT historyChanged();
    Q_EMIT arrived(m_current);
}

void Router::follow(const Place &place)
{
    if (place.page == m_current.page)
        m_current = place;
}

void Router::back()
{
    step(m_behind, m_ahead);
}

void Router::forward()
{
    step(m_ahead, m_behind);
}

void Router::step(std::vector<Place> &from, std::vector<Place> &to)
{
    if (from.empty())
        return;
    to.push_back(m_current);
    m_current = from.back();
    from.pop_back();
    Q_EMIT historyChanged();
    Q_EMIT arrived(m_current);
}

} // namespace lakehouse::views
