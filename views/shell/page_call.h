#pragma once

#include "shell/page_calls.h"

#include <utility>

namespace lakehouse::views {

/// One kind of question, or one piece of work, that has at most one answer to wait for. Giving it up frees the page at once: what still comes is
/// not heard. Declared after its PageCalls, so that it goes first.
class PageCall {
public:
    explicit PageCall(PageCalls &calls) : m_calls(calls) {}
    ~PageCall() { m_cancel.cancel(); }
    PageCall(const PageCall &) = delete;
    PageCall &operator=(const PageCall &) = delete;

    bool isUnderWay() const { return m_isUnderWay; }

    /// Gives up what is under way and asks. `take` hears the answer, unless that is given up before; `progress` what is reported until then.
    template<api::OperationRequest R>
    void ask(R request, std::function<void(const base::Result<typename R::Answer> &)> take, base::ProgressSink progress = {})
    {
        askFor<typename R::Answer>(std::move(request), {}, std::move(take), std::move(progress));
    }

    /// The same for what `make` makes of the answer: on whatever thread that came, so that the one that paints stays free. It uses nothing else.
    template<typename T, api::OperationRequest R>
    void askFor(R request, std::function<base::Result<T>(const base::Result<typename R::Answer> &)> make, std::function<void(const base::Result<T> &)> take,
                base::ProgressSink progress = {})
    {
        giveUp();
        m_isUnderWay = true;
        m_cancel = {};
        const quint64 number = m_number;
        m_calls.began();
        base::ProgressSink heard;
        if (progress)
            heard = [this, number, progress = std::move(progress)](const base::Progress &step) {
                if (number == m_number && m_isUnderWay)
                    progress(step);
            };
        base::Async<typename R::Answer> answer = m_calls.host().workbench().ask(std::move(request), m_calls.host().callFor(&m_calls, m_cancel, std::move(heard)));
        const auto hear = [this, number, take = std::move(take)](const base::Result<T> &made) {
            if (number == m_number) {
                m_isUnderWay = false;
                take(made);
            }
            m_calls.ended();
        };
        if constexpr (std::is_same_v<T, typename R::Answer>)
            answer.onSettled(&m_calls, hear);
        else
            answer.template then<T>(std::move(make)).onSettled(&m_calls, hear);
    }

    /// False: nothing was under way.
    bool giveUp()
    {
        m_cancel.cancel();
        ++m_number;
        return std::exchange(m_isUnderWay, false);
    }

private:
    PageCalls &m_calls;
    base::CancelToken m_cancel;
    quint64 m_number = 0; ///< a late answer of a call that was given up has another one
    bool m_isUnderWay = false;
};

} // namespace lakehouse::views
