#pragma once

#include "usecases/in_process_workbench.h"
#include "views/support/fake_page_host.h"

namespace lakehouse::testsupport {

/// A shell without a window over handlers that answer on workers, as in the program.
class WorkingHost final : public views::PageHost {
public:
    explicit WorkingHost(usecases::HandlerRegistry handlers) : m_bench(std::move(handlers)) {}
    api::Workbench &workbench() override { return m_bench; }
    api::CallContext call(base::CancelToken cancel, base::ProgressSink progress = {}) const override { return m_fake.call(std::move(cancel), std::move(progress)); }
    views::Credentials &credentials() override { return m_fake.passwords; }
    void open(const views::Place &place) override { m_fake.open(place); }
    void notify(views::Notification notification) override { m_fake.notify(std::move(notification)); }
    void watchRun(const QString &runId) override { m_fake.watchRun(runId); }
    QString projectName() const override { return m_fake.projectName(); }
    bool isProduction() const override { return false; }
    const base::Clock &clock() const override { return m_fake.time; }
    QString draft(const QString &key) const override { return m_fake.draft(key); }
    void setDraft(const QString &key, const QString &text) override { m_fake.setDraft(key, text); }
    const model::WorkflowStatus &workflow() const override { return m_fake.workflow(); }

private:
    FakePageHost m_fake;
    usecases::InProcessWorkbench m_bench; ///< last: it ends first, and waits for its workers
};

} // namespace lakehouse::testsupport
