#include "adapters/ledger_sqlite/database_format.h"
#include "adapters/ledger_sqlite/file_system_check.h"
#include "component/ledger/ledger_fixture.h"

#include <QDir>
#include <QElapsedTimer>

#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using base::ErrorCode;
using model::FactKind;

/// The ledger as a file: what it is, what is refused, and who waits for whom.
class LedgerFileTest : public QObject {
    Q_OBJECT

    static ports::SealedHead sealed(const std::optional<model::EntryHash> &head = {})
    {
        return [head]() -> base::Result<std::optional<model::EntryHash>> { return head; };
    }

private Q_SLOTS:
    void isAppendOnly_data();
    void isAppendOnly();
    void setsItsHeader();
    void newerFormatIsRefused();
    void foreignFilesAreRefused_data();
    void foreignFilesAreRefused();
    void migratesAfterABackUp();
    void networkFileSystems_data();
    void networkFileSystems();
    void readOnlyFolder();
    void fullDisk();
    void busyWriterIsNamed();
    void waitingForAWriterIsCancelled();
    void lookUpsUseIndices_data();
    void lookUpsUseIndices();
    void backUpIsALedger();
    void aBackUpIsOneFileOfItsOwner();
    void aBackUpFollowsNoLinkAndReplacesNothing();
    void aBackUpOfADamagedLedgerIsNoFile();
    void aBackUpWithoutASealIsNoFile();
    void restorePutsACopyInPlace();
    void restoreRefuses_data();
    void restoreRefuses();
    void aDamagedLedgerIsReplacedAndKept();
    void restoreWaitsForAWriter();
    void theReplacedLedgerTakesNoNameThatALinkHas();
    void whatMovesWhileACopyIsVerifiedIsSeen();
    void aCancelledRestorationChangesNothing();
    void someFactsAreRetracted();
};

void LedgerFileTest::isAppendOnly_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("update entry") << QByteArray("UPDATE entry SET body = x'7b7d' WHERE seq = 1");
    QTest::newRow("delete entry") << QByteArray("DELETE FROM entry WHERE seq = 2");
    QTest::newRow("replace entry") << QByteArray("INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE seq = 1");
    QTest::newRow("gap") << QByteArray("INSERT INTO entry SELECT 9, id, kind, subject, body, recorded_at, actor, run, prev, hash FROM entry WHERE seq = 1");
    QTest::newRow("update subject") << QByteArray("UPDATE subject SET object = 'actor'");
    QTest::newRow("delete subject") << QByteArray("DELETE FROM subject");
    QTest::newRow("update blob") << QByteArray("UPDATE blob SET bytes = x''");
    QTest::newRow("delete blob") << QByteArray("DELETE FROM blob");
}

void LedgerFileTest::isAppendOnly()
{
    QFETCH(QByteArray, sql);
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}"), fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    QVERIFY(ledger->putBlob("plan", f.run));
    const QString words = runSql(f.path, sql);
    QVERIFY2(words.contains(QLatin1String("append-only")), qPrintable(words));
    // A replacing insert of an id or digest that is there leaves the row as it is.
    QCOMPARE(runSql(f.path, "INSERT OR REPLACE INTO blob SELECT digest, x'00' FROM blob; INSERT OR REPLACE INTO subject SELECT id, '', '', '', '', '' FROM subject"), QString());
    EKOS_NEED(checked, ledger->verify({}, f.run));
    QVERIFY(checked.problems.empty());
    QCOMPARE(checked.entries, 2);
}

void LedgerFileTest::setsItsHeader()
{
    LedgerFixture f;
    QVERIFY(f.open());
    QCOMPARE(query(f.path, "PRAGMA application_id"), QStringList(QString::number(0x454B4F4C)));
    QCOMPARE(query(f.path, "PRAGMA user_version"), QStringList(QStringLiteral("1")));
    QCOMPARE(query(f.path, "PRAGMA journal_mode"), QStringList(QStringLiteral("wal")));
    QCOMPARE(query(f.path, "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' GROUP BY strict"), QStringList(QStringLiteral("1")));
}

