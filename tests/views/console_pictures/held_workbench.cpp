#include "views/console_pictures/held_workbench.h"

namespace lakehouse::testsupport {

using api::AnyAnswer;
using base::Result;

base::Async<AnyAnswer> HeldWorkbench::invoke(const api::Operation &operation, api::AnyRequest request, api::CallContext context)
{
    if (!m_names.contains(operation.name))
        return m_inner.invoke(operation, std::move(request), std::move(context));
    m_held.push_back({&operation, std::move(request), std::move(context), {}});
    return m_held.back().source.async();
}

void HeldWorkbench::release(const api::Operation &operation)
{
    m_names.erase(operation.name);
    std::deque<Held> rest;
    for (Held &held : m_held) {
        if (held.operation != &operation) {
            rest.push_back(std::move(held));
            continue;
        }
        m_inner.invoke(operation, std::move(held.request), std::move(held.context)).then<AnyAnswer>([source = held.source](const Result<AnyAnswer> &answer) {
            source.settle(answer);
            return answer;
        });
    }
    m_held.swap(rest);
}

} // namespace lakehouse::testsupport
