#include "component/ledger/run_store_fixture.h"

#include <QElapsedTimer>

#include <thread>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using base::ErrorCode;
using model::EventLevel;
using model::RunState;

class RunStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsAreListedNewestFirst();
    void runsAreFoundByPrefix();
    void endedRunStaysWhatItIs();
    void beginJoinsAKnownRun();
    void eventsAreNumbered();
    void eventsAreReadFromAnyPlace();
    void unfinishedLineIsRemoved_data();
    void unfinishedLineIsRemoved();
    void damagedLineIsShown();
    void threadsShareALog();
    void loadStateIsKept();
    void aReloadStandsUntilItIsSettled();
    void newestLoadOfEachTable();
    void newestReconciliationOfEachTable();
    void answersAreKept();
    void ledgerHeadIsNoted();
    void damagedFileIsMadeAnew_data();
    void damagedFileIsMadeAnew();
    void damageMetLaterIsMadeAnew();
    void newerFormatIsRefused();
    void replacedFileIsFollowed();
};

void RunStoreTest::runsAreListedNewestFirst()
{
    RunStoreFixture f;
    const auto store = f.open();
    QVERIFY(store);
    EKOS_NEED(none, store->list(10));
    QVERIFY(none.empty());
    std::vector<model::Run> runs;
    for (int i = 0; i < 5; ++i) {
        runs.insert(runs.begin(), f.newRun());
        QVERIFY(store->begin(runs.front()));
    }
    EKOS_NEED(all, store->list(10));
    QVERIFY(all == runs);
    EKOS_NEED(two, store->list(2));
    QVERIFY(two == std::vector<model::Run>(runs.begin(), runs.begin() + 2));
    QVERIFY(store->list(0).value().empty());
    QVERIFY(store->list(-1).value().empty());
}

void RunStoreTest::runsAreFoundByPrefix()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::Run one = f.newRun();
    const model::Run two = f.newRun();
    QVERIFY(store->begin(one) && store->begin(two));
    QVERIFY(store->find(one.id.toString()).value() == one);
    QVERIFY(store->find(two.id.toString().toUpper()).value() == two);
    QVERIFY(store->find(one.id.toString().left(36)).value() == one);
    const auto several = store->find(QStringLiteral("0190"));
    QVERIFY(!several);
    QCOMPARE(several.error().code, ErrorCode::InvalidInput);
    const auto none = store->find(QStringLiteral("0191"));
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::NotFound);
    for (const char *bad : {"", "%", "' OR 1=1", "0190_", "g"}) {
        const auto refused = store->find(QString::fromLatin1(bad));
        QVERIFY2(!refused, bad);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    }
}

void RunStoreTest::endedRunStaysWhatItIs()
{
    RunStoreFixture f;
    const auto store = f.open();
    model::Run run = f.newRun();
    QVERIFY(store->begin(run));
    run.state = RunState::Problems;
    run.endedAtUtc = f.clock.now();
    run.outcome = {QT_TRANSLATE_NOOP("core", "%1 of %2 table(s) green."), qint64(6), qint64(7)};
    QVERIFY(store->update(run));
    f.machineClock.advance(1'000'000);
    QVERIFY(store->find(run.id.toString()).value() == run);
    const auto unknown = store->update(f.newRun());
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::NotFound);
}

void RunStoreTest::beginJoinsAKnownRun()
{
    RunStoreFixture f;
    const auto store = f.open();
    const auto other = f.open();
    model::Run run = f.newRun();
    QVERIFY(store->begin(run));
    model::Run again = run;
    again.actor = QStringLiteral("otto");
    QVERIFY(other->begin(again)); // two processes that start the same run at once
    QVERIFY(store->find(run.id.toString()).value() == run);
}

void RunStoreTest::eventsAreNumbered()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId run(f.ids.next());
    QVERIFY(store->events(run, 0, 10).value().empty());
    std::vector<model::RunEvent> written;
    for (const EventLevel level : {EventLevel::Info, EventLevel::Warning, EventLevel::Error}) {
        EKOS_NEED(one, store->record(run, logLine(QStringLiteral("public.\"a\nb\""), level)));
        written.push_back(one);
        QCOMPARE(one.sequence, qint64(written.size()));
    }
    QVERIFY(store->events(run, 0, 10).value() == written);
    QVERIFY(store->events(run, 1, 1).value() == std::vector<model::RunEvent>{written[1]});
    QVERIFY(store->events(run, 3, 10).value().empty());
    QVERIFY(store->events(run, 0, 0).value().empty());
    EKOS_NEED(other, store->record(model::RunId(f.ids.next()), logLine({})));
    QCOMPARE(other.sequence, 1); // a sequence per run
    QFile file(f.log(run));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readLine(), QByteArray("{\"at\":\"2023-11-14T22:13:20.000000Z\",\"level\":\"info\",\"message\":{\"arguments\":[{\"number\":7}],\"source\":\"%1 rows\"},"
                                         "\"sequence\":1,\"stage\":\"load\",\"subject\":\"public.\\\"a\\nb\\\"\"}\n"));
}

