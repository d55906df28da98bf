#include "shell/page_host.h"

namespace lakehouse::views {

api::CallContext PageHost::callFor(QObject *context, base::CancelToken cancel, base::ProgressSink progress) const
{
    api::CallContext made = call(std::move(cancel));
    if (progress)
        made.progress = [guard = std::make_shared<base::ContextGuard>(context), progress = std::move(progress)](const base::Progress &step) {
            guard->post([progress, step] { progress(step); });
        };
    return made;
}

} // namespace lakehouse::views
