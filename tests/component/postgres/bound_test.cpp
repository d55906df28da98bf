#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using base::UtcTime;
using ports::SafeBound;

namespace {

const QString database = QStringLiteral("bound_cases");
constexpr qint64 second = 1'000'000;

UtcTime serverTime(const QString &expression = QStringLiteral("clock_timestamp()"))
{
    return UtcTime::parse(cluster()->run(QStringLiteral("SELECT to_char(%1 AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')").arg(expression))).value_or(UtcTime{});
}

/// Another session with a transaction open; it ends with this object.
class OpenTransaction {
public:
    explicit OpenTransaction(const QString &in, const char *first = "SELECT 1;") : m_process(cluster()->session(in))
    {
        m_process->write(QByteArray("BEGIN; ") + first + " SELECT to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"');\n");
        QByteArray answer;
        while (!answer.contains("Z\n") && m_process->waitForReadyRead(10'000))
            answer += m_process->readAllStandardOutput();
        m_start = UtcTime::parse(QString::fromLatin1(answer).trimmed().section(QLatin1Char('\n'), -1));
    }
    ~OpenTransaction()
    {
        m_process->closeWriteChannel();
        m_process->waitForFinished(10'000);
    }
    std::optional<UtcTime> start() const { return m_start; }

private:
    std::unique_ptr<QProcess> m_process;
    std::optional<UtcTime> m_start;
};

} // namespace

/// safeUpperBound, measured against the server's own clock.
class BoundTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutOthersItIsAMinuteAgo();
    void openTransactionHoldsItBack();
    void otherDatabasesDoNotCount();
    void preparedTransactionIsNotProved();
    void subscriberIsNotProved();
    void untrackedSessionIsNotProved();
    void roleWithoutTheRightIsNotProved();

private:
    base::Result<SafeBound> bound();
};

void BoundTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE bound_cases; CREATE DATABASE bound_other; GRANT pg_read_all_stats TO reader"), QStringLiteral("postgres"));
}

base::Result<SafeBound> BoundTest::bound()
{
    base::RunContext run;
    return openSource(connectionTo(database))->safeUpperBound(run);
}

void BoundTest::withoutOthersItIsAMinuteAgo()
{
    const UtcTime before = serverTime();
    EKOS_VALUE(const SafeBound found, bound());
    const UtcTime after = serverTime();
    QVERIFY2(found.isProved, qPrintable(found.why.toEnglish()));
    QVERIFY(!found.why.isEmpty());
    QVERIFY2(found.boundUtc.microseconds >= before.microseconds - 60 * second && found.boundUtc.microseconds <= after.microseconds - 60 * second, qPrintable(found.boundUtc.toString()));
}

void BoundTest::openTransactionHoldsItBack()
{
    const OpenTransaction older(database); // only reads so far: it may still write
    QVERIFY(older.start());
    QTest::qWait(50);
    const OpenTransaction newer(database);
    EKOS_VALUE(const SafeBound found, bound());
    QVERIFY(found.isProved);
    QCOMPARE(found.boundUtc.toString(), UtcTime{older.start()->microseconds - 60 * second}.toString());
    QVERIFY2(found.why.toEnglish().contains(older.start()->toString()), qPrintable(found.why.toEnglish()));
}

void BoundTest::otherDatabasesDoNotCount()
{
    const OpenTransaction elsewhere(QStringLiteral("bound_other"));
    QVERIFY(elsewhere.start());
    QTest::qWait(50);
    EKOS_VALUE(const SafeBound found, bound());
    QVERIFY(found.isProved);
    QVERIFY(found.boundUtc.microseconds > elsewhere.start()->microseconds - 60 * second);
}

void BoundTest::preparedTransactionIsNotProved()
{
    EKOS_SQL(QStringLiteral("BEGIN; CREATE TABLE pending (id int); PREPARE TRANSACTION 'waits'"), database);
    const auto result = bound();
    EKOS_SQL(QStringLiteral("ROLLBACK PREPARED 'waits'"), database);
    EKOS_VALUE(const SafeBound found, result);
    QVERIFY(!found.isProved);
    QVERIFY2(found.why.toEnglish().contains(QStringLiteral("prepared transaction")), qPrintable(found.why.toEnglish()));
    QVERIFY(found.boundUtc.microseconds > 0);
    EKOS_VALUE(const SafeBound again, bound());
    QVERIFY(again.isProved);
}

void BoundTest::subscriberIsNotProved()
{
    EKOS_SQL(QStringLiteral("CREATE SUBSCRIPTION from_elsewhere CONNECTION 'host=127.0.0.1 port=1' PUBLICATION none WITH (connect = false, slot_name = NONE, enabled = false)"), database);
    EKOS_VALUE(const SafeBound disabled, bound());
    EKOS_SQL(QStringLiteral("ALTER SUBSCRIPTION from_elsewhere SET (slot_name = 'a'); ALTER SUBSCRIPTION from_elsewhere ENABLE"), database);
    const auto result = bound();
    EKOS_SQL(QStringLiteral("ALTER SUBSCRIPTION from_elsewhere DISABLE; ALTER SUBSCRIPTION from_elsewhere SET (slot_name = NONE); DROP SUBSCRIPTION from_elsewhere"), database);
    QVERIFY(disabled.isProved);
    EKOS_VALUE(const SafeBound found, result);
    QVERIFY(!found.isProved);
    QVERIFY2(found.why.toEnglish().contains(QStringLiteral("logical replication")), qPrintable(found.why.toEnglish()));
}

void BoundTest::untrackedSessionIsNotProved()
{
    const OpenTransaction untracked(database, "SET LOCAL track_activities = off;");
    EKOS_VALUE(const SafeBound found, bound());
    QVERIFY(!found.isProved);
    QVERIFY2(found.why.toEnglish().contains(QStringLiteral("track_activities")), qPrintable(found.why.toEnglish()));
}

void BoundTest::roleWithoutTheRightIsNotProved()
{
    EKOS_SQL(QStringLiteral("REVOKE pg_read_all_stats FROM reader"), QStringLiteral("postgres"));
    const auto result = bound();
    EKOS_SQL(QStringLiteral("GRANT pg_read_all_stats TO reader"), QStringLiteral("postgres"));
    EKOS_VALUE(const SafeBound found, result);
    QVERIFY(!found.isProved);
    QVERIFY2(found.why.toEnglish().contains(QStringLiteral("\"reader\"")) && found.why.toEnglish().contains(QStringLiteral("pg_read_all_stats")), qPrintable(found.why.toEnglish()));
}

std::unique_ptr<QObject> lakehouse::testing::makeBoundTest() { return std::make_unique<BoundTest>(); }

#include "bound_test.moc"
