#include "rules/deletes/delete_sql.h"
#include "rules/reconcile/reconciliation_binding.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"
#include "unit/sqlgen/sample_tables.h"

#include "support/source_folder.h"

#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace lakehouse;

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

/// Keys as both sides compare them; the other columns play no part.
model::TableDecision compared(model::TableDecision table)
{
    for (model::PlannedColumn &column : table.columns)
        column.canonical.form = column.bronzeType == QLatin1String("integer") || column.bronzeType == QLatin1String("bigint") ? model::CanonicalForm::Integer : model::CanonicalForm::Text;
    return table;
}

rules::LoadBinding binding(qint64 limit)
{
    return {.run = model::RunId::parse(QStringLiteral("01890000-0000-7000-8000-000000000002")).value(), .loadedAtUtc = *base::UtcTime::parse(QStringLiteral("2024-06-02T00:00:00.000001Z")),
            .lowerBoundUtc = base::UtcTime::parse(QStringLiteral("2024-05-03T00:00:00.000000Z")), .buckets = 4, .differingBuckets = {0, 1, 2, 3}, .deleteLimit = limit};
}

} // namespace

/// Runs the statements of deletes on the servers of the native stack: what they say to Trino and PostgreSQL, and what comes to stand in bronze.
class TrinoDeletesTest : public QObject {
    Q_OBJECT

    QString trino(const QString &sql) const
    {
        const Outcome outcome = run(QStringLiteral("python3"), {lakehouse::testing::sourcePath("tests/support/trino_statement.py"), m_trinoUrl}, sql);
        return outcome.code == 0 ? outcome.output.trimmed() : QStringLiteral("FAILED ") + outcome.errors + sql;
    }
    QString source(const QString &sql) const
    {
        const Outcome outcome = run(QStringLiteral("psql"), {QStringLiteral("-X"), QStringLiteral("-q"), QStringLiteral("-At"), QStringLiteral("-v"), QStringLiteral("ON_ERROR_STOP=1"),
                                    m_adminUrl + QStringLiteral("/film_rental")}, QStringLiteral("SET client_min_messages = warning; SET search_path = %1;\n").arg(m_schemas.source) + sql);
        return outcome.code == 0 ? outcome.output.trimmed() : QStringLiteral("FAILED ") + outcome.errors + sql;
    }
    QString load(const model::TableDecision &table, const char *name) const
    {
        const auto files = rules::bronzeStatements(table, 7);
        const auto bound = rules::bindLoad(std::ranges::find(files, QLatin1String(name), &rules::StatementFile::name)->sql, binding(0));
        return bound ? trino(bound.value()) : bound.error().message.toEnglish();
    }
    static QString text(const model::TableDecision &table, const char *path)
    {
        const auto files = rules::deleteFiles(table);
        return QString::fromUtf8(std::ranges::find(files, QLatin1String(path), &model::GeneratedFile::path)->content);
    }
    QString execute(const model::TableDecision &table, const char *path, qint64 limit = 0) const
    {
        const auto bound = rules::bindLoad(text(table, path), binding(limit));
        return bound ? trino(bound.value()) : bound.error().message.toEnglish();
    }
    QString bronze(const model::TableDecision &table, const QString &columns, const QString &rest = {}) const
    {
        return trino(QStringLiteral("SELECT %1 FROM %2 %3").arg(columns, rules::bronzeTableSql(table.places), rest));
    }
    /// The buckets of an answer in one order.
    static QStringList buckets(const QString &answer, QChar separator)
    {
        QStringList texts = answer.section(separator, 1).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        texts.sort();
        return QStringList{answer.section(separator, 0, 0)} + texts;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (m_trinoUrl.isEmpty() || m_adminUrl.isEmpty())
            QSKIP("needs the native stack: eval \"$(installer/stack.sh env)\"");
        if (!trino(QStringLiteral("SHOW CATALOGS")).contains(QLatin1String("film_rental")))
            QSKIP("needs Trino with the catalogs lake and film_rental of the native stack");
        QCOMPARE(source(QStringLiteral("CREATE SCHEMA %1; GRANT USAGE ON SCHEMA %1 TO ekos; ALTER DEFAULT PRIVILEGES IN SCHEMA %1 GRANT SELECT ON TABLES TO ekos;").arg(m_schemas.source)), QString());
        QCOMPARE(load(sample::film(m_schemas), rules::createSchemaFile), QString());
    }
    void cleanupTestCase()
    {
        if (m_trinoUrl.isEmpty() || m_adminUrl.isEmpty())
            return;
        trino(QStringLiteral("DROP SCHEMA IF EXISTS lake.%1 CASCADE").arg(rules::trinoIdentifier(m_schemas.bronze)));
        source(QStringLiteral("DROP SCHEMA IF EXISTS %1 CASCADE").arg(m_schemas.source));
    }