void LedgerFileTest::newerFormatIsRefused()
{
    LedgerFixture f;
    QVERIFY(f.open());
    QCOMPARE(runSql(f.path, "PRAGMA user_version = 2"), QString());
    const auto refused = f.tryOpen();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    QVERIFY(!refused.error().hint.isEmpty());
    QCOMPARE(query(f.path, "PRAGMA user_version"), QStringList(QStringLiteral("2")));
}

void LedgerFileTest::foreignFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("text") << QByteArray(4096, 'x') << QByteArray() << ErrorCode::Corrupt;
    QTest::newRow("database of another program") << QByteArray() << QByteArray("CREATE TABLE t(a)") << ErrorCode::InvalidInput;
    QTest::newRow("other application id") << QByteArray() << QByteArray("PRAGMA application_id = 7") << ErrorCode::InvalidInput;
}

void LedgerFileTest::foreignFilesAreRefused()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, sql);
    QFETCH(ErrorCode, code);
    LedgerFixture f;
    QFile file(f.path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    if (!sql.isEmpty())
        QCOMPARE(runSql(f.path, sql), QString());
    const auto refused = f.tryOpen();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, code);
    QVERIFY(!refused.error().hint.isEmpty());
}

void LedgerFileTest::migratesAfterABackUp()
{
    LedgerFixture f;
    static constexpr const char *old[] = {"CREATE TABLE t(a INTEGER) STRICT; INSERT INTO t VALUES (1)"};
    static constexpr const char *now[] = {old[0], "ALTER TABLE t ADD COLUMN b INTEGER NOT NULL DEFAULT 7"};
    static constexpr const char *broken[] = {old[0], now[1], "INSERT INTO t VALUES (2, 2); SELECT no_such_function()"};
    EKOS_NEED(connection, adapters::SqliteConnection::open(f.path, std::chrono::seconds(1)));
    QVERIFY(adapters::bringToFormat(*connection, {42, old}, f.clock.now()));
    QVERIFY(QDir(f.folder.path()).entryList({QStringLiteral("*.backup")}).isEmpty()); // nothing to keep yet
    QVERIFY(adapters::bringToFormat(*connection, {42, now}, f.clock.now()));
    QCOMPARE(query(f.path, "SELECT b FROM t"), QStringList(QStringLiteral("7")));
    const QString backUp = f.path + QStringLiteral(".format-1-20231114T221320.000000Z.backup"); // the clock's time
    QVERIFY(QFile::exists(backUp));
    QCOMPARE(query(backUp, "PRAGMA user_version"), QStringList(QStringLiteral("1")));
    QCOMPARE(query(backUp, "SELECT * FROM t"), QStringList(QStringLiteral("1")));
    f.clock.advance(1);
    QVERIFY(!adapters::bringToFormat(*connection, {42, broken}, f.clock.now())); // a step that fails leaves the format before it
    QCOMPARE(query(f.path, "PRAGMA user_version"), QStringList(QStringLiteral("2")));
    QCOMPARE(query(f.path, "SELECT count(*) FROM t"), QStringList(QStringLiteral("1")));
}

void LedgerFileTest::networkFileSystems_data()
{
    QTest::addColumn<quint32>("magic");
    QTest::addColumn<QByteArray>("mountType");
    QTest::addColumn<bool>("isNetwork");
    QTest::newRow("NFS") << 0x6969u << QByteArray("nfs4") << true;
    QTest::newRow("SMB 1") << 0x517Bu << QByteArray("smbfs") << true;
    QTest::newRow("CIFS") << 0xFF534D42u << QByteArray("cifs") << true;
    QTest::newRow("SMB 2") << 0xFE534D42u << QByteArray("smb3") << true;
    QTest::newRow("9P") << 0x01021997u << QByteArray("9p") << true;
    QTest::newRow("sshfs") << 0x65735546u << QByteArray("fuse.sshfs") << true;
    QTest::newRow("a local disk in user space") << 0x65735546u << QByteArray("fuseblk") << false;
    QTest::newRow("ext4") << 0xEF53u << QByteArray("ext4") << false;
    QTest::newRow("tmpfs") << 0x01021994u << QByteArray("tmpfs") << false;
    QTest::newRow("overlay") << 0x794C7630u << QByteArray("overlay") << false;
}

void LedgerFileTest::networkFileSystems()
{
    QFETCH(quint32, magic);
    QFETCH(QByteArray, mountType);
    QFETCH(bool, isNetwork);
    QCOMPARE(adapters::networkFileSystem(magic, mountType).has_value(), isNetwork);
}

