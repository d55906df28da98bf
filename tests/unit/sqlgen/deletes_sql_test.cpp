#include "rules/deletes/delete_sql.h"
#include "rules/sqlgen/pipeline_files.h"
#include "unit/sqlgen/sample_tables.h"

#include "support/source_folder.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace lakehouse;
using base::ErrorCode;

namespace {

/// The samples say nothing of how values are compared.
model::TableDecision compared(model::TableDecision table)
{
    for (model::PlannedColumn &column : table.columns)
        column.canonical.form = column.bronzeType == QLatin1String("integer") || column.bronzeType == QLatin1String("bigint") ? model::CanonicalForm::Integer
            : column.bronzeType.startsWith(QLatin1String("array"))                                                             ? model::CanonicalForm::Array
                                                                                                                                : model::CanonicalForm::Text;
    return table;
}

rules::LoadBinding binding()
{
    return {.run = model::RunId::parse(QStringLiteral("01890000-0000-7000-8000-000000000001")).value(), .loadedAtUtc = *base::UtcTime::parse(QStringLiteral("2024-06-01T00:00:00.000001Z")),
            .lowerBoundUtc = base::UtcTime::parse(QStringLiteral("2024-05-01T10:00:00.000000Z")), .buckets = 16, .differingBuckets = {3, 14}, .deleteLimit = 10};
}

} // namespace

class DeletesSqlTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void golden_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<model::TableDecision>("table");
        QTest::newRow("composite key") << QStringLiteral("film_actor") << sample::filmActor();
        QTest::newRow("odd names") << QStringLiteral("odd_names") << sample::oddNames();
        QTest::newRow("pushed down") << QStringLiteral("pushed_down") << sample::pushedDown();
        QTest::newRow("by date") << QStringLiteral("day_marks") << sample::dayMarks();
        QTest::newRow("full load, purged rows stay") << QStringLiteral("kept_film") << sample::keptFilm();
        QTest::newRow("incremental, purged rows stay") << QStringLiteral("kept_film_actor") << sample::keptFilmActor();
    }
    void golden()
    {
        QFETCH(QString, name);
        QFETCH(model::TableDecision, table);
        const QDir folder(lakehouse::testing::sourcePath("tests/golden/sqlgen/") + name);
        const bool updates = qEnvironmentVariableIsSet("LAKEHOUSE_UPDATE_GOLDEN");
        QStringList paths;
        for (const model::GeneratedFile &file : rules::deleteFiles(compared(table))) {
            paths += file.path.section(QLatin1Char('/'), -1);
            QFile expected(folder.filePath(file.path));
            if (updates) {
                QVERIFY(folder.mkpath(QStringLiteral("deletes")) && expected.open(QIODevice::WriteOnly));
                expected.write(file.content);
                continue;
            }
            QVERIFY2(expected.open(QIODevice::ReadOnly), qPrintable(expected.fileName()));
            QCOMPARE(QString::fromUtf8(file.content), QString::fromUtf8(expected.readAll()));
        }
        QVERIFY(std::ranges::is_sorted(paths));
        QCOMPARE(QDir(folder.filePath(QStringLiteral("deletes"))).entryList(QDir::Files, QDir::Name), paths);
    }

    void everyStatementIsOneWithAComment()
    {
        for (const auto &table : {sample::filmActor(), sample::oddNames(), sample::pushedDown(), sample::dayMarks(), sample::keptFilm(), sample::keptFilmActor()})
            for (const model::GeneratedFile &file : rules::deleteFiles(compared(table))) {
                const QString sql = QString::fromUtf8(file.content);
                QVERIFY2(sql.startsWith(QLatin1String("-- ")) && sql.endsWith(QLatin1Char('\n')) && !sql.trimmed().endsWith(QLatin1Char(';')), qPrintable(file.path));
                static const QRegularExpression verb(QStringLiteral("\\A(SELECT|MERGE INTO .*)\\z"));
                QVERIFY2(verb.match(sql.section(QLatin1Char('\n'), 1, 1)).hasMatch(), qPrintable(sql.left(300))); // no name broke out of the comment
            }
    }

    /// Only numbers, moments and the run are bound, and in the statement of the source too.
    void everyPlaceholderHasAValue()
    {
        for (const auto &table : {sample::filmActor(), sample::oddNames(), sample::pushedDown(), sample::dayMarks(), sample::keptFilm(), sample::keptFilmActor()})
            for (const model::GeneratedFile &file : rules::deleteFiles(compared(table))) {
                if (file.path == QLatin1String(rules::sourceKeyBucketsFile))
                    continue; // of the source alone, bound as reconciliation's are
                const auto bound = rules::bindLoad(QString::fromUtf8(file.content), binding());
                QVERIFY2(bound, bound ? "" : qPrintable(file.path + QLatin1Char(' ') + bound.error().message.toEnglish()));
                QString rest = bound.value();
                rest.remove(QStringLiteral("${run_id}")).remove(QStringLiteral("${lower_bound}")); // names of the odd table
                QVERIFY2(!rest.contains(QLatin1String("${")), qPrintable(rest));
                QCOMPARE(rest.contains(QStringLiteral("% 16")), true);
            }
    }

    void withoutItsValuesNothingRuns()
    {
        rules::LoadBinding none = binding();
        none.differingBuckets.clear(); // "IN ()" is no SQL, and no bucket is no search
        for (const model::GeneratedFile &file : rules::deleteFiles(compared(sample::filmActor())))
            if (file.path == QLatin1String(rules::tombstonesFile))
                QCOMPARE(rules::bindLoad(QString::fromUtf8(file.content), none).error().code, ErrorCode::InvalidInput);
    }

    void tablesWhoseDeletesAreNotSought()
    {
        QVERIFY(rules::deleteFiles(compared(sample::film())).empty()); // every row, each time
        QVERIFY(rules::whyDeletesAreNotSought(compared(sample::film()))->toEnglish().contains(QStringLiteral("every row")));
        model::TableDecision byFloat = compared(sample::filmActor());
        byFloat.columns[0].canonical.form = model::CanonicalForm::FloatingPoint;
        QVERIFY(rules::deleteFiles(byFloat).empty());
        QVERIFY(rules::whyDeletesAreNotSought(byFloat));
        model::TableDecision byArray = compared(sample::filmActor());
        byArray.key = {QStringLiteral("actor_id"), QStringLiteral("roles")};
        QVERIFY(rules::deleteFiles(byArray).empty());
        QVERIFY(!rules::whyDeletesAreNotSought(compared(sample::filmActor())));
    }

    void buckets_data()
    {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("buckets");
        QTest::newRow("none") << qint64(0) << qint64(16);
        QTest::newRow("a thousand") << qint64(1000) << qint64(16);
        QTest::newRow("a hundred thousand") << qint64(100'000) << qint64(512); // 391 would do
        QTest::newRow("a million") << qint64(1'000'000) << qint64(4096);       // 3,907 would do
        QTest::newRow("ten billion") << qint64(10'000'000'000) << qint64(4096);
    }
    void buckets()
    {
        QFETCH(qint64, rows);
        QTEST(rules::keyBuckets(rows), "buckets");
    }

    void readsItsAnswer()
    {
        using Answer = std::map<QString, std::optional<QString>>;
        const Answer whole{{QStringLiteral("source_keys"), QStringLiteral("5")}, {QStringLiteral("bronze_keys"), QStringLiteral("7")}, {QStringLiteral("deleted"), QStringLiteral("3")},
                           {QStringLiteral("returned"), QStringLiteral("0")}, {QStringLiteral("missing"), QStringLiteral("1")}};
        QCOMPARE(rules::keyDifferences(whole).value(), (rules::KeyDifferences{.sourceKeys = 5, .bronzeKeys = 7, .deleted = 3, .returned = 0, .missing = 1}));
        Answer withNull = whole, without = whole, withWord = whole;
        withNull[QStringLiteral("deleted")] = std::nullopt;
        without.erase(QStringLiteral("missing"));
        withWord[QStringLiteral("returned")] = QStringLiteral("many");
        for (const Answer &answer : {withNull, without, withWord})
            QCOMPARE(rules::keyDifferences(answer).error().code, ErrorCode::ExternalFailure);
    }
};

QTEST_GUILESS_MAIN(DeletesSqlTest)
#include "deletes_sql_test.moc"
