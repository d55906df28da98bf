#include "api/operations/project.h"
#include "shell/page_work.h"
#include "views/support/fake_page_host.h"

#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

class PageCallsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyTheNewestAnswerIsHeard()
    {
        FakePageHost host;
        host.bench.answer<api::ShowPulse>(api::ProjectPulse{.ledgerEntries = 1});
        host.bench.hold<api::ShowPulse>();
        PageCalls calls(host);
        PageCall call(calls);
        QSignalSpy settled(&calls, &PageCalls::settled);
        std::vector<int> heard;
        const auto ask = [&](int number) { call.ask(api::ShowPulse{}, [&heard, number](const base::Result<api::ProjectPulse> &) { heard.push_back(number); }); };
        ask(1);
        ask(2);
        QCOMPARE(host.bench.calls<api::ShowPulse>(), 2);
        host.bench.release<api::ShowPulse>();
        QVERIFY(settled.wait());
        QCOMPARE(heard, std::vector<int>{2});
        QVERIFY(!call.isUnderWay());
        QCOMPARE(settled.size(), 1); // when both are over, not before
    }

    void whatIsGivenUpIsCancelledAndNotHeard()
    {
        FakePageHost host;
        host.bench.answer<api::ShowPulse>(api::ProjectPulse{});
        host.bench.hold<api::ShowPulse>();
        PageCalls calls(host);
        PageCall call(calls);
        QSignalSpy settled(&calls, &PageCalls::settled);
        bool isHeard = false;
        QVERIFY(!call.giveUp()); // nothing yet
        call.ask(api::ShowPulse{}, [&](const base::Result<api::ProjectPulse> &) { isHeard = true; });
        QVERIFY(call.isUnderWay());
        QVERIFY(call.giveUp());
        QVERIFY(!call.isUnderWay());
        QVERIFY(host.bench.lastContext<api::ShowPulse>().cancel.isCancelled());
        QVERIFY(settled.wait());
        QVERIFY(!isHeard);
    }

    void theEndOfThePageCancelsWhatItAsked()
    {
        FakePageHost host;
        host.bench.hold<api::ShowPulse>();
        {
            PageCalls calls(host);
            PageCall call(calls);
            call.ask(api::ShowPulse{}, [](const base::Result<api::ProjectPulse> &) { QFAIL("nobody is there to hear it"); });
        }
        QVERIFY(host.bench.lastContext<api::ShowPulse>().cancel.isCancelled());
        QCoreApplication::processEvents();
    }

    void workIsOneAtATime()
    {
        FakePageHost host;
        host.bench.fail<api::ShowPulse>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "No answer.")}});
        host.bench.hold<api::ShowPulse>();
        PageCalls calls(host);
        PageWork work(calls);
        int ended = 0;
        const auto start = [&] { work.start(api::ShowPulse{}, [](const api::ProjectPulse &) { QFAIL("it failed"); }, [&] { ++ended; }); };
        start();
        start();
        QCOMPARE(host.bench.calls<api::ShowPulse>(), 1);
        QCOMPARE(work.operation(), QStringLiteral("project.pulse"));
        host.bench.release<api::ShowPulse>();
        QTRY_COMPARE(ended, 1);
        QVERIFY(work.operation().isEmpty());
        QCOMPARE(work.error()->code, base::ErrorCode::Unreachable);
        start(); // the next one forgets what went wrong before
        QVERIFY(!work.error());
    }

    void stoppedWorkIsNoError()
    {
        FakePageHost host;
        host.bench.hold<api::ShowPulse>();
        PageCalls calls(host);
        PageWork work(calls);
        QSignalSpy changed(&work, &PageWork::changed);
        work.start(api::ShowPulse{}, [](const api::ProjectPulse &) {}, [] { QFAIL("it was given up"); });
        work.stop();
        QVERIFY(work.operation().isEmpty());
        QVERIFY(!work.error());
        QCOMPARE(changed.size(), 2);
        QCoreApplication::processEvents();
        QCOMPARE(changed.size(), 2);
    }
};

QTEST_MAIN(PageCallsTest)
#include "page_calls_test.moc"
