#include "views/shell/driven_console.h"

#include "api/operations/sources.h"
#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/filter_bar.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/sources/sources_page.h"
#include "shell/deep_link.h"
#include "shell/page_shelf.h"
#include "views/pages_pipeline/pipeline_samples.h"

#include <QApplication>
#include <QFile>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QTest>
#include <QUrl>

#include <unistd.h>

namespace lakehouse::testsupport {

using views::MainWindow;

namespace {

QString journalOf(const QString &folder) { return folder + QStringLiteral("/journal"); }
QString stateOf(const QString &folder) { return folder + QStringLiteral("/state"); }

api::SourceList someSources()
{
    api::SourceList list{.settingsDigest = QStringLiteral("sha256:aa")};
    for (const char *name : {"archive", "erp", "sales"})
        list.sources.push_back({.name = QString::fromLatin1(name), .engine = QStringLiteral("postgresql"), .address = QStringLiteral("db.example.com:5432/") + QLatin1String(name),
                                .user = QStringLiteral("reader"), .lastReadAtUtc = base::UtcTime{1'699'999'000'000'000}, .tables = 24, .columns = 210});
    return list;
}

void say(const QByteArray &line)
{
    const QByteArray whole = line + '\n';
    if (::write(STDOUT_FILENO, whole.constData(), std::size_t(whole.size())) != whole.size())
        ::_exit(3); // nobody listens any more
}

/// One person at work.
class Hand {
public:
    Hand(MainWindow &window, quint32 seed) : m_window(window), m_random(seed) {}

    void step()
    {
        switch (m_random.bounded(10)) {
        case 0: act("page", [this] { go(m_random.bounded(2) == 0 ? "sources" : "pipeline"); }); break;
        case 1: act("filter", [this] { filter(); }); break;
        case 2: act("object", [this] { select(); }); break;
        case 3: act("tab", [this] { turn(); }); break;
        case 4: act("launch", [this] { command("pipeline.reconcile")->trigger(); }); break;
        default: type(); break;
        }
        QCoreApplication::processEvents();
    }

private:
    template<typename Widget>
    Widget *find(const char *name) { return m_window.findChild<Widget *>(QString::fromLatin1(name)); }
    QAction *command(const char *id) { return find<QAction>(QByteArray("command-") + id); }
    bool isOnPipeline() { return m_window.place().page == QLatin1String("pipeline"); }
    views::DataTable *list() { return find<views::DataTable>(isOnPipeline() ? "pipeline-table" : "sources-table"); }

    void act(const char *what, const std::function<void()> &doIt)
    {
        say(QByteArray("do ") + what);
        doIt();
        say("place " + views::DeepLink{QStringLiteral("here"), m_window.place()}.toText().toUtf8());
    }

    void go(const char *page) { m_window.open({.page = QString::fromLatin1(page)}); }

    void filter()
    {
        static const char *const words[] = {"", "a", "rent", "sal", "public f", "zebra"};
        list()->filterBar().setText(QString::fromLatin1(words[m_random.bounded(6)]));
    }

    void select()
    {
        static const char *const tables[] = {"public.film", "public.rental", "public.staff"};
        static const char *const sources[] = {"archive", "erp", "sales"};
        const quint32 number = m_random.bounded(3U);
        list()->setCurrentId(QString::fromLatin1(isOnPipeline() ? tables[number] : sources[number]));
    }

    void turn()
    {
        static const char *const tabs[] = {"summary", "reconciliation", "runs", "rights", "history"};
        find<views::DetailPane>(isOnPipeline() ? "pipeline-detail" : "source-detail")->setCurrentTab(QString::fromLatin1(tabs[m_random.bounded(5)]));
    }

    /// A letter more, or the last one gone; as a person types it.
    void type()
    {
        auto *decisions = find<views::DecisionPanel>("decisions");
        if (decisions->openId() != QLatin1String("pipeline.reload")) {
            act("open", [&] {
                m_window.open({.page = QStringLiteral("pipeline"), .object = QStringLiteral("public.film")});
                command("pipeline.reload")->trigger();
            });
            return;
        }
        auto *reason = decisions->findChild<QPlainTextEdit *>(QStringLiteral("reason"));
        const QString before = reason->toPlainText();
        const bool isTakenBack = before.size() > 60 || (before.size() > 2 && m_random.bounded(8) == 0);
        const char letter = char('a' + m_random.bounded(26));
        const QString after = isTakenBack ? before.chopped(1) : before + QLatin1Char(letter);
        say("do draft " + QUrl::toPercentEncoding(after));
        reason->moveCursor(QTextCursor::End);
        QTest::keyClick(reason, isTakenBack ? Qt::Key_Backspace : Qt::Key(Qt::Key_A + letter - 'a'));
        if (reason->toPlainText() != after)
            ::_exit(4);
        say("draft " + QUrl::toPercentEncoding(after));
    }

    MainWindow &m_window;
    QRandomGenerator m_random;
};

} // namespace

base::Async<api::AnyAnswer> JournallingWorkbench::invoke(const api::Operation &operation, api::AnyRequest request, api::CallContext context)
{
    if (operation.effect != api::Effect::Question) {
        QFile file(m_journal);
        if (!file.open(QIODevice::Append | QIODevice::Unbuffered) || file.write(QByteArray(operation.name) + '\n') < 0)
            qFatal("the journal cannot be written");
    }
    return m_inner.invoke(operation, std::move(request), std::move(context));
}

DrivenConsole::DrivenConsole(const QString &folder) : m_journal(m_bench, journalOf(folder)), m_store(stateOf(folder))
{
    m_bench.answer<api::ShowPulse>({.project = QStringLiteral("pagila"), .environment = QStringLiteral("test"), .settingsDigest = QStringLiteral("sha256:aa")});
    m_bench.answer<api::ShowWorkflow>({.project = QStringLiteral("pagila")});
    m_bench.answer<api::ListRuns>(api::RunList{});
    m_bench.answer<api::ListSources>(someSources());
    m_bench.answer<api::ShowLedger>(api::LedgerPage{});
    m_bench.answer<api::ShowPipeline>(samplePipeline());
    m_bench.answer<api::ShowTableHistory>(sampleHistory());
    m_bench.answer<api::ShowExtraction>(sampleSql());
    m_bench.answer<api::ShowRun>(sampleRunDetail());
    m_bench.answer<api::ReconcileTables>(api::ReconcileReport{});
    std::vector<views::PageEntry> pages = views::pageList();
    views::setFactory(pages, QStringLiteral("sources"), [](views::PageHost &host) { return new views::SourcesPage(host); });
    views::setFactory(pages, QStringLiteral("pipeline"), [](views::PageHost &host) { return new views::PipelinePage(host); });
    m_window = std::make_unique<MainWindow>(views::ConsoleSetup{.workbench = m_journal, .credentials = m_credentials, .store = m_store, .clock = m_clock,
        .actor = {.systemUser = QStringLiteral("anna")}, .project = {.id = QStringLiteral("/srv/pagila"), .name = QStringLiteral("pagila")}, .pages = std::move(pages)});
    m_window->resize(1280, 800);
}

DrivenConsole::~DrivenConsole() = default;

bool DrivenConsole::show()
{
    m_window->restorePlace();
    m_window->show();
    auto *shelf = m_window->findChild<views::PageShelf *>();
    return QTest::qWaitFor([shelf] { return shelf->hasSettled(QStringLiteral("sources")) && shelf->hasSettled(QStringLiteral("pipeline")); });
}

QStringList DrivenConsole::journal(const QString &folder)
{
    QFile file(journalOf(folder));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts) : QStringList();
}

views::Place DrivenConsole::placeIn(const QString &folder)
{
    app::FileSessionStore store(stateOf(folder));
    return views::SessionState(store, QStringLiteral("/srv/pagila"), QStringLiteral("anna")).place();
}

void drive(const QString &folder, quint32 seed)
{
    DrivenConsole console(folder);
    if (!console.show())
        ::_exit(2);
    Hand hand(console.window(), seed);
    for (;;)
        hand.step();
}

} // namespace lakehouse::testsupport
