#pragma once

#include "api/workbench.h"

#include <deque>
#include <set>

namespace lakehouse::testsupport {

/// Another workbench whose answers to some questions are long in coming, as behind a slow disk or a slow line. For one thread.
class HeldWorkbench final : public api::Workbench {
public:
    explicit HeldWorkbench(api::Workbench &inner) : m_inner(inner) {}

    /// Calls of R that come after this are asked only once it is released.
    template<api::OperationRequest R>
    void hold() { m_names.insert(R::operation.name); }
    template<api::OperationRequest R>
    void release() { release(R::operation); }

    base::Async<api::AnyAnswer> invoke(const api::Operation &operation, api::AnyRequest request, api::CallContext context) override;

private:
    struct Held {
        const api::Operation *operation;
        api::AnyRequest request;
        api::CallContext context;
        base::AsyncSource<api::AnyAnswer> source;
    };
    void release(const api::Operation &operation);

    api::Workbench &m_inner;
    std::set<std::string> m_names;
    std::deque<Held> m_held;
};

} // namespace lakehouse::testsupport
