#include "source_fixture.h"

#include <mutex>

using namespace lakehouse;
using namespace lakehouse::testing;
using model::SampleOutcome;
using model::SampleRequest;

namespace {

const QString database = QStringLiteral("sample_cases");

SampleRequest request(const char *name, std::initializer_list<const char *> columns, qint64 rows = 1'000)
{
    SampleRequest one{.table = model::TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value(), .rows = rows};
    for (const char *column : columns)
        one.columns.push_back(QString::fromUtf8(column));
    return one;
}

/// What a visitor saw: by request and column, in order; NULL as "(null)".
struct Seen {
    std::mutex mutex = {};
    std::map<std::pair<std::size_t, std::size_t>, QStringList> values = {};

    ports::SampleVisitor visitor()
    {
        return [this](std::size_t request, std::size_t column, QStringView value) {
            const std::lock_guard lock(mutex);
            values[{request, column}] += value.isNull() ? QStringLiteral("(null)") : value.toString();
        };
    }
    QStringList sorted(std::size_t request, std::size_t column) const
    {
        QStringList all = values.at({request, column});
        all.sort();
        return all;
    }
};

} // namespace

/// sampleValues: the visitor sees values as they are in the table, and nobody else does.
class SampleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyValueOfASmallTable();
    void rowsStayTogether();
    void theSameRowsEachTime();
    void longTextIsCut();
    void manyColumns();
    void severalTablesSideBySide();
    void togetherAsAlone();
    void manySmallTablesTakeFewStatements();
    void nothingToShow_data();
    void nothingToShow();
    void noValueInWhatIsSaid();
    void cancel();

private:
    std::vector<SampleOutcome> look(const std::vector<SampleRequest> &requests, Seen &seen) const
    {
        base::RunContext run;
        const auto outcomes = openSource(connectionTo(database))->sampleValues(requests, seen.visitor(), run);
        return outcomes ? outcomes.value() : std::vector<SampleOutcome>();
    }
};

void SampleTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE sample_cases"), QStringLiteral("postgres"));
    EKOS_SQL(QString::fromUtf8(R"(
        CREATE TABLE small (id int, mail text, "odd ""%1"" name" text); INSERT INTO small VALUES (1, 'anna@example.org', 'é 🦀'), (2, NULL, ''), (3, 'b' || chr(10) || 'c', NULL);
        CREATE TABLE nothing (id int);
        CREATE TABLE large WITH (autovacuum_enabled = false) AS SELECT n AS id, n * 2 AS twice, 'v' || n AS v FROM generate_series(1, 100000) n;
        CREATE VIEW of_large AS SELECT id FROM large;
        CREATE TABLE long AS SELECT repeat('ä', 5000) AS v;
        CREATE TABLE secret AS SELECT 'planted-secret'::text AS v; CREATE VIEW failing AS SELECT ('planted-' || v)::int AS v FROM secret;
        SELECT format('CREATE TABLE wide (%s)', string_agg(format('c%s int', g), ', ')) FROM generate_series(1, 70) g \gexec
        INSERT INTO wide (c1, c32, c33, c70) VALUES (1, 32, 33, 70);
        ANALYZE;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; REVOKE SELECT ON secret FROM reader;
    )"), database);
}

