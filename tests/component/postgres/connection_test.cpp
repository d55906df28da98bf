#include "source_fixture.h"

#include <QElapsedTimer>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace lakehouse;
using namespace lakehouse::testing;
using adapters::postgres::PostgresLimits;
using adapters::postgres::PostgresSource;
using base::ErrorCode;

namespace {

const QString database = QStringLiteral("connection_cases");

/// A server that takes connections and says nothing.
class SilentServer {
public:
    SilentServer()
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (bind(m_socket, reinterpret_cast<sockaddr *>(&address), size) == 0 && listen(m_socket, 8) == 0 && getsockname(m_socket, reinterpret_cast<sockaddr *>(&address), &size) == 0)
            m_port = ntohs(address.sin_port);
    }
    ~SilentServer() { close(m_socket); }
    int port() const { return m_port; }

private:
    int m_socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int m_port = 0;
};

/// Cancels a run after a while, from another thread.
class LateCancel {
public:
    LateCancel(const base::CancelToken &token, std::chrono::milliseconds after) : m_thread([token, after] { std::this_thread::sleep_for(after); token.cancel(); }) {}
    ~LateCancel() { m_thread.join(); }

private:
    std::thread m_thread;
};

} // namespace

/// Connections, their errors, cancel, and the session settings.
class ConnectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void wrongSettings_data();
    void wrongSettings();
    void failures_data();
    void failures();
    void environmentDoesNotLeakIn();
    void silentServerTimesOut();
    void cancelEndsAConnectionAttempt();
    void cancelEndsARunningQuery();
    void cancelBeforeTheQueryStarts();
    void statementTimeout();
    void lockedTableIsBusy();
    void lostConnectionIsReplaced();
    void missingRightNamesObjectAndGrant();
    void valuesAsTheServerPrintsThem_data();
    void valuesAsTheServerPrintsThem();
    void nothingCanBeWritten();
    void oneStatementOnly();
    void togetherSeesOneSnapshot();
    void brokenTextIsRefused();
};

void ConnectionTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE connection_cases; CREATE DATABASE no_entry; REVOKE CONNECT ON DATABASE no_entry FROM PUBLIC; CREATE ROLE no_login; CREATE ROLE reader_no_password LOGIN"), QStringLiteral("postgres"));
    EKOS_SQL(QStringLiteral("CREATE TABLE public.secret (id int); CREATE TABLE public.locked (id int); GRANT SELECT ON public.locked TO reader"), database);
}

void ConnectionTest::wrongSettings_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("tlsMode");
    QTest::addColumn<QString>("named");
    QTest::newRow("no host") << QString() << 5432 << QString() << QStringLiteral("host");
    QTest::newRow("socket") << QStringLiteral("/var/run/postgresql") << 5432 << QString() << QStringLiteral("/var/run/postgresql");
    QTest::newRow("list") << QStringLiteral("a,b") << 5432 << QString() << QStringLiteral("a,b");
    QTest::newRow("port") << QStringLiteral("a") << 65536 << QString() << QStringLiteral("65536");
    QTest::newRow("tls mode") << QStringLiteral("a") << 5432 << QStringLiteral("on") << QStringLiteral("\"on\"");
    QTest::newRow("no certificate") << QStringLiteral("a") << 5432 << QStringLiteral("verify-full") << QStringLiteral("tls-root-certificate");
}

void ConnectionTest::wrongSettings()
{
    QFETCH(QString, host);
    QFETCH(int, port);
    QFETCH(QString, tlsMode);
    QFETCH(QString, named);
    model::SourceConnection connection = connectionTo(database);
    connection.host = host;
    connection.port = port;
    connection.tlsMode = tlsMode;
    const auto source = PostgresSource::open(connection, nullptr);
    QVERIFY(!source);
    QCOMPARE(source.error().code, ErrorCode::InvalidInput);
    QVERIFY2(everythingIn(source.error()).contains(named), qPrintable(everythingIn(source.error())));
}