void LedgerFileTest::readOnlyFolder()
{
    LedgerFixture f;
    QVERIFY(f.open());
    QVERIFY(::chmod(qPrintable(f.path), 0444) == 0 && ::chmod(qPrintable(f.folder.path()), 0555) == 0);
    const pid_t child = ::fork();
    if (child == 0) { // as a user without rights: root may write anywhere
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
            ::_exit(100);
        const auto existing = f.tryOpen();
        f.path = f.folder.filePath(QStringLiteral("new.sqlite"));
        const auto made = f.tryOpen();
        const bool right = !existing && existing.error().code == ErrorCode::NotAllowed && !existing.error().hint.isEmpty() && !made && made.error().code == ErrorCode::NotAllowed;
        ::_exit(right ? 0 : 1);
    }
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    ::chmod(qPrintable(f.folder.path()), 0755);
    QCOMPARE(WEXITSTATUS(status), 0);
    QVERIFY(WIFEXITED(status));
}

void LedgerFileTest::fullDisk()
{
    // A limit on pages stands for the disk: SQLite answers with the same code.
    LedgerFixture f;
    EKOS_NEED(connection, adapters::SqliteConnection::open(f.path, std::chrono::seconds(1)));
    QVERIFY(connection->execute("CREATE TABLE t(a BLOB); PRAGMA max_page_count = 4"));
    const auto full = connection->execute("INSERT INTO t VALUES (zeroblob(1000000))");
    QVERIFY(!full);
    QCOMPARE(full.error().code, ErrorCode::ExternalFailure);
    QVERIFY2(full.error().hint.toEnglish().contains(QLatin1String("space")), qPrintable(full.error().hint.toEnglish()));
    QVERIFY(connection->execute("INSERT INTO t VALUES (1)"));
}

void LedgerFileTest::busyWriterIsNamed()
{
    LedgerFixture f;
    const auto ledger = adapters::SqliteLedger::open(f.path, f.clock, f.ids, std::chrono::milliseconds(300));
    QVERIFY(ledger);
    EKOS_NEED(other, adapters::SqliteConnection::open(f.path, std::chrono::seconds(1)));
    QVERIFY(other->execute("BEGIN IMMEDIATE"));
    QElapsedTimer timer;
    timer.start();
    const auto refused = ledger.value()->append({fact(FactKind::Table, QStringLiteral("film"), "{}")}, anna, f.run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Busy);
    QVERIFY(refused.error().message.toEnglish().contains(f.path));
    QVERIFY(!refused.error().hint.isEmpty());
    QVERIFY2(timer.elapsed() >= 300, "it did not wait");
    EKOS_NEED(head, ledger.value()->head(f.run)); // reading does not wait for a writer
    QCOMPARE(head.sequence, 0);
    QVERIFY(other->execute("COMMIT"));
    QVERIFY(ledger.value()->append({fact(FactKind::Table, QStringLiteral("film"), "{}")}, anna, f.run));
}

void LedgerFileTest::waitingForAWriterIsCancelled()
{
    LedgerFixture f;
    const auto ledger = f.open();
    EKOS_NEED(other, adapters::SqliteConnection::open(f.path, std::chrono::seconds(1)));
    QVERIFY(other->execute("BEGIN IMMEDIATE"));
    const base::CancelToken cancel;
    base::RunContext run(cancel);
    QElapsedTimer timer;
    timer.start();
    std::thread person([&] {
        base::CancelToken().waitFor(std::chrono::milliseconds(100));
        cancel.cancel();
    });
    const auto refused = ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}")}, anna, run);
    person.join();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Cancelled);
    QVERIFY2(timer.elapsed() < 5000, "it waited for the writer");
}

