#pragma once

#include "shell/page_host.h"
#include "support/fixed_clock.h"
#include "support/scripted_workbench.h"

#include <map>
#include <optional>

namespace lakehouse::testsupport {

/// Notes what it was asked to keep, instead of keeping it.
class FakeCredentials final : public views::Credentials {
public:
    bool canStore() const override { return reason.isEmpty(); }
    QString whyNot() const override { return reason; }
    void store(const QString &name, base::Secret secret, Done done) override;
    void holdForSession(const QString &name, base::Secret secret) override;
    void forget(const QString &name, Done done) override;

    QString reason = {};                        ///< not empty: there is no keychain, and this says why
    std::optional<base::Error> failure = {};    ///< what storing fails with
    QStringList stored = {};
    QStringList held = {};
    QStringList forgotten = {};
};

/// A shell without a window: notes what a page asks of it.
class FakePageHost final : public views::PageHost {
public:
    api::Workbench &workbench() override { return bench; }
    api::CallContext call(base::CancelToken cancel, base::ProgressSink progress = {}) const override;
    views::Credentials &credentials() override { return passwords; }
    void open(const views::Place &place) override { opened.push_back(place); }
    void notify(views::Notification notification) override { notifications.push_back(std::move(notification)); }
    void watchRun(const QString &runId) override { watched += runId; }
    QString projectName() const override { return QStringLiteral("film-rental"); }
    bool isProduction() const override { return production; }
    const base::Clock &clock() const override { return time; }
    QString draft(const QString &key) const override;
    void setDraft(const QString &key, const QString &text) override;
    const model::WorkflowStatus &workflow() const override { return steps; }

    ScriptedWorkbench bench = {};
    FakeCredentials passwords = {};
    FixedClock time;
    bool production = false;
    model::WorkflowStatus steps = {};
    std::map<QString, QString> drafts = {};
    std::vector<views::Place> opened = {};
    std::vector<views::Notification> notifications = {};
    QStringList watched = {};

private:
    mutable int m_calls = 0;
};

} // namespace lakehouse::testsupport
