#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/dagster_orchestrator.h"
#include "adapters/http_services/iceberg_rest.h"
#include "adapters/http_services/object_store.h"
#include "support/misbehaving_server.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::RunContext;
using model::CheckState;
using ports::OrchestratorRunState;
using tests::MisbehavingServer;
using Manner = MisbehavingServer::Manner;
using Reply = MisbehavingServer::Reply;
using Request = MisbehavingServer::Request;

namespace {

const DagsterOptions quick{.requestTimeoutMs = 400, .connectTimeoutMs = 400, .retryMs = 1500, .reloadMs = 1000, .terminateMs = 1000};

class FakeDagster {
public:
    explicit FakeDagster(MisbehavingServer::Script script)
        : server(std::move(script))
    {
        auto opened = DagsterOrchestrator::open(server.url() + QStringLiteral("/"), QStringLiteral("film \"shop\""), std::make_shared<CurlTransport>(), quick);
        dagster = std::move(opened).value();
    }
    int count(const char *word) const
    {
        const auto requests = server.requests();
        return int(std::ranges::count_if(requests, [word](const Request &request) { return request.body.contains(word); }));
    }

    MisbehavingServer server;
    std::unique_ptr<DagsterOrchestrator> dagster;
    RunContext run;
};

QByteArray page(const QByteArray &status, const QByteArray &events, const QByteArray &cursor, const char *hasMore)
{
    return "{\"data\":{\"runOrError\":{\"__typename\":\"Run\",\"status\":\"" + status + "\",\"eventConnection\":{\"cursor\":\"" + cursor + "\",\"hasMore\":" + hasMore + ",\"events\":[" + events + "]}}}}";
}

const QByteArray planned = "{\"__typename\":\"AssetMaterializationPlannedEvent\",\"stepKey\":\"s\",\"assetKey\":{\"path\":[\"bronze\",\"public\",\"a b\"]}}";
const QByteArray failed = "{\"__typename\":\"ExecutionStepFailureEvent\",\"stepKey\":\"s\",\"error\":{\"message\":\"outer\",\"causes\":[{\"message\":\"inner\\n\"}]}}";
const QByteArray done = "{\"__typename\":\"MaterializationEvent\",\"stepKey\":\"s\",\"message\":\"Materialized\",\"assetKey\":{\"path\":[\"bronze\",\"public\",\"a b\"]}}";
const QByteArray launchedAnswer = "{\"data\":{\"launchRun\":{\"__typename\":\"LaunchRunSuccess\",\"run\":{\"runId\":\"r1\"}}}}";
const QByteArray foundRun = "{\"data\":{\"runsOrError\":{\"__typename\":\"Runs\",\"results\":[{\"runId\":\"r1\"}]}}}";
const QByteArray noRun = "{\"data\":{\"runsOrError\":{\"__typename\":\"Runs\",\"results\":[]}}}";

} // namespace

/// What DagsterOrchestrator and the service checks do when the other side does not do its part.
class DagsterFaultTest : public QObject {
    Q_OBJECT

private:
    RunContext m_run;

private Q_SLOTS:
    void pageThatDoesNotMoveIsTold()
    {
        FakeDagster fake([](const Request &) { return Reply{.body = page("STARTED", planned, "c1", "true")}; });
        const auto state = fake.dagster->state(QStringLiteral("r1"), fake.run);
        QVERIFY(!state);
        QCOMPARE(int(state.error().code), int(ErrorCode::ExternalFailure));
        QVERIFY(!state.error().hint.isEmpty());
        QCOMPARE(fake.count("runOrError("), 2);
    }

