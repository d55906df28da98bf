#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace lakehouse::views {

/// Large values that a page shows no more. Taking many thousands of rows apart takes time, which the thread that paints has not: they wait here until
/// the next question takes them along, held by what is made of its answer, and go where that is made.
template<typename T>
class Retired {
public:
    using Pointer = std::shared_ptr<const T>;

    /// Nothing and what waits already: ignored.
    void add(Pointer value)
    {
        if (value && std::ranges::find(m_waiting, value) == m_waiting.end())
            m_waiting.push_back(std::move(value));
    }
    /// Those that nobody else has. The others are shown somewhere still, and wait for the question after.
    std::vector<Pointer> take()
    {
        const auto shown = std::ranges::partition(m_waiting, [](const Pointer &value) { return value.use_count() == 1; });
        std::vector<Pointer> alone(std::make_move_iterator(m_waiting.begin()), std::make_move_iterator(shown.begin()));
        m_waiting.erase(m_waiting.begin(), shown.begin());
        return alone;
    }

private:
    std::vector<Pointer> m_waiting;
};

} // namespace lakehouse::views
