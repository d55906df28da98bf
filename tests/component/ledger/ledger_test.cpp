#include "component/ledger/ledger_fixture.h"

#include "support/source_folder.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>

#include <thread>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using base::ErrorCode;
using model::FactKind;

class LedgerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void appendsAndReadsBack();
    void observationIsComparedWithTheCurrentOne();
    void decisionsAlwaysAppend();
    void batchIsAllOrNothing();
    void refusesBadFacts_data();
    void refusesBadFacts();
    void namesAreData_data();
    void namesAreData();
    void retractsWhatIsGone();
    void filters();
    void blobs();
    void cancelledWritesNothing();
    void threadsShareALedger();
    void independentProgramVerifies();
    void largeBatch();
};

void LedgerTest::appendsAndReadsBack()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger);
    const model::RunId run(f.ids.next());
    model::NewFact approval = fact(FactKind::LakehouseApproval, QStringLiteral("film"), R"({"reason":"fine"})");
    approval.run = run;
    EKOS_NEED(written, ledger->append({fact(FactKind::Table, QStringLiteral("film"), R"({"rows":1000})"), approval}, anna, f.run));
    QCOMPARE(written.size(), size_t(2));
    QCOMPARE(written[0].sequence, 1);
    QVERIFY(!written[0].previous);
    QCOMPARE(written[1].sequence, 2);
    QVERIFY(written[1].previous == written[0].hash);
    QVERIFY(written[1].run == run);
    QCOMPARE(written[1].recordedAtUtc.microseconds, f.clock.now().microseconds);

    EKOS_NEED(read, ledger->entries({}, f.run));
    QVERIFY(read == written);
    EKOS_NEED(head, ledger->head(f.run));
    QCOMPARE(head.sequence, 2);
    QVERIFY(head.hash == written[1].hash);
    EKOS_NEED(current, ledger->current(FactKind::LakehouseApproval, subject(QStringLiteral("film")), f.run));
    QVERIFY(current == written[1]);
    EKOS_NEED(nothing, ledger->current(FactKind::Trigger, subject(QStringLiteral("film")), f.run));
    QVERIFY(!nothing);

    EKOS_NEED(checked, ledger->verify({written[0].hash}, f.run));
    QCOMPARE(checked.entries, 2);
    QVERIFY(checked.head == written[1].hash);
    QVERIFY2(checked.problems.empty(), checked.problems.empty() ? "" : qPrintable(checked.problems[0].finding.toEnglish()));
}

void LedgerTest::observationIsComparedWithTheCurrentOne()
{
    LedgerFixture f;
    const auto ledger = f.open();
    const QString film = QStringLiteral("film");
    const auto a = fact(FactKind::Table, film, R"({"v":"a"})");
    const auto b = fact(FactKind::Table, film, R"({"v":"b"})");
    EKOS_NEED(first, ledger->append({a, a}, anna, f.run));
    QCOMPARE(first.size(), size_t(1)); // the second is the current one already
    EKOS_NEED(again, ledger->append({a}, anna, f.run));
    QCOMPARE(again.size(), size_t(0));
    EKOS_NEED(changed, ledger->append({b, a}, anna, f.run)); // A, B, A: three entries
    QCOMPARE(changed.size(), size_t(2));
    EKOS_NEED(head, ledger->head(f.run));
    QCOMPARE(head.sequence, 3);
    // The same body of another subject or kind is another fact.
    EKOS_NEED(other, ledger->append({fact(FactKind::Table, QStringLiteral("actor"), a.body), fact(FactKind::Key, film, a.body)}, anna, f.run));
    QCOMPARE(other.size(), size_t(2));
}

void LedgerTest::decisionsAlwaysAppend()
{
    LedgerFixture f;
    const auto ledger = f.open();
    for (const FactKind kind : {FactKind::PlanProposal, FactKind::PlanChange, FactKind::LakehouseApproval, FactKind::Generation, FactKind::LoadOutcome,
                                FactKind::ReconcileRun, FactKind::ReconcileResult, FactKind::ControlResult, FactKind::Run}) {
        const auto same = fact(kind, QStringLiteral("film"), "{}");
        EKOS_NEED(written, ledger->append({same, same}, anna, f.run));
        QCOMPARE(written.size(), size_t(2));
        EKOS_NEED(current, ledger->current(kind, subject(QStringLiteral("film")), f.run));
        QVERIFY(current == written[1]);
    }
}

