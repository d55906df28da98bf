#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/http_origin.h"
#include "adapters/http_services/json_value.h"
#include "describe/canonical_json.h"
#include "describe/describe.h"
#include "support/misbehaving_server.h"

#include <QElapsedTimer>
#include <QTest>

#include <set>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::Retry;
using base::RunContext;
using ports::HttpRequest;
using tests::MisbehavingServer;
using Manner = MisbehavingServer::Manner;
using Reply = MisbehavingServer::Reply;
using Request = MisbehavingServer::Request;

class TransportTest : public QObject {
    Q_OBJECT

private:
    RunContext m_run;

private Q_SLOTS:
    void exchangeCarriesEverything()
    {
        MisbehavingServer server([](const Request &request) { return Reply{.status = 201, .body = request.method + ' ' + request.path + ' ' + request.body, .headers = "X-Answer: one\r\nx-empty:\r\n"}; });
        CurlTransport transport;
        const auto answer = transport.exchange({.method = "POST", .url = server.url() + QStringLiteral("/a%20b?c=d"), .headers = {{"X-Question", "why"}, {"X-Empty", ""}}, .body = QByteArray("x\0y", 3)}, m_run);
        QVERIFY(answer);
        QCOMPARE(answer.value().status, 201);
        QCOMPARE(answer.value().body, QByteArray("POST /a%20b?c=d x\0y", 19));
        QCOMPARE(answer.value().header("x-answer"), QByteArray("one"));
        QCOMPARE(answer.value().header("x-absent"), QByteArray());
        const QByteArray head = server.requests().at(0).head;
        QVERIFY(head.contains("X-Question: why\r\n"));
        QVERIFY(head.contains("X-Empty:"));
        QVERIFY(!head.contains("Expect:"));
    }

    void methodsAreSentAsTheyAre_data()
    {
        QTest::addColumn<QByteArray>("method");
        for (const char *method : {"GET", "POST", "PUT", "DELETE", "HEAD"})
            QTest::newRow(method) << QByteArray(method);
    }
    void methodsAreSentAsTheyAre()
    {
        QFETCH(const QByteArray, method);
        MisbehavingServer server([](const Request &) { return Reply{.status = 204}; });
        CurlTransport transport;
        QVERIFY(transport.exchange({.method = method, .url = server.url()}, m_run));
        QCOMPARE(server.requests().at(0).method, method);
    }

