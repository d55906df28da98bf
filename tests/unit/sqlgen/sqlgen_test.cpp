#include "describe/json_reader.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"
#include "unit/sqlgen/sample_tables.h"

#include "support/source_folder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lakehouse;
using rules::bindLoad;

class SqlgenTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quoting_data();
    void quoting();
    void bindsPlaceholders_data();
    void bindsPlaceholders();
    void refusesToBind_data();
    void refusesToBind();
    void golden_data();
    void golden();
    void firstLineIsAComment();
    void refusedTablesAndColumnsLeaveNoTrace();
    void retentionIsNeverShorterThanAWeek();
    void locksListEveryFile();
    void sqlDigestFollowsTheSqlOnly();
    void sameInputSameBytes();
    void orchestratorFiles();
    void assetKeys_data();
    void assetKeys();
    void thousandTables();
};

namespace {

model::ExtractionPlan planOf(const std::vector<model::TableDecision> &decisions)
{
    model::ExtractionPlan plan{.database = QStringLiteral("film_rental"), .engine = QStringLiteral("postgresql")};
    for (const model::TableDecision &decision : decisions)
        plan.tables.push_back(sample::planned(decision));
    return plan;
}

std::vector<model::GeneratedFile> filesOf(const model::ExtractionPlan &plan, const model::ProjectSettings &settings = {})
{
    const auto project = model::ProjectId::parse(QStringLiteral("01890000-0000-7000-8000-00000000000a")).value();
    return rules::pipelineFiles({plan, settings, project, QStringLiteral("ekos-lakehouse 0.1.0"), {}});
}

QByteArray contentOf(const std::vector<model::GeneratedFile> &files, const QString &path)
{
    const auto found = std::ranges::find(files, path, &model::GeneratedFile::path);
    return found == files.end() ? QByteArray("(not there)") : found->content;
}

rules::LoadBinding binding()
{
    return {model::RunId::parse(QStringLiteral("01890000-0000-7000-8000-000000000001")).value(), *base::UtcTime::parse(QStringLiteral("2024-06-01T00:00:00.000001Z")),
            base::UtcTime::parse(QStringLiteral("2024-05-01T10:00:00.000000Z")), base::UtcTime::parse(QStringLiteral("2024-05-31T23:59:00.000000Z"))};
}

} // namespace

void SqlgenTest::quoting_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("trinoName");
    QTest::addColumn<QString>("trinoText");
    QTest::addColumn<QString>("postgresText");
    QTest::addColumn<QString>("python");
    QTest::addColumn<QString>("comment");
    const auto row = [](const char *name, const char *text, const char *trinoName, const char *trinoText, const char *postgresText, const char *python, const char *comment) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(trinoName) << QString::fromUtf8(trinoText) << QString::fromUtf8(postgresText)
                            << QString::fromUtf8(python) << QString::fromUtf8(comment);
    };
    row("plain", "film", "\"film\"", "'film'", "'film'", "\"film\"", "-- film");
    row("empty", "", "\"\"", "''", "''", "\"\"", "-- ");
    row("quotes", "a\"b'c", "\"a\"\"b'c\"", "'a\"b''c'", "'a\"b''c'", "\"a\\\"b'c\"", "-- a\"b'c");
    row("backslash", "a\\'b", "\"a\\'b\"", "'a\\''b'", " E'a\\\\''b'", "\"a\\\\'b\"", "-- a\\'b");
    row("lines", "a\nb\rc\td", "\"a\nb\rc\td\"", "'a\nb\rc\td'", "'a\nb\rc\td'", "\"a\\nb\\rc\\td\"", "-- a\\nb\\u000dc\\u0009d");
    row("other line ends", "a\u2028b\u0085c", "\"a\u2028b\u0085c\"", "'a\u2028b\u0085c'", "'a\u2028b\u0085c'", "\"a\\u2028b\\u0085c\"", "-- a\\u2028b\\u0085c");
    row("turned direction", "a\u202eb", "\"a\u202eb\"", "'a\u202eb'", "'a\u202eb'", "\"a\\u202eb\"", "-- a\\u202eb");
    row("Cyrillic and beyond the first plane", "ёж🦔", "\"ёж🦔\"", "'ёж🦔'", "'ёж🦔'", "\"ёж🦔\"", "-- ёж🦔");
    row("placeholder", "${run_id}", "\"${run_id}\"", "'${run_id}'", "'${run_id}'", "\"${run_id}\"", "-- ${run_id}");
}