void LedgerTest::batchIsAllOrNothing()
{
    LedgerFixture f;
    const auto ledger = f.open();
    const auto failed = ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}"), fact(FactKind::Table, QStringLiteral("actor"), "no JSON")}, anna, f.run);
    QVERIFY(!failed);
    EKOS_NEED(head, ledger->head(f.run));
    QCOMPARE(head.sequence, 0);
    EKOS_NEED(written, ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}")}, anna, f.run)); // the ledger goes on
    QCOMPARE(written.size(), size_t(1));
}

void LedgerTest::refusesBadFacts_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("table");
    QTest::addColumn<QByteArray>("body");
    const int table = int(FactKind::Table);
    QTest::newRow("not JSON") << table << QStringLiteral("film") << QByteArray("film");
    QTest::newRow("empty") << table << QStringLiteral("film") << QByteArray();
    QTest::newRow("list") << table << QStringLiteral("film") << QByteArray("[]");
    QTest::newRow("two documents") << table << QStringLiteral("film") << QByteArray("{}{}");
    QTest::newRow("not UTF-8") << table << QStringLiteral("film") << QByteArray("{\"a\":\"\xff\"}");
    QTest::newRow("half a character in a name") << table << QString(QChar(0xD800)) << QByteArray("{}");
    QTest::newRow("retraction") << int(FactKind::Retraction) << QStringLiteral("film") << QByteArray(R"({"kind":"table","sequence":1})");
}

void LedgerTest::refusesBadFacts()
{
    QFETCH(int, kind);
    QFETCH(QString, table);
    QFETCH(QByteArray, body);
    LedgerFixture f;
    const auto ledger = f.open();
    model::NewFact bad{.kind = FactKind(kind), .subject = {.schema = QStringLiteral("public"), .object = table, .kind = model::SubjectKind::Table}, .body = body};
    const auto refused = ledger->append({bad}, anna, f.run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    QVERIFY(!refused.error().hint.isEmpty());
}

void LedgerTest::namesAreData_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("upper case") << QStringLiteral("FILM");
    QTest::newRow("quote") << QStringLiteral("it's \"quoted\"");
    QTest::newRow("dot and space") << QStringLiteral("a.b c");
    QTest::newRow("dollar and newline") << QStringLiteral("a$b\nc");
    QTest::newRow("Cyrillic") << QStringLiteral("фильм");
    QTest::newRow("outside the basic plane") << QStringLiteral("film 🎬");
    QTest::newRow("reserved word") << QStringLiteral("select");
    QTest::newRow("63 bytes") << QString(63, QLatin1Char('x'));
    QTest::newRow("replacement character") << QString(QChar(0xFFFD));
}

void LedgerTest::namesAreData()
{
    QFETCH(QString, name);
    LedgerFixture f;
    const auto ledger = f.open();
    const model::SubjectName column = subject(name, name);
    EKOS_NEED(written, ledger->append({{.kind = FactKind::Column, .subject = column, .body = "{}"}}, anna, f.run));
    EKOS_NEED(read, ledger->current(FactKind::Column, column, f.run));
    QVERIFY(read == written.front());
    QVERIFY(read->subject == column);
    EKOS_NEED(checked, ledger->verify({}, f.run));
    QVERIFY(checked.problems.empty());
}

