#include "api/operations/extraction.h"
#include "api/operations/project.h"
#include "api/operations/sources.h"
#include "base/file_digest.h"
#include "base/system_clock.h"
#include "base/uuid7.h"
#include "common/local_workspace.h"
#include "common/password_store.h"
#include "support/postgres_cluster.h"
#include "usecases/all_handlers.h"
#include "usecases/in_process_workbench.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;

namespace {

constexpr char rightPassword[] = "r1ght-of-the-reader";
constexpr char wrongPassword[] = "wr0ng-of-the-reader";
constexpr char variable[] = "EKOS_LIVE_SOURCES_PASSWORD";

/// The product as the console has it: one workbench for days, on one folder.
class Console {
public:
    explicit Console(const QByteArray &toml)
    {
        write(toml);
        base::RunContext run;
        if (!workspaces.init(run))
            qFatal("no project");
    }
    void write(const QByteArray &toml) const
    {
        QFile file(folder.filePath(QStringLiteral("ekos.toml")));
        if (!file.open(QIODevice::WriteOnly) || file.write(toml) != toml.size())
            qFatal("cannot write ekos.toml");
    }
    template<typename Request>
    base::Result<typename Request::Answer> ask(Request request)
    {
        return settled(workbench.ask(std::move(request), {.actor = {.systemUser = QStringLiteral("anna"), .channel = QStringLiteral("desktop")}}));
    }
    template<typename Answer>
    static base::Result<Answer> settled(const base::Async<Answer> &async)
    {
        QObject receiver;
        std::optional<base::Result<Answer>> result;
        async.onSettled(&receiver, [&](const auto &answer) { result = answer; });
        if (!QTest::qWaitFor([&] { return result.has_value(); }, 60'000))
            return base::Error{base::ErrorCode::TimedOut, "not settled"};
        return *std::move(result);
    }

    QTemporaryDir folder;
    base::SystemClock clock;
    base::Uuid7Source ids{clock};
    app::LocalWorkspaces workspaces{folder.path(), clock, ids};
    app::PasswordStore passwords{workspaces};
    usecases::InProcessWorkbench workbench{usecases::allHandlers(workspaces)};
};

const ServiceCheck *checkOf(const SourceTest &test, const char *name)
{
    const auto found = std::ranges::find(test.checks, QString::fromLatin1(name), &ServiceCheck::check);
    return found == test.checks.end() ? nullptr : &*found;
}

QString everythingIn(const SourceTest &test)
{
    QStringList words;
    for (const ServiceCheck &check : test.checks)
        words += check.check + QLatin1Char(' ') + QString::number(int(check.state)) + QStringLiteral(": ") + check.finding.toEnglish() + QStringLiteral(" | ") + check.remedy.toEnglish();
    for (const SourceRight &right : test.rights)
        words += right.object + QLatin1Char(' ') + right.grant;
    return words.join(QLatin1Char('\n'));
}

} // namespace

#define LIVE_VALUE(declaration, expression) \
    auto EKOS_NAME_(__LINE__) = (expression); \
    QVERIFY2(EKOS_NAME_(__LINE__), EKOS_NAME_(__LINE__) ? "" : qPrintable(EKOS_NAME_(__LINE__).error().message.toEnglish() + EKOS_NAME_(__LINE__).error().detail)); \
    declaration = std::move(EKOS_NAME_(__LINE__)).value()

/// A source that is not as it should be, each with its own advice, on a real server.
class SourcesLiveTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    QString m_reason;

