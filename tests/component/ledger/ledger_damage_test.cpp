#include "component/ledger/ledger_fixture.h"

#include <random>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using base::ErrorCode;
using model::FactKind;

/// Ledgers that somebody or something damaged: each must be found, and the entry named.
class LedgerDamageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyByteOfAnEntryCounts();
    void bytesAnywhereNeverCrash();
    void shortFileNeverCrashes();
    void changedEntryIsNamed_data();
    void changedEntryIsNamed();
    void cutOffTailIsFound();
    void eachSealIsLookedFor();
    void replacedLedgerIsFound();
    void emptyLedgerIsCutOff();
    void missingRuleIsFound();
    void changedDocumentIsFound();
    void indexOfCurrentFactsIsMadeAgain();
    void unreadableEntryIsAnError();

private:
    static constexpr int entryCount = 60;
    static constexpr qint64 victim = 23;

    ports::LedgerVerification verify(const std::vector<model::EntryHash> &seals = {});
    QByteArray content();
    void write(const QByteArray &content);
    QStringList findings(qint64 sequence, const ports::LedgerVerification &answer);

    std::unique_ptr<LedgerFixture> m_fixture;
    std::vector<model::LedgerEntry> m_entries;
    QByteArray m_blob;
};

void LedgerDamageTest::init()
{
    m_fixture = std::make_unique<LedgerFixture>();
    const auto ledger = m_fixture->open();
    m_entries.clear();
    for (int i = 1; i <= entryCount; ++i) {
        const QString table = QStringLiteral("table_%1").arg(i % 20);
        auto written = ledger->append({fact(i % 3 ? FactKind::Table : FactKind::Run, table, "{\"marker\":\"entry number " + QByteArray::number(i) + "\"}")}, anna, m_fixture->run);
        QVERIFY(written && written.value().size() == 1);
        m_entries.push_back(written.value().front());
    }
    QVERIFY(ledger->retractOthers(QStringLiteral("film_rental"), {FactKind::Table}, {subject(QStringLiteral("table_1"))}, anna, m_fixture->run));
    QVERIFY(ledger->putBlob("the text of a plan", m_fixture->run));
} // closing writes everything into the one file

ports::LedgerVerification LedgerDamageTest::verify(const std::vector<model::EntryHash> &seals)
{
    const auto ledger = m_fixture->tryOpen();
    if (!ledger)
        return {.problems = {{0, ledger.error().message}}};
    const auto answer = ledger.value()->verify(seals, m_fixture->run);
    if (!answer)
        return {.problems = {{-1, answer.error().message}}}; // damage must never be a failure of verify
    return answer.value();
}

QStringList LedgerDamageTest::findings(qint64 sequence, const ports::LedgerVerification &answer)
{
    QStringList found;
    for (const ports::LedgerProblem &problem : answer.problems)
        if (problem.sequence == sequence)
            found += problem.finding.toEnglish();
    return found;
}