void RunStoreTest::eventsAreReadFromAnyPlace()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId run(f.ids.next());
    constexpr int count = 3000;
    for (int i = 1; i <= count; ++i) // short and very long lines
        QVERIFY(store->record(run, logLine(QString(i % 500 == 0 ? 100'000 : i % 90, QLatin1Char('x')))));
    for (const qint64 after : {0, 1, 2, 499, 500, 501, 1234, 1499, 1500, 2498, 2999}) {
        EKOS_NEED(found, store->events(run, after, 3));
        QCOMPARE(found.size(), size_t(std::min<qint64>(3, count - after)));
        for (size_t i = 0; i < found.size(); ++i)
            QCOMPARE(found[i].sequence, after + 1 + qint64(i));
    }
    QVERIFY(store->events(run, count, 3).value().empty());
    QCOMPARE(store->events(run, 0, 1'000'000).value().size(), size_t(count));
}

void RunStoreTest::unfinishedLineIsRemoved_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("half a line") << QByteArray("{\"at\":\"2023-11");
    QTest::newRow("all but the line break") << QByteArray(R"({"at":"2023-11-14T22:13:20.000000Z","level":"info","message":{"source":""},"sequence":3,"stage":"","subject":""})");
    QTest::newRow("zeros after a power cut") << QByteArray(5000, '\0');
    QTest::newRow("long rest") << QByteArray(100'000, 'x');
}

void RunStoreTest::unfinishedLineIsRemoved()
{
    QFETCH(QByteArray, rest);
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId run(f.ids.next());
    QVERIFY(store->record(run, logLine(QStringLiteral("a"))) && store->record(run, logLine(QStringLiteral("b"))));
    QFile file(f.log(run));
    QVERIFY(file.open(QIODevice::Append) && file.write(rest) == rest.size());
    file.close();
    QCOMPARE(store->events(run, 0, 10).value().size(), size_t(2));
    EKOS_NEED(next, store->record(run, logLine(QStringLiteral("c"))));
    QCOMPARE(next.sequence, 3);
    EKOS_NEED(all, store->events(run, 0, 10));
    QCOMPARE(all.size(), size_t(3));
    QCOMPARE(all[2].subject, QStringLiteral("c"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 3);
}

void RunStoreTest::damagedLineIsShown()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId run(f.ids.next());
    for (const char *subject : {"a", "b", "c"})
        QVERIFY(store->record(run, logLine(QString::fromLatin1(subject))));
    QFile file(f.log(run));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray text = file.readAll();
    for (const qsizetype line : {text.indexOf('\n') + 1, text.indexOf('\n', text.indexOf('\n') + 1) + 1}) // the second and the third
        QVERIFY(file.seek(line) && file.write("?") == 1);
    file.close();
    EKOS_NEED(next, store->record(run, logLine(QStringLiteral("d"))));
    QCOMPARE(next.sequence, 4);
    EKOS_NEED(all, store->events(run, 0, 10));
    QCOMPARE(all.size(), size_t(4));
    QCOMPARE(all[1].sequence, 2);
    QCOMPARE(all[1].level, EventLevel::Warning);
    QVERIFY(all[1].message.toEnglish().contains(QLatin1String("damaged")));
    QCOMPARE(all[3].subject, QStringLiteral("d"));
    QCOMPARE(store->events(run, 2, 10).value().front().sequence, 3);
}

void RunStoreTest::threadsShareALog()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId run(f.ids.next());
    std::atomic<int> failures = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i)
                failures += !store->record(run, logLine(QStringLiteral("t")));
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(failures.load(), 0);
    EKOS_NEED(all, store->events(run, 0, 1000));
    QCOMPARE(all.size(), size_t(200));
    for (size_t i = 0; i < all.size(); ++i)
        QCOMPARE(all[i].sequence, qint64(i) + 1);
}

void RunStoreTest::loadStateIsKept()
{
    RunStoreFixture f;
    const auto store = f.open();
    const auto table = model::TableName::create(QStringLiteral("Sales.EU"), QStringLiteral("it's \"a\" table")).value();
    EKOS_NEED(empty, store->loadState(table));
    QVERIFY(!empty.boundUtc && !empty.lastRun && !empty.lastCommit && empty.loadRule == 0 && !empty.reload && !empty.deletesAtUtc);
    const model::RunId run(f.ids.next());
    QVERIFY(store->setLoadState(table, {.boundUtc = base::UtcTime{-5}, .lastRun = run, .lastCommit = QStringLiteral("0a1b"), .loadRule = 3}));
    EKOS_NEED(full, store->loadState(table));
    QCOMPARE(full.boundUtc->microseconds, -5);
    QVERIFY(full.lastRun == run);
    QCOMPARE(*full.lastCommit, QStringLiteral("0a1b"));
    QCOMPARE(full.loadRule, 3);
    QVERIFY(store->setLoadState(table, {}));
    QVERIFY(!store->loadState(table).value().boundUtc);
}

void RunStoreTest::aReloadStandsUntilItIsSettled()
{
    RunStoreFixture f;
    const auto store = f.open();
    const auto table = model::TableName::create(QStringLiteral("public"), QStringLiteral("film")).value();
    const auto request = [&](const char *why, qint64 at) {
        return model::ReloadRequest{.table = table, .reason = model::Reason::parse(QString::fromUtf8(why)).value(), .actor = QStringLiteral("anna@desk (cli)"), .atUtc = {at}};
    };
    const model::ReloadRequest first = request("back-filled", 1), second = request("and again", 2);
    QVERIFY(store->requestReload(first));
    QCOMPARE(store->loadState(table).value().reload, std::optional(first));
    const model::RunId run(f.ids.next());
    QVERIFY(store->setLoadState(table, {.boundUtc = base::UtcTime{7}, .lastRun = run, .loadRule = 2})); // a load that ends takes no request away
    QVERIFY(store->noteDeletes(table, base::UtcTime{8}));
    EKOS_NEED(state, store->loadState(table));
    QCOMPARE(state.reload, std::optional(first));
    QCOMPARE(state.boundUtc->microseconds, 7);
    QCOMPARE(state.deletesAtUtc->microseconds, 8);
    QVERIFY(store->requestReload(second)); // while a load works off the first
    QCOMPARE(store->settleReload(first).value(), false);
    QCOMPARE(store->loadState(table).value().reload, std::optional(second));
    QCOMPARE(store->settleReload(second).value(), true);
    QCOMPARE(store->settleReload(second).value(), false);
    EKOS_NEED(after, store->loadState(table));
    QVERIFY(!after.reload && after.boundUtc->microseconds == 7 && after.deletesAtUtc->microseconds == 8 && after.loadRule == 2);
}

void RunStoreTest::newestLoadOfEachTable()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId first(f.ids.next());
    const model::RunId second(f.ids.next());
    const auto report = [](const QString &table, const model::RunId &run, qint64 rows) {
        return model::LoadReport{.table = model::TableName::create(QStringLiteral("public"), table).value(), .run = run, .rowsLoaded = rows, .queryIds = {QStringLiteral("q1")}, .snapshot = QStringLiteral("77")};
    };
    const auto film = report(QStringLiteral("film"), first, 1000);
    const auto actor = report(QStringLiteral("actor"), first, 200);
    const auto filmLater = report(QStringLiteral("film"), second, 3);
    for (const auto &one : {film, actor, filmLater})
        QVERIFY(store->addLoadReport(one));
    QVERIFY(store->latestLoads().value() == (std::vector{actor, filmLater}));
    QVERIFY(store->loadsOf(first).value() == (std::vector{film, actor}));
    QVERIFY(store->loadsOf(model::RunId(f.ids.next())).value().empty());
    const QStringList plan = query(f.database(), "EXPLAIN QUERY PLAN SELECT r.body FROM latest_load AS l JOIN load_report AS r ON r.seq = l.seq WHERE l.table_name = ?");
    QVERIFY2(plan.join(QLatin1Char('|')).startsWith(QLatin1String("SEARCH l")) && plan.contains(QStringLiteral("SEARCH r USING INTEGER PRIMARY KEY (rowid=?)")), qPrintable(plan.join(QLatin1Char('|'))));
}