void ConnectionTest::failures_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("hint");
    const auto row = [](const char *name, const char *key, const char *value, ErrorCode code, const char *message, const char *hint) {
        QTest::newRow(name) << QString::fromLatin1(key) << QString::fromLatin1(value) << int(code) << QString::fromLatin1(message) << QString::fromLatin1(hint);
    };
    row("wrong password", "password", "not-the-right-word", ErrorCode::NotAllowed, "did not accept the password of \"reader\"", "SHOP_PASSWORD");
    row("no password", "password", "", ErrorCode::NotAllowed, "asks for the password of \"reader\"", "SHOP_PASSWORD");
    row("unknown user", "user", "nobody_here", ErrorCode::NotAllowed, "\"nobody_here\"", "SHOP_PASSWORD");
    row("role without login", "user", "no_login", ErrorCode::NotAllowed, "\"no_login\"", "");
    row("unknown database", "database", "no such 'db", ErrorCode::NotFound, "has no database \"no such 'db\"", "psql -h 127.0.0.1");
    row("no right to connect", "database", "no_entry", ErrorCode::NotAllowed, "\"no_entry\"", "GRANT CONNECT ON DATABASE \"no_entry\" TO \"reader\"");
    row("closed port", "port", "1", ErrorCode::Unreachable, "PostgreSQL at 127.0.0.1:1 did not answer", "pg_isready -h 127.0.0.1 -p 1");
    row("unknown host", "host", "no-such-host.invalid", ErrorCode::Unreachable, "\"no-such-host.invalid\" is unknown", "no-such-host.invalid");
    row("host that is no word", "host", "no host;$(x).invalid", ErrorCode::Unreachable, "is unknown", "getent hosts 'no host;$(x).invalid'");
    row("tls that the server has not", "tlsMode", "require", ErrorCode::Unreachable, "TLS", "tls-mode");
}

void ConnectionTest::failures()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, message);
    QFETCH(QString, hint);
    model::SourceConnection connection = connectionTo(database);
    if (key == QLatin1String("user"))
        connection.user = value;
    else if (key == QLatin1String("database"))
        connection.database = value;
    else if (key == QLatin1String("host"))
        connection.host = value;
    else if (key == QLatin1String("port"))
        connection.port = value.toLongLong();
    else if (key == QLatin1String("tlsMode"))
        connection.tlsMode = value;
    const QByteArray password = key == QLatin1String("password") ? value.toLatin1() : QByteArray(readerPassword);
    base::RunContext run;
    QElapsedTimer timer;
    timer.start();
    const auto rows = openSource(connection, password.constData())->query(QStringLiteral("SELECT 1"), run);
    QVERIFY(!rows);
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    const QString words = everythingIn(rows.error());
    if (key == QLatin1String("host") && rows.error().code == ErrorCode::TimedOut)
        QSKIP("the name service of this machine does not answer");
    QFETCH(int, code);
    QVERIFY2(int(rows.error().code) == code, qPrintable(words));
    QVERIFY2(rows.error().message.toEnglish().contains(message), qPrintable(words));
    QVERIFY2(rows.error().hint.toEnglish().contains(hint), qPrintable(words));
    QVERIFY(!rows.error().hint.isEmpty());
    QVERIFY2(password.isEmpty() || !words.contains(QString::fromLatin1(password)), "a password in an error");
    QVERIFY2(!words.contains(QLatin1String(readerPassword)), "a password in an error");
}