void LedgerTest::retractsWhatIsGone()
{
    LedgerFixture f;
    const auto ledger = f.open();
    auto elsewhere = fact(FactKind::Table, QStringLiteral("film"), "{}");
    elsewhere.subject.database = QStringLiteral("other");
    EKOS_NEED(written, ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}"), fact(FactKind::Table, QStringLiteral("actor"), "{}"),
                                       fact(FactKind::Key, QStringLiteral("actor"), "{}"), fact(FactKind::LakehouseApproval, QStringLiteral("actor"), "{}"), elsewhere}, anna, f.run));
    QCOMPARE(written.size(), size_t(5));
    EKOS_NEED(count, ledger->retractOthers(QStringLiteral("film_rental"), {FactKind::Table}, {subject(QStringLiteral("film"))}, anna, f.run));
    QCOMPARE(count, 1);
    EKOS_NEED(retraction, ledger->current(FactKind::Retraction, subject(QStringLiteral("actor")), f.run));
    QVERIFY(retraction);
    QCOMPARE(retraction->body, QByteArray(R"({"kind":"table","sequence":2})"));
    EKOS_NEED(gone, ledger->current(FactKind::Table, subject(QStringLiteral("actor")), f.run));
    QVERIFY(!gone);
    EKOS_NEED(key, ledger->current(FactKind::Key, subject(QStringLiteral("actor")), f.run)); // another kind of fact of the same subject stays
    QVERIFY(key);
    EKOS_NEED(tables, ledger->currentOfKind(FactKind::Table, f.run));
    QCOMPARE(tables.size(), size_t(2)); // film here and in the other database
    EKOS_NEED(none, ledger->retractOthers(QStringLiteral("film_rental"), {FactKind::Table}, {subject(QStringLiteral("film"))}, anna, f.run));
    QCOMPARE(none, 0); // it is gone already
    EKOS_NEED(back, ledger->append({fact(FactKind::Table, QStringLiteral("actor"), "{}")}, anna, f.run));
    QCOMPARE(back.size(), size_t(1)); // the same as before it went: a new entry
    const auto decision = ledger->retractOthers(QStringLiteral("film_rental"), {FactKind::LakehouseApproval}, {}, anna, f.run);
    QVERIFY(!decision);
    QCOMPARE(decision.error().code, ErrorCode::InvalidInput);
    EKOS_NEED(checked, ledger->verify({}, f.run));
    QVERIFY(checked.problems.empty());
}

void LedgerTest::filters()
{
    LedgerFixture f;
    const auto ledger = f.open();
    const QString film = QStringLiteral("film");
    EKOS_NEED(written, ledger->append({fact(FactKind::Table, film, "{}"), fact(FactKind::Run, film, "{}"), fact(FactKind::Run, QStringLiteral("actor"), "{}"), fact(FactKind::Run, film, "{}")}, anna, f.run));
    const auto sequences = [&](const ports::LedgerFilter &filter) {
        QList<qint64> found;
        const auto entries = ledger->entries(filter, f.run);
        for (const auto &entry : entries.value())
            found += entry.sequence;
        return found;
    };
    QCOMPARE(sequences({}), (QList<qint64>{1, 2, 3, 4}));
    QCOMPARE(sequences({.kind = FactKind::Run}), (QList<qint64>{2, 3, 4}));
    QCOMPARE(sequences({.subject = subject(film).id()}), (QList<qint64>{1, 2, 4}));
    QCOMPARE(sequences({.kind = FactKind::Run, .subject = subject(film).id()}), (QList<qint64>{2, 4}));
    QCOMPARE(sequences({.kind = FactKind::Run, .afterSequence = 2}), (QList<qint64>{3, 4}));
    QCOMPARE(sequences({.afterSequence = 1, .limit = 2}), (QList<qint64>{2, 3}));
    QCOMPARE(sequences({.limit = 0}), QList<qint64>());
    QCOMPARE(sequences({.limit = -1}), QList<qint64>());
    QCOMPARE(sequences({.afterSequence = 4}), QList<qint64>());
}

void LedgerTest::blobs()
{
    LedgerFixture f;
    const auto ledger = f.open();
    const QByteArray bytes = QByteArray("plan\0with a zero", 16);
    EKOS_NEED(digest, ledger->putBlob(bytes, f.run));
    EKOS_NEED(same, ledger->putBlob(bytes, f.run));
    QVERIFY(digest == same);
    EKOS_NEED(read, ledger->blob(digest, f.run));
    QCOMPARE(read, bytes);
    QCOMPARE(query(f.path, "SELECT count(*) FROM blob"), QStringList(QStringLiteral("1")));
    // sha256sum of "blob/1\n" and nothing behind it
    EKOS_NEED(empty, ledger->putBlob(QByteArray(), f.run));
    QCOMPARE(empty.toString(), QStringLiteral("sha256:") + QString::fromLatin1(QCryptographicHash::hash("blob/1\n", QCryptographicHash::Sha256).toHex()));
    EKOS_NEED(nothing, ledger->blob(empty, f.run));
    QVERIFY(nothing.isEmpty());
    const auto unknown = ledger->blob(model::BlobDigest::of("unknown"), f.run);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::NotFound);
}

void LedgerTest::cancelledWritesNothing()
{
    LedgerFixture f;
    const auto ledger = f.open();
    const base::CancelToken cancel;
    base::RunContext run(cancel);
    cancel.cancel();
    const auto refused = ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}")}, anna, run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Cancelled);
    QVERIFY(!ledger->verify({}, run));
    EKOS_NEED(head, ledger->head(f.run));
    QCOMPARE(head.sequence, 0);
}

