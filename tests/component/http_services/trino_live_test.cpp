#include "live_stack.h"

#include <QElapsedTimer>

#include <algorithm>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::StatementResult;

namespace {
const QString endless = QStringLiteral("SELECT count(*) FROM TABLE(sequence(start => 0, stop => 100000000000)) WHERE sequential_number % 7 = 3");
}

/// TrinoSql against a running Trino with the catalogs lake and film_rental.
class TrinoLiveTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<CurlTransport> m_transport = std::make_shared<CurlTransport>();
    std::unique_ptr<TrinoSql> m_trino;
    QString m_schema;

    Result<StatementResult> execute(const QString &sql, const QString &tag = {})
    {
        RunContext run;
        return m_trino->execute(sql, {.tag = tag}, run);
    }
    Result<StatementResult> execute(const char *sql) { return execute(QString::fromUtf8(sql)); }

    qint64 running(const QString &tag)
    {
        const auto answer = execute(QStringLiteral("SELECT count(*) FROM system.runtime.queries WHERE source LIKE '%%1' AND state NOT IN ('FINISHED', 'FAILED')").arg(tag));
        return answer ? answer.value().rows.rows[0][0].value().toLongLong() : -1;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString url = tests::stackUrl("EKOS_STACK_TRINO_URL");
        if (const QByteArray why = tests::whyAbsent(url, QStringLiteral("/v1/info"), *m_transport); !why.isEmpty())
            QSKIP(("Trino is absent: " + why).constData());
        auto opened = TrinoSql::open(url, QStringLiteral("ekos"), nullptr, m_transport, {.sourceCatalog = QStringLiteral("film_rental")});
        QVERIFY(opened);
        m_trino = std::move(opened).value();
        m_schema = QStringLiteral("lake.services_test_%1").arg(QCoreApplication::applicationPid());
        QVERIFY(execute(QStringLiteral("CREATE SCHEMA ") + m_schema));
    }

    void cleanupTestCase()
    {
        if (m_trino)
            QVERIFY(execute(QStringLiteral("DROP SCHEMA %1 CASCADE").arg(m_schema)));
    }

    void valuesArriveAsTheyAre_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const char *expression, const char *text) { QTest::newRow(name) << QString::fromUtf8(expression) << QString::fromUtf8(text); };
        row("boolean", "true", "true");
        row("tinyint", "TINYINT '-128'", "-128");
        row("bigint, smallest", "BIGINT '-9223372036854775808'", "-9223372036854775808");
        row("bigint beyond a double", "BIGINT '9007199254740993'", "9007199254740993");
        row("decimal keeps zeros", "DECIMAL '1.4800'", "1.4800");
        row("decimal of 38 digits", "DECIMAL '12345678901234567890123456789012345678'", "12345678901234567890123456789012345678");
        row("decimal, negative below one", "DECIMAL '-0.05'", "-0.05");
        row("double", "DOUBLE '0.1'", "0.1");
        row("double, smallest", "DOUBLE '5e-324'", "4.9E-324");
        row("double, minus zero", "DOUBLE '-0.0'", "-0.0");
        row("double, NaN", "nan()", "NaN");
        row("double, infinity", "-infinity()", "-Infinity");
        row("real", "REAL '16777216'", "1.6777216E7");
        row("varchar, odd text", "U&' \\00e9\\+01F600 ''quoted'' \"double\" \\005c tab\\0009 line\\000a end '", " é😀 'quoted' \"double\" \\ tab\t line\n end ");
        row("varchar, empty", "''", "");
        row("varchar, word null", "'null'", "null");
        row("varchar, NUL", "U&'a\\0000b'", "a?b");
        row("char is padded", "CAST('ab' AS char(4))", "ab  ");
        row("varbinary is base64", "X'00ff10'", "AP8Q");
        row("date", "DATE '2024-02-29'", "2024-02-29");
        row("time", "TIME '23:59:59.999999'", "23:59:59.999999");
        row("timestamp keeps six digits", "TIMESTAMP '2024-05-01 12:34:56.000120'", "2024-05-01 12:34:56.000120");
        row("timestamp with zone", "TIMESTAMP '2024-05-01 12:34:56.123456 Europe/Berlin'", "2024-05-01 12:34:56.123456 Europe/Berlin");
        row("interval", "INTERVAL '2' DAY", "2 00:00:00.000");
        row("uuid", "UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'", "12151fd2-7586-11e9-8f9e-2a86e4085a59");
        row("json", "JSON '{\"a\":[1,null]}'", "{\"a\":[1,null]}");
        row("array", "ARRAY[1, NULL, 3]", "[1,null,3]");
        row("array of text", "ARRAY['a\"b', 'NULL', NULL]", "[\"a\\\"b\",\"NULL\",null]");
        row("array of decimals", "ARRAY[DECIMAL '1.10']", "[\"1.10\"]");
        row("session time zone", "current_timezone()", "UTC");
    }
    void valuesArriveAsTheyAre()
    {
        QFETCH(const QString, expression);
        QFETCH(QString, text);
        if (qstrcmp(QTest::currentDataTag(), "varchar, NUL") == 0)
            text[1] = QChar(0);
        const auto answer = execute(QStringLiteral("SELECT %1 AS \"a b\", NULL AS n").arg(expression));
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail));
        QCOMPARE(answer.value().rows.columns, (std::vector<QString>{QStringLiteral("a b"), QStringLiteral("n")}));
        QCOMPARE(answer.value().rows.rows.size(), 1u);
        QCOMPARE(answer.value().rows.rows[0][0].value_or(QStringLiteral("(null)")), text);
        QVERIFY(!answer.value().rows.rows[0][1]);
    }

    void manyRowsComeInOrder()
    {
        const auto answer = execute("SELECT sequential_number, rpad('x', 100, 'y') FROM TABLE(sequence(start => 1, stop => 200000)) ORDER BY 1");
        QVERIFY(answer);
        QCOMPARE(answer.value().rows.rows.size(), 200000u);
        QCOMPARE(answer.value().rows.rows.back()[0].value(), QStringLiteral("200000"));
        QVERIFY(!answer.value().rowsWritten);
        QVERIFY(!answer.value().queryId.isEmpty());
    }

    void writesAreCounted()
    {
        const auto created = execute(QStringLiteral("CREATE TABLE %1.t AS SELECT sequential_number n FROM TABLE(sequence(start => 1, stop => 10))").arg(m_schema));
        QVERIFY2(created, created ? "" : qPrintable(created.error().detail));
        QCOMPARE(created.value().rowsWritten, std::optional<qint64>(10));
        QCOMPARE(execute(QStringLiteral("INSERT INTO %1.t VALUES 11, 12").arg(m_schema)).value().rowsWritten, std::optional<qint64>(2));
        QCOMPARE(execute(QStringLiteral("DELETE FROM %1.t WHERE n > 5").arg(m_schema)).value().rowsWritten, std::optional<qint64>(7));
        QVERIFY(execute(QStringLiteral("DROP TABLE %1.t").arg(m_schema)));
    }

    void errorsAreMapped_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("hintWord");
        const auto row = [](const char *name, const char *sql, ErrorCode code, const char *hintWord) { QTest::newRow(name) << QString::fromUtf8(sql) << int(code) << QString::fromUtf8(hintWord); };
        row("catalog", "SELECT 1 FROM nowhere.s.t", ErrorCode::NotFound, "source-catalog");
        row("schema", "SELECT 1 FROM lake.services_no_such_schema.t", ErrorCode::NotFound, "schema");
        row("table", "SELECT 1 FROM lake.information_schema.no_such_table", ErrorCode::NotFound, "table");
        row("syntax", "SELEC 1", ErrorCode::InvalidInput, "plan");
        row("column", "SELECT no_such_column FROM lake.information_schema.tables", ErrorCode::InvalidInput, "plan");
        row("types", "SELECT 1 + 'a'", ErrorCode::InvalidInput, "plan");
        row("cast", "SELECT CAST('x' AS integer)", ErrorCode::InvalidInput, "Analyse");
        row("division", "SELECT 1 / (2 - length('ab'))", ErrorCode::InvalidInput, "Trino");
        row("pushed down SQL", "SELECT * FROM TABLE(film_rental.system.query(query => 'SELECT nothing_there'))", ErrorCode::ExternalFailure, "source");
    }
    void errorsAreMapped()
    {
        QFETCH(const QString, sql);
        QFETCH(const int, code);
        QFETCH(const QString, hintWord);
        const auto answer = execute(sql);
        QVERIFY(!answer);
        QVERIFY2(int(answer.error().code) == code, qPrintable(answer.error().detail));
        QVERIFY2(answer.error().hint.toEnglish().contains(hintWord), qPrintable(answer.error().hint.toEnglish()));
        QVERIFY(!answer.error().detail.isEmpty());
    }

    void tableThatExistsAlready()
    {
        QVERIFY(execute(QStringLiteral("CREATE TABLE %1.twice (n bigint)").arg(m_schema)));
        const auto again = execute(QStringLiteral("CREATE TABLE %1.twice (n bigint)").arg(m_schema));
        QVERIFY(!again);
        QCOMPARE(int(again.error().code), int(ErrorCode::AlreadyExists));
    }

    void sourceThatIsDownIsUnreachable()
    {
        QVERIFY(execute("CREATE CATALOG services_down USING postgresql WITH (\"connection-url\" = 'jdbc:postgresql://127.0.0.1:1/x', \"connection-user\" = 'u', \"connection-password\" = 'p')"));
        const auto answer = execute("SELECT 1 FROM services_down.public.t");
        QVERIFY(execute("DROP CATALOG services_down"));
        QVERIFY(!answer);
        QVERIFY2(answer.error().code == ErrorCode::Unreachable, qPrintable(answer.error().detail));
    }

    void cancelEndsTheQueryAtTrino()
    {
        const QString tag = QStringLiteral("cancel-test");
        base::CancelToken cancel;
        RunContext run(cancel);
        std::thread person([&] {
            while (running(tag) < 1 && !cancel.isCancelled())
                cancel.waitFor(std::chrono::milliseconds(50));
            cancel.cancel();
        });
        QElapsedTimer total;
        total.start();
        const auto answer = m_trino->execute(endless, {.tag = tag}, run);
        person.join();
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Cancelled));
        QTRY_COMPARE_WITH_TIMEOUT(running(tag), 0, 5000);
    }

    void cancelDuringTheFirstAnswerLeavesNothingRunning()
    {
        const QString tag = QStringLiteral("early-cancel-test");
        for (int delayMs : {0, 1, 2, 5, 10, 20, 40}) {
            base::CancelToken cancel;
            RunContext run(cancel);
            std::thread person([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(delayMs)); // any moment must do; no condition to wait for
                cancel.cancel();
            });
            const auto answer = m_trino->execute(endless, {.tag = tag}, run);
            person.join();
            QVERIFY(!answer);
            QCOMPARE(int(answer.error().code), int(ErrorCode::Cancelled));
        }
        QTRY_COMPARE_WITH_TIMEOUT(running(tag), 0, 10000);
    }

    void queriesOfOneTagEnd()
    {
        const QString tag = QStringLiteral("end-test");
        const QString other = QStringLiteral("end-test-2");
        std::vector<std::thread> callers;
        std::atomic<int> cancelled = 0;
        for (int i = 0; i < 2; ++i)
            callers.emplace_back([&] {
                const auto answer = execute(endless, tag);
                cancelled += !answer && answer.error().code == ErrorCode::Cancelled;
            });
        base::CancelToken cancelOther;
        RunContext otherRun(cancelOther);
        std::thread otherCaller([&] { (void)m_trino->execute(endless, {.tag = other}, otherRun); });
        QTRY_COMPARE_WITH_TIMEOUT(running(tag), 2, 20000);
        QTRY_COMPARE_WITH_TIMEOUT(running(other), 1, 20000);
        RunContext run;
        const auto ended = m_trino->endQueries(tag, run);
        QVERIFY2(ended, ended ? "" : qPrintable(ended.error().message.toEnglish() + ended.error().detail));
        QCOMPARE(running(tag), 0);
        QCOMPARE(running(other), 1);
        for (std::thread &caller : callers)
            caller.join();
        QCOMPARE(cancelled.load(), 2);
        cancelOther.cancel();
        otherCaller.join();
        QVERIFY(m_trino->endQueries(QStringLiteral("never-used"), run));
        QVERIFY(!m_trino->endQueries(QString(), run));
    }

    void tablesOfTheSourceAreExposed()
    {
        RunContext run;
        const auto tables = m_trino->exposedTables(QStringLiteral("film_rental"), run);
        if (!tables && tables.error().code == ErrorCode::NotFound)
            QSKIP("the sample database film_rental is absent");
        QVERIFY2(tables, tables ? "" : qPrintable(tables.error().detail));
        const auto film = std::ranges::find_if(tables.value(), [](const model::ExposedTable &t) { return t.schema == QLatin1String("public") && t.table == QLatin1String("film"); });
        QVERIFY(film != tables.value().end());
        QVERIFY(std::ranges::find(film->columns, QStringLiteral("film_id"), &model::ExposedColumn::name) != film->columns.end());
        QVERIFY(std::ranges::none_of(tables.value(), [](const model::ExposedTable &t) { return t.schema == QLatin1String("pg_catalog"); }));
    }

    void doctorPassesOnTheStack()
    {
        RunContext run;
        for (const model::ServiceCheck &line : m_trino->check(QStringLiteral("film_rental"), QStringLiteral("lake"), run))
            QVERIFY2(line.state == model::CheckState::Passed, qPrintable(line.check + QStringLiteral(": ") + line.finding.toEnglish()));
    }

    void doctorNamesTheLineThatIsMissing()
    {
        QVERIFY(execute("CREATE CATALOG services_plain USING postgresql WITH (\"connection-url\" = 'jdbc:postgresql://127.0.0.1:1/x', \"connection-user\" = 'u', \"connection-password\" = 'p')"));
        const auto session = execute("SHOW SESSION LIKE 'services\\_plain.%' ESCAPE '\\'");
        QVERIFY(execute("DROP CATALOG services_plain"));
        QVERIFY(session);
        QVERIFY(std::ranges::any_of(session.value().rows.rows, [](const auto &row) { return row[0] == QLatin1String("services_plain.array_mapping") && row[1] == QLatin1String("DISABLED"); }));
        RunContext run;
        const auto lines = m_trino->check(QStringLiteral("nowhere"), QStringLiteral("lake"), run);
        QVERIFY(std::ranges::any_of(lines, [](const model::ServiceCheck &line) { return line.check == QLatin1String("source-catalog") && line.state == model::CheckState::Failed && !line.remedy.isEmpty(); }));
    }
};

QTEST_GUILESS_MAIN(TrinoLiveTest)
#include "trino_live_test.moc"
