#pragma once

#include "api/workbench.h"

#include <deque>
#include <map>

namespace lakehouse::testsupport {

/// A Workbench that answers by a script, for tests of pages: prepared values or failures by operation, counted calls, answers held back.
/// An operation without a script fails with Unsupported. A call whose token is cancelled while it is held settles with Cancelled.
/// For one thread.
class ScriptedWorkbench final : public api::Workbench {
public:
    /// Answers every call of R from now on with this value.
    template<api::OperationRequest R>
    void answer(typename R::Answer value)
    {
        answerBy<R>([value = std::move(value)](const R &) -> base::Result<typename R::Answer> { return value; });
    }

    /// Answers every call of R from now on with what the function makes of the request.
    template<api::OperationRequest R>
    void answerBy(std::function<base::Result<typename R::Answer>(const R &)> make)
    {
        script(R::operation).make = [make = std::move(make)](const api::AnyRequest &request) -> base::Result<api::AnyAnswer> {
            base::Result<typename R::Answer> made = make(request.as<R>());
            if (!made)
                return std::move(made).error();
            return api::AnyAnswer::of(std::move(made).value());
        };
    }

    template<api::OperationRequest R>
    void fail(base::Error error)
    {
        script(R::operation).make = [error = std::move(error)](const api::AnyRequest &) -> base::Result<api::AnyAnswer> { return error; };
    }

    /// Keeps the answers to R back, of calls that come after this.
    template<api::OperationRequest R>
    void hold() { script(R::operation).isHeld = true; }
    /// Gives the answers that were held, made by the script as it is now, and holds no more.
    template<api::OperationRequest R>
    void release() { release(R::operation); }

    /// How often R was asked.
    template<api::OperationRequest R>
    int calls() const { return int(requests<R>().size()); }
    /// Every request of R, oldest first.
    template<api::OperationRequest R>
    std::vector<R> requests() const
    {
        std::vector<R> asked;
        for (const Call &call : m_calls)
            if (call.operation == &R::operation)
                asked.push_back(call.request.as<R>());
        return asked;
    }
    /// The newest request of R; there must be one.
    template<api::OperationRequest R>
    R lastRequest() const { return requests<R>().back(); }
    /// The context of the newest call of R; there must be one.
    template<api::OperationRequest R>
    const api::CallContext &lastContext() const { return lastContext(R::operation); }

    /// Names of all operations asked, oldest first.
    QStringList names() const;
    /// How many calls were asked that change or launch something.
    int effects() const;

    base::Async<api::AnyAnswer> invoke(const api::Operation &operation, api::AnyRequest request, api::CallContext context) override;

private:
    using Make = std::function<base::Result<api::AnyAnswer>(const api::AnyRequest &)>;
    struct Script {
        Make make = {};
        bool isHeld = false;
    };
    struct Call {
        const api::Operation *operation;
        api::AnyRequest request;
        api::CallContext context;
    };
    struct Held {
        const api::Operation *operation;
        api::AnyRequest request;
        base::AsyncSource<api::AnyAnswer> source;
        base::CancelHook cancelled;
    };
    Script &script(const api::Operation &operation) { return m_scripts[operation.name]; }
    void release(const api::Operation &operation);
    const api::CallContext &lastContext(const api::Operation &operation) const;
    base::Result<api::AnyAnswer> made(const api::Operation &operation, const api::AnyRequest &request);

    std::map<std::string, Script> m_scripts;
    std::vector<Call> m_calls;
    std::deque<Held> m_held;
};

} // namespace lakehouse::testsupport
