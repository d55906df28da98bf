#pragma once

#include "support/postgres_cluster.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace lakehouse::testsupport {

/// What a command line came to.
struct Ended {
    int exitCode = -1;
    QString out = {};
    QString err = {};
    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    QString inWords() const { return QStringLiteral("exit %1\n%2\n%3").arg(exitCode).arg(out, err); }
};

/// The command line as it is delivered, on a project of its own whose source is a database of a cluster, read by the role `reader`.
class OwnProgram {
public:
    static constexpr char variable[] = "EKOS_OWN_PROGRAM_PASSWORD";
    static constexpr char password[] = "r1ght-of-the-reader";

    OwnProgram(const testing::PostgresCluster &cluster, const QString &database, const QByteArray &settings)
    {
        m_environment.insert(QString::fromLatin1(variable), QString::fromLatin1(password));
        for (const char *name : {"PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"})
            if (qEnvironmentVariableIsSet(name))
                m_environment.insert(QString::fromLatin1(name), qEnvironmentVariable(name));
        write(QStringLiteral("ekos.toml"), "[project]\nname = \"own\"\n\n[extensions.lakehouse]\nsource-database = \"shop\"\n" + settings + "\n[[databases]]\nname = \"shop\"\nkind = \"postgresql\"\nconnect = \"127.0.0.1:"
              + QByteArray::number(cluster.port()) + "/" + database.toUtf8() + "\"\nuser = \"reader\"\npassword-env = \"" + variable + "\"\n");
    }

    /// Makes the role that reads; once a cluster.
    static QString makeReader(const testing::PostgresCluster &cluster)
    {
        QString error;
        cluster.run(QStringLiteral("CREATE ROLE reader LOGIN PASSWORD '%1'").arg(QLatin1String(password)), QStringLiteral("postgres"), &error);
        return error;
    }

    void write(const QString &name, const QByteArray &content) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(name));
    }

    /// Waits for its end. The words go to the program as they are, without a shell.
    Ended run(const QStringList &words) const { return started(QString::fromUtf8(LAKEHOUSE_PROGRAM), QStringList{QStringLiteral("--project"), path({})} + words, m_environment); }

    /// What it says, of a command that has to succeed: nothing is compared with the silence of one that did not.
    QString said(const QStringList &words) const
    {
        const Ended ended = run(words);
        if (ended.exitCode != 0)
            qFatal("%s: %s", qPrintable(words.join(QLatin1Char(' '))), qPrintable(ended.inWords()));
        return ended.out;
    }

    static Ended started(const QString &program, const QStringList &words, const QProcessEnvironment &environment)
    {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setStandardInputFile(QProcess::nullDevice());
        process.start(program, words);
        if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
            return {-1, {}, process.errorString()};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }

    QString path(const QString &name) const { return name.isEmpty() ? m_folder.path() : m_folder.filePath(name); }
    const QProcessEnvironment &environment() const { return m_environment; }

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

} // namespace lakehouse::testsupport