    QByteArray toml(const QByteArray &port, const QByteArray &more = {}) const
    {
        return "[extensions.lakehouse]\nsource-database = \"shop\"\n" + more + "\n[[databases]]\nname = \"shop\"\nkind = \"postgresql\"\nconnect = \"127.0.0.1:" + port
            + "/shop\"\nuser = \"reader\"\npassword-env = \"" + variable + "\"\nschemas = [\"public\", \"Sales EU\"]\n";
    }
    QByteArray port() const { return QByteArray::number(m_cluster->port()); }

private Q_SLOTS:
    void initTestCase()
    {
        qunsetenv(variable);
        qunsetenv("DBUS_SESSION_BUS_ADDRESS"); // no keyring of the person who runs the tests
        qputenv("XDG_RUNTIME_DIR", "");
        m_cluster = testing::PostgresCluster::start({}, &m_reason);
        if (!m_cluster)
            QSKIP(qPrintable(m_reason));
        QString error;
        m_cluster->run(QStringLiteral("CREATE ROLE reader LOGIN PASSWORD '%1'; CREATE ROLE writer LOGIN PASSWORD '%1';").arg(QLatin1String(rightPassword)), QStringLiteral("postgres"), &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
        m_cluster->run(QStringLiteral("CREATE DATABASE shop"));
        m_cluster->run(QStringLiteral(R"(CREATE SCHEMA "Sales EU"; CREATE SCHEMA other;
CREATE TABLE public.film (id int PRIMARY KEY, title text);
CREATE TABLE public.staff (id int PRIMARY KEY, "pass""word" text, kind regclass);
CREATE TABLE public.secret (id int PRIMARY KEY);
CREATE TABLE "Sales EU".orders (id int PRIMARY KEY);
CREATE TABLE other.unread (id int);
GRANT USAGE ON SCHEMA public TO reader, writer;
GRANT SELECT ON public.film TO reader, writer;
GRANT INSERT ON public.film TO writer;
GRANT SELECT (id) ON public.staff TO reader;
GRANT SELECT ON "Sales EU".orders TO reader;)"), QStringLiteral("shop"), &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }
    void cleanup() { qunsetenv(variable); }

    void aMissingRightComesWithItsStatement()
    {
        qputenv(variable, rightPassword);
        Console console(toml(port()));
        LIVE_VALUE(const SourceTest test, console.ask(TestSource{.name = QStringLiteral("shop")}));
        for (const char *check : {"reach", "sign-in", "version", "write-refused"})
            QVERIFY2(checkOf(test, check) && checkOf(test, check)->state == CheckState::Passed, qPrintable(QLatin1String(check) + everythingIn(test)));
        QCOMPARE(test.tables, 4);
        const std::vector<SourceRight> lacking(test.rights.begin(), std::ranges::find(test.rights, true, &SourceRight::isHeld));
        const QStringList grants{QStringLiteral("GRANT USAGE ON SCHEMA \"Sales EU\" TO \"reader\";"), QStringLiteral("GRANT SELECT ON TABLE \"public\".\"secret\" TO \"reader\";"),
                                 QStringLiteral("GRANT SELECT (\"pass\"\"word\") ON TABLE \"public\".\"staff\" TO \"reader\";"),
                                 QStringLiteral("GRANT SELECT (\"kind\") ON TABLE \"public\".\"staff\" TO \"reader\";")};
        QCOMPARE(lacking.size(), std::size_t(grants.size()));
        for (const SourceRight &right : lacking)
            QVERIFY2(grants.contains(right.grant), qPrintable(right.grant));
        QVERIFY(std::ranges::none_of(test.rights, [](const SourceRight &right) { return right.object.contains(QStringLiteral("other")); }));
        QCOMPARE(test.unsupportedTypes.size(), 1u);
        QCOMPARE(test.unsupportedTypes[0].examples, std::vector<QString>{QStringLiteral("public.staff.kind")});

        QString error; // the statements are what they say they are
        m_cluster->run(grants.join(QLatin1Char('\n')), QStringLiteral("shop"), &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
        LIVE_VALUE(const SourceTest granted, console.ask(TestSource{.name = QStringLiteral("shop")}));
        QVERIFY2(std::ranges::all_of(granted.rights, &SourceRight::isHeld), qPrintable(everythingIn(granted)));
        QVERIFY(!everythingIn(granted).contains(QLatin1String(rightPassword)));
    }

    void aRoleThatMayWriteIsFound()
    {
        qputenv(variable, rightPassword);
        Console console(toml(port()));
        LIVE_VALUE(const SourceTest test, console.ask(TestSource{.connect = QStringLiteral("127.0.0.1:%1/shop").arg(m_cluster->port()), .user = QStringLiteral("writer"), .passwordEnv = QLatin1String(variable)}));
        QCOMPARE(checkOf(test, "write-refused")->state, CheckState::Failed);
        QVERIFY(checkOf(test, "write-refused")->remedy.toEnglish().contains(QStringLiteral("REVOKE")));
        QCOMPARE(checkOf(test, "clock")->state, CheckState::Skipped);
    }

    void whatIsWrongHasItsOwnAdvice_data()
    {
        QTest::addColumn<QString>("password");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("database");
        QTest::addColumn<bool>("isThere");
        QTest::addColumn<QString>("failed");
        QTest::addColumn<QString>("advice");
        QTest::newRow("unreachable") << QString::fromLatin1(rightPassword) << QStringLiteral("reader") << QStringLiteral("shop") << false << QStringLiteral("reach") << QStringLiteral("pg_isready");
        QTest::newRow("wrong password") << QString::fromLatin1(wrongPassword) << QStringLiteral("reader") << QStringLiteral("shop") << true << QStringLiteral("sign-in") << QStringLiteral("Set the environment variable EKOS_LIVE_SOURCES_PASSWORD");
        QTest::newRow("no password") << QString() << QStringLiteral("reader") << QStringLiteral("shop") << true << QStringLiteral("sign-in") << QStringLiteral("export EKOS_LIVE_SOURCES_PASSWORD");
        QTest::newRow("no such database") << QString::fromLatin1(rightPassword) << QStringLiteral("reader") << QStringLiteral("shoop") << true << QStringLiteral("sign-in") << QStringLiteral("psql");
        QTest::newRow("neither password nor server") << QString() << QStringLiteral("reader") << QStringLiteral("shop") << false << QStringLiteral("reach") << QStringLiteral("pg_isready");
    }
    void whatIsWrongHasItsOwnAdvice()
    {
        QFETCH(QString, password);
        QFETCH(QString, user);
        QFETCH(QString, database);
        QFETCH(bool, isThere);
        QFETCH(QString, failed);
        QFETCH(QString, advice);
        if (!password.isEmpty())
            qputenv(variable, password.toLatin1());
        Console console(toml(port()));
        LIVE_VALUE(const SourceTest test, console.ask(TestSource{.connect = QStringLiteral("127.0.0.1:%1/%2").arg(isThere ? m_cluster->port() : 1).arg(database), .user = user, .passwordEnv = QLatin1String(variable)}));
        for (const ServiceCheck &check : test.checks)
            QCOMPARE(check.state == CheckState::Failed, check.check == failed);
        QVERIFY2(checkOf(test, failed.toLatin1().constData())->remedy.toEnglish().contains(advice), qPrintable(everythingIn(test)));
        QVERIFY(!everythingIn(test).contains(QLatin1String(rightPassword)) && !everythingIn(test).contains(QLatin1String(wrongPassword)));
        QVERIFY(test.rights.empty());
    }

    void anEditByHandIsSeenByTheNextCall()
    {
        qputenv(variable, rightPassword);
        Console console(toml("1"));
        LIVE_VALUE(const DoctorReport before, console.ask(CheckServices{}));
        const auto stateOf = [](const DoctorReport &report) { return std::ranges::find(report.checks, QStringLiteral("source"), &ServiceCheck::service)->state; };
        QCOMPARE(stateOf(before), CheckState::Failed);
        console.write(toml(port()));
        LIVE_VALUE(const DoctorReport after, console.ask(CheckServices{}));
        QCOMPARE(stateOf(after), CheckState::Passed);
        LIVE_VALUE(const SourceList list, console.ask(ListSources{}));
        QCOMPARE(list.settingsDigest, base::fileDigest(toml(port())));
        console.write("[extensions.lakehouse\n");
        QCOMPARE(console.ask(ListSources{}).error().code, base::ErrorCode::InvalidInput);
        console.write(toml(port(), "mass-delete-rows = 1\n"));
        QVERIFY(console.ask(ListSources{}));
    }

    void anEditByTheProductIsSeenByTheNextCall()
    {
        qputenv(variable, rightPassword);
        Console console(toml("1"));
        LIVE_VALUE(const SourceList list, console.ask(ListSources{}));
        LIVE_VALUE(const SourceSaved saved, console.ask(EditSource{.expectedDigest = list.settingsDigest, .name = QStringLiteral("shop"), .connect = QStringLiteral("127.0.0.1:%1/shop").arg(m_cluster->port()),
                                                                   .user = QStringLiteral("reader"), .passwordEnv = QLatin1String(variable), .schemas = list.sources[0].schemas, .tlsMode = list.sources[0].tlsMode}));
        LIVE_VALUE(const SourceList again, console.ask(ListSources{}));
        QCOMPARE(again.settingsDigest, saved.settingsDigest);
        LIVE_VALUE(const DoctorReport report, console.ask(CheckServices{}));
        QCOMPARE(std::ranges::find(report.checks, QStringLiteral("source"), &ServiceCheck::service)->state, CheckState::Passed);
    }

    void aPasswordThatWasTypedInIsUsedAtOnce()
    {
        Console console(toml(port()));
        const auto stateOfSource = [&] {
            const auto report = console.ask(CheckServices{});
            return std::ranges::find(report.value().checks, QStringLiteral("source"), &ServiceCheck::service)->state;
        };
        QCOMPARE(stateOfSource(), CheckState::Failed);
        console.passwords.hold(QLatin1String(variable), base::Secret(wrongPassword));
        QCOMPARE(stateOfSource(), CheckState::Failed);
        console.passwords.hold(QLatin1String(variable), base::Secret(rightPassword));
        QCOMPARE(stateOfSource(), CheckState::Passed);
        LIVE_VALUE(const SourceList list, console.ask(ListSources{}));
        QCOMPARE(list.sources[0].secret, SecretPlace::Session);
        QVERIFY(Console::settled(console.passwords.forget(QLatin1String(variable))));
        QCOMPARE(stateOfSource(), CheckState::Failed);
        LIVE_VALUE(const SourceList forgotten, console.ask(ListSources{}));
        QCOMPARE(forgotten.sources[0].secret, SecretPlace::Missing);
    }

    void withoutAKeyringNothingIsKept()
    {
        Console console(toml(port()));
        QVERIFY(!console.passwords.canStore());
        QCOMPARE(console.passwords.whyNot().toEnglish(), QStringLiteral("No system keyring answers: the password is asked for each time."));
        const auto stored = Console::settled(console.passwords.store(QLatin1String(variable), base::Secret(rightPassword)));
        QCOMPARE(stored.error().code, base::ErrorCode::Unsupported);
        QCOMPARE(stored.error().message, console.passwords.whyNot());
        const auto foreign = Console::settled(console.passwords.store(QStringLiteral("GITHUB_TOKEN"), base::Secret(rightPassword)));
        QCOMPARE(foreign.error().code, base::ErrorCode::InvalidInput); // it would never be read
    }

    void callsInFlightKeepTheirConnection()
    {
        qputenv(variable, rightPassword);
        Console console(toml(port()));
        base::RunContext run;
        LIVE_VALUE(const std::shared_ptr<usecases::Workspace> before, console.workspaces.open({}));
        LIVE_VALUE(const ports::LoadedSettings loaded, before->settings(run));
        LIVE_VALUE(ports::SourceEngine *source, before->source(extractionSource(loaded.settings).value(), run));
        QVERIFY(source->query(QStringLiteral("SELECT 1"), run));
        console.write(toml(port(), "load-parallelism = 2\n")); // nothing about the source
        LIVE_VALUE(const std::shared_ptr<usecases::Workspace> same, console.workspaces.open({}));
        LIVE_VALUE(ports::SourceEngine *kept, same->source(extractionSource(loaded.settings).value(), run));
        QVERIFY(same != before);
        QCOMPARE(kept, source); // it is not opened anew
        console.write(toml("1"));
        LIVE_VALUE(const std::shared_ptr<usecases::Workspace> other, console.workspaces.open({}));
        LIVE_VALUE(const ports::LoadedSettings moved, other->settings(run));
        LIVE_VALUE(ports::SourceEngine *reopened, other->source(extractionSource(moved.settings).value(), run));
        QVERIFY(reopened != source);
        QVERIFY(!reopened->query(QStringLiteral("SELECT 1"), run));
        QVERIFY(source->query(QStringLiteral("SELECT 1"), run)); // the call that has it goes on
        LIVE_VALUE(ports::Ledger *ledger, before->ledger(run));
        LIVE_VALUE(ports::Ledger *sameLedger, other->ledger(run));
        QCOMPARE(ledger, sameLedger);
    }
};

QTEST_GUILESS_MAIN(SourcesLiveTest)
#include "sources_live_test.moc"
