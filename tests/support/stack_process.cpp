#include "support/stack_process.h"

#include <QProcess>
#include <QTest>

namespace lakehouse::testsupport {

Finished runToEnd(const QString &program, const QStringList &arguments, const StackStart &start)
{
    QProcess process;
    process.setProcessEnvironment(start.environment);
    process.setWorkingDirectory(start.folder);
    process.start(program, arguments);
    process.write(start.input);
    process.closeWriteChannel();
    const bool isInTime = QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, start.mostMs);
    if (!isInTime) {
        process.kill();
        process.waitForFinished();
    }
    Finished finished{.out = QString::fromUtf8(process.readAllStandardOutput()), .err = QString::fromUtf8(process.readAllStandardError())};
    if (!isInTime)
        finished.err += QStringLiteral("\n%1 did not end within %2 s").arg(program).arg(start.mostMs / 1000);
    else if (process.error() == QProcess::FailedToStart)
        finished.err += QStringLiteral("\n%1 cannot be started").arg(program);
    else if (process.exitStatus() != QProcess::NormalExit)
        finished.err += QStringLiteral("\n%1 crashed").arg(program);
    else
        finished.code = process.exitCode();
    return finished;
}

} // namespace lakehouse::testsupport