void RunStoreTest::newestReconciliationOfEachTable()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::RunId run(f.ids.next());
    model::TableReconciliation bad{.table = model::TableName::create(QStringLiteral("public"), QStringLiteral("film")).value(), .run = run, .sourceRows = 1000, .bronzeRows = 999,
                                   .tiers = {{.tier = model::Tier::V3, .outcome = model::TierOutcome::Mismatch, .mismatches = {{.tier = model::Tier::V3, .bucket = 4, .key = {QStringLiteral("17")}, .kind = QStringLiteral("differs")}}, .mismatchesInAll = 1}}};
    model::TableReconciliation good = bad;
    good.bronzeRows = 1000;
    good.tiers.clear();
    good.run.reset(); // asked for alone
    QVERIFY(store->addReconciliation(bad) && store->addReconciliation(good));
    QVERIFY(store->latestReconciliations().value() == std::vector{good});
    QVERIFY(store->reconciliationsOf(run).value() == std::vector{bad});
}

void RunStoreTest::answersAreKept()
{
    RunStoreFixture f;
    const auto store = f.open();
    const QString key = QStringLiteral("anna/01900000");
    QVERIFY(!store->answerTo(key, "d1").value());
    QVERIFY(store->keepAnswer(key, "d1", QByteArray("{\"a\":\0}", 7)));
    QCOMPARE(*store->answerTo(key, "d1").value(), QByteArray("{\"a\":\0}", 7));
    QVERIFY(store->keepAnswer(key, "d1", "later"));
    QCOMPARE(store->answerTo(key, "d1").value()->size(), 7); // the first answer stays
    for (const ErrorCode code : {store->answerTo(key, "d2").error().code, store->keepAnswer(key, "d2", "x").error().code})
        QCOMPARE(code, ErrorCode::InvalidInput);
    QVERIFY(store->keepAnswer(QStringLiteral("empty"), "d", QByteArray()));
    QVERIFY(store->answerTo(QStringLiteral("empty"), "d").value()->isEmpty());
    const auto reopened = f.open();
    QVERIFY(reopened->answerTo(key, "d1").value());
}