QByteArray LedgerDamageTest::content()
{
    QFile file(m_fixture->path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void LedgerDamageTest::write(const QByteArray &content)
{
    QFile::remove(m_fixture->path + QStringLiteral("-wal"));
    QFile::remove(m_fixture->path + QStringLiteral("-shm"));
    QFile file(m_fixture->path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

void LedgerDamageTest::everyByteOfAnEntryCounts()
{
    QVERIFY(verify().problems.empty());
    const QByteArray sound = content();
    const model::LedgerEntry &entry = m_entries[size_t(victim - 1)];
    const qsizetype id = sound.indexOf(entry.id.toLatin1());
    const QByteArray hash = entry.hash.toString().toLatin1();
    const qsizetype hashAt = sound.indexOf(hash, id);
    QVERIFY(id > 0 && sound.lastIndexOf(entry.id.toLatin1()) == id && hashAt > id && hashAt - id < 1000);
    constexpr qsizetype recordHeader = 14; // lengths and types before the first column
    for (qsizetype at = id - recordHeader; at < hashAt + hash.size(); ++at) {
        QByteArray damaged = sound;
        damaged[at] = char(damaged[at] ^ 0x01);
        write(damaged);
        const ports::LedgerVerification answer = verify();
        const QByteArray where = QByteArray::number(at - id) + " bytes behind the start of the id";
        QVERIFY2(!answer.problems.empty() && findings(-1, answer).isEmpty(), where.constData());
        if (at < id)
            continue; // what the entry is, SQLite itself may no longer know
        QVERIFY2(!findings(victim, answer).isEmpty(), where.constData());
        for (const ports::LedgerProblem &problem : answer.problems)
            QVERIFY2(problem.sequence == 0 || problem.sequence == victim || (at >= hashAt && problem.sequence == victim + 1), where.constData());
    }
}

void LedgerDamageTest::bytesAnywhereNeverCrash()
{
    const QByteArray sound = content();
    std::mt19937 random(20240501); // by seed, to be repeated
    for (int round = 0; round < 400; ++round) {
        QByteArray damaged = sound;
        for (int byte = 0; byte < 1 + round % 4; ++byte)
            damaged[qsizetype(random() % quint32(damaged.size()))] = char(random());
        write(damaged);
        QVERIFY(findings(-1, verify()).isEmpty());
    }
}

void LedgerDamageTest::shortFileNeverCrashes()
{
    const QByteArray sound = content();
    for (qsizetype size = 1; size < sound.size(); size += 3001) {
        write(sound.left(size));
        const ports::LedgerVerification answer = verify();
        QVERIFY2(!answer.problems.empty() && findings(-1, answer).isEmpty(), QByteArray::number(size).constData());
    }
}

void LedgerDamageTest::changedEntryIsNamed_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<qint64>("sequence");
    QTest::addColumn<QString>("words");
    const QString content = QStringLiteral("content does not fit");
    QTest::newRow("body") << QByteArray("UPDATE entry SET body = x'7b7d' WHERE seq = 23") << victim << content;
    QTest::newRow("time") << QByteArray("UPDATE entry SET recorded_at = recorded_at - 1 WHERE seq = 23") << victim << content;
    QTest::newRow("actor") << QByteArray("UPDATE entry SET actor = replace(actor, 'anna', 'otto') WHERE seq = 23") << victim << content;
    QTest::newRow("run") << QByteArray("UPDATE entry SET run = '' WHERE seq = 23") << victim << content;
    QTest::newRow("kind") << QByteArray("UPDATE entry SET kind = 'key' WHERE seq = 23") << victim << content;
    QTest::newRow("id") << QByteArray("UPDATE entry SET id = upper(id) || 'x' WHERE seq = 23") << victim << content;
    QTest::newRow("subject") << QByteArray("UPDATE entry SET subject = (SELECT subject FROM entry WHERE seq = 24) WHERE seq = 23") << victim << content;
    QTest::newRow("name of a subject") << QByteArray("UPDATE subject SET object = 'x' WHERE id = (SELECT subject FROM entry WHERE seq = 23)") << victim << content;
    QTest::newRow("subject deleted") << QByteArray("DELETE FROM subject WHERE id = (SELECT subject FROM entry WHERE seq = 23)") << victim << QStringLiteral("subject is missing");
    QTest::newRow("first entry gets a link") << QByteArray("UPDATE entry SET prev = hash WHERE seq = 1") << qint64(1) << QStringLiteral("link");
    QTest::newRow("link") << QByteArray("UPDATE entry SET prev = (SELECT prev FROM entry WHERE seq = 22) WHERE seq = 23") << victim << QStringLiteral("link");
    QTest::newRow("entry in the middle deleted") << QByteArray("DELETE FROM entry WHERE seq = 23") << victim << QStringLiteral("is missing");
    QTest::newRow("first entry deleted") << QByteArray("DELETE FROM entry WHERE seq = 1") << qint64(1) << QStringLiteral("is missing");
    QTest::newRow("two entries change places") << QByteArray("UPDATE entry SET seq = -1 WHERE seq = 23; UPDATE entry SET seq = 23 WHERE seq = 24; UPDATE entry SET seq = 24 WHERE seq = -1") << victim << QStringLiteral("link");
}

void LedgerDamageTest::changedEntryIsNamed()
{
    QFETCH(QByteArray, sql);
    QFETCH(qint64, sequence);
    QFETCH(QString, words);
    const QByteArray triggers = "DROP TRIGGER entry_no_update; DROP TRIGGER entry_no_delete; DROP TRIGGER subject_no_update; DROP TRIGGER subject_no_delete;";
    QCOMPARE(runSql(m_fixture->path, triggers + sql), QString());
    const QStringList found = findings(sequence, verify());
    QVERIFY2(found.join(QLatin1Char('|')).contains(words), qPrintable(found.join(QLatin1Char('|'))));
}

void LedgerDamageTest::cutOffTailIsFound()
{
    // A careful person: the index and the rules are right again afterwards.
    const QStringList rule = query(m_fixture->path, "SELECT sql FROM sqlite_schema WHERE name = 'entry_no_delete'");
    QCOMPARE(runSql(m_fixture->path, "DROP TRIGGER entry_no_delete; DELETE FROM entry WHERE seq > 50;" + rule.first().toUtf8()), QString());
    QVERIFY(adapters::SqliteLedger::rebuildCurrent(m_fixture->path, m_fixture->clock));
    QVERIFY(verify().problems.empty()); // the chain alone cannot know
    QVERIFY(verify({m_entries[49].hash}).problems.empty());
    const auto answer = verify({m_entries[50].hash});
    QCOMPARE(answer.entries, 50);
    const QStringList found = findings(51, answer);
    QCOMPARE(found.size(), 1);
    QVERIFY2(found[0].contains(QLatin1String("cut off")) && found[0].contains(m_entries[50].hash.toString()), qPrintable(found[0]));
}

void LedgerDamageTest::eachSealIsLookedFor()
{
    const model::EntryHash lost = model::EntryHash::of("an entry that was cut off");
    const auto answer = verify({m_entries[3].hash, lost, m_entries.back().hash});
    QCOMPARE(answer.problems.size(), size_t(1));
    QVERIFY(answer.problems.front().finding.toEnglish().contains(lost.toString()));
}

void LedgerDamageTest::replacedLedgerIsFound()
{
    const auto seal = m_entries.back().hash;
    const auto other = std::make_unique<LedgerFixture>();
    other->clock.advance(1);
    QVERIFY(other->open()->append({fact(FactKind::Table, QStringLiteral("table_1"), "{}")}, anna, other->run));
    QVERIFY(QFile::remove(m_fixture->path) && QFile::copy(other->path, m_fixture->path));
    QCOMPARE(verify({seal}).problems.size(), size_t(1));
}

void LedgerDamageTest::emptyLedgerIsCutOff()
{
    QVERIFY(QFile::remove(m_fixture->path));
    const auto answer = verify({m_entries.front().hash});
    QCOMPARE(answer.entries, 0);
    QVERIFY(!answer.head);
    QCOMPARE(findings(1, answer).size(), 1);
}

void LedgerDamageTest::missingRuleIsFound()
{
    QCOMPARE(runSql(m_fixture->path, "DROP TRIGGER blob_no_update"), QString());
    const QStringList found = findings(0, verify());
    QCOMPARE(found.size(), 1);
    QVERIFY2(found[0].contains(QLatin1String("blob_no_update")), qPrintable(found[0]));
}

void LedgerDamageTest::changedDocumentIsFound()
{
    const model::BlobDigest digest = model::BlobDigest::of("the text of a plan");
    QByteArray damaged = content();
    damaged.replace("the text of a plan", "the text of a plum");
    write(damaged);
    const QStringList found = findings(0, verify());
    QCOMPARE(found.size(), 1);
    QVERIFY2(found[0].contains(digest.toString()), qPrintable(found[0]));
    const auto ledger = m_fixture->open();
    const auto read = ledger->blob(digest, m_fixture->run);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Corrupt);
}

void LedgerDamageTest::indexOfCurrentFactsIsMadeAgain()
{
    const QStringList before = query(m_fixture->path, "SELECT kind || subject || seq FROM current ORDER BY kind, subject");
    QCOMPARE(runSql(m_fixture->path, "DELETE FROM current WHERE kind = 'run'; INSERT INTO current SELECT 'key', subject, seq FROM current"), QString());
    const QStringList found = findings(0, verify());
    QCOMPARE(found.size(), 1);
    QVERIFY2(found[0].contains(QLatin1String("index of current facts")), qPrintable(found[0]));
    QVERIFY(adapters::SqliteLedger::rebuildCurrent(m_fixture->path, m_fixture->clock));
    QVERIFY(verify().problems.empty());
    QCOMPARE(query(m_fixture->path, "SELECT kind || subject || seq FROM current ORDER BY kind, subject"), before);
}

void LedgerDamageTest::unreadableEntryIsAnError()
{
    QCOMPARE(runSql(m_fixture->path, "DROP TRIGGER entry_no_update; UPDATE entry SET actor = 'nobody' WHERE seq = 23; UPDATE entry SET kind = 'comet' WHERE seq = 24"), QString());
    const auto ledger = m_fixture->open();
    const auto damaged = ledger->entries({.afterSequence = victim - 1, .limit = 1}, m_fixture->run);
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, ErrorCode::Corrupt);
    QVERIFY(damaged.error().message.toEnglish().contains(QLatin1String("23")));
    const auto newer = ledger->entries({.afterSequence = victim, .limit = 1}, m_fixture->run);
    QVERIFY(!newer);
    QCOMPARE(newer.error().code, ErrorCode::Unsupported);
}

QTEST_GUILESS_MAIN(LedgerDamageTest)
#include "ledger_damage_test.moc"
