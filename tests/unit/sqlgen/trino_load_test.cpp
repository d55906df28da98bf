#include "base/clock.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"
#include "unit/sqlgen/sample_tables.h"

#include "support/source_folder.h"

#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace lakehouse;

/// Runs the generated statements on the servers of the native stack: what they say to Trino and PostgreSQL, and what comes to stand in bronze.
class TrinoLoadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void everyStatementIsValid_data();
    void everyStatementIsValid();
    void compositeKeyAndArrays();
    void oddNamesAndNullKey();
    void sourceQuery();
    void dateAsWatermark();
    void duplicateKeysDoNotFail();
    void wideTable();
    void maintenance();

private:
    QString trino(const QString &sql, bool *failed = nullptr) const;
    void source(const QString &sql) const;
    QString load(const model::TableDecision &table, const QString &file, const QString &lower = {}) const;
    QString bronze(const model::TableDecision &table, const QString &columns, const QString &rest = {}) const;

    QString m_trinoUrl = qEnvironmentVariable("EKOS_STACK_TRINO_URL");
    QString m_adminUrl = qEnvironmentVariable("EKOS_STACK_PG_ADMIN_URL");
    sample::Schemas m_schemas{QStringLiteral("sqlgen_%1").arg(QCoreApplication::applicationPid()),
                              QStringLiteral("sqlgen_bronze_%1").arg(QCoreApplication::applicationPid())};
};