void SqlgenTest::quoting()
{
    QFETCH(QString, text);
    QTEST(rules::trinoIdentifier(text), "trinoName");
    QTEST(rules::postgresIdentifier(text), "trinoName"); // the same rule
    QTEST(rules::trinoLiteral(text), "trinoText");
    QTEST(rules::postgresLiteral(text), "postgresText");
    QTEST(rules::pythonString(text), "python");
    QTEST(rules::jsonString(text), "python");
    QTEST(rules::sqlComment(text), "comment");
}

void SqlgenTest::bindsPlaceholders_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("bound");
    const auto row = [](const char *name, const char *sql, const char *bound) { QTest::newRow(name) << QString::fromUtf8(sql) << QString::fromUtf8(bound); };
    row("all", "SELECT ${run_id}, ${loaded_at}, ${lower_bound}, ${upper_bound}",
        "SELECT '01890000-0000-7000-8000-000000000001', TIMESTAMP '2024-06-01 00:00:00.000001 UTC', TIMESTAMP '2024-05-01 10:00:00.000000 UTC', "
        "TIMESTAMP '2024-05-31 23:59:00.000000 UTC'");
    row("in quotes and comments", "-- ${no}\nSELECT \"${run_id}\", '${run_id}', 'it''s ${x}', \"a\"\"${y}\" /* ${z} ' \" */, ${run_id}",
        "-- ${no}\nSELECT \"${run_id}\", '${run_id}', 'it''s ${x}', \"a\"\"${y}\" /* ${z} ' \" */, '01890000-0000-7000-8000-000000000001'");
    row("comment with a quote", "-- it's\n${run_id}", "-- it's\n'01890000-0000-7000-8000-000000000001'");
    row("statement of the source", "TABLE(c.system.query(query => 'SELECT ''${x}'' FROM \"${y}\" WHERE t >= ${lower_bound}'))",
        "TABLE(c.system.query(query => 'SELECT ''${x}'' FROM \"${y}\" WHERE t >= TIMESTAMPTZ ''2024-05-01 10:00:00.000000+00'''))");
    row("quotes of PostgreSQL", "query => 'SELECT E''\\''${x}'', $$ ${y} ''$$, $t$ $$ ${z} $t$, a$b /* /* ${n} */ '' */ + ${run_id}'",
        "query => 'SELECT E''\\''${x}'', $$ ${y} ''$$, $t$ $$ ${z} $t$, a$b /* /* ${n} */ '' */ + ''01890000-0000-7000-8000-000000000001'''");
    row("backslash is no escape without E", "query => 'SELECT ''a\\'' || ${run_id}'", "query => 'SELECT ''a\\'' || ''01890000-0000-7000-8000-000000000001'''");
    row("only after query", "name => '${run_id}'", "name => '${run_id}'");
    row("a column called query", "\"query => \" = '${run_id}'", "\"query => \" = '${run_id}'");
    row("dollars", "SELECT a$b, $1, '$' ", "SELECT a$b, $1, '$' ");
    row("nothing", "", "");
}

void SqlgenTest::bindsPlaceholders()
{
    QFETCH(QString, sql);
    const auto bound = bindLoad(sql, binding());
    QVERIFY2(bound, bound ? "" : qPrintable(bound.error().message.toEnglish()));
    QTEST(bound.value(), "bound");
}

void SqlgenTest::refusesToBind_data()
{
    QTest::addColumn<QString>("sql");
    for (const char *sql : {"${}", "${unknown}", "${RUN_ID}", "${run_id", "${lower_bound}", "${upper_bound}", "SELECT 'a", "SELECT \"a", "/* a", "query => 'x",
                            "query => '''a'", "query => '\"a'", "query => '$$a'", "query => '/* /* */'", "query => '${unknown}'", "${${run_id}}"})
        QTest::newRow(sql) << QString::fromLatin1(sql);
}

