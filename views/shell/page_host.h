#pragma once

#include "api/workbench.h"
#include "model/workflow.h"
#include "shell/credentials.h"
#include "shell/notification.h"
#include "shell/password_wanted.h"
#include "shell/place.h"

namespace lakehouse::views {

/// What a page may ask of the shell. Lives longer than every page.
class PageHost {
public:
    virtual ~PageHost() = default;
    virtual api::Workbench &workbench() = 0;
    /// The context of one call, with a request id of its own. `progress` arrives on the UI thread, until the host ends.
    virtual api::CallContext call(base::CancelToken cancel, base::ProgressSink progress = {}) const = 0;
    virtual Credentials &credentials() = 0;
    /// Asks the person for it; `typed` follows when it was typed, and never when the question is put away. Without a window nobody is asked.
    virtual void askForPassword(const PasswordWanted &, std::function<void()>) {}
    virtual void open(const Place &place) = 0;
    virtual void notify(Notification notification) = 0;
    /// Shows the run in the drawer and follows it.
    virtual void watchRun(const QString &runId) = 0;
    virtual QString projectName() const = 0;
    virtual bool isProduction() const = 0;
    virtual const base::Clock &clock() const = 0;
    /// What was typed and not sent, and what else a page wants to find again after a restart; per project and person, written down with each change.
    /// An empty text removes it.
    virtual QString draft(const QString &key) const = 0;
    virtual void setDraft(const QString &key, const QString &text) = 0;
    /// The steps as last read; empty until then.
    virtual const model::WorkflowStatus &workflow() const = 0;

    /// call() whose progress arrives on the event loop of `context`, and no more once that is gone.
    api::CallContext callFor(QObject *context, base::CancelToken cancel, base::ProgressSink progress) const;
};

} // namespace lakehouse::views
