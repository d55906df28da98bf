#include "component/ledger/run_store_fixture.h"

#include <QElapsedTimer>
#include <QProcess>

#include <cstdio>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using base::ErrorCode;
using model::RunState;

namespace {

const QString pipeline = QStringLiteral("pipeline");

/// What a child does: begins a run, takes a lease and says how that went; then holds it until its input ends, or it is killed.
int holdAsChild(const QString &folder, quint16 series)
{
    FixedClock clock;
    CountingIds ids(series);
    base::RunContext context;
    const auto store = adapters::SqliteRunStore::open(folder, clock, ids);
    if (!store)
        return 1;
    const model::Run run{.id = model::RunId(ids.next()), .operation = QStringLiteral("pipeline.run"), .state = RunState::Running, .startedAtUtc = clock.now()};
    if (!store.value()->begin(run))
        return 1;
    std::printf("ready\n");
    std::fflush(stdout);
    std::getchar(); // so that all children start at once
    const auto lease = store.value()->acquire(pipeline, run.id, 0, context);
    std::printf("%s\n", lease ? qPrintable(run.id.toString()) : lease.error().code == ErrorCode::Busy ? "busy" : "failed");
    std::fflush(stdout);
    std::getchar();
    return 0;
}

/// What a child does: writes numbered events.
int logAsChild(const QString &folder, const QString &run, int count)
{
    FixedClock clock;
    CountingIds ids;
    const auto store = adapters::SqliteRunStore::open(folder, clock, ids);
    for (int i = 0; store && i < count; ++i)
        if (!store.value()->record(model::RunId::parse(run).value(), logLine(QString::number(i))))
            return 1;
    return store ? 0 : 1;
}

} // namespace

class LeaseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isHeldUntilGivenBack();
    void waitsForTheHolder();
    void waitingIsCancelled();
    void silentHolderIsReplaced();
    void silenceIsFifteenSeconds_data();
    void silenceIsFifteenSeconds();
    void restartedMachineHoldsNothing();
    void wallClockDoesNotMatter();
    void leaseOutlivesItsStore();
    void oneOfTwoProcessesWins();
    void killedProcessIsReplacedAndItsRunInterrupted();
    void livingProcessKeepsItsLease();
    void processesShareALog();

private:
    struct Child {
        QProcess process;
        QByteArray line()
        {
            while (!process.canReadLine() && process.waitForReadyRead(20'000)) {}
            return process.readLine().trimmed();
        }
        void go() { process.write("\n"); process.waitForBytesWritten(); }
    };
    static void start(Child &child, const QStringList &arguments)
    {
        child.process.start(QCoreApplication::applicationFilePath(), arguments);
        QVERIFY(child.process.waitForStarted());
    }
    static void startHolder(Child &child, const QString &folder, int series)
    {
        start(child, {QStringLiteral("--hold"), folder, QString::number(series)});
        QCOMPARE(child.line(), QByteArray("ready"));
    }
};

void LeaseTest::isHeldUntilGivenBack()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId one(f.ids.next());
    const model::RunId two(f.ids.next());
    EKOS_NEED(lease, store->acquire(pipeline, one, 0, f.context));
    QCOMPARE(lease->epoch(), 1);
    QVERIFY(!lease->takenOverFrom());
    QVERIFY(lease->check());
    const QString since = f.clock.now().toString();
    f.clock.advance(60'000'000);
    for (const model::RunId &run : {two, one}) { // the same run may not hold it twice either: its processes exclude each other
        const auto busy = store->acquire(pipeline, run, 0, f.context);
        QVERIFY(!busy);
        QCOMPARE(busy.error().code, ErrorCode::Busy);
        const QString words = busy.error().message.toEnglish();
        QVERIFY2(words.contains(one.toString()) && words.contains(since.left(19)), qPrintable(words));
        QVERIFY(!busy.error().hint.isEmpty());
    }
    EKOS_NEED(elsewhere, store->acquire(QStringLiteral("table:public.film"), two, 0, f.context)); // another name is another lease
    lease.reset();
    EKOS_NEED(next, store->acquire(pipeline, two, 0, f.context));
    QCOMPARE(next->epoch(), 2);
    QVERIFY(!next->takenOverFrom()); // it was given back
}