void SqlgenTest::refusesToBind()
{
    QFETCH(QString, sql);
    rules::LoadBinding some = binding();
    some.lowerBoundUtc.reset();
    some.upperBoundUtc.reset();
    const auto bound = bindLoad(sql, some);
    QVERIFY(!bound);
    QCOMPARE(bound.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(!bound.error().hint.isEmpty());
}

void SqlgenTest::golden_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<model::TableDecision>("table");
    QTest::newRow("full load") << QStringLiteral("film") << sample::film();
    QTest::newRow("composite key") << QStringLiteral("film_actor") << sample::filmActor();
    QTest::newRow("odd names") << QStringLiteral("odd_names") << sample::oddNames();
    QTest::newRow("pushed down") << QStringLiteral("pushed_down") << sample::pushedDown();
    QTest::newRow("by date") << QStringLiteral("day_marks") << sample::dayMarks();
    QTest::newRow("full load, purged rows stay") << QStringLiteral("kept_film") << sample::keptFilm();
    QTest::newRow("incremental, purged rows stay") << QStringLiteral("kept_film_actor") << sample::keptFilmActor();
}

void SqlgenTest::golden()
{
    QFETCH(QString, name);
    QFETCH(model::TableDecision, table);
    const QDir folder(lakehouse::testing::sourcePath("tests/golden/sqlgen/") + name);
    const bool updates = qEnvironmentVariableIsSet("LAKEHOUSE_UPDATE_GOLDEN");
    QStringList names;
    for (const model::GeneratedFile &file : filesOf(planOf({table}))) {
        const bool isTable = file.path.startsWith(QLatin1String("bronze/")) || file.path.startsWith(QLatin1String("dagster/tables/"));
        if (!isTable)
            continue;
        const QString fileName = file.path.startsWith(QLatin1String("bronze/")) ? file.path.section(QLatin1Char('/'), -1) : QStringLiteral("dagster.json");
        names += fileName;
        QFile expected(folder.filePath(fileName));
        if (updates) {
            QVERIFY(folder.mkpath(QStringLiteral(".")) && expected.open(QIODevice::WriteOnly));
            expected.write(file.content);
            continue;
        }
        QVERIFY2(expected.open(QIODevice::ReadOnly), qPrintable(expected.fileName()));
        QCOMPARE(QString::fromUtf8(file.content), QString::fromUtf8(expected.readAll()));
    }
    names.sort();
    QCOMPARE(folder.entryList(QDir::Files, QDir::Name), names);
}

void SqlgenTest::firstLineIsAComment()
{
    for (const auto &table : {sample::film(), sample::oddNames(), sample::pushedDown(), sample::wide(), sample::keptFilm()})
        for (const rules::StatementFile &file : rules::bronzeStatements(table, 7)) {
            QVERIFY2(file.sql.startsWith(QLatin1String("-- ")), qPrintable(file.name));
            static const QRegularExpression verb(QStringLiteral("\\A(CREATE|MERGE|ALTER) "));
            const QString second = file.sql.section(QLatin1Char('\n'), 1, 1);
            QVERIFY2(verb.match(second).hasMatch(), qPrintable(file.sql.left(300))); // no name broke out of the comment
            QVERIFY(file.sql.endsWith(QLatin1Char('\n')) && !file.sql.trimmed().endsWith(QLatin1Char(';')));
        }
}

void SqlgenTest::refusedTablesAndColumnsLeaveNoTrace()
{
    auto refused = sample::filmActor();
    refused.mode = model::LoadMode::Refused;
    for (const model::GeneratedFile &file : filesOf(planOf({sample::film(), refused}))) {
        QVERIFY2(!file.path.contains(QLatin1String("film_actor")), qPrintable(file.path));
        if (file.path.endsWith(QLatin1String(".sql")))
            QVERIFY2(!file.content.contains("fulltext"), qPrintable(file.path));
    }
}

