#include "views/shell/driven_console.h"

#include "api/operations/sources.h"
#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/filter_bar.h"
#include "pages/extraction/extraction_page.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/review/review_page.h"
#include "pages/sources/source_form.h"
#include "pages/sources/sources_page.h"
#include "shell/deep_link.h"
#include "shell/page_shelf.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/pages_pipeline/pipeline_samples.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTest>
#include <QUrl>

#include <algorithm>

#include <unistd.h>

namespace lakehouse::testsupport {

using views::MainWindow;

namespace {

constexpr int shortestReason = 10;
constexpr int roundsToRest = 50; ///< of the event loop, after which everything that a decision leads to is on screen

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

/// The part of this kind of a page; the pages have parts of the same name.
template<typename Widget>
Widget *inside(MainWindow &window, const QString &page, const QString &name = {})
{
    auto *owner = window.findChild<views::Page *>(page + QStringLiteral("-page"));
    return owner ? owner->findChild<Widget *>(name) : nullptr;
}

QAction *findCommand(MainWindow &window, const char *page, const char *id)
{
    return inside<QAction>(window, QString::fromLatin1(page), QStringLiteral("command-") + QLatin1String(id));
}

void say(const QByteArray &line)
{
    const QByteArray whole = line + '\n';
    if (::write(STDOUT_FILENO, whole.constData(), std::size_t(whole.size())) != whole.size())
        ::_exit(3); // nobody listens any more
}

views::SourceForm *formOfSource(MainWindow &window)
{
    const QList<views::SourceForm *> forms = window.findChildren<views::SourceForm *>();
    const auto shown = std::ranges::find_if(forms, &QWidget::isVisible);
    return shown == forms.end() ? nullptr : *shown;
}

/// Where a reason is typed: the page, the row that the form is about, what opens it.
struct Form {
    const char *page;
    const char *object;
    const char *command;
};
constexpr Form forms[] = {{"pipeline", "public.film", "pipeline.reload"}, {"extraction", "public.film", "extraction.approve"}, {"extraction", "public.rental", "extraction.change"},
                          {"review", "scope/public.film", "review.toggle-scope"}, {"review", "scope/public.rental", "signoff.approve"}};

/// One person at work.
class Hand {
public:
    Hand(MainWindow &window, quint32 seed) : m_window(window), m_random(seed) {}

    void step()
    {
        switch (m_random.bounded(11)) {
        case 0: act("page", [this] { go(); }); break;
        case 1: act("filter", [this] { filter(); }); break;
        case 2: act("object", [this] { select(); }); break;
        case 3: act("tab", [this] { turn(); }); break;
        case 4: act("launch", [this] { findCommand(m_window, "pipeline", "pipeline.reconcile")->trigger(); }); break;
        case 5: typeSource(); break;
        default: type(); break;
        }
        QCoreApplication::processEvents();
    }

private:
    template<typename Item, std::size_t count>
    const Item &any(const Item (&items)[count]) { return items[m_random.bounded(quint32(count))]; }
    QString page() const { return m_window.place().page.isEmpty() ? QStringLiteral("sources") : m_window.place().page; }

    /// What its list is filtered by, and where it is.
    void sayPlace()
    {
        say("filter " + page().toUtf8() + ' ' + QUrl::toPercentEncoding(DrivenConsole::list(m_window, page()).filterBar().text()));
        say("place " + views::DeepLink{QStringLiteral("here"), m_window.place()}.toText().toUtf8());
    }

    void act(const char *what, const std::function<void()> &doIt)
    {
        say(QByteArray("do ") + what);
        doIt();
        sayPlace();
    }

    void go()
    {
        static const char *const pages[] = {"sources", "pipeline", "extraction", "review"};
        m_window.open({.page = QString::fromLatin1(any(pages))});
    }

    void filter()
    {
        static const char *const words[] = {"", "a", "rent", "sal", "public f", "zebra"};
        DrivenConsole::list(m_window, page()).filterBar().setText(QString::fromLatin1(any(words)));
    }

    void select()
    {
        static const char *const tables[] = {"public.film", "public.rental", "public.staff"};
        static const char *const sources[] = {"archive", "erp", "sales"};
        const QString table = QString::fromLatin1(any(tables));
        DrivenConsole::list(m_window, page()).setCurrentId(page() == QLatin1String("sources") ? QString::fromLatin1(any(sources))
                                                           : page() == QLatin1String("review") ? QStringLiteral("scope/") + table : table);
    }

    void turn()
    {
        static const char *const tabs[] = {"summary", "reconciliation", "runs", "rights", "history", "diff", "evidence"};
        inside<views::DetailPane>(m_window, page())->setCurrentTab(QString::fromLatin1(any(tabs)));
    }

    /// A letter more, or the last one gone, as a person types it; or what was typed is confirmed.
    void type()
    {
        auto *decisions = inside<views::DecisionPanel>(m_window, page());
        if (!decisions || decisions->openId().isEmpty()) {
            act("open", [&] { DrivenConsole::openForm(m_window, int(m_random.bounded(quint32(std::size(forms))))); });
            return;
        }
        auto *reason = decisions->findChild<QPlainTextEdit *>(QStringLiteral("reason"));
        const QByteArray key = (page() + QLatin1Char('/') + decisions->openId()).toUtf8();
        const QString before = reason->toPlainText();
        if (before.size() >= shortestReason && m_random.bounded(2) == 0 && confirm(*decisions, *reason, key))
            return;
        const bool isTakenBack = before.size() > 60 || (before.size() > 2 && m_random.bounded(8) == 0);
        const char letter = char('a' + m_random.bounded(26));
        const QString after = isTakenBack ? before.chopped(1) : before + QLatin1Char(letter);
        say("do draft " + key + ' ' + QUrl::toPercentEncoding(after));
        reason->moveCursor(QTextCursor::End);
        QTest::keyClick(reason, isTakenBack ? Qt::Key_Backspace : Qt::Key(Qt::Key_A + letter - 'a'));
        if (reason->toPlainText() != after)
            ::_exit(4);
        say("draft " + key + ' ' + QUrl::toPercentEncoding(after));
    }