void LedgerFileTest::lookUpsUseIndices_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QString>("step");
    const QByteArray current = "SELECT f.* FROM current AS c JOIN fact AS f ON f.seq = c.seq WHERE c.kind = ? AND c.subject = ?";
    QTest::newRow("current fact") << current << QStringLiteral("SEARCH c USING PRIMARY KEY (kind=? AND subject=?)");
    QTest::newRow("its entry") << current << QStringLiteral("SEARCH e USING INTEGER PRIMARY KEY (rowid=?)");
    QTest::newRow("its subject") << current << QStringLiteral("SEARCH s USING INDEX sqlite_autoindex_subject_1 (id=?) LEFT-JOIN");
    QTest::newRow("history of a subject") << QByteArray("SELECT * FROM fact WHERE kind = ? AND subject = ? AND seq > ? ORDER BY seq LIMIT ?")
                                          << QStringLiteral("SEARCH e USING INDEX entry_by_subject (subject=? AND kind=? AND seq>?)");
    QTest::newRow("one kind") << QByteArray("SELECT * FROM fact WHERE kind = ? AND seq > ? ORDER BY seq LIMIT ?")
                              << QStringLiteral("SEARCH e USING INDEX entry_by_kind (kind=? AND seq>?)");
    QTest::newRow("one run") << QByteArray("SELECT * FROM entry AS e WHERE e.run = ?") << QStringLiteral("SEARCH e USING INDEX entry_by_run (run=?)");
    QTest::newRow("head") << QByteArray("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1") << QStringLiteral("SCAN entry");
}

void LedgerFileTest::lookUpsUseIndices()
{
    QFETCH(QByteArray, sql);
    QFETCH(QString, step);
    LedgerFixture f;
    QVERIFY(f.open());
    const QStringList plan = query(f.path, "EXPLAIN QUERY PLAN " + sql);
    QVERIFY2(plan.contains(step), qPrintable(plan.join(QLatin1Char('\n'))));
    QVERIFY2(!plan.join(QLatin1Char(' ')).contains(QLatin1String("TEMP B-TREE")), qPrintable(plan.join(QLatin1Char('\n'))));
}

void LedgerFileTest::backUpIsALedger()
{
    LedgerFixture f;
    const auto ledger = f.open();
    EKOS_NEED(written, ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString target = f.folder.filePath(QStringLiteral("copy.sqlite"));
    EKOS_NEED(verified, ledger->backUp(target, {}, f.run)); // while it is open
    QVERIFY(verified.problems.empty());
    QCOMPARE(verified.entries, 1);
    QCOMPARE(verified.head, std::optional(written.front().hash));
    EKOS_NEED(copy, adapters::SqliteLedger::open(target, f.clock, f.ids));
    EKOS_NEED(checked, copy->verify({written.front().hash}, f.run));
    QVERIFY(checked.problems.empty());
    QCOMPARE(checked.entries, 1);
    const auto again = ledger->backUp(target, {}, f.run);
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
}

void LedgerFileTest::aBackUpIsOneFileOfItsOwner()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString real = f.folder.filePath(QStringLiteral("copies"));
    const QString linked = f.folder.filePath(QStringLiteral("linked"));
    QVERIFY(QDir().mkdir(real) && QFile::link(real, linked)); // a folder may be reached by a link
    const mode_t before = ::umask(0);
    const auto made = ledger->backUp(linked + QStringLiteral("/copy.sqlite"), {}, f.run);
    ::umask(before);
    QVERIFY(made && made.value().problems.empty());
    struct stat status = {};
    QCOMPARE(::stat(qPrintable(real + QStringLiteral("/copy.sqlite")), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0600));
    QCOMPARE(QDir(real).entryList(QDir::Files | QDir::Hidden), QStringList(QStringLiteral("copy.sqlite")));
    QCOMPARE(query(real + QStringLiteral("/copy.sqlite"), "PRAGMA journal_mode"), QStringList(QStringLiteral("delete")));
}

void LedgerFileTest::aBackUpFollowsNoLinkAndReplacesNothing()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString elsewhere = f.folder.filePath(QStringLiteral("elsewhere"));
    const QString link = f.folder.filePath(QStringLiteral("link.sqlite"));
    QVERIFY(QFile::link(elsewhere, link));
    QCOMPARE(ledger->backUp(link, {}, f.run).error().code, ErrorCode::AlreadyExists);
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(!QFile::exists(elsewhere));
    QFile other(elsewhere);
    QVERIFY(other.open(QFile::WriteOnly) && other.write("theirs") == 6);
    other.close();
    for (const QString &path : {elsewhere, link}) {
        QCOMPARE(ledger->backUp(path, {}, f.run).error().code, ErrorCode::AlreadyExists);
        QVERIFY(other.open(QFile::ReadOnly));
        QCOMPARE(other.readAll(), QByteArray("theirs"));
        other.close();
    }
}