void SqlgenTest::retentionIsNeverShorterThanAWeek()
{
    for (const auto &[days, expected] : std::vector<std::pair<qint64, QString>>{{0, QStringLiteral("'7d'")}, {-1, QStringLiteral("'7d'")}, {7, QStringLiteral("'7d'")}, {30, QStringLiteral("'30d'")}})
        for (const rules::StatementFile &file : rules::bronzeStatements(sample::film(), days))
            if (file.sql.contains(QLatin1String("retention_threshold")))
                QVERIFY2(file.sql.contains(QStringLiteral("retention_threshold => ") + expected), qPrintable(file.sql));
}

void SqlgenTest::locksListEveryFile()
{
    const auto plan = planOf({sample::film(), sample::oddNames()});
    model::ProjectSettings settings;
    const auto files = rules::pipelineFiles({plan, settings, {}, QStringLiteral("x"), [](const model::TableDecision &table) {
        return std::vector<model::GeneratedFile>{{rules::tableFolder(table.places) + QStringLiteral("/reconcile/v1.sql"), "SELECT 1\n"}};
    }});
    for (const model::PlannedTable &table : plan.tables) {
        const QString folder = rules::tableFolder(table.decision.places) + QLatin1Char('/');
        const auto lock = describe::readJson<rules::TableLock>(contentOf(files, folder + QStringLiteral("table.lock.json")));
        QVERIFY2(lock, lock ? "" : qPrintable(lock.error().message.toEnglish()));
        QCOMPARE(lock.value().format, qint64(2));
        QCOMPARE(lock.value().decision, table.decision);
        QCOMPARE(lock.value().digest, table.digest());
        std::set<QString> locked, there;
        for (const rules::LockedFile &file : lock.value().files) {
            locked.insert(folder + file.path);
            const QByteArray hash = QCryptographicHash::hash(contentOf(files, folder + file.path), QCryptographicHash::Sha256).toHex();
            QCOMPARE(file.digest, QStringLiteral("sha256:") + QString::fromLatin1(hash));
        }
        for (const model::GeneratedFile &file : files)
            if (file.path.startsWith(folder) && !file.path.endsWith(QLatin1String("table.lock.json")))
                there.insert(file.path);
        QCOMPARE(locked, there);
        QVERIFY(locked.contains(folder + QStringLiteral("reconcile/v1.sql")));
    }
    QCOMPARE(contentOf(files, QStringLiteral("lakehouse.lock.json")), QByteArray("{\n  \"format\": 1,\n  \"generator\": \"x\",\n  \"project\": \"\"\n}\n"));
}

void SqlgenTest::sqlDigestFollowsTheSqlOnly()
{
    auto files = filesOf(planOf({sample::film(), sample::filmActor()}));
    const auto digest = rules::sqlDigest(files);
    std::ranges::reverse(files);
    QCOMPARE(rules::sqlDigest(files), digest);
    for (model::GeneratedFile &file : files)
        if (!file.path.endsWith(QLatin1String(".sql")))
            file.content += ' ';
    QCOMPARE(rules::sqlDigest(files), digest);
    const auto sql = std::ranges::find_if(files, [](const model::GeneratedFile &file) { return file.path.endsWith(QLatin1String(".sql")); });
    sql->content += ' ';
    QVERIFY(rules::sqlDigest(files) != digest);
    sql->content.chop(1);
    sql->path.prepend(QLatin1Char('x'));
    QVERIFY(rules::sqlDigest(files) != digest);
}

void SqlgenTest::sameInputSameBytes()
{
    const auto plan = planOf({sample::film(), sample::filmActor(), sample::oddNames(), sample::pushedDown()});
    const auto files = filesOf(plan);
    QCOMPARE(filesOf(plan), files);
    QVERIFY(std::ranges::is_sorted(files, {}, &model::GeneratedFile::path));
    QVERIFY(std::ranges::adjacent_find(files, {}, &model::GeneratedFile::path) == files.end());
    for (const model::GeneratedFile &file : files) {
        const QString root = file.path.section(QLatin1Char('/'), 0, 0);
        const std::vector<QString> folders = rules::generatedFolders();
        QVERIFY2(root == QLatin1String("lakehouse.lock.json") || std::ranges::count(folders, root) == 1, qPrintable(file.path));
    }
}

