#include "support/stack_process.h"

#include <QTest>

using namespace lakehouse::testsupport;

/// Tests on the native stack believe what this says of psql and of installer/stack.sh.
class StackProcessTest : public QObject {
    Q_OBJECT

    static Finished shell(const char *script, const StackStart &start = {}) { return runToEnd(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromLatin1(script)}, start); }

private Q_SLOTS:
    void aProgramReadsItsInputToTheEnd()
    {
        const Finished finished = shell("cat; echo said >&2", {.input = QByteArray(300'000, 'x')});
        QVERIFY(finished.isFine());
        QCOMPARE(finished.out, QString(300'000, QLatin1Char('x')));
        QCOMPARE(finished.err, QStringLiteral("said\n"));
    }

    void anExitCodeIsToldAsItIs()
    {
        const Finished finished = shell("echo before; exit 3");
        QCOMPARE(finished.code, 3);
        QVERIFY(!finished.isFine());
        QCOMPARE(finished.out, QStringLiteral("before\n"));
    }

    void whatDoesNotEndIsKilledAndNoSuccess()
    {
        const Finished finished = shell("echo before; exec sleep 600", {.mostMs = 1'000});
        QCOMPARE(finished.code, -1);
        QCOMPARE(finished.out, QStringLiteral("before\n"));
        QVERIFY2(finished.err.contains(QStringLiteral("did not end within 1 s")), qPrintable(finished.err));
    }

    void whatCrashesIsNoSuccess()
    {
        const Finished finished = shell("kill -9 $$");
        QCOMPARE(finished.code, -1);
        QVERIFY2(finished.err.contains(QStringLiteral("crashed")), qPrintable(finished.err));
    }

    void whatIsNotThereIsNoSuccess()
    {
        const Finished finished = runToEnd(QStringLiteral("/nonexistent/psql"), {});
        QCOMPARE(finished.code, -1);
        QVERIFY2(finished.err.contains(QStringLiteral("cannot be started")), qPrintable(finished.err));
    }
};

QTEST_GUILESS_MAIN(StackProcessTest)
#include "stack_process_test.moc"