void LedgerFileTest::aBackUpOfADamagedLedgerIsNoFile()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    QCOMPARE(runSql(f.path, "DROP TRIGGER entry_no_update; UPDATE entry SET body = x'7b7d20'"), QString());
    const QString target = f.folder.filePath(QStringLiteral("copy.sqlite"));
    EKOS_NEED(verified, ledger->backUp(target, {}, f.run));
    QVERIFY(!verified.problems.empty());
    QVERIFY(!QFile::exists(target));
}

void LedgerFileTest::aBackUpWithoutASealIsNoFile()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString target = f.folder.filePath(QStringLiteral("copy.sqlite"));
    EKOS_NEED(verified, ledger->backUp(target, {model::EntryHash::of("another head")}, f.run));
    QCOMPARE(verified.problems.size(), size_t(1));
    QVERIFY(!QFile::exists(target));
}

void LedgerFileTest::restorePutsACopyInPlace()
{
    LedgerFixture f;
    const auto ledger = f.open();
    EKOS_NEED(first, ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    QVERIFY(ledger->backUp(copy, {}, f.run));
    QFile file(copy);
    QVERIFY(file.open(QFile::ReadOnly));
    const QByteArray before = file.readAll();
    QVERIFY(ledger->append({fact(FactKind::Table, QStringLiteral("actor"), "{}"), fact(FactKind::Run, QStringLiteral("actor"), "{}")}, anna, f.run));
    EKOS_NEED(other, f.tryOpen()); // of another program that goes on
    QVERIFY(other->current(FactKind::Table, subject(QStringLiteral("actor")), f.run).value());

    EKOS_NEED(restored, ledger->restore(copy, sealed(first.front().hash), f.run));
    QVERIFY(restored.copy.problems.empty());
    QVERIFY(!restored.isSealMissing);
    QCOMPARE(restored.copy.entries, 1);
    QCOMPARE(restored.before, 3);
    QCOMPARE(query(restored.keptAs, "SELECT count(*) FROM entry"), QStringList(QStringLiteral("3")));
    for (ports::Ledger *one : {ledger.get(), other.get()}) {
        QCOMPARE(one->head(f.run).value().sequence, 1);
        QVERIFY(!one->current(FactKind::Table, subject(QStringLiteral("actor")), f.run).value());
        QVERIFY(one->current(FactKind::Table, subject(QStringLiteral("film")), f.run).value());
    }
    EKOS_NEED(next, other->append({fact(FactKind::Table, QStringLiteral("city"), "{}")}, anna, f.run)); // the chain goes on behind the copy
    QCOMPARE(next.front().sequence, 2);
    QCOMPARE(next.front().previous, std::optional(first.front().hash));
    EKOS_NEED(checked, ledger->verify({next.front().hash}, f.run));
    QVERIFY(checked.problems.empty());
    QVERIFY(runSql(f.path, "DELETE FROM entry").contains(QLatin1String("append-only")));
    QCOMPARE(query(f.path, "PRAGMA journal_mode"), QStringList(QStringLiteral("wal")));
    file.seek(0);
    QCOMPARE(file.readAll(), before); // the copy was only read
    QCOMPARE(QDir(f.folder.path()).entryList({QStringLiteral("*restoring*"), QStringLiteral("copy.sqlite-*")}), QStringList());
}

void LedgerFileTest::restoreRefuses_data()
{
    QTest::addColumn<QByteArray>("damage"); // SQL on the copy
    QTest::addColumn<QString>("expected");
    QTest::newRow("a changed entry") << QByteArray("DROP TRIGGER entry_no_update; UPDATE entry SET body = x'7b7d20' WHERE seq = 1") << QStringLiteral("not whole");
    QTest::newRow("an entry that is missing") << QByteArray("DROP TRIGGER entry_no_delete; DELETE FROM entry WHERE seq = 1") << QStringLiteral("not whole");
    QTest::newRow("older than the seal") << QByteArray() << QStringLiteral("no seal");
    QTest::newRow("no ledger") << QByteArray("PRAGMA application_id = 7") << QStringLiteral("is no ledger");
    QTest::newRow("a newer format") << QByteArray("PRAGMA user_version = 99") << QStringLiteral("format 99");
    QTest::newRow("no file") << QByteArray("-") << QStringLiteral("There is no file");
}

void LedgerFileTest::restoreRefuses()
{
    QFETCH(QByteArray, damage);
    QFETCH(QString, expected);
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}"), fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    QVERIFY(ledger->backUp(copy, {}, f.run));
    if (damage == "-")
        QVERIFY(QFile::remove(copy));
    else
        QCOMPARE(runSql(copy, damage), QString());
    EKOS_NEED(after, ledger->append({fact(FactKind::Run, QStringLiteral("actor"), "{}")}, anna, f.run));
    const auto restored = ledger->restore(copy, sealed(after.front().hash), f.run);
    QString words;
    if (!restored)
        words = restored.error().message.toEnglish();
    else
        words = !restored.value().copy.problems.empty() ? QStringLiteral("not whole") : restored.value().isSealMissing ? QStringLiteral("no seal") : QStringLiteral("restored");
    QVERIFY2(words.contains(expected), qPrintable(words));
    QCOMPARE(ledger->head(f.run).value().sequence, 3);
    QCOMPARE(QDir(f.folder.path()).entryList({QStringLiteral("*before-restore*"), QStringLiteral("*restoring*")}), QStringList());
}