void RunStoreTest::ledgerHeadIsNoted()
{
    RunStoreFixture f;
    const auto store = f.open();
    QVERIFY(!store->notedLedgerHead().value());
    QVERIFY(store->noteLedgerHead(model::EntryHash::of("1")) && store->noteLedgerHead(model::EntryHash::of("2")));
    QVERIFY(f.open()->notedLedgerHead().value() == model::EntryHash::of("2"));
}

void RunStoreTest::damagedFileIsMadeAnew_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("setAside");
    QTest::newRow("empty") << QByteArray() << 0;
    QTest::newRow("cut") << QByteArray("SQLite format 3") << 1;
    QTest::newRow("other bytes") << QByteArray(10'000, 'x') << 1;
}

void RunStoreTest::damagedFileIsMadeAnew()
{
    QFETCH(QByteArray, content);
    QFETCH(int, setAside);
    RunStoreFixture f;
    model::Run run = f.newRun();
    {
        const auto store = f.open();
        QVERIFY(store->begin(run) && store->record(run.id, logLine(QStringLiteral("film"))));
        run.state = RunState::Done;
        QVERIFY(store->update(run));
    }
    QFile file(f.database());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    const auto store = f.open();
    QVERIFY(store);
    QVERIFY(store->list(10).value() == std::vector{run}); // from its file
    QCOMPARE(store->events(run.id, 0, 10).value().size(), size_t(1));
    const QStringList notes = QDir(f.path).entryList({QStringLiteral("state.sqlite.damaged-*.txt")});
    QCOMPARE(notes.size(), setAside);
    if (setAside) {
        QFile kept(QDir(f.path).filePath(notes[0].chopped(4)));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), content);
    }
}

void RunStoreTest::damageMetLaterIsMadeAnew()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::Run run = f.newRun();
    QVERIFY(store->begin(run));
    QCOMPARE(runSql(f.database(), "UPDATE run SET body = x'00'"), QString());
    const auto damaged = store->list(10);
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, ErrorCode::Corrupt);
    QVERIFY(!damaged.error().hint.isEmpty());
    QCOMPARE(f.open()->list(10).value().size(), size_t(1)); // the next command
    QCOMPARE(store->list(10).value().size(), size_t(1));    // and this one follows
}

void RunStoreTest::newerFormatIsRefused()
{
    RunStoreFixture f;
    QVERIFY(f.open());
    QCOMPARE(runSql(f.database(), "PRAGMA user_version = 9"), QString());
    const auto refused = adapters::SqliteRunStore::open(f.path, f.clock, f.ids);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    QVERIFY(QDir(f.path).entryList({QStringLiteral("*damaged*")}).isEmpty());
}

void RunStoreTest::replacedFileIsFollowed()
{
    RunStoreFixture f;
    const auto store = f.open();
    const model::Run run = f.newRun();
    QVERIFY(store->begin(run));
    EKOS_NEED(lease, store->acquire(QStringLiteral("pipeline"), run.id, 0, f.context));
    for (const char *part : {"", "-wal", "-shm"})
        QFile::remove(f.database() + QLatin1String(part));
    const auto lost = lease->check(); // nobody knows of the lease any more
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, ErrorCode::Stale);
    QCOMPARE(store->list(10).value().size(), size_t(1));
}

QTEST_GUILESS_MAIN(RunStoreTest)
#include "run_store_test.moc"
