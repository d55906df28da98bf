#include "support/event_loop_watch.h"

#include <QProcess>
#include <QTest>
#include <QThread>

#include <ctime>
#include <mutex>
#include <thread>

using namespace lakehouse::testsupport;

namespace {

constexpr qint64 heldMs = 100;
constexpr qint64 freeMs = 40; ///< more than QTest::qWait sleeps between two looks, with room
constexpr qint64 foundMs = 70; ///< of heldMs: what a guest loses to its host is counted in whole ticks of 10 ms
constexpr int settleMs = 30;

double workedMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

void work(qint64 milliseconds)
{
    for (const double until = workedMs() + double(milliseconds); workedMs() < until;) { }
}

/// Done from the event loop, as everything of a page is.
void fromTheLoop(EventLoopWatch &watch, const char *step, const std::function<void()> &what)
{
    QTest::qWait(settleMs);
    watch.begin(QString::fromLatin1(step));
    QTimer::singleShot(0, qApp, what);
    QTest::qWait(settleMs);
    watch.begin(QStringLiteral("afterwards"));
    QTest::qWait(settleMs);
}

/// Processes that never rest, twice as many as there are processors.
class BusyMachine {
public:
    BusyMachine()
    {
        for (int i = 0; i < 2 * QThread::idealThreadCount(); ++i) {
            m_processes.push_back(std::make_unique<QProcess>());
            m_processes.back()->start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("while :; do :; done")});
            isBusy = isBusy && m_processes.back()->waitForStarted();
        }
    }
    ~BusyMachine()
    {
        for (const auto &process : m_processes) {
            process->kill();
            process->waitForFinished();
        }
    }
    bool isBusy = true;

private:
    std::vector<std::unique_ptr<QProcess>> m_processes;
};

} // namespace

/// Whether the watch finds what keeps an event loop from working, and nothing else.
class EventLoopWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSleepIsFound()
    {
        if (!EventLoopWatch::knowsWaiting())
            QSKIP("this system does not tell how long a thread waited");
        EventLoopWatch watch;
        fromTheLoop(watch, "sleep", [] { QThread::msleep(heldMs); });
        QVERIFY2(watch.longestWait().waitedMs >= foundMs, qPrintable(watch.figures()));
        QCOMPARE(watch.longestWait().step, QStringLiteral("sleep"));
        QVERIFY2(watch.longestWork().cpuMs < freeMs, qPrintable(watch.figures()));
    }

    void aLockThatAnotherHoldsIsFound()
    {
        if (!EventLoopWatch::knowsWaiting())
            QSKIP("this system does not tell how long a thread waited");
        EventLoopWatch watch;
        std::mutex mutex;
        std::thread other;
        fromTheLoop(watch, "lock", [&] {
            std::atomic<bool> isHeld = false;
            other = std::thread([&] {
                const std::lock_guard lock(mutex);
                isHeld = true;
                isHeld.notify_one();
                QThread::msleep(heldMs);
            });
            isHeld.wait(false);
            const std::lock_guard lock(mutex);
        });
        other.join();
        QVERIFY2(watch.longestWait().waitedMs >= foundMs, qPrintable(watch.figures()));
        QCOMPARE(watch.longestWait().step, QStringLiteral("lock"));
    }

    void whatIsDoneAtOnceAfterAStepBeganIsFound()
    {
        EventLoopWatch watch;
        QTest::qWait(settleMs);
        watch.begin(QStringLiteral("work"));
        work(heldMs);
        QTest::qWait(settleMs);
        QVERIFY2(watch.longestWork().cpuMs >= heldMs, qPrintable(watch.figures()));
        QCOMPARE(watch.longestWork().step, QStringLiteral("work"));
    }

    void workIsNoWaiting()
    {
        EventLoopWatch watch;
        fromTheLoop(watch, "work", [] { work(heldMs); });
        QVERIFY2(watch.longestWork().cpuMs >= heldMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs < freeMs, qPrintable(watch.figures()));
    }

    void otherBusyProcessesAreNot()
    {
        BusyMachine machine;
        QVERIFY(machine.isBusy);
        EventLoopWatch watch;
        for (int i = 0; i < 5; ++i)
            fromTheLoop(watch, "work", [] { work(30); });
        QVERIFY2(watch.longestWait().waitedMs < freeMs, qPrintable(watch.figures()));
    }

    void whatIsExcusedIsNot()
    {
        EventLoopWatch watch;
        QTest::qWait(settleMs);
        watch.excuse();
        QThread::msleep(heldMs);
        work(heldMs);
        QTest::qWait(settleMs);
        QVERIFY2(watch.longestWait().waitedMs < freeMs && watch.longestWork().cpuMs < freeMs, qPrintable(watch.figures()));
    }
};

QTEST_GUILESS_MAIN(EventLoopWatchTest)
#include "event_loop_watch_test.moc"