    /// Some letters more in the form of a new source, which is put away again with Escape.
    void typeSource()
    {
        act("open", [this] { DrivenConsole::openSource(m_window); });
        views::SourceForm *form = formOfSource(m_window);
        if (!form)
            ::_exit(6);
        static const char *const fields[] = {"connect", "user"};
        const QString id = QString::fromLatin1(any(fields));
        auto *field = form->findChild<QLineEdit *>(QStringLiteral("field-") + id);
        const QByteArray key = DrivenConsole::sourceKey().toUtf8();
        for (quint32 letters = 1 + m_random.bounded(4); letters > 0; --letters) {
            const char letter = char('a' + m_random.bounded(26));
            views::SourceDraft next = form->draft();
            (id == QLatin1String("user") ? next.user : next.connect) += QLatin1Char(letter);
            const QByteArray kept = QUrl::toPercentEncoding(views::textOfDraft(next, {}, views::leftOutOf(m_window.draft(DrivenConsole::sourceKey()))));
            say("do draft " + key + ' ' + kept);
            QTest::keyClick(field, Qt::Key(Qt::Key_A + letter - 'a'));
            if (form->draft() != next)
                ::_exit(4);
            say("draft " + key + ' ' + kept);
        }
        QTest::keyClick(form, Qt::Key_Escape);
    }

    /// False: nothing that this hand confirms, or not now.
    bool confirm(views::DecisionPanel &decisions, QPlainTextEdit &reason, const QByteArray &key)
    {
        static const std::map<QString, QByteArray> operations{{QStringLiteral("extraction.approve"), "extraction.approve"}, {QStringLiteral("signoff.approve"), "signoff.approve"},
                                                              {QStringLiteral("review.decide"), "review.decide"}};
        const auto operation = operations.find(decisions.openId());
        if (operation == operations.end() || !decisions.findChild<QPushButton *>(QStringLiteral("decision-confirm"))->isEnabled())
            return false;
        say("do confirm " + key + ' ' + operation->second);
        QTest::keyClick(&reason, Qt::Key_Return, Qt::ControlModifier);
        if (!QTest::qWaitFor([&] { return decisions.openId().isEmpty(); }))
            ::_exit(5);
        for (int i = 0; i < roundsToRest; ++i)
            QCoreApplication::processEvents(); // what was decided is read again, and the selection moves on
        sayPlace();
        say("draft " + key + ' ' + QUrl::toPercentEncoding(m_window.draft(QString::fromUtf8(key))));
        return true;
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
    m_bench.answerBy<api::ShowLedger>(sampleLedger);
    m_bench.answer<api::ShowLineage>(sampleLineage());
    m_bench.answer<api::ShowPipeline>(samplePipeline());
    m_bench.answer<api::ShowTableHistory>(sampleHistory());
    m_bench.answerBy<api::ShowExtraction>(serving(samplePlan()));
    m_bench.answerBy<api::ApproveExtraction>([](const api::ApproveExtraction &request) -> base::Result<api::ApprovalReceipt> {
        return api::ApprovalReceipt{.digest = request.expectedDigest, .sequence = 7};
    });
    m_bench.answer<api::ShowRun>(sampleRunDetail());
    m_bench.answer<api::ReconcileTables>(api::ReconcileReport{});
    m_review.decideAll(model::ReviewSubject::Scope);
    m_review.answerOn(m_bench);
    std::vector<views::PageEntry> pages = views::pageList();
    views::setFactory(pages, QStringLiteral("sources"), [](views::PageHost &host) { return new views::SourcesPage(host); });
    views::setFactory(pages, QStringLiteral("review"), [](views::PageHost &host) { return new views::ReviewPage(host); });
    views::setFactory(pages, QStringLiteral("extraction"), [](views::PageHost &host) { return new views::ExtractionPage(host); });
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
    return QTest::qWaitFor([shelf] {
        return std::ranges::all_of(pages(), [shelf](const QString &page) { return shelf->hasSettled(page); });
    });
}

QStringList DrivenConsole::pages()
{
    return {QStringLiteral("sources"), QStringLiteral("review"), QStringLiteral("extraction"), QStringLiteral("pipeline")};
}

views::DataTable &DrivenConsole::list(MainWindow &window, const QString &page)
{
    return *inside<views::DataTable>(window, page, page + QStringLiteral("-table"));
}

int DrivenConsole::formCount()
{
    return int(std::size(forms));
}

std::optional<OpenForm> DrivenConsole::openForm(MainWindow &window, int number)
{
    const Form &form = forms[number];
    const QString page = QString::fromLatin1(form.page);
    window.open({.page = page, .object = QString::fromLatin1(form.object)});
    QCoreApplication::processEvents();
    QAction *command = findCommand(window, form.page, form.command);
    if (!command->isEnabled())
        return std::nullopt;
    command->trigger();
    auto *decisions = inside<views::DecisionPanel>(window, page);
    return OpenForm{page + QLatin1Char('/') + decisions->openId(), decisions->draft(decisions->openId())};
}

QString DrivenConsole::openSource(MainWindow &window)
{
    window.open({.page = QStringLiteral("sources")});
    QCoreApplication::processEvents();
    findCommand(window, "sources", "sources.add")->trigger();
    const views::SourceForm *form = formOfSource(window);
    return form ? views::textOfDraft(form->draft(), {}, views::leftOutOf(window.draft(sourceKey()))) : QString();
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