void LedgerTest::threadsShareALedger()
{
    LedgerFixture f;
    const auto ledger = f.open();
    std::atomic<int> failures = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            base::RunContext run;
            for (int i = 0; i < 25; ++i) {
                const QString table = QStringLiteral("t%1_%2").arg(thread).arg(i);
                failures += !ledger->append({fact(FactKind::Table, table, "{}")}, anna, run);
                failures += !ledger->current(FactKind::Table, subject(table), run);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(failures.load(), 0);
    EKOS_NEED(checked, ledger->verify({}, f.run));
    QCOMPARE(checked.entries, 100);
    QVERIFY(checked.problems.empty());
}

void LedgerTest::independentProgramVerifies()
{
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty())
        QSKIP("python3 is not installed");
    LedgerFixture f;
    const auto ledger = f.open();
    model::NewFact ofRun = fact(FactKind::LoadOutcome, QStringLiteral("film \"🎬\"\n\t\x7f"), "{\"text\":\"\\u0001 \xc3\xa9 / \\\\\"}");
    ofRun.run = model::RunId(f.ids.next());
    EKOS_NEED(written, ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}"), ofRun, fact(FactKind::Table, QStringLiteral("actor"), "{}"), fact(FactKind::Table, QStringLiteral("film"), R"({"v":2})")}, anna, f.run));
    QVERIFY(ledger->retractOthers(QStringLiteral("film_rental"), {FactKind::Table}, {subject(QStringLiteral("film"))}, anna, f.run));
    QVERIFY(ledger->putBlob("plan", f.run));
    EKOS_NEED(head, ledger->head(f.run));
    const auto check = [&](const QString &seal) {
        QProcess process;
        process.start(python, {lakehouse::testing::sourcePath("tests/component/ledger/verify_ledger.py"), f.path, seal});
        process.waitForFinished();
        return QStringLiteral("%1 ").arg(process.exitCode()) + QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError()).trimmed();
    };
    QCOMPARE(check(head.hash->toString()), QStringLiteral("0 5 entries, head ") + head.hash->toString());
    QVERIFY(check(model::EntryHash::of("other").toString()).startsWith(QLatin1String("1 ")));
    QCOMPARE(runSql(f.path, "DROP TRIGGER entry_no_update; UPDATE entry SET recorded_at = recorded_at + 1 WHERE seq = 2"), QString());
    QCOMPARE(check(head.hash->toString()), QStringLiteral("1 entry 2: its content does not fit its hash"));
}

void LedgerTest::largeBatch()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QElapsedTimer timer;
    for (int batch = 0; batch < 2; ++batch) {
        std::vector<model::NewFact> facts;
        for (int i = 0; i < 100'000; ++i)
            facts.push_back({.kind = FactKind::Column, .subject = subject(QStringLiteral("table_%1_%2").arg(batch).arg(i / 30), QStringLiteral("column_%1").arg(i % 30)),
                             .body = "{\"nullable\":true,\"position\":" + QByteArray::number(i % 30) + ",\"type\":\"character varying(255)\"}"});
        timer.restart();
        EKOS_NEED(written, ledger->append(facts, anna, f.run));
        QCOMPARE(written.size(), size_t(100'000));
        qInfo("append of 100,000 observations: %lld ms", timer.elapsed());
        timer.restart();
        EKOS_NEED(again, ledger->append(facts, anna, f.run));
        QVERIFY(again.empty());
        qInfo("the same again, nothing to write: %lld ms", timer.elapsed());
    }
    timer.restart();
    for (int i = 0; i < 10'000; ++i)
        QVERIFY(ledger->current(FactKind::Column, subject(QStringLiteral("table_1_%1").arg(i % 3000), QStringLiteral("column_7")), f.run).value());
    qInfo("look-up of a current fact among 200,000: %lld µs", timer.nsecsElapsed() / 10'000'000);
    timer.restart();
    EKOS_NEED(checked, ledger->verify({}, f.run));
    qInfo("verify of 200,000 entries: %lld ms", timer.elapsed());
    QCOMPARE(checked.entries, 200'000);
    QVERIFY(checked.problems.empty());
}

QTEST_GUILESS_MAIN(LedgerTest)
#include "ledger_test.moc"