void ConnectionTest::environmentDoesNotLeakIn()
{
    const std::pair<const char *, const char *> wrong[] = {{"PGHOST", "192.0.2.1"}, {"PGPORT", "1"}, {"PGUSER", "nobody"}, {"PGDATABASE", "none"}, {"PGPASSWORD", "wrong"}, {"PGSSLMODE", "require"},
                                                           {"PGOPTIONS", "-c search_path=public"}, {"PGSERVICE", "nonexistent"}, {"PGREQUIREPEER", "nobody"}, {"PGTARGETSESSIONATTRS", "standby"},
                                                           {"PGTZ", "Asia/Tokyo"}, {"PGDATESTYLE", "German"}, {"PGCLIENTENCODING", "LATIN1"}, {"PGAPPNAME", "other"}, {"PGSSLROOTCERT", "/none"}};
    for (const auto &[name, value] : wrong)
        qputenv(name, value);
    base::RunContext run;
    const QString sql = QStringLiteral("SELECT concat_ws(' ', current_user, current_database(), current_setting('search_path'), current_setting('TimeZone'), current_setting('DateStyle'), "
                                       "current_setting('client_encoding'), current_setting('application_name'), current_setting('default_transaction_read_only'))");
    const QString found = oneValue(openSource(connectionTo(database))->query(sql, run));
    const auto withoutPassword = openSource(connectionTo(database), "")->query(QStringLiteral("SELECT 1"), run);
    for (const auto &[name, value] : wrong)
        qunsetenv(name);
    QCOMPARE(found, QStringLiteral("reader connection_cases pg_catalog UTC ISO, MDY UTF8 ekos-lakehouse on"));
    QVERIFY(!withoutPassword);
    QVERIFY2(everythingIn(withoutPassword.error()).contains(QStringLiteral("asks for the password")), qPrintable(everythingIn(withoutPassword.error())));
}

void ConnectionTest::silentServerTimesOut()
{
    const SilentServer server;
    model::SourceConnection connection = connectionTo(database);
    connection.port = server.port();
    PostgresLimits limits;
    limits.connect = std::chrono::milliseconds(300);
    base::RunContext run;
    QElapsedTimer timer;
    timer.start();
    const auto rows = openSource(connection, readerPassword, limits)->query(QStringLiteral("SELECT 1"), run);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::Unreachable);
    QVERIFY2(rows.error().message.toEnglish().contains(QStringLiteral("said nothing")), qPrintable(everythingIn(rows.error())));
    QVERIFY(timer.elapsed() >= 300 && timer.elapsed() < 1'500);
}

void ConnectionTest::cancelEndsAConnectionAttempt()
{
    const SilentServer server;
    model::SourceConnection connection = connectionTo(database);
    connection.port = server.port();
    base::CancelToken token;
    base::RunContext run(token);
    QElapsedTimer timer;
    timer.start();
    const LateCancel cancel(token, std::chrono::milliseconds(100));
    const auto rows = openSource(connection)->query(QStringLiteral("SELECT 1"), run);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::Cancelled);
    QVERIFY2(timer.elapsed() < 400, qPrintable(QString::number(timer.elapsed())));
}

void ConnectionTest::cancelEndsARunningQuery()
{
    const auto source = openSource(connectionTo(database));
    base::CancelToken token;
    base::RunContext run(token);
    QElapsedTimer timer;
    timer.start();
    const LateCancel cancel(token, std::chrono::milliseconds(200));
    const auto rows = source->query(QStringLiteral("SELECT pg_sleep(60)"), run);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::Cancelled);
    QVERIFY2(timer.elapsed() < 1'000, qPrintable(QString::number(timer.elapsed())));
    const QString running = QStringLiteral("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()");
    QTRY_COMPARE_WITH_TIMEOUT(cluster()->run(running), QStringLiteral("0"), 2'000);
    base::RunContext next;
    QCOMPARE(oneValue(source->query(QStringLiteral("SELECT 1"), next)), QStringLiteral("1")); // the source itself goes on
}

void ConnectionTest::cancelBeforeTheQueryStarts()
{
    const auto source = openSource(connectionTo(database));
    base::CancelToken token;
    token.cancel();
    base::RunContext run(token);
    QCOMPARE(source->query(QStringLiteral("SELECT 1"), run).error().code, ErrorCode::Cancelled);
    QCOMPARE(source->readCatalog(run).error().code, ErrorCode::Cancelled);
    QCOMPARE(source->safeUpperBound(run).error().code, ErrorCode::Cancelled);
    QCOMPARE(source->queryTogether({QStringLiteral("SELECT 1")}, run).error().code, ErrorCode::Cancelled);
}

void ConnectionTest::statementTimeout()
{
    PostgresLimits limits;
    limits.statement = std::chrono::milliseconds(200);
    base::RunContext run;
    const auto rows = openSource(connectionTo(database), readerPassword, limits)->query(QStringLiteral("SELECT pg_sleep(30)"), run);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::TimedOut);
    QVERIFY2(rows.error().message.toEnglish().contains(QStringLiteral("0.2 seconds")), qPrintable(everythingIn(rows.error())));
}

