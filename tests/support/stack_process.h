#pragma once

#include <QProcessEnvironment>
#include <QStringList>

namespace lakehouse::testsupport {

/// What a program printed and how it ended.
struct Finished {
    int code = -1;
    QString out = {};
    QString err = {};
    bool isFine() const { return code == 0; }
    QString words() const { return out + err; }
};

/// What a program is started with.
struct StackStart {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QString folder = {};
    QByteArray input = {};
    int mostMs = 240'000;
};

/// Runs a program of the native stack to its end; the event loop turns meanwhile. What did not start, crashed, or did not end in time and was
/// killed, has the code -1 and says so in `err`.
Finished runToEnd(const QString &program, const QStringList &arguments, const StackStart &start = {});

} // namespace lakehouse::testsupport
