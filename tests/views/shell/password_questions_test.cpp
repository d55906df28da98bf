#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/sources.h"
#include "kit/data_table.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/sources/sources_page.h"
#include "shell/main_window.h"
#include "shell/password_sheet.h"
#include "views/shell/console_parts.h"
#include "views/support/fake_page_host.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

const QString variable = QStringLiteral("EKOS_SALES_PASSWORD");

base::Error noPassword()
{
    return {base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The environment variable %1 is not set."), variable},
            {QT_TRANSLATE_NOOP("core", "Set it before running the command: export %1=…"), variable}, variable};
}

/// A console on two sources whose one password is nowhere until it was typed.
class Asking {
public:
    explicit Asking(bool hasKeyring = false)
    {
        if (!hasKeyring)
            credentials.reason = QStringLiteral("No system keyring answers: the password is asked for each time.");
        bench.answer<api::ShowPulse>({.project = QStringLiteral("pagila"), .environment = QStringLiteral("test"), .settingsDigest = QStringLiteral("sha256:aa")});
        bench.answer<api::ShowWorkflow>({.project = QStringLiteral("pagila")});
        bench.answer<api::ListRuns>(api::RunList{});
        bench.answer<api::ShowLedger>(api::LedgerPage{});
        bench.answerBy<api::ListSources>([this](const api::ListSources &) -> base::Result<api::SourceList> {
            api::SourceList list{.settingsDigest = QStringLiteral("sha256:aa")};
            for (const char *name : {"returns", "sales"})
                list.sources.push_back({.name = QString::fromLatin1(name), .engine = QStringLiteral("postgresql"), .address = QStringLiteral("db.example.com:5432/sales"),
                                        .user = QStringLiteral("reader"), .passwordEnv = variable, .secret = isTyped() ? SecretPlace::Session : SecretPlace::Missing});
            return list;
        });
        bench.answerBy<api::TestSource>([this](const api::TestSource &request) -> base::Result<api::SourceTest> {
            api::SourceTest test{.name = request.name, .testedAtUtc = {1'700'000'000'000'000}};
            const base::Error missing = noPassword();
            test.checks.push_back({QStringLiteral("source"), QStringLiteral("reach"), CheckState::Passed, {QT_TRANSLATE_NOOP("core", "%1 answers"), request.name}, {}});
            if (isTyped())
                test.checks.push_back({QStringLiteral("source"), QStringLiteral("sign-in"), CheckState::Passed, {QT_TRANSLATE_NOOP("core", "\"%1\" may sign in"), QStringLiteral("reader")}, {}});
            else
                test.checks.push_back({QStringLiteral("source"), QStringLiteral("sign-in"), CheckState::Failed, missing.message, missing.hint});
            return test;
        });
        bench.answerBy<api::AnalyzeSource>([this](const api::AnalyzeSource &) -> base::Result<api::AnalysisReport> {
            if (!isTyped())
                return noPassword();
            return api::AnalysisReport{};
        });
        std::vector<PageEntry> pages = pageList();
        setFactory(pages, QStringLiteral("sources"), [](PageHost &host) { return new SourcesPage(host); });
        window = std::make_unique<MainWindow>(ConsoleSetup{.workbench = bench, .credentials = credentials, .store = store, .clock = clock,
            .actor = {.systemUser = QStringLiteral("anna")}, .project = {.id = QStringLiteral("/srv/pagila"), .name = QStringLiteral("pagila")}, .pages = std::move(pages)});
        window->resize(1280, 800);
        window->restorePlace();
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QTRY_VERIFY(sources() && sources()->rows() && sources()->rows()->count() == 2);
        sources()->setCurrentId(QStringLiteral("sales"));
        QTRY_VERIFY(command("sources.test")->isEnabled());
    }

    bool isTyped() const { return credentials.held.contains(variable); }
    DataTable *sources() const { return window->findChild<DataTable *>(QStringLiteral("sources-table")); }
    QAction *command(const char *id) const { return window->findChild<QAction *>(QStringLiteral("command-") + QLatin1String(id)); }
    PasswordSheet *sheet() const { return window->findChild<PasswordSheet *>(); }
    QString checks() const { return window->findChild<SentenceList *>(QStringLiteral("source-checks"))->text(); }
    /// Keys go to whatever has the focus.
    void typePassword()
    {
        QTRY_VERIFY(sheet() && sheet()->isVisible());
        QVERIFY(sheet()->isAncestorOf(QApplication::focusWidget())); // it opened by itself, and waits for the password
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("s3cret of sales"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!sheet());
    }

    FixedClock clock;
    MemoryStore store;
    FakeCredentials credentials;
    ScriptedWorkbench bench;
    std::unique_ptr<MainWindow> window;
};

} // namespace

/// Where no keyring can have a password, whatever needs it asks for it, and goes on.
class PasswordQuestionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void theTestAsksAndGoesOn()
    {
        Asking asking;
        asking.command("sources.test")->trigger();
        asking.typePassword();
        QTRY_COMPARE(asking.bench.calls<api::TestSource>(), 2);
        QCOMPARE(asking.bench.lastRequest<api::TestSource>().name, QStringLiteral("sales"));
        QTRY_VERIFY2(asking.checks().contains(QStringLiteral("\"reader\" may sign in")), qPrintable(asking.checks()));
        QCOMPARE(asking.credentials.held, QStringList{variable});
        QCOMPARE(asking.credentials.stored, QStringList()); // kept nowhere else
    }

