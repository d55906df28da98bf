#include "api/operations/review.h"
#include "component/usecases/film_project.h"
#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/english_plurals.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/review/review_page.h"
#include "pages/review/review_table.h"
#include "shell/main_window.h"
#include "support/event_loop_watch.h"
#include "usecases/all_handlers.h"
#include "usecases/evidence/finding_facts.h"
#include "usecases/in_process_workbench.h"
#include "views/shell/console_parts.h"
#include "views/support/fake_page_host.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QListView>
#include <QTest>
#include <QWindow>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

#ifdef __OPTIMIZE__
constexpr int tables = 100'000;
#else
constexpr int tables = 10'000; // all are decided in the optimised build, which is run too
#endif
constexpr int mostMs = 120'000; ///< for reading or writing so many facts, where nothing is inlined
constexpr qint64 mostGapMs = workLimit(100);

/// A project whose ledger proposes this for so many tables.
struct LargeLedger : FilmProject {
    LargeLedger()
    {
        const auto analyzed = doors.ask(api::AnalyzeSource{});
        QVERIFY(analyzed);
        std::vector<NewFact> facts;
        facts.reserve(tables);
        for (int i = 0; i < tables; ++i)
            facts.push_back(usecases::factOf(database, ScopeProposal{.table = nameOf(i), .why = "A table of the application.", .evidence = {{.kind = EvidenceKind::SourceFile, .place = QStringLiteral("table")}}}));
        base::RunContext run;
        QVERIFY(project.workspace().ledger(run).value()->append(facts, person("anna"), run));
    }

    static TableName nameOf(int i)
    {
        return TableName::create(QStringLiteral("schema_%1").arg(i / 50, 4, 10, QLatin1Char('0')), QStringLiteral("table_%1").arg(i, 6, 10, QLatin1Char('0'))).value();
    }
    qsizetype items() { return qsizetype(doors.ask(api::ListReview{}).value().subjects.at(std::size_t(ReviewSubject::Scope)).items); }
    std::vector<LedgerEntry> decisions()
    {
        base::RunContext run;
        return project.workspace().ledger(run).value()->currentOfKind(FactKind::Decision, run).value();
    }

    QString database = QStringLiteral("film_rental");
};

} // namespace

/// A very large review in the whole console, by keys alone, with the handlers, the ledger and the rules of the program behind it.
class ReviewLedgerWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingIsDecidedByKeys();

private:
    void press(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(m_window->windowHandle(), Qt::Key(key), modifiers); }
    /// One letter after the other, each answered before the next.
    void type(const QString &text)
    {
        for (const QChar letter : text) {
            QTest::keyClick(m_window->windowHandle(), letter.toLatin1());
            QTest::qWait(1);
        }
    }

    std::unique_ptr<MainWindow> m_window;
};

void ReviewLedgerWatchTest::everythingIsDecidedByKeys()
{
    QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    Theme::instance().apply();
    LargeLedger ledger;
    const qsizetype items = ledger.items(); // with the two tables that the analysis itself found
    QCOMPARE(items, qsizetype(tables + 2));
    usecases::InProcessWorkbench workbench(usecases::allHandlers(ledger.project));
    FakeCredentials credentials;
    MemoryStore store;
    FixedClock clock;
    std::vector<PageEntry> pages = pageList();
    setFactory(pages, QStringLiteral("review"), [](PageHost &host) { return new ReviewPage(host); });
    m_window = std::make_unique<MainWindow>(ConsoleSetup{.workbench = workbench, .credentials = credentials, .store = store, .clock = clock,
        .actor = {.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk"), .channel = QStringLiteral("desktop")},
        .project = {.id = QStringLiteral("/srv/film"), .name = QStringLiteral("film-rental")}, .pages = std::move(pages)});
    m_window->resize(1440, 900);
    EventLoopWatch watch;
    m_window->restorePlace();
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::qWait(50);

    watch.begin(QStringLiteral("read"));
    QElapsedTimer since;
    since.start();
    press(Qt::Key_G);
    press(Qt::Key_3);
    const auto find = [this]<typename Widget = QWidget>(const char *name) { return m_window->findChild<Widget *>(QString::fromLatin1(name)); };
    DataTable *table = nullptr;
    QTRY_VERIFY((table = find.operator()<DataTable>("review-table")));
    QTRY_COMPARE_WITH_TIMEOUT(table->shownCount(), items, mostMs);
    QTRY_VERIFY_WITH_TIMEOUT(table->isSettled(), mostMs);
    qInfo("read after %lld ms", since.elapsed());

    watch.begin(QStringLiteral("filter"));
    QTRY_VERIFY(table->isAncestorOf(QApplication::focusWidget())); // the list has the focus by itself
    press(Qt::Key_Slash);
    type(QStringLiteral("schema_0042"));
    QTRY_COMPARE(table->shownCount(), 50);
    for (int i = 0; i < 11; ++i) {
        press(Qt::Key_Backspace);
        QTest::qWait(1);
    }
    QTRY_COMPARE(table->shownCount(), items);
    press(Qt::Key_Escape);

    watch.begin(QStringLiteral("ask for the decision"));
    press(Qt::Key_K, Qt::ControlModifier);
    type(QStringLiteral(">decide all shown as"));
    QTRY_VERIFY(find.operator()<QListView>("palette-list")->currentIndex().isValid());
    press(Qt::Key_Return);
    auto *decisions = find.operator()<DecisionPanel>("decisions");
    QTRY_COMPARE(decisions->openId(), QStringLiteral("review.decide"));
    watch.begin(QStringLiteral("reason"));
    type(QStringLiteral("Agreed in the meeting."));
    watch.begin(QStringLiteral("decide all"));
    since.start();
    press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(decisions->openId().isEmpty(), mostMs);
    qInfo("decided after %lld ms", since.elapsed());
    QTRY_VERIFY_WITH_TIMEOUT(!table->rows()->text(items - 1, int(ReviewColumn::DecidedBy)).isEmpty(), mostMs);
    QTRY_VERIFY_WITH_TIMEOUT(table->isSettled(), mostMs);
    QTest::qWait(50);
    qInfo("on screen after %lld ms; %s", since.elapsed(), qPrintable(watch.figures()));
    QVERIFY2(watch.longestWork().cpuMs <= mostGapMs, qPrintable(watch.figures()));
    QVERIFY2(watch.longestWait().waitedMs <= mostGapMs, qPrintable(watch.figures()));

    watch.excuse();
    const std::vector<LedgerEntry> written = ledger.decisions();
    QCOMPARE(qsizetype(written.size()), items);
    QVERIFY(std::ranges::all_of(written, [](const LedgerEntry &entry) { return entry.body.contains("\"in\"") && entry.body.contains("Agreed in the meeting."); }));
    m_window.reset();
}

QTEST_MAIN(ReviewLedgerWatchTest)
#include "review_ledger_watch_test.moc"