    void launchSaysWhatItIsTold()
    {
        FakeDagster fake([](const Request &) { return Reply{.body = launchedAnswer}; });
        const auto launched = fake.dagster->launch({.assets = {QStringLiteral("bronze/public/a \"b\"")}, .mode = ports::LaunchMode::InProcess, .runId = QStringLiteral("run-7")}, fake.run);
        QVERIFY(launched);
        QCOMPARE(launched.value(), QStringLiteral("r1"));
        const QByteArray body = fake.server.requests().at(0).body;
        QCOMPARE(fake.server.requests().at(0).path, QByteArray("/graphql"));
        QVERIFY(body.contains("\"repositoryLocationName\":\"film \\\"shop\\\"\""));
        QVERIFY(body.contains("\"jobName\":\"bronze_in_process\""));
        QVERIFY(body.contains("\"assetSelection\":[{\"path\":[\"bronze\",\"public\",\"a \\\"b\\\"\"]}]"));
        QVERIFY(body.contains("{\"key\":\"ekos/run_id\",\"value\":\"run-7\"}"));
    }

    void launchWhoseAnswerIsLostIsLookedUp_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("isThere");
        for (const bool isThere : {true, false}) {
            const QByteArray suffix = isThere ? ", run is there" : ", no run";
            QTest::newRow(("hangs" + suffix).constData()) << int(Manner::Hangs) << 200 << isThere;
            QTest::newRow(("resets" + suffix).constData()) << int(Manner::Resets) << 200 << isThere;
            QTest::newRow(("ends in the body" + suffix).constData()) << int(Manner::EndsInBody) << 200 << isThere;
            QTest::newRow(("504" + suffix).constData()) << int(Manner::Answers) << 504 << isThere;
        }
    }
    void launchWhoseAnswerIsLostIsLookedUp()
    {
        QFETCH(const int, manner);
        QFETCH(const int, status);
        QFETCH(const bool, isThere);
        FakeDagster fake([&](const Request &request) { return request.body.contains("launchRun(") ? Reply{.manner = Manner(manner), .status = status, .body = launchedAnswer} : Reply{.body = isThere ? foundRun : noRun}; });
        const auto launched = fake.dagster->launch({}, fake.run);
        QCOMPARE(fake.count("launchRun("), 1);
        QCOMPARE(fake.count("runsOrError("), 1);
        QCOMPARE(bool(launched), isThere);
        if (isThere) {
            QCOMPARE(launched.value(), QStringLiteral("r1"));
        } else {
            QVERIFY(launched.error().message.toEnglish().contains(QStringLiteral("is unknown")));
            QVERIFY(!launched.error().hint.isEmpty());
        }
    }

    void launchThatIsCancelledEndsItsRun()
    {
        base::CancelToken cancel;
        FakeDagster fake([](const Request &request) {
            if (request.body.contains("launchRun("))
                return Reply{.manner = Manner::Hangs};
            if (request.body.contains("terminateRun("))
                return Reply{.body = "{\"data\":{\"terminateRun\":{\"__typename\":\"TerminateRunSuccess\"}}}"};
            return Reply{.body = foundRun};
        });
        RunContext run(cancel);
        std::thread person([&] {
            while (fake.count("launchRun(") < 1)
                std::this_thread::yield();
            cancel.cancel();
        });
        const auto launched = fake.dagster->launch({}, run);
        person.join();
        QVERIFY(!launched);
        QCOMPARE(int(launched.error().code), int(ErrorCode::Cancelled));
        QCOMPARE(fake.count("terminateRun("), 1);
    }

    void questionIsAskedAgain_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("status");
        QTest::newRow("503") << int(Manner::Answers) << 503;
        QTest::newRow("500") << int(Manner::Answers) << 500;
        QTest::newRow("429") << int(Manner::Answers) << 429;
        QTest::newRow("reset") << int(Manner::Resets) << 200;
        QTest::newRow("truncated") << int(Manner::EndsInBody) << 200;
        QTest::newRow("hangs") << int(Manner::Hangs) << 200;
    }
    void questionIsAskedAgain()
    {
        QFETCH(const int, manner);
        QFETCH(const int, status);
        int left = 2;
        FakeDagster fake([&](const Request &) { return left-- > 0 ? Reply{.manner = Manner(manner), .status = status, .body = "{\"data\":{}}"} : Reply{.body = page("SUCCESS", planned + ',' + done, "c1", "false")}; });
        const auto state = fake.dagster->state(QStringLiteral("r1"), fake.run);
        QVERIFY2(state, state ? "" : qPrintable(state.error().message.toEnglish()));
        QCOMPARE(int(state.value().state), int(OrchestratorRunState::Succeeded));
    }

    void badAnswersAreToldInBoundedTime_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("503 for ever") << int(Manner::Answers) << 503 << QByteArray("busy");
        QTest::newRow("hangs for ever") << int(Manner::Hangs) << 200 << QByteArray();
        QTest::newRow("resets for ever") << int(Manner::Resets) << 200 << QByteArray();
        QTest::newRow("trickles") << int(Manner::Trickles) << 200 << QByteArray(10000, ' ');
        QTest::newRow("a web page") << int(Manner::Answers) << 200 << QByteArray("<html>");
        QTest::newRow("404") << int(Manner::Answers) << 404 << QByteArray("nothing here");
        QTest::newRow("other JSON") << int(Manner::Answers) << 200 << QByteArray("[]");
        QTest::newRow("null data") << int(Manner::Answers) << 200 << QByteArray("{\"data\":null}");
        QTest::newRow("errors of GraphQL") << int(Manner::Answers) << 400 << QByteArray("{\"errors\":[{\"message\":\"Cannot query field\"}]}");
        QTest::newRow("errors beside data") << int(Manner::Answers) << 200 << QByteArray("{\"data\":{\"runOrError\":null},\"errors\":[{\"message\":\"Cannot query field\"}]}");
        QTest::newRow("unknown kind of answer") << int(Manner::Answers) << 200 << QByteArray("{\"data\":{\"runOrError\":{\"__typename\":\"PythonError\",\"message\":\"boom\"}}}");
    }
    void badAnswersAreToldInBoundedTime()
    {
        QFETCH(const int, manner);
        QFETCH(const int, status);
        QFETCH(const QByteArray, body);
        FakeDagster fake([&](const Request &) { return Reply{.manner = Manner(manner), .status = status, .body = body}; });
        QElapsedTimer time;
        time.start();
        const auto state = fake.dagster->state(QStringLiteral("r1"), fake.run);
        QVERIFY(!state);
        QVERIFY(state.error().code == ErrorCode::ExternalFailure || state.error().code == ErrorCode::Unreachable || state.error().code == ErrorCode::TimedOut);
        QVERIFY(!state.error().hint.isEmpty());
        QVERIFY(time.elapsed() < 4000);
    }

    void stateAddsUpPages()
    {
        FakeDagster fake([](const Request &request) {
            if (request.body.contains("\"after\":null"))
                return Reply{.body = page("STARTED", planned + ',' + failed, "c1", "true")};
            if (request.body.contains("\"after\":\"c1\""))
                return Reply{.body = page("STARTED", {}, "c2", "false")};
            return Reply{.body = page("SUCCESS", done, "c3", "false")};
        });
        const auto first = fake.dagster->state(QStringLiteral("r1"), fake.run);
        QVERIFY(first);
        QCOMPARE(int(first.value().state), int(OrchestratorRunState::Running));
        QCOMPARE(first.value().assets.size(), 1u);
        QCOMPARE(first.value().assets[0].asset, QStringLiteral("bronze/public/a b"));
        QVERIFY(first.value().assets[0].isFailed);
        QCOMPARE(first.value().assets[0].message, QStringLiteral("inner"));
        const auto second = fake.dagster->state(QStringLiteral("r1"), fake.run); // the second attempt of the step came through
        QVERIFY(second);
        QCOMPARE(int(second.value().state), int(OrchestratorRunState::Succeeded));
        QVERIFY(second.value().assets[0].isDone && !second.value().assets[0].isFailed);
        QCOMPARE(fake.server.requests().size(), 3u);
    }

    void locationThatNeverLoadsIsTold()
    {
        FakeDagster fake([](const Request &request) {
            return Reply{.body = request.body.contains("reloadRepositoryLocation(") ? QByteArray("{\"data\":{\"reloadRepositoryLocation\":{\"__typename\":\"WorkspaceLocationEntry\"}}}")
                                                                                   : QByteArray("{\"data\":{\"workspaceLocationEntryOrError\":{\"__typename\":\"WorkspaceLocationEntry\",\"loadStatus\":\"LOADING\",\"locationOrLoadError\":null}}}")};
        });
        const auto reloaded = fake.dagster->reload(fake.run);
        QVERIFY(!reloaded);
        QCOMPARE(int(reloaded.error().code), int(ErrorCode::TimedOut));
    }

    void absentServerIsToldAtOnce()
    {
        auto dagster = DagsterOrchestrator::open(MisbehavingServer::refusingUrl(), QStringLiteral("film"), std::make_shared<CurlTransport>(), quick);
        QVERIFY(dagster);
        QElapsedTimer time;
        time.start();
        const auto launched = dagster.value()->launch({}, m_run);
        QVERIFY(!launched);
        QCOMPARE(int(launched.error().code), int(ErrorCode::Unreachable));
        QVERIFY(!launched.error().message.toEnglish().contains(QStringLiteral("unknown")));
        QVERIFY(time.elapsed() < 1000);
        QCOMPARE(int(dagster.value()->check(m_run).at(0).state), int(CheckState::Failed));
        QVERIFY(!DagsterOrchestrator::open(QStringLiteral("nonsense"), QStringLiteral("film"), std::make_shared<CurlTransport>(), quick));
        QVERIFY(!DagsterOrchestrator::open(MisbehavingServer::refusingUrl(), QString(), std::make_shared<CurlTransport>(), quick));
    }

    void servicesAreChecked_data()
    {
        QTest::addColumn<int>("health");
        QTest::addColumn<int>("config");
        QTest::addColumn<int>("catalogState");
        QTest::addColumn<int>("storeState");
        QTest::newRow("well") << 200 << 500 << int(CheckState::Passed) << int(CheckState::Passed);
        QTest::newRow("no health page, a catalog") << 404 << 200 << int(CheckState::Passed) << int(CheckState::Passed);
        QTest::newRow("no health page, a catalog that asks for a sign-in") << 404 << 401 << int(CheckState::Passed) << int(CheckState::Passed);
        QTest::newRow("something else") << 404 << 404 << int(CheckState::Failed) << int(CheckState::Passed);
        QTest::newRow("refused") << 403 << 403 << int(CheckState::Failed) << int(CheckState::Passed);
        QTest::newRow("down") << 503 << 503 << int(CheckState::Failed) << int(CheckState::Failed);
    }
    void servicesAreChecked()
    {
        QFETCH(const int, health);
        QFETCH(const int, config);
        MisbehavingServer server([&](const Request &request) { return Reply{.status = request.path.contains("config") ? config : health}; });
        CurlTransport transport;
        const auto catalog = checkIcebergCatalog(server.url() + QStringLiteral("/q/health"), transport, m_run);
        QTEST(int(catalog.at(0).state), "catalogState");
        QCOMPARE(catalog[0].remedy.isEmpty(), catalog[0].state == CheckState::Passed);
        const auto store = checkObjectStore(server.url(), transport, m_run);
        QTEST(int(store.at(0).state), "storeState");
        QCOMPARE(int(checkObjectStore(MisbehavingServer::refusingUrl(), transport, m_run).at(0).state), int(CheckState::Failed));
        QCOMPARE(int(checkIcebergCatalog(QStringLiteral("nonsense"), transport, m_run).at(0).state), int(CheckState::Failed));
        QCOMPARE(int(checkIcebergCatalog(QString(), transport, m_run).at(0).state), int(CheckState::Skipped));
    }
};

QTEST_GUILESS_MAIN(DagsterFaultTest)
#include "dagster_fault_test.moc"