    void failuresAreTold_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("retry");
        QTest::newRow("hangs") << int(Manner::Hangs) << int(ErrorCode::TimedOut) << int(Retry::Pointless);
        QTest::newRow("resets") << int(Manner::Resets) << int(ErrorCode::Unreachable) << int(Retry::Pointless);
        QTest::newRow("resets in the body") << int(Manner::ResetsInBody) << int(ErrorCode::Unreachable) << int(Retry::Pointless);
        QTest::newRow("ends in the body") << int(Manner::EndsInBody) << int(ErrorCode::Unreachable) << int(Retry::Pointless);
        QTest::newRow("trickles") << int(Manner::Trickles) << int(ErrorCode::TimedOut) << int(Retry::Pointless);
    }
    void failuresAreTold()
    {
        QFETCH(const int, manner);
        QFETCH(const int, code);
        QFETCH(const int, retry);
        MisbehavingServer server([manner](const Request &) { return Reply{.manner = Manner(manner), .body = QByteArray(1000, 'x')}; });
        CurlTransport transport;
        QElapsedTimer time;
        time.start();
        const auto answer = transport.exchange({.url = server.url() + QStringLiteral("/path?token=S3cret"), .timeoutMs = 400}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), code);
        QCOMPARE(int(answer.error().retry), retry);
        QVERIFY(answer.error().message.toEnglish().contains(server.url()));
        QVERIFY(!answer.error().hint.isEmpty());
        QVERIFY(!QString::fromUtf8(describe::canonicalJson(answer.error())).contains(QStringLiteral("S3cret")));
        QVERIFY(time.elapsed() < 3000);
    }

    void refusedConnectionNeverLeft()
    {
        CurlTransport transport;
        const auto answer = transport.exchange({.url = MisbehavingServer::refusingUrl()}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Unreachable));
        QCOMPARE(int(answer.error().retry), int(Retry::Later));
    }

    void unknownHostNeverLeft()
    {
        CurlTransport transport;
        const auto answer = transport.exchange({.url = QStringLiteral("http://no-such-host.invalid/"), .timeoutMs = 20000, .connectTimeoutMs = 20000}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().retry), int(Retry::Later));
        QVERIFY(answer.error().message.toEnglish().contains(QStringLiteral("http://no-such-host.invalid")));
    }

    void plainServerIsNoTlsServer()
    {
        MisbehavingServer server([](const Request &) { return Reply{}; });
        CurlTransport transport;
        const auto answer = transport.exchange({.url = server.url().replace(QStringLiteral("http:"), QStringLiteral("https:")), .timeoutMs = 2000}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().retry), int(Retry::Later));
    }

    void unusableAddressesAreRefused_data()
    {
        QTest::addColumn<QString>("url");
        for (const char *url : {"", "localhost:8080", "ftp://host/", "file:///etc/passwd", "http://", "http://user:S3cret@host/", "http://ho st/", "http://host/a\r\nb", "http://:80/", "gopher://127.0.0.1:6379/_x"})
            QTest::newRow(url) << QString::fromUtf8(url);
    }
    void unusableAddressesAreRefused()
    {
        QFETCH(const QString, url);
        CurlTransport transport;
        const auto answer = transport.exchange({.url = url}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::InvalidInput));
        QVERIFY(!QString::fromUtf8(describe::canonicalJson(answer.error())).contains(QStringLiteral("S3cret")));
    }

    void addressesAreTakenApart_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("origin");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isLoopback");
        QTest::newRow("plain") << "http://127.0.0.1:8080/a?b" << "http://127.0.0.1:8080" << "127.0.0.1" << "/a?b" << true;
        QTest::newRow("no path") << "https://trino.example" << "https://trino.example" << "trino.example" << "" << false;
        QTest::newRow("query only") << "http://h?x" << "http://h" << "h" << "?x" << false;
        QTest::newRow("IPv6") << "http://[::1]:80/" << "http://[::1]:80" << "::1" << "/" << true;
        QTest::newRow("IPv6, no port") << "http://[fe80::1]" << "http://[fe80::1]" << "fe80::1" << "" << false;
        QTest::newRow("a host that only looks local") << "http://localhost.example:1" << "http://localhost.example:1" << "localhost.example" << "" << false;
    }
    void addressesAreTakenApart()
    {
        QFETCH(const QString, url);
        const auto origin = parseOrigin(url);
        QVERIFY(origin);
        QTEST(origin.value().origin, "origin");
        QTEST(origin.value().host, "host");
        QTEST(origin.value().path, "path");
        QTEST(origin.value().isLoopback, "isLoopback");
    }

    void headersCannotBeSmuggledIn()
    {
        MisbehavingServer server([](const Request &) { return Reply{}; });
        CurlTransport transport;
        const auto answer = transport.exchange({.url = server.url(), .headers = {{"X-User", "a\r\nX-Admin: yes"}}}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::InvalidInput));
        QCOMPARE(server.requests().size(), 0u);
    }

    void redirectIsAnAnswer()
    {
        MisbehavingServer other([](const Request &) { return Reply{}; });
        MisbehavingServer server([&other](const Request &) { return Reply{.status = 302, .headers = "Location: " + other.url().toUtf8() + "/\r\n"}; });
        CurlTransport transport;
        const auto answer = transport.exchange({.url = server.url(), .headers = {{"Authorization", "Basic x"}}}, m_run);
        QVERIFY(answer);
        QCOMPARE(answer.value().status, 302);
        QCOMPARE(other.requests().size(), 0u);
    }

    void proxyIsNotAskedForThisMachine()
    {
        qputenv("http_proxy", MisbehavingServer::refusingUrl().toUtf8());
        MisbehavingServer server([](const Request &) { return Reply{}; });
        CurlTransport transport;
        const auto answer = transport.exchange({.url = server.url()}, m_run);
        qunsetenv("http_proxy");
        QVERIFY(answer);
    }

    void largeAnswerIsRefused()
    {
        MisbehavingServer server([](const Request &) { return Reply{.body = QByteArray(2000, 'x')}; });
        CurlTransport transport({.maxBodyBytes = 1000});
        const auto answer = transport.exchange({.url = server.url()}, m_run);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::ExternalFailure));
    }

    void connectionsAreKeptForIdempotentRequestsOnly()
    {
        MisbehavingServer server([](const Request &) { return Reply{.body = "{}"}; });
        CurlTransport transport;
        for (const bool isIdempotent : {true, true, false, false, true})
            QVERIFY(transport.exchange({.url = server.url(), .isIdempotent = isIdempotent}, m_run));
        const auto requests = server.requests();
        QCOMPARE(requests[1].connection, requests[0].connection);
        QCOMPARE((std::set<int>{requests[0].connection, requests[2].connection, requests[3].connection}.size()), 3u);
    }

    void nonIdempotentRequestIsSentOnce()
    {
        for (const Manner manner : {Manner::Resets, Manner::ResetsInBody, Manner::EndsInBody}) {
            bool isFirst = true;
            MisbehavingServer server([&isFirst, manner](const Request &) { return std::exchange(isFirst, false) ? Reply{.manner = Manner::ClosesAfter, .body = "{}"} : Reply{.manner = manner, .body = "{}"}; });
            CurlTransport transport;
            QVERIFY(transport.exchange({.url = server.url()}, m_run)); // leaves a connection behind that the server closes
            QVERIFY(!transport.exchange({.method = "POST", .url = server.url(), .body = "x", .timeoutMs = 1000, .isIdempotent = false}, m_run));
            QCOMPARE(server.requests().size(), 2u);
        }
    }

    void cancelEndsTheWaitAtOnce_data()
    {
        QTest::addColumn<int>("manner");
        QTest::newRow("hangs") << int(Manner::Hangs);
        QTest::newRow("trickles") << int(Manner::Trickles);
    }
    void cancelEndsTheWaitAtOnce()
    {
        QFETCH(const int, manner);
        MisbehavingServer server([manner](const Request &) { return Reply{.manner = Manner(manner), .body = QByteArray(10000, 'x')}; });
        CurlTransport transport;
        base::CancelToken cancel;
        RunContext run(cancel);
        std::atomic<qint64> cancelledAt = 0;
        QElapsedTimer time;
        time.start();
        std::thread person([&] {
            while (server.requests().empty())
                std::this_thread::yield();
            cancel.waitFor(std::chrono::milliseconds(100));
            cancelledAt = time.elapsed();
            cancel.cancel();
        });
        const auto answer = transport.exchange({.url = server.url()}, run);
        const qint64 endedAt = time.elapsed();
        person.join();
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::Cancelled));
        QVERIFY2(endedAt - cancelledAt < 200, qPrintable(QString::number(endedAt - cancelledAt)));
        QCOMPARE(int(transport.exchange({.url = server.url()}, run).error().code), int(ErrorCode::Cancelled));
        QCOMPARE(server.requests().size(), 1u);
    }

    void manyThreadsShareATransport()
    {
        MisbehavingServer server([](const Request &request) { return Reply{.body = request.path}; });
        CurlTransport transport;
        std::atomic<int> right = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 8; ++t)
            threads.emplace_back([&, t] {
                RunContext run;
                for (int i = 0; i < 50; ++i) {
                    const QByteArray path = "/" + QByteArray::number(t) + "/" + QByteArray::number(i);
                    const auto answer = transport.exchange({.url = server.url() + QString::fromLatin1(path)}, run);
                    right += answer && answer.value().body == path;
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(right.load(), 400);
    }

    void jsonKeepsItsNumbers()
    {
        const QByteArray text = "{\"a\":[1.10,-0.0,1E+2,12345678901234567890123,9223372036854775807,true,null,\"\\u00e9\\n\\\"\"],\"b\":{\"c\":{}}}";
        const auto value = parseJson(text);
        QVERIFY(value);
        QCOMPARE(value.value()["a"].toText().value().toUtf8(), QByteArray("[1.10,-0.0,1E+2,12345678901234567890123,9223372036854775807,true,null,\"\xc3\xa9\\n\\\"\"]"));
        QCOMPARE(value.value()["b"].toText().value(), QStringLiteral("{\"c\":{}}"));
        QCOMPARE(value.value()["a"].at(4).toInteger(), std::optional<qint64>(9223372036854775807LL));
        QVERIFY(value.value()["absent"]["deeper"].isNull());
        QVERIFY(value.value()["a"].at(99).isNull());
        for (const QByteArray &wrong : {QByteArray(), QByteArray("{"), QByteArray("{}x"), QByteArray("<html>"), QByteArray("\"\xff\""), QByteArray("[") + QByteArray(100000, '['), QByteArray(101, '[') + QByteArray(101, ']')})
            QVERIFY(!parseJson(wrong));
        QVERIFY(parseJson(QByteArray(100, '[') + QByteArray(100, ']')));
    }
};

QTEST_GUILESS_MAIN(TransportTest)
#include "transport_test.moc"
