#pragma once

#include "desktop/file_session_store.h"
#include "shell/main_window.h"
#include "support/fixed_clock.h"
#include "support/scripted_workbench.h"
#include "views/pages_review/sample_review.h"
#include "views/support/fake_page_host.h"

#include <memory>

namespace lakehouse::views {
class DataTable;
}

namespace lakehouse::testsupport {

/// Passes everything on, and writes the name of whatever changes or launches something into a file first.
class JournallingWorkbench final : public api::Workbench {
public:
    JournallingWorkbench(api::Workbench &inner, QString journal) : m_inner(inner), m_journal(std::move(journal)) {}
    base::Async<api::AnyAnswer> invoke(const api::Operation &operation, api::AnyRequest request, api::CallContext context) override;

private:
    api::Workbench &m_inner;
    QString m_journal;
};

/// A form for a decision: under which key its draft is kept, and what stands in it.
struct OpenForm {
    QString key;
    QString draft;
};

/// The console with its real pages and its real store in a folder, over a project that answers by a script. Another one over the same folder is what a
/// person finds after a restart.
class DrivenConsole {
public:
    explicit DrivenConsole(const QString &folder);
    ~DrivenConsole();

    views::MainWindow &window() { return *m_window; }
    /// Shows it where the person was, and waits until what is there has been read.
    bool show();
    static QStringList pages();
    static views::DataTable &list(views::MainWindow &window, const QString &page);
    static int formCount();
    /// Goes there and opens it, by its number. Nothing: it is not to be opened now.
    static std::optional<OpenForm> openForm(views::MainWindow &window, int number);
    /// Opens the form of a new source: what stands in it, as it is kept under `sourceKey`. It stays open.
    static QString openSource(views::MainWindow &window);
    static QString sourceKey() { return QStringLiteral("sources/add"); }
    /// What was changed or launched so far, by this program and those before it.
    static QStringList journal(const QString &folder);
    /// Where a console in this folder would go.
    static views::Place placeIn(const QString &folder);

private:
    SampleReview m_review;
    ScriptedWorkbench m_bench;
    JournallingWorkbench m_journal;
    FakeCredentials m_credentials;
    FixedClock m_clock;
    app::FileSessionStore m_store;
    std::unique_ptr<views::MainWindow> m_window;
};

/// Works a console without an end, always in the same way for the same seed: types a reason or a new source letter by letter, filters, moves between pages, rows and
/// tabs, reconciles, approves, decides, signs. Before each step it writes what it is about to do to standard output, after it what must be on disk now:
/// `do <what>`, `do draft <key> <percent-encoded>`, `do confirm <key> <operation>`, `draft <key> <percent-encoded>`, `place <link>`.
[[noreturn]] void drive(const QString &folder, quint32 seed);

} // namespace lakehouse::testsupport