namespace {

struct Outcome {
    int code = -1;
    QString output;
    QString errors;
};

Outcome run(const QString &program, const QStringList &arguments, const QString &input = {})
{
    QProcess process;
    process.start(program, arguments);
    process.write(input.toUtf8());
    process.closeWriteChannel();
    if (!process.waitForStarted() || !process.waitForFinished(120'000))
        return {-1, {}, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

QString statement(const model::TableDecision &table, const QString &file)
{
    const auto files = rules::bronzeStatements(table, 7);
    const auto found = std::ranges::find(files, file, &rules::StatementFile::name);
    return found == files.end() ? QString() : found->sql;
}

rules::LoadBinding binding(const QString &lower)
{
    rules::LoadBinding binding{model::RunId::parse(QStringLiteral("01890000-0000-7000-8000-000000000001")).value(),
                               *base::UtcTime::parse(QStringLiteral("2024-06-01T00:00:00.000001Z"))};
    if (!lower.isEmpty())
        binding.lowerBoundUtc = base::UtcTime::parse(lower);
    return binding;
}

const char sourceTables[] = R"(
CREATE TYPE rating AS ENUM ('G', 'PG');
CREATE TABLE film (film_id integer PRIMARY KEY, title varchar(128), release_year smallint, special_features text[], length text, fulltext money);
INSERT INTO film VALUES (1, 'Ёж', 1999, ARRAY['a', NULL], 'LONG', 1), (2, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE film_actor (actor_id integer, film_id integer, price numeric(10,2), roles text[], last_update timestamptz, PRIMARY KEY (actor_id, film_id));
INSERT INTO film_actor VALUES (1, 1, 1.10, ARRAY['x'], '2024-05-01 10:00:00+00'), (1, 2, 2.20, '{}', '2024-05-01 12:00:00.000001+02'), (2, 1, 3.30, NULL, NULL);
CREATE TABLE "${run_id} ""o'dd""
; drop table x -- таблица" ("select" integer, "it's ${lower_bound}" text, "a""b.c" text, _ekos_copy text, "когда" timestamptz);
INSERT INTO "${run_id} ""o'dd""
; drop table x -- таблица" VALUES (1, 'one', 'b', 'c', '2024-05-01Z'), (NULL, 'none', NULL, '', '2024-05-01Z');
CREATE TABLE "Pushed Down" ("ID" bigint PRIMARY KEY, "Amount" numeric, "it's" text, flag text, "Changed" timestamp);
INSERT INTO "Pushed Down" VALUES (1, 1.23456, 'it''s', NULL, '2024-05-01 10:00:00'), (2, NULL, NULL, 'x', '2024-05-01 11:00:00');
CREATE TABLE day_marks (id integer PRIMARY KEY, note text, changed_on date);
INSERT INTO day_marks VALUES (1, 'old', '2024-05-01'), (2, 'new', '2024-05-02'), (3, 'null', NULL);
)";

} // namespace

QString TrinoLoadTest::trino(const QString &sql, bool *failed) const
{
    const Outcome outcome = run(QStringLiteral("python3"), {lakehouse::testing::sourcePath("tests/support/trino_statement.py"), m_trinoUrl}, sql);
    if (failed)
        *failed = outcome.code != 0;
    else if (outcome.code != 0)
        qWarning().noquote() << sql.left(2000) << "\n" << outcome.errors;
    return outcome.code == 0 ? outcome.output.trimmed() : QStringLiteral("FAILED ") + outcome.errors;
}

void TrinoLoadTest::source(const QString &sql) const
{
    const Outcome outcome = run(QStringLiteral("psql"), {QStringLiteral("-X"), QStringLiteral("-q"), QStringLiteral("-v"), QStringLiteral("ON_ERROR_STOP=1"),
                                m_adminUrl + QStringLiteral("/film_rental")},
                                QStringLiteral("SET client_min_messages = warning; SET search_path = %1;\n").arg(m_schemas.source) + sql);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
}

QString TrinoLoadTest::load(const model::TableDecision &table, const QString &file, const QString &lower) const
{
    const auto bound = rules::bindLoad(statement(table, file), binding(lower));
    return bound ? trino(bound.value()) : QStringLiteral("FAILED ") + bound.error().message.toEnglish();
}

QString TrinoLoadTest::bronze(const model::TableDecision &table, const QString &columns, const QString &rest) const
{
    return trino(QStringLiteral("SELECT %1 FROM %2 %3").arg(columns, rules::bronzeTableSql(table.places), rest));
}

void TrinoLoadTest::initTestCase()
{
    if (m_trinoUrl.isEmpty() || m_adminUrl.isEmpty())
        QSKIP("needs the native stack: eval \"$(installer/stack.sh env)\"");
    bool failed = false;
    const QString catalogs = trino(QStringLiteral("SHOW CATALOGS"), &failed);
    if (failed || !catalogs.contains(QLatin1String("film_rental")))
        QSKIP("needs Trino with the catalogs lake and film_rental of the native stack");
    if (run(QStringLiteral("psql"), {QStringLiteral("-X"), QStringLiteral("-c"), QStringLiteral("SELECT 1"), m_adminUrl + QStringLiteral("/film_rental")}).code != 0)
        QSKIP("needs the database film_rental of the native stack and psql");
    source(QStringLiteral("CREATE SCHEMA %1; GRANT USAGE ON SCHEMA %1 TO ekos;").arg(m_schemas.source));
    QString wide = QStringLiteral("CREATE TABLE wide (id integer PRIMARY KEY, changed timestamptz");
    for (int number = 2; number <= 1200; ++number)
        wide += QStringLiteral(", column_%1 text DEFAULT 'v'").arg(number);
    source(QString::fromUtf8(sourceTables) + wide + QStringLiteral("); INSERT INTO wide VALUES (1, '2024-05-01Z'), (2, '2024-05-02Z');")
           + QStringLiteral("GRANT SELECT ON ALL TABLES IN SCHEMA %1 TO ekos;").arg(m_schemas.source));
    QCOMPARE(load(sample::film(m_schemas), QStringLiteral("create_schema.sql")), QString());
}

void TrinoLoadTest::cleanupTestCase()
{
    if (m_trinoUrl.isEmpty() || m_adminUrl.isEmpty())
        return;
    bool failed = false;
    const QString schema = QStringLiteral("lake.") + rules::trinoIdentifier(m_schemas.bronze);
    trino(QStringLiteral("DROP SCHEMA IF EXISTS %1 CASCADE").arg(schema), &failed);
    run(QStringLiteral("psql"), {QStringLiteral("-X"), QStringLiteral("-q"), QStringLiteral("-c"), QStringLiteral("DROP SCHEMA IF EXISTS %1 CASCADE").arg(m_schemas.source),
        m_adminUrl + QStringLiteral("/film_rental")});
}

void TrinoLoadTest::everyStatementIsValid_data()
{
    QTest::addColumn<model::TableDecision>("table");
    QTest::newRow("film") << sample::film(m_schemas);
    QTest::newRow("film_actor") << sample::filmActor(m_schemas);
    QTest::newRow("odd names") << sample::oddNames(m_schemas);
    QTest::newRow("pushed down") << sample::pushedDown(m_schemas);
    QTest::newRow("date") << sample::dayMarks(m_schemas);
}

void TrinoLoadTest::everyStatementIsValid()
{
    QFETCH(model::TableDecision, table);
    QCOMPARE(load(table, QStringLiteral("create.sql")), QString());
    for (const rules::StatementFile &file : rules::bronzeStatements(table, 7)) {
        const auto bound = rules::bindLoad(file.sql, binding(QStringLiteral("2024-05-01T10:00:00.000000Z")));
        QVERIFY2(bound, qPrintable(file.name));
        const QString answer = trino(QStringLiteral("EXPLAIN (TYPE VALIDATE) ") + bound.value());
        QVERIFY2(answer == QLatin1String("true"), qPrintable(file.name + answer));
    }
}

void TrinoLoadTest::compositeKeyAndArrays()
{
    const auto film = sample::film(m_schemas);
    QCOMPARE(load(film, QLatin1String(rules::fullLoadFile)), QStringLiteral("2"));
    QCOMPARE(bronze(film, QStringLiteral("title, release_year, special_features, length"), QStringLiteral("WHERE film_id = 1")),
             QStringLiteral("Ёж\t1999\t[\"a\", null]\tlong"));

    const auto table = sample::filmActor(m_schemas);
    QCOMPARE(load(table, QLatin1String(rules::fullLoadFile)), QStringLiteral("3"));
    source(QStringLiteral("UPDATE film_actor SET price = 9.99, last_update = '2024-05-01 10:00:00.000002+00' WHERE film_id = 2;"
                          "UPDATE film_actor SET price = 7.77 WHERE actor_id = 1 AND film_id = 1;" // not moved: must not load
                          "UPDATE film_actor SET price = 8.88 WHERE actor_id = 2;"                 // watermark NULL: must load
                          "INSERT INTO film_actor VALUES (3, 1, 4.40, NULL, '9999-12-31 00:00:00+00')"));
    QCOMPARE(load(table, QLatin1String(rules::incrementalLoadFile), QStringLiteral("2024-05-01T10:00:00.000002Z")), QStringLiteral("3"));
    QCOMPARE(bronze(table, QStringLiteral("actor_id, film_id, price"), QStringLiteral("ORDER BY 1, 2")),
             QStringLiteral("1\t1\t1.10\n1\t2\t9.99\n2\t1\t8.88\n3\t1\t4.40"));
    QCOMPARE(bronze(table, QStringLiteral("DISTINCT _ekos_run_id, _ekos_loaded_at, _ekos_deleted_at")),
             QStringLiteral("01890000-0000-7000-8000-000000000001\t2024-06-01 00:00:00.000001 UTC"));
}

void TrinoLoadTest::oddNamesAndNullKey()
{
    const auto table = sample::oddNames(m_schemas);
    QCOMPARE(load(table, QLatin1String(rules::fullLoadFile)), QStringLiteral("2"));
    QCOMPARE(load(table, QLatin1String(rules::incrementalLoadFile), QStringLiteral("2024-05-01T00:00:00.000000Z")), QStringLiteral("2"));
    QCOMPARE(bronze(table, QStringLiteral("\"select\", \"it's ${lower_bound}\", \"a\"\"b.c\""), QStringLiteral("ORDER BY 1")),
             QStringLiteral("1\tone\tb\n\tnone"));
}

void TrinoLoadTest::sourceQuery()
{
    const auto table = sample::pushedDown(m_schemas);
    QCOMPARE(load(table, QLatin1String(rules::fullLoadFile)), QStringLiteral("2"));
    QCOMPARE(bronze(table, QStringLiteral("id, amount, \"it's\", flag, changed"), QStringLiteral("ORDER BY 1")),
             QStringLiteral("1\t1.2346\tit's\t\\'${run_id}\t2024-05-01 10:00:00.000000\n2\t\t\tx\t2024-05-01 11:00:00.000000"));
    source(QStringLiteral("UPDATE \"Pushed Down\" SET \"it's\" = 'late' WHERE \"ID\" = 1; UPDATE \"Pushed Down\" SET \"it's\" = 'moved' WHERE \"ID\" = 2"));
    QCOMPARE(load(table, QLatin1String(rules::incrementalLoadFile), QStringLiteral("2024-05-01T11:00:00.000000Z")), QStringLiteral("1"));
    QCOMPARE(bronze(table, QStringLiteral("id, \"it's\""), QStringLiteral("ORDER BY 1")), QStringLiteral("1\tit's\n2\tmoved"));
}

void TrinoLoadTest::dateAsWatermark()
{
    const auto table = sample::dayMarks(m_schemas);
    QCOMPARE(load(table, QLatin1String(rules::fullLoadFile)), QStringLiteral("3"));
    // The whole day of the bound is read again.
    QCOMPARE(load(table, QLatin1String(rules::incrementalLoadFile), QStringLiteral("2024-05-02T23:59:59.999999Z")), QStringLiteral("2"));
}

void TrinoLoadTest::duplicateKeysDoNotFail()
{
    auto table = sample::dayMarks(m_schemas);
    source(QStringLiteral("ALTER TABLE day_marks DROP CONSTRAINT day_marks_pkey; INSERT INTO day_marks VALUES (2, 'newest', '2024-05-03')"));
    QCOMPARE(load(table, QLatin1String(rules::incrementalLoadFile), QStringLiteral("2024-05-01T00:00:00.000000Z")), QStringLiteral("3"));
    QCOMPARE(bronze(table, QStringLiteral("note"), QStringLiteral("WHERE id = 2")), QStringLiteral("newest"));
}

void TrinoLoadTest::wideTable()
{
    const auto table = sample::wide(m_schemas);
    QCOMPARE(load(table, QLatin1String(rules::fullLoadFile)), QStringLiteral("2"));
    QCOMPARE(load(table, QLatin1String(rules::incrementalLoadFile), QStringLiteral("2024-05-02T00:00:00.000000Z")), QStringLiteral("1"));
    QCOMPARE(bronze(table, QStringLiteral("count(*), count(column_1200)")), QStringLiteral("2\t2"));
}

void TrinoLoadTest::maintenance()
{
    const auto table = sample::film(m_schemas);
    QCOMPARE(load(table, QLatin1String(rules::fullLoadFile)), QStringLiteral("2"));
    for (const QString &file : {QStringLiteral("optimize.sql"), QStringLiteral("expire_snapshots.sql"), QStringLiteral("remove_orphan_files.sql")}) {
        const QString answer = load(table, file);
        QVERIFY2(!answer.startsWith(QLatin1String("FAILED")), qPrintable(file + answer));
    }
    QCOMPARE(bronze(table, QStringLiteral("count(*)")), QStringLiteral("2"));
}

QTEST_GUILESS_MAIN(TrinoLoadTest)
#include "trino_load_test.moc"