void ConnectionTest::lockedTableIsBusy()
{
    const std::unique_ptr<QProcess> other = cluster()->session(database);
    other->write("BEGIN; LOCK TABLE public.locked; SELECT 'locked';\n");
    QVERIFY(other->waitForReadyRead(10'000));
    PostgresLimits limits;
    limits.lock = std::chrono::milliseconds(200);
    base::RunContext run;
    const auto rows = openSource(connectionTo(database), readerPassword, limits)->query(QStringLiteral("SELECT * FROM public.locked"), run);
    const auto catalog = openSource(connectionTo(database), readerPassword, limits)->readCatalog(run); // waits for nobody
    other->closeWriteChannel();
    other->waitForFinished(10'000);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::Busy);
    QCOMPARE(rows.error().retry, base::Retry::Later);
    QVERIFY2(bool(catalog), catalog ? "" : qPrintable(everythingIn(catalog.error())));
}

void ConnectionTest::lostConnectionIsReplaced()
{
    const auto source = openSource(connectionTo(database));
    base::RunContext run;
    const QString first = oneValue(source->query(QStringLiteral("SELECT pg_backend_pid()"), run));
    QCOMPARE(oneValue(source->query(QStringLiteral("SELECT pg_backend_pid()"), run)), first); // connections are used again
    QCOMPARE(cluster()->run(QStringLiteral("SELECT pg_terminate_backend(%1)").arg(first)), QStringLiteral("t"));
    QTRY_COMPARE_WITH_TIMEOUT(cluster()->run(QStringLiteral("SELECT count(*) FROM pg_stat_activity WHERE pid = %1").arg(first)), QStringLiteral("0"), 5'000);
    EKOS_VALUE(const ports::SqlRows rows, source->query(QStringLiteral("SELECT pg_backend_pid()"), run)); // an idle one that died is replaced
    QVERIFY(rows.rows[0][0] != first);

    std::thread killer([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        cluster()->run(QStringLiteral("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'reader' AND query LIKE '%pg_sleep(30)%'"));
    });
    const auto lost = source->query(QStringLiteral("SELECT pg_sleep(30)"), run);
    killer.join();
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, ErrorCode::Unreachable);
    QCOMPARE(lost.error().retry, base::Retry::Now);
    QVERIFY2(lost.error().detail.contains(QStringLiteral("administrator command")), qPrintable(everythingIn(lost.error())));
    QCOMPARE(oneValue(source->query(QStringLiteral("SELECT 1"), run)), QStringLiteral("1"));
}

void ConnectionTest::missingRightNamesObjectAndGrant()
{
    base::RunContext run;
    const auto rows = openSource(connectionTo(database))->query(QStringLiteral("SELECT * FROM public.secret"), run);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::NotAllowed);
    QVERIFY(rows.error().message.toEnglish().contains(QStringLiteral("\"secret\"")));
    QVERIFY2(rows.error().hint.toEnglish().contains(QStringLiteral("GRANT SELECT ON \"secret\" TO \"reader\"")), qPrintable(everythingIn(rows.error())));
    QVERIFY(rows.error().detail.contains(QStringLiteral("permission denied")));
}

void ConnectionTest::valuesAsTheServerPrintsThem_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *sql, const char *text) { QTest::newRow(name) << QString::fromUtf8(sql) << QString::fromUtf8(text); };
    row("null", "NULL", "(null)");
    row("empty", "''", "");
    row("boolean", "true", "t");
    row("timestamptz", "'2024-07-01 12:00:00.5+02'::timestamptz", "2024-07-01 10:00:00.5+00");
    row("date BC", "'0044-03-15 BC'::date", "0044-03-15 BC");
    row("interval", "'1 mon 2 days 03:04:05'::interval", "1 mon 2 days 03:04:05");
    row("float8", "0.1::float8", "0.1");
    row("float4", "16777217::float4", "1.6777216e+07");
    row("bytea", "'\\x00ff'::bytea", "\\x00ff");
    row("text", "E'e\\u0301 🦀\\n\\x1f'", "e\u0301 🦀\n\x1f");
    row("numeric", "'1.4800'::numeric", "1.4800");
    QTest::newRow("mark of an encoding") << QStringLiteral("U&'\\FEFFid'") << QStringLiteral("\uFEFFid");
    row("backslash", "'a\\b'", "a\\b");
}