void LeaseTest::waitsForTheHolder()
{
    RunStoreFixture f;
    const auto store = f.open();
    EKOS_NEED(lease, store->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
    std::thread holder([&] {
        base::CancelToken().waitFor(std::chrono::milliseconds(300));
        lease.reset();
    });
    const auto next = store->acquire(pipeline, model::RunId(f.ids.next()), 20'000, f.context);
    holder.join();
    QVERIFY(next);
    QElapsedTimer timer;
    timer.start();
    const auto busy = store->acquire(pipeline, model::RunId(f.ids.next()), 300, f.context);
    QVERIFY(!busy);
    QVERIFY(timer.elapsed() >= 300);
}

void LeaseTest::waitingIsCancelled()
{
    RunStoreFixture f;
    const auto store = f.open();
    EKOS_NEED(lease, store->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
    const base::CancelToken cancel;
    base::RunContext context(cancel);
    std::thread person([&] {
        base::CancelToken().waitFor(std::chrono::milliseconds(100));
        cancel.cancel();
    });
    QElapsedTimer timer;
    timer.start();
    const auto refused = store->acquire(pipeline, model::RunId(f.ids.next()), 60'000, context);
    person.join();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Cancelled);
    QVERIFY(timer.elapsed() < 10'000);
}

void LeaseTest::silentHolderIsReplaced()
{
    RunStoreFixture f;
    const model::RunId one(f.ids.next());
    const model::RunId two(f.ids.next());
    const auto first = f.open();
    EKOS_NEED(lease, first->acquire(pipeline, one, 0, f.context));
    RunStoreFixture later; // another process whose clock says that the first was silent
    later.machineClock.advance(15'001);
    later.path = f.path;
    const auto second = later.open();
    EKOS_NEED(taken, second->acquire(pipeline, two, 0, f.context));
    QCOMPARE(taken->epoch(), 2);
    QVERIFY(taken->takenOverFrom() == one);
    const auto stale = lease->check();
    QVERIFY(!stale);
    QCOMPARE(stale.error().code, ErrorCode::Stale);
    QVERIFY(!stale.error().hint.isEmpty());
    lease.reset(); // gives back nothing that is not its own
    QVERIFY(taken->check());
}

void LeaseTest::silenceIsFifteenSeconds_data()
{
    QTest::addColumn<qint64>("silence");
    QTest::addColumn<bool>("isAlive");
    QTest::newRow("now") << qint64(0) << true;
    QTest::newRow("a moment less") << qint64(14'999) << true;
    QTest::newRow("15 seconds") << qint64(15'000) << false;
    QTest::newRow("an hour") << qint64(3'600'000) << false;
    QTest::newRow("far in the future") << qint64(-3'600'000) << false;
}

void LeaseTest::silenceIsFifteenSeconds()
{
    QFETCH(qint64, silence);
    QFETCH(bool, isAlive);
    QCOMPARE(adapters::isAlive({QStringLiteral("a"), 50'000'000}, {QStringLiteral("a"), 50'000'000 + silence}), isAlive);
    QVERIFY(!adapters::isAlive({QStringLiteral("a"), 50'000'000}, {QStringLiteral("b"), 50'000'000 + silence}));
}

void LeaseTest::restartedMachineHoldsNothing()
{
    RunStoreFixture f;
    const model::RunId one(f.ids.next());
    const auto before = f.open();
    EKOS_NEED(lease, before->acquire(pipeline, one, 0, f.context));
    RunStoreFixture later;
    later.machineClock.restart();
    later.path = f.path;
    EKOS_NEED(taken, later.open()->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
    QVERIFY(taken->takenOverFrom() == one);
}

void LeaseTest::wallClockDoesNotMatter()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::Run run = f.newRun();
    QVERIFY(store->begin(run));
    EKOS_NEED(lease, store->acquire(pipeline, run.id, 0, f.context));
    for (const qint64 step : {qint64(86'400'000'000), qint64(-200'000'000'000)}) {
        f.clock.advance(step);
        QVERIFY(!store->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
        QVERIFY(lease->check());
        QCOMPARE(store->find(run.id.toString()).value().state, RunState::Running);
    }
}

void LeaseTest::leaseOutlivesItsStore()
{
    RunStoreFixture f;
    auto store = f.open();
    EKOS_NEED(lease, store->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
    store.reset();
    QVERIFY(lease->check());
    lease.reset();
    QVERIFY(f.open()->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
}

void LeaseTest::oneOfTwoProcessesWins()
{
    for (int round = 0; round < 5; ++round) {
        RunStoreFixture f;
        Child children[3];
        for (int i = 0; i < 3; ++i)
            startHolder(children[i], f.path, 1 + i);
        for (Child &child : children)
            child.go();
        int winners = 0;
        int busy = 0;
        for (Child &child : children) {
            const QByteArray line = child.line();
            winners += line.startsWith("01900000-");
            busy += line == "busy";
        }
        QCOMPARE(winners, 1);
        QCOMPARE(busy, 2);
        for (Child &child : children) {
            child.go();
            QVERIFY(child.process.waitForFinished());
        }
    }
}

void LeaseTest::killedProcessIsReplacedAndItsRunInterrupted()
{
    RunStoreFixture f;
    Child child;
    startHolder(child, f.path, 9);
    child.go();
    const auto holder = model::RunId::parse(QString::fromLatin1(child.line()));
    QVERIFY(holder);
    const auto store = f.open();
    QCOMPARE(store->find(holder.value().toString()).value().state, RunState::Running);
    child.process.kill(); // SIGKILL
    QVERIFY(child.process.waitForFinished());
    QVERIFY(!store->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context)); // it may still live, for all that is known
    f.machineClock.advance(16'000);
    EKOS_NEED(run, store->find(holder.value().toString()));
    QCOMPARE(run.state, RunState::Interrupted);
    QVERIFY(run.endedAtUtc);
    QVERIFY(!run.outcome.isEmpty());
    QCOMPARE(store->list(1).value().front().state, RunState::Interrupted);
    EKOS_NEED(taken, store->acquire(pipeline, model::RunId(f.ids.next()), 0, f.context));
    QVERIFY(taken->takenOverFrom() == holder.value());
    QCOMPARE(taken->epoch(), 2);
}

void LeaseTest::livingProcessKeepsItsLease()
{
    RunStoreFixture f;
    Child child;
    startHolder(child, f.path, 9);
    child.go();
    const QString holder = QString::fromLatin1(child.line());
    const auto store = f.open();
    // The beat itself: within a few seconds the row holds a later moment, although the child does nothing.
    const auto beat = [&] { return query(f.database(), "SELECT beat_ms FROM lease UNION ALL SELECT beat_ms FROM run"); };
    const QStringList before = beat();
    QCOMPARE(before.size(), 2);
    QTRY_VERIFY_WITH_TIMEOUT(beat()[0] != before[0] && beat()[1] != before[1], 10'000);
    QCOMPARE(store->find(holder).value().state, RunState::Running);
    child.go();
    QVERIFY(child.process.waitForFinished());
}

void LeaseTest::processesShareALog()
{
    RunStoreFixture f;
    const model::RunId run(f.ids.next());
    Child children[2];
    for (Child &child : children)
        start(child, {QStringLiteral("--log"), f.path, run.toString(), QStringLiteral("200")});
    for (Child &child : children) {
        QVERIFY(child.process.waitForFinished());
        QCOMPARE(child.process.exitCode(), 0);
    }
    EKOS_NEED(all, f.open()->events(run, 0, 1000));
    QCOMPARE(all.size(), size_t(400));
    for (size_t i = 0; i < all.size(); ++i)
        QCOMPARE(all[i].sequence, qint64(i) + 1);
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.value(1) == QLatin1String("--hold"))
        return holdAsChild(arguments.value(2), quint16(arguments.value(3).toUInt()));
    if (arguments.value(1) == QLatin1String("--log"))
        return logAsChild(arguments.value(2), arguments.value(3), arguments.value(4).toInt());
    LeaseTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "lease_test.moc"
