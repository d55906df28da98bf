#include "api/operations/project.h"
#include "model/no_source.h"
#include "shell/page_work.h"
#include "shell/retired.h"
#include "shell/source_notice.h"
#include "views/support/working_host.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

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

    /// A large answer is taken apart where it came, and only what is made of it crosses over.
    void workIsMadeSmallWhereItsAnswerCame()
    {
        usecases::HandlerRegistry handlers;
        handlers.add<api::ShowPulse>([](const api::ShowPulse &, const api::CallContext &, base::RunContext &) -> base::Result<api::ProjectPulse> {
            return api::ProjectPulse{.ledgerEntries = 41};
        });
        WorkingHost host(std::move(handlers));
        PageCalls calls(host);
        PageWork work(calls);
        QThread *madeOn = nullptr;
        qint64 heard = 0;
        int ended = 0;
        work.startFor<qint64>(api::ShowPulse{}, [&](const api::ProjectPulse &pulse) {
            madeOn = QThread::currentThread();
            return pulse.ledgerEntries + 1;
        }, [&](const qint64 &made) { heard = made; }, [&] { ++ended; });
        QCOMPARE(work.operation(), QStringLiteral("project.pulse"));
        QTRY_COMPARE(ended, 1);
        QCOMPARE(heard, 42);
        QVERIFY(madeOn && madeOn != QThread::currentThread());
        QVERIFY(work.operation().isEmpty());
    }

    void whatIsShownNoMoreGoesWithTheNextQuestion()
    {
        Retired<int> retired;
        auto alone = std::make_shared<const int>(1);
        auto shown = std::make_shared<const int>(2);
        const std::weak_ptr<const int> first = alone, second = shown;
        retired.add(nullptr);
        retired.add(shown);
        retired.add(std::move(alone));
        retired.add(shown); // once more: it waits already
        QCOMPARE(retired.take().size(), std::size_t(1)); // and is gone with that
        QVERIFY(first.expired());
        shown.reset();
        QVERIFY(!second.expired());
        QCOMPARE(retired.take().size(), std::size_t(1));
        QVERIFY(second.expired());
        QVERIFY(retired.take().empty());
    }

    void whatFailedIsNotMadeAnythingOf()
    {
        FakePageHost host;
        host.bench.fail<api::ShowPulse>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "No answer.")}});
        PageCalls calls(host);
        PageWork work(calls);
        int ended = 0;
        bool isMade = false;
        work.startFor<qint64>(api::ShowPulse{}, [&](const api::ProjectPulse &) { isMade = true; return qint64(0); }, [&](const qint64 &) { isMade = true; }, [&] { ++ended; });
        QTRY_COMPARE(ended, 1);
        QVERIFY(!isMade);
        QCOMPARE(work.error()->code, base::ErrorCode::Unreachable);
    }

    void workSaysWhyItKeepsOthersWaiting()
    {
        FakePageHost host;
        host.bench.hold<api::ShowPulse>();
        PageCalls calls(host);
        PageWork work(calls);
        QVERIFY(work.whyBusy().isEmpty());
        work.start(api::ShowPulse{}, [](const api::ProjectPulse &) {}, [] {});
        QCOMPARE(work.whyBusy(), QStringLiteral("Something is being done already. Wait for its end, or stop it."));
        work.stop();
        QVERIFY(work.whyBusy().isEmpty());
        QVERIFY(PageWork::whyBusyWith({}).isEmpty());
        QVERIFY(!PageWork::whyBusyWith(QStringLiteral("project.pulse")).isEmpty());
    }

    void onlyAMissingSourceIsOne()
    {
        QVERIFY(hasNoSource(model::noSource()));
        QVERIFY(!hasNoSource(std::nullopt));
        QVERIFY(!hasNoSource(base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No plan was made yet.")}}));
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