    void readingAsksAndGoesOn()
    {
        Asking asking;
        asking.command("evidence.analyze")->trigger();
        asking.typePassword();
        QTRY_COMPARE(asking.bench.calls<api::AnalyzeSource>(), 2);
        QCOMPARE(asking.bench.lastRequest<api::AnalyzeSource>().database, std::optional(QStringLiteral("sales")));
        auto *error = asking.window->findChild<ErrorBanner *>(QStringLiteral("error"));
        QTRY_VERIFY(!error->isVisible());
    }

    void theSheetSaysForWhatAndHowLong()
    {
        Asking asking;
        asking.command("sources.test")->trigger();
        QTRY_VERIFY(asking.sheet() && asking.sheet()->isVisible());
        QCOMPARE(asking.sheet()->title(), QStringLiteral("Password of sales"));
        QVERIFY(isSaid(*asking.sheet(), QStringLiteral("For reader at db.example.com:5432/sales")));
        QVERIFY(isSaid(*asking.sheet(), QStringLiteral("asked for each time")));
        QCOMPARE(asking.sheet()->value(QStringLiteral("keep")), QStringLiteral("session"));
        QCOMPARE(namelessWidgets(*asking.sheet()), QStringList());
    }

    void whoPutsItAwayIsNotAskedAgain()
    {
        Asking asking;
        asking.command("evidence.analyze")->trigger();
        QTRY_VERIFY(asking.sheet() && asking.sheet()->isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!asking.sheet());
        QTest::qWait(50);
        QCOMPARE(asking.bench.calls<api::AnalyzeSource>(), 1);
        QVERIFY(isSaid(*asking.window, variable)); // why it was not done stays
        asking.command("evidence.analyze")->trigger(); // until it is wanted again
        QTRY_VERIFY(asking.sheet() && asking.sheet()->isVisible());
    }

    void onePasswordIsAskedForOnce()
    {
        Asking asking;
        asking.command("sources.test")->trigger();
        asking.sources()->setCurrentId(QStringLiteral("returns"));
        asking.command("sources.test")->trigger();
        QTRY_COMPARE(asking.bench.calls<api::TestSource>(), 2);
        QTRY_VERIFY(asking.sheet() && asking.sheet()->isVisible());
        QCOMPARE(asking.window->findChildren<PasswordSheet *>().size(), 1);
        asking.typePassword();
        QTRY_COMPARE(asking.bench.calls<api::TestSource>(), 4); // both go on
    }

    void whereAKeyringIsNobodyIsAsked()
    {
        Asking asking(true);
        asking.command("sources.test")->trigger();
        QTRY_VERIFY2(asking.checks().contains(variable), qPrintable(asking.checks()));
        asking.command("evidence.analyze")->trigger();
        QTRY_VERIFY(isSaid(*asking.window, variable));
        QVERIFY(!asking.sheet());
    }

    void anotherErrorAsksForNothing()
    {
        Asking asking;
        asking.bench.fail<api::AnalyzeSource>({base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The environment %1 is not known."), variable}, {}, variable});
        asking.command("evidence.analyze")->trigger();
        QTRY_VERIFY(isSaid(*asking.window, QStringLiteral("is not known")));
        QVERIFY(!asking.sheet());
    }
};

QTEST_MAIN(PasswordQuestionsTest)
#include "password_questions_test.moc"
