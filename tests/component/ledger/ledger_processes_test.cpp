#include "component/ledger/ledger_fixture.h"

#include <QProcess>

#include <cstdio>
#include <random>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using model::FactKind;

namespace {

/// What a child does: appends batches of three and says which entries are safe. Without a limit it goes on until it is killed.
int appendAsChild(const QString &path, quint16 series, qint64 batches)
{
    FixedClock clock;
    CountingIds ids(series);
    base::RunContext run;
    const auto ledger = adapters::SqliteLedger::open(path, clock, ids);
    if (!ledger) {
        qWarning("%s %s", qPrintable(ledger.error().message.toEnglish()), qPrintable(ledger.error().detail));
        return 1;
    }
    for (qint64 batch = 0; batches < 0 || batch < batches; ++batch) {
        const QString table = QStringLiteral("table_%1_%2").arg(series).arg(batch);
        const auto written = ledger.value()->append({fact(FactKind::Table, table, "{}"), fact(FactKind::Run, table, "{}"), fact(FactKind::Key, table, "{}")}, anna, run);
        if (!written) {
            qWarning("%s %s", qPrintable(written.error().message.toEnglish()), qPrintable(written.error().detail));
            return 1;
        }
        std::printf("%lld %s\n", written.value().back().sequence, qPrintable(written.value().back().hash.toString()));
        std::fflush(stdout);
    }
    return 0;
}

} // namespace

class LedgerProcessesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void killedWritersLoseNothing();
    void twoWritersTakeTurns();
    void severalProcessesMakeTheFile();

private:
    static void start(QProcess &child, const QString &path, int series, int batches)
    {
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--child"), path, QString::number(series), QString::number(batches)});
        QVERIFY(child.waitForStarted());
    }
};

void LedgerProcessesTest::killedWritersLoseNothing()
{
    LedgerFixture f;
    QByteArray said;
    std::mt19937 random(7); // by seed, to be repeated
    for (int round = 1; round <= 12; ++round) {
        QProcess child;
        start(child, f.path, round, -1);
        const int lines = 1 + int(random() % 20);
        QByteArray fromChild;
        while (fromChild.count('\n') < lines && child.waitForReadyRead(10'000))
            fromChild += child.readAllStandardOutput();
        child.kill(); // SIGKILL: no chance to tidy up
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        fromChild += child.readAllStandardOutput();
        QVERIFY(fromChild.count('\n') >= lines);
        said += fromChild.left(fromChild.lastIndexOf('\n') + 1);

        const auto ledger = f.open();
        QVERIFY(ledger);
        EKOS_NEED(checked, ledger->verify({}, f.run));
        QVERIFY2(checked.problems.empty(), checked.problems.empty() ? "" : qPrintable(checked.problems[0].finding.toEnglish()));
        QCOMPARE(checked.entries % 3, 0); // batches are whole
    }
    const auto ledger = f.open();
    for (const QByteArray &line : said.trimmed().split('\n')) {
        const qint64 sequence = line.left(line.indexOf(' ')).toLongLong();
        EKOS_NEED(entries, ledger->entries({.afterSequence = sequence - 1, .limit = 1}, f.run));
        QVERIFY(entries.size() == 1);
        QCOMPARE(entries[0].hash.toString(), QString::fromLatin1(line.mid(line.indexOf(' ') + 1)));
    }
}

void LedgerProcessesTest::twoWritersTakeTurns()
{
    LedgerFixture f; // the file does not exist yet: both may make it
    QProcess one;
    QProcess two;
    start(one, f.path, 1, 60);
    start(two, f.path, 2, 60);
    QVERIFY(one.waitForFinished(60'000) && two.waitForFinished(60'000));
    QCOMPARE(one.exitCode(), 0);
    QCOMPARE(two.exitCode(), 0);
    const auto ledger = f.open();
    EKOS_NEED(checked, ledger->verify({}, f.run));
    QCOMPARE(checked.entries, 2 * 60 * 3);
    QVERIFY(checked.problems.empty());
}

void LedgerProcessesTest::severalProcessesMakeTheFile()
{
    for (int round = 0; round < 20; ++round) {
        LedgerFixture f;
        QProcess children[4];
        for (int i = 0; i < 4; ++i)
            start(children[i], f.path, 1 + i, 1);
        for (QProcess &child : children) {
            QVERIFY(child.waitForFinished(60'000));
            QCOMPARE(child.exitCode(), 0);
        }
        const auto ledger = f.open();
        EKOS_NEED(checked, ledger->verify({}, f.run));
        QCOMPARE(checked.entries, 4 * 3);
        QVERIFY(checked.problems.empty());
    }
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.value(1) == QLatin1String("--child"))
        return appendAsChild(arguments.value(2), quint16(arguments.value(3).toUInt()), arguments.value(4).toLongLong());
    LedgerProcessesTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "ledger_processes_test.moc"