void LedgerFileTest::aDamagedLedgerIsReplacedAndKept()
{
    LedgerFixture f;
    auto ledger = f.open();
    for (int i = 0; i < 200; ++i)
        QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film%1").arg(i), "{\"x\":\"" + QByteArray(500, 'x') + "\"}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    EKOS_NEED(whole, ledger->backUp(copy, {}, f.run));
    ledger.reset();
    QFile file(f.path);
    QVERIFY(file.open(QFile::ReadWrite) && file.seek(40'960));
    QCOMPARE(file.write(QByteArray(8'192, '\xff')), 8'192);
    file.close();
    ledger = f.open();
    QVERIFY(ledger);
    EKOS_NEED(damaged, ledger->verify({}, f.run));
    QVERIFY(!damaged.problems.empty());
    EKOS_NEED(restored, ledger->restore(copy, sealed(*whole.head), f.run));
    QVERIFY(restored.copy.problems.empty());
    QCOMPARE(restored.copy.entries, 200);
    QVERIFY(QFileInfo(restored.keptAs).size() > 40'960);
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("actor"), "{}")}, anna, f.run));
    EKOS_NEED(checked, ledger->verify({*whole.head}, f.run));
    QVERIFY(checked.problems.empty());
}

void LedgerFileTest::restoreWaitsForAWriter()
{
    LedgerFixture f;
    EKOS_NEED(ledger, adapters::SqliteLedger::open(f.path, f.clock, f.ids, std::chrono::milliseconds(300)));
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    QVERIFY(ledger->backUp(copy, {}, f.run));
    sqlite3 *other = nullptr;
    sqlite3_open(f.path.toUtf8().constData(), &other);
    QCOMPARE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    const auto busy = ledger->restore(copy, sealed(), f.run);
    QVERIFY(!busy);
    QCOMPARE(busy.error().code, ErrorCode::Busy);
    std::thread writer([&] {
        base::CancelToken().waitFor(std::chrono::milliseconds(100));
        sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
    });
    QElapsedTimer timer;
    timer.start();
    const auto restored = ledger->restore(copy, sealed(), f.run);
    const qint64 waited = timer.elapsed();
    writer.join();
    sqlite3_close(other);
    QVERIFY2(restored, restored ? "" : qPrintable(restored.error().message.toEnglish()));
    QVERIFY2(waited >= 100, "it did not wait");
}

void LedgerFileTest::theReplacedLedgerTakesNoNameThatALinkHas()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    QVERIFY(ledger->backUp(copy, {}, f.run));
    EKOS_NEED(kept, ledger->restore(copy, sealed(), f.run));
    QVERIFY(QFile::remove(kept.keptAs) && QFile::link(f.folder.filePath(QStringLiteral("nothing")), kept.keptAs)); // of the name that the next one would have
    EKOS_NEED(other, ledger->restore(copy, sealed(), f.run));
    QVERIFY(other.keptAs != kept.keptAs);
    QVERIFY(QFileInfo(kept.keptAs).isSymLink() && !QFile::exists(kept.keptAs));
}

/// Somebody seals another head, or takes over, while the copy is verified.
void LedgerFileTest::whatMovesWhileACopyIsVerifiedIsSeen()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    EKOS_NEED(whole, ledger->backUp(copy, {}, f.run));
    EKOS_NEED(after, ledger->append({fact(FactKind::Run, QStringLiteral("actor"), "{}")}, anna, f.run));
    int asked = 0;
    EKOS_NEED(refused, ledger->restore(copy, [&]() -> base::Result<std::optional<model::EntryHash>> { return asked++ == 0 ? whole.head : std::optional(after.front().hash); }, f.run));
    QCOMPARE(asked, 2);
    QVERIFY(refused.isSealMissing);
    QVERIFY(refused.keptAs.isEmpty());
    asked = 0;
    const auto takenOver = ledger->restore(copy, [&]() -> base::Result<std::optional<model::EntryHash>> {
        if (asked++ == 0)
            return whole.head;
        return base::Error{.code = ErrorCode::Stale};
    }, f.run);
    QCOMPARE(takenOver.error().code, ErrorCode::Stale);
    QCOMPARE(ledger->head(f.run).value().sequence, 2);
    QCOMPARE(QDir(f.folder.path()).entryList({QStringLiteral("*before-restore*"), QStringLiteral("*restoring*")}), QStringList());
}

