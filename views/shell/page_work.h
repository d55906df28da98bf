#pragma once

#include "shell/page_call.h"

namespace lakehouse::views {

/// What a page was told to do: one piece of work at a time. Where a password is missing and no keyring can have it, the person is asked for it, and
/// the work begins anew when it is typed.
class PageWork : public QObject {
    Q_OBJECT
public:
    explicit PageWork(PageCalls &calls, QObject *parent = nullptr);

    /// Name of the operation under way; empty: none.
    const QString &operation() const { return m_operation; }
    const base::Progress &progress() const { return m_progress; }
    /// What the last piece of work failed with.
    const std::optional<base::Error> &error() const { return m_error; }

    /// Why something that needs the page for itself cannot be done now, in a sentence; empty: nothing is under way.
    QString whyBusy() const { return whyBusyWith(m_operation); }
    /// The same while this operation is under way; empty: none.
    static QString whyBusyWith(const QString &operation);

    /// Ignored while something is under way. `done` hears a good answer; `ended` follows whatever came of it.
    template<api::OperationRequest R>
    void start(R request, std::function<void(const typename R::Answer &)> done, std::function<void()> ended)
    {
        if (!begin(R::operation))
            return;
        m_again = [this, request, done, ended] { start(request, done, ended); };
        m_call.ask(std::move(request), heard<typename R::Answer>(std::move(done), std::move(ended)), progressed());
    }

    /// The same for what `make` makes of a good answer: on whatever thread that came, and there the answer goes. It uses nothing else.
    template<typename T, api::OperationRequest R>
    void startFor(R request, std::function<T(const typename R::Answer &)> make, std::function<void(const T &)> done, std::function<void()> ended)
    {
        if (!begin(R::operation))
            return;
        m_again = [this, request, make, done, ended] { startFor<T>(request, make, done, ended); };
        m_call.askFor<T>(std::move(request), [make = std::move(make)](const base::Result<typename R::Answer> &answer) -> base::Result<T> {
            if (!answer)
                return answer.error();
            return make(answer.value());
        }, heard<T>(std::move(done), std::move(ended)), progressed());
    }

    /// Gives up waiting at once; what was done stays.
    void stop();
    /// What failed last, once more with the same words; nothing while something is under way or the last one did not fail.
    void again() const;
    void dismissError();

Q_SIGNALS:
    void changed();

private:
    /// False: something is under way already.
    bool begin(const api::Operation &operation);
    /// Where it failed for a password that only the person has, it is done once more when they typed it.
    void askForPassword(const base::Error &error);
    /// Whatever came of it: an error is kept, and it is over.
    void finish(const base::Error *error);
    base::ProgressSink progressed();

    template<typename T>
    std::function<void(const base::Result<T> &)> heard(std::function<void(const T &)> done, std::function<void()> ended)
    {
        return [this, done = std::move(done), ended = std::move(ended)](const base::Result<T> &answer) {
            finish(answer ? nullptr : &answer.error());
            if (answer)
                done(answer.value());
            else
                askForPassword(answer.error());
            ended();
        };
    }

    PageHost &m_host;
    PageCall m_call;
    QString m_operation;
    base::Progress m_progress;
    std::optional<base::Error> m_error;
    std::function<void()> m_again; ///< what was begun last
};

} // namespace lakehouse::views