void SqlgenTest::orchestratorFiles()
{
    model::ProjectSettings settings;
    settings.lakehouse.loadParallelism = 0;
    auto files = filesOf(planOf({sample::film(), sample::oddNames()}), settings);
    QCOMPARE(contentOf(files, QStringLiteral("dagster/settings.json")), QByteArray("{\n  \"parallelism\": 1,\n  \"time-zone\": \"UTC\"\n}\n"));
    QCOMPARE(contentOf(files, QStringLiteral("dagster/tables/public/film.json")),
             QByteArray("{\n  \"asset\": [\"bronze\", \"public\", \"film\"],\n  \"bronze\": \"lake.bronze_public.film\",\n  \"mode\": \"full\",\n  \"table\": \"public.film\"\n}\n"));
    QFile code(lakehouse::testing::sourcePath("resources/templates/dagster/definitions.py"));
    QVERIFY(code.open(QIODevice::ReadOnly));
    QCOMPARE(contentOf(files, QStringLiteral("dagster/definitions.py")), code.readAll());
    settings.lakehouse.loadParallelism = 8;
    settings.lakehouse.bronzeSchedule = QStringLiteral("*/15 * * * *");
    settings.lakehouse.timeZone = QStringLiteral("Europe/Berlin");
    files = filesOf(planOf({}), settings);
    QCOMPARE(contentOf(files, QStringLiteral("dagster/settings.json")),
             QByteArray("{\n  \"maintenance-schedule\": \"30 2 * * *\",\n  \"parallelism\": 8,\n  \"schedule\": \"*/15 * * * *\",\n  \"time-zone\": \"Europe/Berlin\"\n}\n"));
    settings.lakehouse.maintenanceSchedule = QStringLiteral("0 4 * * 0");
    QVERIFY(contentOf(filesOf(planOf({}), settings), QStringLiteral("dagster/settings.json")).contains("\"maintenance-schedule\": \"0 4 * * 0\""));
    settings.lakehouse.maintenanceSchedule = QStringLiteral("none");
    QVERIFY(!contentOf(filesOf(planOf({}), settings), QStringLiteral("dagster/settings.json")).contains("maintenance"));
}

void SqlgenTest::assetKeys_data()
{
    QTest::addColumn<QString>("slug");
    QTest::addColumn<QString>("key");
    QTest::newRow("plain") << QStringLiteral("public/film") << QStringLiteral("bronze/public/film");
    QTest::newRow("encoded") << QStringLiteral("Sales.EU/%24x%20y") << QStringLiteral("bronze/Sales.EU/-24x-20y");
    QTest::newRow("hyphen") << QStringLiteral("public/a-b") << QStringLiteral("bronze/public/a-2Db");
    QTest::newRow("tilde") << QStringLiteral("public/a~b") << QStringLiteral("bronze/public/a-7Eb");
    QTest::newRow("schema apart") << QStringLiteral("film") << QStringLiteral("bronze/my-20schema/film");
}

void SqlgenTest::assetKeys()
{
    QFETCH(QString, slug);
    model::TablePlaces places{.trinoSchema = QStringLiteral("my schema"), .fileSlug = slug};
    QTEST(rules::assetKey(places), "key");
}

void SqlgenTest::thousandTables()
{
    model::ExtractionPlan plan;
    auto table = sample::filmActor();
    while (table.columns.size() < 30) {
        auto column = table.columns.front();
        column.name = column.bronzeName = QStringLiteral("column_%1").arg(table.columns.size());
        table.columns.push_back(column);
    }
    for (int number = 0; number < 1000; ++number) {
        table.places.fileSlug = QStringLiteral("public/t%1").arg(number);
        plan.tables.push_back(sample::planned(table));
    }
    QElapsedTimer timer;
    timer.start();
    const auto files = filesOf(plan);
    qInfo("1,000 tables of 30 columns: %lld files in %lld ms", qlonglong(files.size()), timer.elapsed());
    QCOMPARE(qint64(files.size()), qint64(1000 * 9 + 6));
}

QTEST_GUILESS_MAIN(SqlgenTest)
#include "sqlgen_test.moc"