void SampleTest::everyValueOfASmallTable()
{
    Seen seen;
    const std::vector<SampleOutcome> outcomes = look({request("small", {"mail", "odd \"%1\" name", "id"})}, seen);
    QCOMPARE(outcomes.size(), std::size_t(1));
    QVERIFY(outcomes[0].isSampled() && outcomes[0].isComplete);
    QCOMPARE(outcomes[0].rows, qint64(3));
    QCOMPARE(seen.sorted(0, 0), (QStringList{QStringLiteral("(null)"), QStringLiteral("anna@example.org"), QStringLiteral("b\nc")}));
    QCOMPARE(seen.sorted(0, 1), (QStringList{QString(), QStringLiteral("(null)"), QStringLiteral("é 🦀")})); // empty is not NULL
    QCOMPARE(seen.sorted(0, 2), (QStringList{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")}));
}

void SampleTest::rowsStayTogether()
{
    for (const char *name : {"large", "small"}) {
        Seen seen;
        const bool isLarge = QLatin1String(name) == QLatin1String("large");
        const std::vector<SampleOutcome> outcomes = look({isLarge ? request("large", {"id", "twice"}, 500) : request("small", {"id", "id"})}, seen);
        QVERIFY2(outcomes.at(0).isSampled(), name);
        QCOMPARE(outcomes[0].isComplete, !isLarge);
        QVERIFY(outcomes[0].rows > 0 && outcomes[0].rows <= 500);
        const QStringList first = seen.values.at({0, 0});
        const QStringList second = seen.values.at({0, 1});
        QCOMPARE(qint64(first.size()), outcomes[0].rows);
        for (qsizetype i = 0; i < first.size(); ++i)
            QCOMPARE(second[i].toInt(), first[i].toInt() * (isLarge ? 2 : 1));
    }
}

void SampleTest::theSameRowsEachTime()
{
    Seen once;
    Seen again;
    look({request("large", {"v"}, 300), request("of_large", {"id"}, 300), request("small", {"id"}, 2)}, once);
    look({request("large", {"v"}, 300), request("of_large", {"id"}, 300), request("small", {"id"}, 2)}, again);
    QVERIFY(once.values == again.values);
    QCOMPARE(once.values.at({2, 0}).size(), qsizetype(2));
    const QStringList rows = once.values.at({0, 0});
    QVERIFY(rows.last().mid(1).toInt() - rows.first().mid(1).toInt() > 300); // from more places than its first page
}

void SampleTest::longTextIsCut()
{
    Seen seen;
    look({request("long", {"v"})}, seen);
    QCOMPARE(seen.values.at({0, 0}), QStringList{QString(1'000, QChar(u'ä'))});
}

void SampleTest::manyColumns()
{
    SampleRequest wide = request("wide", {});
    for (int i = 1; i <= 70; ++i)
        wide.columns.push_back(QStringLiteral("c%1").arg(i));
    Seen seen;
    const std::vector<SampleOutcome> outcomes = look({wide}, seen);
    QCOMPARE(outcomes.at(0).rows, qint64(1));
    for (const int place : {1, 32, 33, 70})
        QCOMPARE(seen.values.at({0, std::size_t(place - 1)}), QStringList{QString::number(place)});
    QCOMPARE(seen.values.size(), std::size_t(70));
}

void SampleTest::severalTablesSideBySide()
{
    std::vector<SampleRequest> requests;
    for (int i = 0; i < 12; ++i)
        requests.push_back(request(i % 2 == 0 ? "small" : "wide", {i % 2 == 0 ? "id" : "c1"}));
    Seen seen;
    const std::vector<SampleOutcome> outcomes = look(requests, seen);
    for (std::size_t i = 0; i < 12; ++i) {
        QCOMPARE(outcomes[i].rows, qint64(i % 2 == 0 ? 3 : 1));
        QCOMPARE(qint64(seen.values.at({i, 0}).size()), outcomes[i].rows);
    }
}

/// Tables that are looked at in one statement show what each shows alone, whatever number of columns and rows they have.
void SampleTest::togetherAsAlone()
{
    const std::vector<SampleRequest> requests{request("small", {"mail", "odd \"%1\" name", "id"}), request("nothing", {"id"}), request("wide", {"c33", "c2"}), request("large", {"v"}, 100),
                                              request("small", {"id"}, 2), request("small", {"id"}, 3), request("long", {"v"})};
    Seen together;
    const std::vector<SampleOutcome> outcomes = look(requests, together);
    QCOMPARE(outcomes.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        Seen alone;
        const std::vector<SampleOutcome> one = look({requests[i]}, alone);
        QVERIFY2(outcomes[i] == one.at(0), qPrintable(QString::number(i)));
        for (std::size_t column = 0; column < requests[i].columns.size() && one[0].rows > 0; ++column)
            QCOMPARE(together.sorted(i, column), alone.sorted(0, column));
    }
    QVERIFY(!outcomes[1].isSampled() && outcomes[1].isComplete);
    QVERIFY(!outcomes[4].isComplete && outcomes[4].rows == 2);
}

void SampleTest::manySmallTablesTakeFewStatements()
{
    const QString many = QStringLiteral("sample_many");
    EKOS_SQL(QStringLiteral("CREATE DATABASE sample_many"), QStringLiteral("postgres"));
    EKOS_SQL(QStringLiteral("SELECT format('CREATE TABLE t%s AS SELECT %s AS id', n, n) FROM generate_series(1, 100) n \\gexec\nGRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; ANALYZE;"), many);
    std::vector<SampleRequest> requests;
    for (int i = 1; i <= 100; ++i)
        requests.push_back(request(qPrintable(QStringLiteral("t%1").arg(i)), {"id"}));
    Seen seen;
    base::RunContext run;
    EKOS_VALUE(const std::vector<SampleOutcome> outcomes, openSource(connectionTo(many))->sampleValues(requests, seen.visitor(), run));
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        QVERIFY(outcomes[i].isComplete && seen.sorted(i, 0) == QStringList{QString::number(i + 1)});
    EKOS_SQL(QStringLiteral("CREATE EXTENSION IF NOT EXISTS pg_stat_statements"), many);
    const qint64 statements = cluster()->run(QStringLiteral("SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = 'sample_many' AND userid = 'reader'::regrole"), many).toLongLong();
    QVERIFY2(statements <= 30, qPrintable(QString::number(statements))); // begin, limits, estimate, rows and end of each 25, and the shapes
}

void SampleTest::nothingToShow_data()
{
    QTest::addColumn<SampleRequest>("wanted");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << request("nothing", {"id"}) << QStringLiteral("empty");
    QTest::newRow("no right") << request("secret", {"v"}) << QStringLiteral("GRANT SELECT (\"v\") ON \"public\".\"secret\"");
    QTest::newRow("gone") << request("dropped", {"v"}) << QStringLiteral("not in the source");
    QTest::newRow("column gone") << request("small", {"dropped"}) << QStringLiteral("no longer has");
}

void SampleTest::nothingToShow()
{
    QFETCH(SampleRequest, wanted);
    QFETCH(QString, words);
    Seen seen;
    const std::vector<SampleOutcome> outcomes = look({wanted, request("small", {"id"})}, seen);
    QCOMPARE(outcomes.size(), std::size_t(2));
    QVERIFY(!outcomes[0].isSampled() && outcomes[0].rows == 0);
    QVERIFY2(outcomes[0].notSampled.toEnglish().contains(words), qPrintable(outcomes[0].notSampled.toEnglish()));
    QVERIFY(outcomes[1].isSampled());
    QVERIFY(!seen.values.contains({0, 0}));
}

void SampleTest::noValueInWhatIsSaid()
{
    Seen seen;
    const std::vector<SampleOutcome> outcomes = look({request("failing", {"v"})}, seen); // the server's own words hold the value
    QVERIFY(!outcomes.at(0).isSampled());
    QVERIFY2(!outcomes[0].notSampled.toEnglish().contains(QStringLiteral("planted")), qPrintable(outcomes[0].notSampled.toEnglish()));
}

void SampleTest::cancel()
{
    base::CancelToken token;
    base::RunContext run(token);
    int seen = 0;
    const auto outcomes = openSource(connectionTo(database))->sampleValues({request("small", {"id"}), request("large", {"v"}), request("of_large", {"id"}), request("long", {"v"}), request("wide", {"c1"}), request("nothing", {"id"})},
        [&](std::size_t, std::size_t, QStringView) {
            ++seen;
            token.cancel();
        }, run);
    QVERIFY(!outcomes && seen > 0);
    QCOMPARE(outcomes.error().code, base::ErrorCode::Cancelled);
}

std::unique_ptr<QObject> lakehouse::testing::makeSampleTest() { return std::make_unique<SampleTest>(); }

#include "sample_test.moc"