void ConnectionTest::valuesAsTheServerPrintsThem()
{
    QFETCH(QString, sql);
    base::RunContext run;
    QTEST(oneValue(openSource(connectionTo(database))->query(QStringLiteral("SELECT ") + sql, run)), "text");
}

void ConnectionTest::nothingCanBeWritten()
{
    model::SourceConnection superuser = connectionTo(database);
    superuser.user = cluster()->superuser();
    base::RunContext run;
    const auto source = openSource(superuser, qPrintable(cluster()->superuserPassword()));
    const auto rows = source->query(QStringLiteral("DELETE FROM public.locked"), run);
    QVERIFY(!rows);
    QVERIFY2(rows.error().detail.contains(QStringLiteral("read-only transaction")), qPrintable(everythingIn(rows.error())));
    QVERIFY(!source->query(QStringLiteral("CREATE TABLE public.made (id int)"), run));
}

void ConnectionTest::oneStatementOnly()
{
    base::RunContext run;
    const auto rows = openSource(connectionTo(database))->query(QStringLiteral("SELECT 1; SELECT 2"), run);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::ExternalFailure);
}

void ConnectionTest::togetherSeesOneSnapshot()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE public.moving AS SELECT 1 AS id; GRANT SELECT ON public.moving TO reader"), database);
    base::RunContext run;
    std::thread writer([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        cluster()->run(QStringLiteral("INSERT INTO public.moving VALUES (2)"), database);
    });
    const QString count = QStringLiteral("SELECT count(*) FROM public.moving");
    const auto result = openSource(connectionTo(database))->queryTogether({count, QStringLiteral("SELECT pg_sleep(1.5)"), count}, run);
    writer.join();
    EKOS_VALUE(const std::vector<ports::SqlRows> answers, result);
    QCOMPARE(answers.size(), std::size_t(3));
    QCOMPARE(answers[0].columns, std::vector<QString>{QStringLiteral("count")});
    QCOMPARE(*answers[0].rows[0][0], QStringLiteral("1"));
    QCOMPARE(*answers[2].rows[0][0], QStringLiteral("1"));
    QCOMPARE(cluster()->run(count, database), QStringLiteral("2"));
}

void ConnectionTest::brokenTextIsRefused()
{
    base::RunContext run;
    const auto source = openSource(connectionTo(database));
    QCOMPARE(source->query(QStringLiteral("SELECT 1") + QChar(QChar::Null) + QStringLiteral("; DELETE"), run).error().code, ErrorCode::InvalidInput);
    QCOMPARE(source->query(QStringLiteral("SELECT '") + QChar(0xD800) + QLatin1Char('\''), run).error().code, ErrorCode::InvalidInput);
}

std::unique_ptr<QObject> lakehouse::testing::makeConnectionTest() { return std::make_unique<ConnectionTest>(); }

#include "connection_test.moc"