    void findsMarksAndBringsBack_data()
    {
        QTest::addColumn<model::TableDecision>("table");
        QTest::addColumn<QString>("rows");    // four of them, below the bound
        QTest::addColumn<QString>("gone");    // takes two away
        QTest::addColumn<QString>("back");    // one of the two, one that was never there, and one that the next load reads
        QTest::addColumn<QString>("columns"); // key and a value
        QTest::addColumn<QString>("marked");
        QTest::addColumn<QString>("inTheEnd");
        QTest::newRow("composite key") << compared(sample::filmActor(m_schemas))
            << QStringLiteral("CREATE TABLE film_actor (actor_id integer, film_id integer, price numeric(10,2), roles text[], last_update timestamptz, PRIMARY KEY (actor_id, film_id));"
                              "INSERT INTO film_actor SELECT a, f, 1.5, ARRAY['x', NULL], '2024-05-01Z' FROM generate_series(1, 2) AS a, generate_series(1, 2) AS f")
            << QStringLiteral("DELETE FROM film_actor WHERE actor_id <> film_id")
            << QStringLiteral("INSERT INTO film_actor VALUES (1, 2, 7.25, '{}', '2024-05-01Z'), (9, 9, 9, NULL, '2024-05-02Z'), (8, 8, 8, NULL, '2024-05-03Z')")
            << QStringLiteral("actor_id, film_id, price") << QStringLiteral("1\t2\t1.50\n2\t1\t1.50") << QStringLiteral("1\t1\t1.50\n1\t2\t7.25\n2\t2\t1.50\n9\t9\t9.00");
        const QString odd = QStringLiteral("\"${run_id} \"\"o'dd\"\"\n; drop table x -- таблица\"");
        QTest::newRow("odd names, empty key") << compared(sample::oddNames(m_schemas))
            << QStringLiteral("CREATE TABLE %1 (\"select\" integer, \"it's ${lower_bound}\" text, \"a\"\"b.c\" text, _ekos_copy text, \"когда\" timestamptz);"
                              "INSERT INTO %1 VALUES (1, 'one', 'b', 'c', '2024-05-01Z'), (NULL, 'none', NULL, '', '2024-05-01Z'), (3, 'three', '', '', '2024-05-01Z'), (4, 'four', '', '', '2024-05-01Z')").arg(odd)
            << QStringLiteral("DELETE FROM %1 WHERE \"select\" IS NULL OR \"select\" = 3").arg(odd)
            << QStringLiteral("INSERT INTO %1 VALUES (NULL, 'again', NULL, '', '2024-05-01Z'), (0, 'nought', '', '', '2024-05-01Z'), (5, 'no time', '', '', NULL)").arg(odd)
            << QStringLiteral("\"select\", \"it's ${lower_bound}\"") << QStringLiteral("3\tthree\n\tnone") << QStringLiteral("0\tnought\n1\tone\n4\tfour\n\tagain");
        QTest::newRow("pushed down") << compared(sample::pushedDown(m_schemas))
            << QStringLiteral("CREATE TABLE \"Pushed Down\" (\"ID\" bigint PRIMARY KEY, \"Amount\" numeric, \"it's\" text, flag text, \"Changed\" timestamp);"
                              "INSERT INTO \"Pushed Down\" SELECT i, 1.23456, 'old', NULL, '2024-05-01' FROM generate_series(1, 4) AS i")
            << QStringLiteral("DELETE FROM \"Pushed Down\" WHERE \"ID\" IN (2, 3)")
            << QStringLiteral("INSERT INTO \"Pushed Down\" VALUES (3, 2, 'back', NULL, '2024-05-01'), (9223372036854775807, 3, 'new', NULL, '2024-05-02 23:59:59.999999'), (6, 4, 'next', NULL, '2024-05-03')")
            << QStringLiteral("id, \"it's\"") << QStringLiteral("2\told\n3\told") << QStringLiteral("1\told\n3\tback\n4\told\n9223372036854775807\tnew");
        QTest::newRow("by date") << compared(sample::dayMarks(m_schemas))
            << QStringLiteral("CREATE TABLE day_marks (id integer PRIMARY KEY, note text, changed_on date); INSERT INTO day_marks SELECT i, 'old', '2024-05-01' FROM generate_series(1, 4) AS i")
            << QStringLiteral("DELETE FROM day_marks WHERE id > 2")
            << QStringLiteral("INSERT INTO day_marks VALUES (4, 'back', '2024-05-01'), (-1, 'new', '2024-05-02'), (7, 'next', '2024-05-03')")
            << QStringLiteral("id, note") << QStringLiteral("3\told\n4\told") << QStringLiteral("-1\tnew\n1\told\n2\told\n4\tback");
    }
    void findsMarksAndBringsBack()
    {
        QFETCH(model::TableDecision, table);
        QFETCH(QString, rows);
        QFETCH(QString, gone);
        QFETCH(QString, back);
        QFETCH(QString, columns);
        const QString inOrder = QStringLiteral("ORDER BY 1, 2"), deleted = QLatin1String(rules::deletedAtColumn);
        QCOMPARE(source(rows), QString());
        QCOMPARE(load(table, rules::fullLoadFile), QStringLiteral("4"));
        const auto ofSource = rules::bindReconciliation(rules::SqlDialect::PostgreSql, text(table, rules::sourceKeyBucketsFile), {.buckets = 4});
        QCOMPARE(buckets(source(ofSource.value()), QLatin1Char('|')), buckets(execute(table, rules::bronzeKeyBucketsFile), QLatin1Char('\t'))); // both engines hash a key alike

        QCOMPARE(source(gone), QString());
        QVERIFY(buckets(source(ofSource.value()), QLatin1Char('|')) != buckets(execute(table, rules::bronzeKeyBucketsFile), QLatin1Char('\t')));
        QCOMPARE(execute(table, rules::keyDifferencesFile), QStringLiteral("2\t4\t2\t0\t0"));
        QCOMPARE(execute(table, rules::tombstonesFile, 1), QStringLiteral("0")); // more than may vanish
        QCOMPARE(bronze(table, QStringLiteral("count(%1)").arg(deleted)), QStringLiteral("0"));
        QCOMPARE(execute(table, rules::tombstonesFile, 2), QStringLiteral("2"));
        QTEST(bronze(table, columns, QStringLiteral("WHERE %1 = TIMESTAMP '2024-06-02 00:00:00.000001 UTC' %2").arg(deleted, inOrder)), "marked");
        QCOMPARE(buckets(source(ofSource.value()), QLatin1Char('|')), buckets(execute(table, rules::bronzeKeyBucketsFile), QLatin1Char('\t')));
        QCOMPARE(execute(table, rules::tombstonesFile, 2), QStringLiteral("0")); // again changes nothing
        QCOMPARE(execute(table, rules::missingRowsFile), QStringLiteral("0"));

        QCOMPARE(source(back), QString());
        QCOMPARE(execute(table, rules::keyDifferencesFile), QStringLiteral("5\t4\t0\t1\t1"));
        QCOMPARE(execute(table, rules::missingRowsFile), QStringLiteral("2"));
        QTEST(bronze(table, columns, QStringLiteral("WHERE %1 IS NULL %2").arg(deleted, inOrder)), "inTheEnd");
    }

private:
    QString m_trinoUrl = qEnvironmentVariable("EKOS_STACK_TRINO_URL");
    QString m_adminUrl = qEnvironmentVariable("EKOS_STACK_PG_ADMIN_URL");
    sample::Schemas m_schemas{QStringLiteral("deletes_%1").arg(QCoreApplication::applicationPid()), QStringLiteral("deletes_bronze_%1").arg(QCoreApplication::applicationPid())};
};

QTEST_GUILESS_MAIN(TrinoDeletesTest)
#include "trino_deletes_test.moc"
