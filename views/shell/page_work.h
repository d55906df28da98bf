#pragma once

#include "shell/page_call.h"

namespace lakehouse::views {

/// What a page was told to do: one piece of work at a time.
class PageWork : public QObject {
    Q_OBJECT
public:
    explicit PageWork(PageCalls &calls, QObject *parent = nullptr);

    /// Name of the operation under way; empty: none.
    const QString &operation() const { return m_operation; }
    const base::Progress &progress() const { return m_progress; }
    /// What the last piece of work failed with.
    const std::optional<base::Error> &error() const { return m_error; }

    /// Ignored while something is under way. `done` hears a good answer; `ended` follows whatever came of it.
    template<api::OperationRequest R>
    void start(R request, std::function<void(const typename R::Answer &)> done, std::function<void()> ended)
    {
        if (m_call.isUnderWay())
            return;
        m_operation = QString::fromLatin1(R::operation.name);
        m_progress = {};
        m_error.reset();
        Q_EMIT changed();
        m_call.ask(std::move(request),
            [this, done = std::move(done), ended = std::move(ended)](const base::Result<typename R::Answer> &answer) {
                m_operation.clear();
                if (!answer && answer.error().code != base::ErrorCode::Cancelled)
                    m_error = answer.error();
                Q_EMIT changed();
                if (answer)
                    done(answer.value());
                ended();
            },
            [this](const base::Progress &progress) {
                m_progress = progress;
                Q_EMIT changed();
            });
    }

    /// Gives up waiting at once; what was done stays.
    void stop();
    void dismissError();

Q_SIGNALS:
    void changed();

private:
    PageCall m_call;
    QString m_operation;
    base::Progress m_progress;
    std::optional<base::Error> m_error;
};

} // namespace lakehouse::views
