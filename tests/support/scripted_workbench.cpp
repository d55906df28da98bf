#include "support/scripted_workbench.h"

#include <algorithm>

namespace lakehouse::testsupport {

using base::Error;
using base::ErrorCode;

QStringList ScriptedWorkbench::names() const
{
    QStringList names;
    for (const Call &call : m_calls)
        names += QString::fromLatin1(call.operation->name);
    return names;
}

int ScriptedWorkbench::effects() const
{
    return int(std::ranges::count_if(m_calls, [](const Call &call) { return call.operation->effect != api::Effect::Question; }));
}

base::Async<api::AnyAnswer> ScriptedWorkbench::invoke(const api::Operation &operation, api::AnyRequest request, api::CallContext context)
{
    m_calls.push_back({&operation, request, context});
    base::AsyncSource<api::AnyAnswer> source;
    if (!script(operation).isHeld) {
        source.settle(made(operation, request));
        return source.async();
    }
    const auto cancelled = [source] { source.settle(Error{ErrorCode::Cancelled}); };
    m_held.push_back({&operation, std::move(request), source, context.cancel.onCancel(cancelled)});
    return source.async();
}

void ScriptedWorkbench::release(const api::Operation &operation)
{
    script(operation).isHeld = false;
    std::deque<Held> rest;
    for (Held &held : m_held) {
        if (held.operation == &operation)
            held.source.settle(made(operation, held.request));
        else
            rest.push_back(std::move(held));
    }
    m_held.swap(rest);
}

const api::CallContext &ScriptedWorkbench::lastContext(const api::Operation &operation) const
{
    const auto last = std::find_if(m_calls.rbegin(), m_calls.rend(), [&](const Call &call) { return call.operation == &operation; });
    Q_ASSERT(last != m_calls.rend());
    return last->context;
}

base::Result<api::AnyAnswer> ScriptedWorkbench::made(const api::Operation &operation, const api::AnyRequest &request)
{
    if (const Make &make = script(operation).make)
        return make(request);
    return Error{.code = ErrorCode::Unsupported, .message = {"The script has no answer to %1.", QString::fromLatin1(operation.name)}};
}

} // namespace lakehouse::testsupport
