#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/trino_sql.h"
#include "describe/canonical_json.h"
#include "describe/describe.h"
#include "support/misbehaving_server.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::Retry;
using base::RunContext;
using tests::MisbehavingServer;
using Manner = MisbehavingServer::Manner;
using Reply = MisbehavingServer::Reply;
using Request = MisbehavingServer::Request;

namespace {

const TrinoOptions quick{.sourceCatalog = QStringLiteral("shop"), .requestTimeoutMs = 400, .connectTimeoutMs = 400, .retryMs = 1500, .endQueriesMs = 1000};

/// A Trino of one query, "q1", with three polls: queued, a page of rows, the end. `misbehave` may answer in its place.
class FakeTrino {
public:
    using Misbehave = std::function<std::optional<Reply>(const Request &, int poll)>;

    explicit FakeTrino(Misbehave misbehave = {})
        : m_misbehave(std::move(misbehave)), server([this](const Request &request) { return answer(request); })
    {
        auto opened = TrinoSql::open(server.url(), QStringLiteral("ekos"), nullptr, std::make_shared<CurlTransport>(), quick);
        trino = std::move(opened).value();
    }

    int count(const char *method) const
    {
        const auto requests = server.requests();
        return int(std::ranges::count(requests, QByteArray(method), &Request::method));
    }

private:
    Reply answer(const Request &request)
    {
        const int poll = request.path.mid(request.path.lastIndexOf('/') + 1).toInt(); // 0 of the POST
        if (m_misbehave)
            if (const std::optional<Reply> reply = m_misbehave(request, poll))
                return *reply;
        if (request.method == "DELETE")
            return {.status = 204};
        const QByteArray next = poll < 3 ? ",\"nextUri\":\"http://another-name.invalid:1/v1/statement/executing/q1/slug/" + QByteArray::number(poll + 1) + '"' : QByteArray();
        const QByteArray data = poll == 2 ? ",\"columns\":[{\"name\":\"n\"}],\"data\":[[1],[null]]" : QByteArray();
        return {.body = "{\"id\":\"q1\",\"stats\":{}" + data + next + '}'};
    }

    Misbehave m_misbehave;

public:
    MisbehavingServer server;
    std::unique_ptr<TrinoSql> trino;
    RunContext run;
};

QByteArray errorAnswer(const QByteArray &name, const QByteArray &type, const QByteArray &message = "its words", const QByteArray &cause = "{}")
{
    return "{\"id\":\"q1\",\"error\":{\"message\":\"" + message + "\",\"errorName\":\"" + name + "\",\"errorType\":\"" + type + "\",\"failureInfo\":{\"type\":\"x\",\"message\":\"" + message + "\",\"cause\":" + cause + "}}}";
}

QString numbered(int table) { return QStringLiteral("t%1").arg(table, 3, 10, QLatin1Char('0')); }

struct ListedTables {
    int tables = 0;   ///< t000, t001, … of the schema shop
    int firstOdd = 0;
    int odd = 0;      ///< so many of them, from the first odd one on, that cannot be listed
    bool hasOtherSchema = true; ///< with one table, film
};

/// A catalog that fails whenever its answer would hold a table that cannot be listed.
FakeTrino::Misbehave listsTables(const ListedTables &listed)
{
    return [listed](const Request &request, int) -> std::optional<Reply> {
        const auto rows = [](const QStringList &found, int columns) {
            const QStringList heads(columns, QStringLiteral("{\"name\":\"c\"}"));
            return Reply{.body = QStringLiteral("{\"id\":\"q\",\"columns\":[%1],\"data\":[%2]}").arg(heads.join(QLatin1Char(',')), found.join(QLatin1Char(','))).toUtf8()};
        };
        const QString sql = QString::fromUtf8(request.body);
        if (sql.contains(QLatin1String("information_schema.schemata")))
            return rows(listed.hasOtherSchema ? QStringList{QStringLiteral("[\"good\"]"), QStringLiteral("[\"shop\"]")} : QStringList{QStringLiteral("[\"shop\"]")}, 1);
        if (sql.contains(QLatin1String("table_schema = 'good'")))
            return rows({QStringLiteral("[\"good\",\"film\",\"id\",\"integer\"]")}, 4);
        const bool areNames = sql.contains(QLatin1String("information_schema.tables"));
        const bool isOfSome = sql.contains(QLatin1String(" AND table_name IN ("));
        QStringList found;
        for (int table = 0; table < listed.tables; ++table) {
            if (isOfSome && !sql.contains(QLatin1Char('\'') + numbered(table) + QLatin1Char('\'')))
                continue;
            if (!areNames && table >= listed.firstOdd && table < listed.firstOdd + listed.odd)
                return Reply{.body = errorAnswer("INVALID_FUNCTION_ARGUMENT", "USER_ERROR", "Error listing table columns for catalog shop: DECIMAL scale must be in range [0, precision (3)]: 5")};
            found += areNames ? QStringLiteral("[\"%1\"]").arg(numbered(table)) : QStringLiteral("[\"shop\",\"%1\",\"id\",\"integer\"]").arg(numbered(table));
        }
        return rows(found, areNames ? 1 : 4);
    };
}

} // namespace