void LedgerFileTest::aCancelledRestorationChangesNothing()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("film"), "{}")}, anna, f.run));
    const QString copy = f.folder.filePath(QStringLiteral("copy.sqlite"));
    QVERIFY(ledger->backUp(copy, {}, f.run));
    QVERIFY(ledger->append({fact(FactKind::Run, QStringLiteral("actor"), "{}")}, anna, f.run));
    const base::CancelToken cancel;
    base::RunContext run(cancel);
    int asked = 0;
    const auto cancelled = [&]() -> base::Result<std::optional<model::EntryHash>> {
        if (++asked == 2) // the ledger is locked, and what it was is kept beside it
            cancel.cancel();
        EKOS_CHECK(run.cancel().check());
        return std::optional<model::EntryHash>();
    };
    QCOMPARE(ledger->restore(copy, cancelled, run).error().code, ErrorCode::Cancelled);
    QCOMPARE(asked, 2);
    QCOMPARE(ledger->head(f.run).value().sequence, 2);
    QCOMPARE(QDir(f.folder.path()).entryList({QStringLiteral("*before-restore*"), QStringLiteral("*restoring*")}), QStringList());
}

void LedgerFileTest::someFactsAreRetracted()
{
    LedgerFixture f;
    const auto ledger = f.open();
    QVERIFY(ledger->append({fact(FactKind::Table, QStringLiteral("film"), "{}"), fact(FactKind::Table, QStringLiteral("actor"), "{}")}, anna, f.run));
    const model::RunId run(f.ids.next());
    QCOMPARE(ledger->retract({{FactKind::Table, subject(QStringLiteral("film"))}, {FactKind::Key, subject(QStringLiteral("film"))}}, anna, run, f.run).value(), 1); // there is no such key
    EKOS_NEED(entries, ledger->entries({.kind = FactKind::Retraction}, f.run));
    QCOMPARE(entries.size(), std::size_t(1));
    QCOMPARE(entries.front().run, std::optional(run));
    QCOMPARE(entries.front().body, QByteArray("{\"kind\":\"table\",\"sequence\":1}"));
    QVERIFY(!ledger->current(FactKind::Table, subject(QStringLiteral("film")), f.run).value());
    QVERIFY(ledger->current(FactKind::Table, subject(QStringLiteral("actor")), f.run).value());
    QCOMPARE(ledger->retract({{FactKind::Table, subject(QStringLiteral("actor"))}, {FactKind::Run, subject(QStringLiteral("actor"))}}, anna, run, f.run).error().code, ErrorCode::InvalidInput);
    QVERIFY(ledger->current(FactKind::Table, subject(QStringLiteral("actor")), f.run).value()); // all or nothing
    QVERIFY(ledger->verify({}, f.run).value().problems.empty());
}

QTEST_GUILESS_MAIN(LedgerFileTest)
#include "ledger_file_test.moc"