/// What TrinoSql does when Trino, or what stands before it, does not do its part.
class TrinoFaultTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answerIsPutTogether()
    {
        FakeTrino fake;
        const auto answer = fake.trino->execute(QStringLiteral("SELECT 'é'"), {.tag = QStringLiteral("run,7")}, fake.run);
        QVERIFY(answer);
        QCOMPARE(answer.value().queryId, QStringLiteral("q1"));
        QCOMPARE(answer.value().rows.rows.size(), 2u);
        QVERIFY(!answer.value().rows.rows[1][0]);
        const auto requests = fake.server.requests();
        QCOMPARE(requests.size(), 4u); // polls go to our address, whatever Trino calls itself
        QCOMPARE(requests[0].body, QByteArray("SELECT '\xc3\xa9'"));
        QVERIFY(requests[0].head.contains("X-Trino-User: ekos\r\n"));
        QVERIFY(requests[0].head.contains("X-Trino-Source: ekos-lakehouse run run%2C7\r\n"));
        QVERIFY(requests[0].head.contains("X-Trino-Client-Tags: run%2C7\r\n"));
        QVERIFY(!requests[0].head.contains("Authorization"));
    }

    void brokenPollIsTriedAgain_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("status");
        QTest::newRow("502") << int(Manner::Answers) << 502;
        QTest::newRow("503") << int(Manner::Answers) << 503;
        QTest::newRow("504") << int(Manner::Answers) << 504;
        QTest::newRow("429") << int(Manner::Answers) << 429;
        QTest::newRow("reset") << int(Manner::Resets) << 200;
        QTest::newRow("reset in the body") << int(Manner::ResetsInBody) << 200;
        QTest::newRow("end in the body") << int(Manner::EndsInBody) << 200;
        QTest::newRow("hangs") << int(Manner::Hangs) << 200;
    }
    void brokenPollIsTriedAgain()
    {
        QFETCH(const int, manner);
        QFETCH(const int, status);
        int left = 2;
        FakeTrino fake([&](const Request &request, int poll) {
            return request.method == "GET" && poll == 2 && left-- > 0 ? std::optional(Reply{.manner = Manner(manner), .status = status, .body = "{\"id\":\"q1\",\"columns\":[{\"name\":\"n\"}],\"data\":[[5],[6]]}"}) : std::nullopt;
        });
        const auto answer = fake.trino->execute(QStringLiteral("SELECT 1"), {}, fake.run);
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message.toEnglish()));
        QCOMPARE(answer.value().rows.rows.size(), 2u); // no page twice
        QCOMPARE(answer.value().rows.rows[0][0].value(), QStringLiteral("1"));
        QCOMPARE(fake.count("POST"), 1);
        QCOMPARE(fake.count("DELETE"), 0);
    }

    void pollThatStaysBrokenEndsInAnError_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        const QByteArray json = "{\"id\":\"q1\"}";
        QTest::newRow("503 for ever") << int(Manner::Answers) << 503 << json << int(ErrorCode::Unreachable);
        QTest::newRow("resets for ever") << int(Manner::Resets) << 200 << json << int(ErrorCode::Unreachable);
        QTest::newRow("hangs for ever") << int(Manner::Hangs) << 200 << json << int(ErrorCode::Unreachable);
        QTest::newRow("trickles for ever") << int(Manner::Trickles) << 200 << QByteArray(10000, ' ') << int(ErrorCode::Unreachable);
        QTest::newRow("query forgotten") << int(Manner::Answers) << 404 << QByteArray("Query not found") << int(ErrorCode::Unreachable);
        QTest::newRow("500") << int(Manner::Answers) << 500 << QByteArray("boom") << int(ErrorCode::ExternalFailure);
        QTest::newRow("401") << int(Manner::Answers) << 401 << QByteArray("who?") << int(ErrorCode::NotAllowed);
        QTest::newRow("a web page") << int(Manner::Answers) << 200 << QByteArray("<html>sign in</html>") << int(ErrorCode::ExternalFailure);
        QTest::newRow("nothing") << int(Manner::Answers) << 200 << QByteArray() << int(ErrorCode::ExternalFailure);
        QTest::newRow("other JSON") << int(Manner::Answers) << 200 << QByteArray("[1]") << int(ErrorCode::ExternalFailure);
        QTest::newRow("rows without columns") << int(Manner::Answers) << 200 << QByteArray("{\"id\":\"q1\",\"data\":[[1]]}") << int(ErrorCode::ExternalFailure);
        QTest::newRow("a row without values") << int(Manner::Answers) << 200 << QByteArray("{\"id\":\"q1\",\"columns\":[],\"data\":[[]]}") << int(ErrorCode::ExternalFailure);
        QTest::newRow("a row that is none") << int(Manner::Answers) << 200 << QByteArray("{\"id\":\"q1\",\"columns\":[],\"data\":[5]}") << int(ErrorCode::ExternalFailure);
        QTest::newRow("a row too wide") << int(Manner::Answers) << 200 << QByteArray("{\"id\":\"q1\",\"columns\":[{\"name\":\"n\"}],\"data\":[[1,2]]}") << int(ErrorCode::ExternalFailure);
    }
    void pollThatStaysBrokenEndsInAnError()
    {
        QFETCH(const int, manner);
        QFETCH(const int, status);
        QFETCH(const QByteArray, body);
        QFETCH(const int, code);
        FakeTrino fake([&](const Request &request, int poll) {
            return request.method == "GET" && poll == 2 ? std::optional(Reply{.manner = Manner(manner), .status = status, .contentType = "text/html", .body = body}) : std::nullopt;
        });
        QElapsedTimer time;
        time.start();
        const auto answer = fake.trino->execute(QStringLiteral("INSERT INTO t VALUES 1"), {}, fake.run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), code);
        QVERIFY(!answer.error().hint.isEmpty());
        if (code == int(ErrorCode::Unreachable))
            QVERIFY2(answer.error().message.toEnglish().contains(QStringLiteral("is unknown")), qPrintable(answer.error().message.toEnglish()));
        QCOMPARE(fake.count("POST"), 1);
        QVERIFY2(time.elapsed() < 6000, qPrintable(QString::number(time.elapsed())));
    }

    void queryIsEndedWhenItsAnswerCannotBeRead()
    {
        FakeTrino fake([](const Request &request, int poll) { return request.method == "GET" && poll == 1 ? std::optional(Reply{.contentType = "text/html", .body = "<html>"}) : std::nullopt; });
        QVERIFY(!fake.trino->execute(QStringLiteral("SELECT 1"), {}, fake.run));
        QCOMPARE(fake.count("DELETE"), 1);
    }

    void statementIsSentOnceWhenItsOutcomeIsUnknown_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("status");
        QTest::newRow("hangs") << int(Manner::Hangs) << 200;
        QTest::newRow("resets") << int(Manner::Resets) << 200;
        QTest::newRow("resets in the body") << int(Manner::ResetsInBody) << 200;
        QTest::newRow("502") << int(Manner::Answers) << 502;
        QTest::newRow("504") << int(Manner::Answers) << 504;
    }
    void statementIsSentOnceWhenItsOutcomeIsUnknown()
    {
        QFETCH(const int, manner);
        QFETCH(const int, status);
        FakeTrino fake([&](const Request &request, int) { return request.method == "POST" ? std::optional(Reply{.manner = Manner(manner), .status = status, .body = "{\"id\":\"q1\"}"}) : std::nullopt; });
        const auto answer = fake.trino->execute(QStringLiteral("INSERT INTO t VALUES 1"), {}, fake.run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Unreachable));
        QCOMPARE(int(answer.error().retry), int(Retry::Pointless));
        QVERIFY(answer.error().message.toEnglish().contains(QStringLiteral("is unknown")));
        QCOMPARE(fake.count("POST"), 1);
    }

    void statementThatWasNotTakenIsSentAgain()
    {
        int left = 2;
        FakeTrino fake([&](const Request &request, int) { return request.method == "POST" && left-- > 0 ? std::optional(Reply{.status = 503}) : std::nullopt; });
        QVERIFY(fake.trino->execute(QStringLiteral("INSERT INTO t VALUES 1"), {}, fake.run));
        QCOMPARE(fake.count("POST"), 3);
    }

    void absentServerIsToldAtOnce()
    {
        auto trino = TrinoSql::open(MisbehavingServer::refusingUrl(), QStringLiteral("ekos"), nullptr, std::make_shared<CurlTransport>(), quick);
        QVERIFY(trino);
        RunContext run;
        QElapsedTimer time;
        time.start();
        const auto answer = trino.value()->execute(QStringLiteral("SELECT 1"), {}, run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Unreachable));
        QVERIFY(!answer.error().message.toEnglish().contains(QStringLiteral("unknown")));
        QVERIFY(time.elapsed() < 1000);
        const auto lines = trino.value()->check(QStringLiteral("shop"), QStringLiteral("lake"), run);
        QCOMPARE(lines.size(), 5u);
        QCOMPARE(int(lines[0].state), int(model::CheckState::Failed));
        QCOMPARE(int(lines[4].state), int(model::CheckState::Skipped));
    }

    void cancelEndsTheQuery_data()
    {
        QTest::addColumn<int>("deleteManner");
        QTest::addColumn<int>("posts");
        QTest::newRow("by DELETE") << int(Manner::Answers) << 1;
        QTest::newRow("by its id when DELETE is lost") << int(Manner::Resets) << 2;
    }
    void cancelEndsTheQuery()
    {
        QFETCH(const int, deleteManner);
        QFETCH(const int, posts);
        base::CancelToken cancel;
        int posted = 0;
        FakeTrino fake([&](const Request &request, int poll) -> std::optional<Reply> {
            if (request.method == "DELETE")
                return Reply{.manner = Manner(deleteManner), .status = 204};
            if (request.method == "POST" && ++posted > 1)
                return Reply{.body = "{\"id\":\"q2\"}"};
            if (poll == 2)
                return Reply{.manner = Manner::Hangs};
            return std::nullopt;
        });
        RunContext run(cancel);
        std::thread person([&] {
            while (fake.count("GET") < 2)
                std::this_thread::yield();
            cancel.cancel();
        });
        const auto answer = fake.trino->execute(QStringLiteral("SELECT 1"), {}, run);
        person.join();
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Cancelled));
        QCOMPARE(fake.count("DELETE"), 1);
        QCOMPARE(fake.count("POST"), posts);
        if (posts == 2) {
            const auto requests = fake.server.requests();
            QVERIFY(std::ranges::any_of(requests, [](const Request &request) { return request.body.contains("kill_query(query_id => 'q1'"); }));
        }
    }

    void cancelDuringAPause()
    {
        FakeTrino fake([](const Request &request, int) { return request.method == "GET" ? std::optional(Reply{.status = 503}) : std::nullopt; });
        base::CancelToken cancel;
        RunContext run(cancel);
        std::thread person([&] {
            while (fake.count("GET") < 3)
                std::this_thread::yield();
            cancel.cancel();
        });
        const auto answer = fake.trino->execute(QStringLiteral("SELECT 1"), {}, run);
        person.join();
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Cancelled));
        QCOMPARE(fake.count("DELETE"), 1);
    }

    void queryThatDoesNotEndIsTold()
    {
        FakeTrino fake([](const Request &request, int) -> std::optional<Reply> {
            if (request.body.contains("system.runtime.queries"))
                return Reply{.body = "{\"id\":\"q9\",\"columns\":[{\"name\":\"query_id\"}],\"data\":[[\"q1\"]]}"};
            return Reply{.body = "{\"id\":\"q8\"}"};
        });
        const auto ended = fake.trino->endQueries(QStringLiteral("run-7"), fake.run);
        QVERIFY(!ended);
        QCOMPARE(int(ended.error().code), int(ErrorCode::TimedOut));
        QVERIFY(ended.error().message.toEnglish().contains(QStringLiteral("q1")));
    }

    void shapeOfAnAnswerIsChecked_data()
    {
        QTest::addColumn<QByteArray>("rows");
        QTest::newRow("no columns") << QByteArray("\"columns\":[],\"data\":[[]]");
        QTest::newRow("one column, NULL") << QByteArray("\"columns\":[{\"name\":\"a\"}],\"data\":[[null]]");
        QTest::newRow("one column, short row") << QByteArray("\"columns\":[{\"name\":\"a\"}],\"data\":[[]]");
        QTest::newRow("two columns, NULL") << QByteArray("\"columns\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"data\":[[null,null]]");
    }
    void shapeOfAnAnswerIsChecked()
    {
        QFETCH(const QByteArray, rows);
        FakeTrino fake([&](const Request &request, int) -> std::optional<Reply> {
            if (request.path == "/v1/info")
                return Reply{.body = "{\"nodeVersion\":{\"version\":\"476\"},\"starting\":false}"};
            return Reply{.body = "{\"id\":\"q\"," + rows + '}'};
        });
        const QString words = QStringLiteral("Trino answered in an unexpected shape.");
        const auto ended = fake.trino->endQueries(QStringLiteral("run-7"), fake.run);
        QVERIFY(!ended);
        QCOMPARE(int(ended.error().code), int(ErrorCode::ExternalFailure));
        QCOMPARE(ended.error().message.toEnglish(), words);
        const auto tables = fake.trino->exposedTables(QStringLiteral("shop"), fake.run);
        QVERIFY(!tables);
        QCOMPARE(int(tables.error().code), int(ErrorCode::ExternalFailure));
        const auto lines = fake.trino->check(QStringLiteral("shop"), QStringLiteral("lake"), fake.run);
        QCOMPARE(lines.size(), 5u);
        QCOMPARE(int(lines[2].state), int(model::CheckState::Failed));
        QCOMPARE(lines[2].finding.toEnglish(), words);
    }

    void oneColumnIsTooFewForSettingsAndTables()
    {
        FakeTrino fake([](const Request &request, int) -> std::optional<Reply> {
            if (request.path == "/v1/info")
                return Reply{.body = "{\"nodeVersion\":{\"version\":\"476\"},\"starting\":false}"};
            return Reply{.body = "{\"id\":\"q\",\"columns\":[{\"name\":\"a\"}],\"data\":[[\"shop.array_mapping\"]]}"};
        });
        const auto lines = fake.trino->check(QStringLiteral("shop"), QStringLiteral("lake"), fake.run);
        QCOMPARE(lines.back().check, QStringLiteral("type-mapping"));
        QCOMPARE(int(lines.back().state), int(model::CheckState::Failed));
        const auto tables = fake.trino->exposedTables(QStringLiteral("shop"), fake.run);
        QVERIFY(!tables);
        QCOMPARE(int(tables.error().code), int(ErrorCode::ExternalFailure));
    }

    /// As with a numeric whose scale Trino does not know, or two names that differ only by case: whatever answer would hold that table fails.
    void aTableThatCannotBeListedHidesNoOther_data()
    {
        QTest::addColumn<int>("tables");
        QTest::addColumn<int>("odd");
        QTest::newRow("the only one") << 1 << 0;
        QTest::newRow("the first") << 8 << 0;
        QTest::newRow("the last") << 8 << 7;
        QTest::newRow("of many") << 250 << 123;
    }
    void aTableThatCannotBeListedHidesNoOther()
    {
        QFETCH(int, tables);
        QFETCH(int, odd);
        FakeTrino fake(listsTables({.tables = tables, .firstOdd = odd, .odd = 1}));
        const auto exposed = fake.trino->exposedTables(QStringLiteral("shop"), fake.run);
        QVERIFY2(exposed, exposed ? "" : qPrintable(exposed.error().message.toEnglish()));
        QCOMPARE(exposed.value().size(), std::size_t(tables)); // all but the odd one, and the one of the other schema
        QCOMPARE(exposed.value().front().table, QStringLiteral("film"));
        QVERIFY(std::ranges::none_of(exposed.value(), [&](const model::ExposedTable &table) { return table.table == numbered(odd); }));
        QVERIFY(std::ranges::is_sorted(exposed.value(), {}, &model::ExposedTable::table));
        QVERIFY2(fake.server.requests().size() <= 24, qPrintable(QString::number(fake.server.requests().size()))); // halves, not one by one
    }

    void whatHidesTooManyTablesIsSaid_data()
    {
        QTest::addColumn<bool>("hasOtherSchema");
        QTest::addColumn<int>("tables");
        QTest::addColumn<int>("odd");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("a hundred of them") << true << 100 << 100 << false;
        QTest::newRow("one more") << true << 101 << 101 << true;
        QTest::newRow("more than half of many") << true << 250 << 150 << true;
        QTest::newRow("less than half of many") << true << 350 << 150 << false;
        QTest::newRow("nothing else is there") << false << 8 << 8 << true;
    }
    void whatHidesTooManyTablesIsSaid()
    {
        QFETCH(bool, hasOtherSchema);
        QFETCH(int, tables);
        QFETCH(int, odd);
        QFETCH(bool, isSaid);
        FakeTrino fake(listsTables({.tables = tables, .odd = odd, .hasOtherSchema = hasOtherSchema}));
        const auto exposed = fake.trino->exposedTables(QStringLiteral("shop"), fake.run);
        QCOMPARE(!exposed, isSaid);
        if (exposed) {
            QCOMPARE(exposed.value().size(), std::size_t(tables - odd + 1));
            return;
        }
        QVERIFY(exposed.error().detail.contains(QStringLiteral("DECIMAL scale must be in range")));
        QVERIFY2(exposed.error().message.toEnglish().endsWith(QStringLiteral("tables of the catalog \"shop\": shop.t000, shop.t001, shop.t002, shop.t003, shop.t004, ….")), qPrintable(exposed.error().message.toEnglish()));
    }

    void answerWithoutAnEndIsLimited()
    {
        const Reply endless{.body = "{\"id\":\"q1\",\"columns\":[{\"name\":\"n\"}],\"data\":[[\"" + QByteArray(10000, 'x') + "\"]],\"nextUri\":\"http://t/v1/statement/executing/q1/slug/1\"}"};
        MisbehavingServer server([&](const Request &request) { return request.method == "DELETE" ? Reply{.status = 204} : endless; });
        TrinoOptions small = quick;
        small.maxRowBytes = 1 << 20;
        auto trino = TrinoSql::open(server.url(), QStringLiteral("ekos"), nullptr, std::make_shared<CurlTransport>(), small);
        QVERIFY(trino);
        RunContext run;
        const auto answer = trino.value()->execute(QStringLiteral("SELECT 1"), {}, run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::ExternalFailure));
        QVERIFY(answer.error().message.toEnglish().contains(QStringLiteral("1048576 bytes")));
        const auto requests = server.requests();
        QVERIFY2(requests.size() < 60, qPrintable(QString::number(requests.size()))); // 52 rows of 20,000 bytes fill it
        QCOMPARE(requests.back().method, QByteArray("DELETE"));
    }

    void questionsHaveAnEnd()
    {
        const Reply endless{.body = "{\"id\":\"q1\",\"nextUri\":\"http://t/v1/statement/executing/q1/slug/1\"}"};
        MisbehavingServer server([&](const Request &request) {
            return request.path == "/v1/info" ? Reply{.body = "{\"nodeVersion\":{\"version\":\"476\"},\"starting\":false}"} : request.method == "DELETE" ? Reply{.status = 404} : endless;
        });
        TrinoOptions small = quick;
        small.questionMs = 300;
        small.checkMs = 300;
        small.killMs = 100;
        auto trino = TrinoSql::open(server.url(), QStringLiteral("ekos"), nullptr, std::make_shared<CurlTransport>(), small);
        QVERIFY(trino);
        RunContext run;
        QElapsedTimer time;
        time.start();
        const auto tables = trino.value()->exposedTables(QStringLiteral("shop"), run);
        QVERIFY(!tables);
        QCOMPARE(int(tables.error().code), int(ErrorCode::TimedOut));
        const auto lines = trino.value()->check(QStringLiteral("shop"), QStringLiteral("lake"), run);
        QCOMPARE(lines.size(), 5u);
        QCOMPARE(int(lines[2].state), int(model::CheckState::Failed));
        QCOMPARE(int(lines[3].state), int(model::CheckState::Failed));
        QVERIFY2(time.elapsed() < 3000, qPrintable(QString::number(time.elapsed())));
    }

    void errorsHaveMeanings_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("retry");
        const auto row = [](const char *name, const QByteArray &answer, ErrorCode code, Retry retry) { QTest::newRow(name) << answer << int(code) << int(retry); };
        row("no right", errorAnswer("PERMISSION_DENIED", "USER_ERROR"), ErrorCode::NotAllowed, Retry::Pointless);
        row("cancelled there", errorAnswer("USER_CANCELED", "USER_ERROR"), ErrorCode::Cancelled, Retry::Pointless);
        row("killed there", errorAnswer("ADMINISTRATIVELY_KILLED", "USER_ERROR"), ErrorCode::Cancelled, Retry::Pointless);
        row("memory", errorAnswer("EXCEEDED_GLOBAL_MEMORY_LIMIT", "INSUFFICIENT_RESOURCES"), ErrorCode::ExternalFailure, Retry::Later);
        row("time", errorAnswer("EXCEEDED_TIME_LIMIT", "INSUFFICIENT_RESOURCES"), ErrorCode::ExternalFailure, Retry::Later);
        row("memory of all", errorAnswer("CLUSTER_OUT_OF_MEMORY", "INSUFFICIENT_RESOURCES"), ErrorCode::Busy, Retry::Later);
        row("queue", errorAnswer("QUERY_QUEUE_FULL", "INSUFFICIENT_RESOURCES"), ErrorCode::Busy, Retry::Later);
        row("commit conflict", errorAnswer("ICEBERG_COMMIT_ERROR", "EXTERNAL"), ErrorCode::Busy, Retry::Now);
        row("transaction conflict", errorAnswer("TRANSACTION_CONFLICT", "USER_ERROR"), ErrorCode::Busy, Retry::Now);
        row("starting", errorAnswer("SERVER_STARTING_UP", "INTERNAL_ERROR"), ErrorCode::Busy, Retry::Later);
        row("source down", errorAnswer("JDBC_ERROR", "EXTERNAL", "Connection to 127.0.0.1:1 refused."), ErrorCode::Unreachable, Retry::Later);
        row("source's password", errorAnswer("JDBC_ERROR", "EXTERNAL", "FATAL: password authentication failed for user x"), ErrorCode::NotAllowed, Retry::Pointless);
        row("source's rights", errorAnswer("JDBC_ERROR", "EXTERNAL", "ERROR: permission denied for table film"), ErrorCode::NotAllowed, Retry::Pointless);
        row("source's error", errorAnswer("JDBC_ERROR", "EXTERNAL", "ERROR: division by zero"), ErrorCode::ExternalFailure, Retry::Pointless);
        row("object store down", errorAnswer("ICEBERG_FILESYSTEM_ERROR", "EXTERNAL", "Failed to open", "{\"type\":\"java.net.ConnectException\",\"message\":\"refused\"}"), ErrorCode::Unreachable, Retry::Later);
        row("something else", errorAnswer("GENERIC_INTERNAL_ERROR", "INTERNAL_ERROR"), ErrorCode::ExternalFailure, Retry::Pointless);
        row("unknown name of a user's error", errorAnswer("NEW_IN_LATER_VERSIONS", "USER_ERROR"), ErrorCode::InvalidInput, Retry::Pointless);
        row("an empty error", "{\"id\":\"q1\",\"error\":{}}", ErrorCode::ExternalFailure, Retry::Pointless);
    }
    void errorsHaveMeanings()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const int, code);
        QFETCH(const int, retry);
        FakeTrino fake([&](const Request &request, int) { return request.method == "GET" ? std::optional(Reply{.body = answer}) : std::nullopt; });
        const auto result = fake.trino->execute(QStringLiteral("SELECT 1"), {}, fake.run);
        QVERIFY(!result);
        QCOMPARE(int(result.error().code), code);
        QCOMPARE(int(result.error().retry), retry);
        QVERIFY(!result.error().message.isEmpty());
        QVERIFY(!result.error().hint.isEmpty());
        if (answer.contains("JDBC_ERROR")) {
            QCOMPARE(result.error().subject, QStringLiteral("shop"));
            QVERIFY(result.error().message.toEnglish().contains(QStringLiteral("\"shop\"")));
        }
        QCOMPARE(fake.count("DELETE"), 0); // Trino has ended it itself
    }

    void doctorNamesTheLineToAdd()
    {
        FakeTrino fake([](const Request &request, int) -> std::optional<Reply> {
            if (request.path == "/v1/info")
                return Reply{.body = "{\"nodeVersion\":{\"version\":\"455\"},\"starting\":false}"};
            if (request.body.contains("SHOW SESSION"))
                return Reply{.body = "{\"id\":\"q1\",\"columns\":[{\"name\":\"Name\"},{\"name\":\"Value\"}],\"data\":[[\"my_shop.array_mapping\",\"DISABLED\"],[\"my_shop.unsupported_type_handling\",\"IGNORE\"]]}"};
            return Reply{.body = "{\"id\":\"q1\",\"columns\":[{\"name\":\"n\"}],\"data\":[[1]]}"};
        });
        const auto lines = fake.trino->check(QStringLiteral("my_shop"), QStringLiteral("lake"), fake.run);
        QStringList remedies;
        for (const model::ServiceCheck &line : lines)
            if (line.state == model::CheckState::Failed)
                remedies.append(line.remedy.toEnglish());
        QCOMPARE(remedies.size(), 2);
        QVERIFY(remedies[0].contains(QStringLiteral("etc/catalog/my_shop.properties")) && remedies[0].contains(QStringLiteral("unsupported-type-handling=CONVERT_TO_VARCHAR")));
        QVERIFY(remedies[1].contains(QStringLiteral("postgresql.array-mapping=AS_ARRAY")));
        QVERIFY(std::ranges::any_of(lines, [](const model::ServiceCheck &line) { return line.check == QLatin1String("version") && line.state == model::CheckState::Warning; }));
    }

    void passwordIsSentAndNeverShown()
    {
        const auto password = std::make_shared<const base::Secret>(std::string("S3cret"));
        RunContext run;
        MisbehavingServer server([](const Request &) { return Reply{.status = 401, .body = "no"}; });
        auto trino = TrinoSql::open(server.url(), QStringLiteral("ekos"), password, std::make_shared<CurlTransport>(), quick);
        QVERIFY(trino);
        const auto answer = trino.value()->execute(QStringLiteral("SELECT 1"), {}, run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::NotAllowed));
        QVERIFY(server.requests().at(0).head.contains("Authorization: Basic " + QByteArray("ekos:S3cret").toBase64()));
        const QByteArray shown = describe::canonicalJson(answer.error());
        QVERIFY(!shown.contains("S3cret") && !shown.contains(QByteArray("ekos:S3cret").toBase64()));
        QVERIFY(!TrinoSql::open(QStringLiteral("http://127.0.0.1.example.org:8080"), QStringLiteral("ekos"), password, std::make_shared<CurlTransport>(), quick));
        QVERIFY(!TrinoSql::open(QStringLiteral("http://trino.example:8080"), QStringLiteral("ekos"), password, std::make_shared<CurlTransport>(), quick));
        QVERIFY(TrinoSql::open(QStringLiteral("https://trino.example:8443/"), QStringLiteral("ekos"), password, std::make_shared<CurlTransport>(), quick));
        QVERIFY(!TrinoSql::open(server.url(), QString(), nullptr, std::make_shared<CurlTransport>(), quick));
    }
};

QTEST_GUILESS_MAIN(TrinoFaultTest)
#include "trino_fault_test.moc"
