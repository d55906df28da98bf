#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace lakehouse::testing {

/// A PostgreSQL cluster for one test program: in a temporary folder, on a free port of 127.0.0.1, with scram passwords. It is stopped and removed
/// with this object; when the test program dies first, the server stops by itself.
///
/// The binaries come from the folder in EKOS_TEST_POSTGRES_BIN, else from /usr/lib/postgresql/*/bin (newest first), `pg_config --bindir` or PATH.
class PostgresCluster {
public:
    /// `settings`: lines of postgresql.conf, "max_prepared_transactions = 4". Absent when it does not start; `reason` says why, for QSKIP.
    static std::unique_ptr<PostgresCluster> start(const QStringList &settings, QString *reason);
    ~PostgresCluster();

    quint16 port() const { return m_port; }
    QString superuser() const { return QStringLiteral("cluster_admin"); }
    QString superuserPassword() const { return m_password; }

    /// Runs SQL as the superuser with psql, which stops at the first error. Returns what it printed (unaligned, rows only); on failure the empty
    /// string, with psql's words in `error`.
    QString run(const QString &sql, const QString &database = QStringLiteral("postgres"), QString *error = nullptr) const;
    /// A psql that stays open on its own connection: write statements to it, then closeWriteChannel() or terminate.
    std::unique_ptr<QProcess> session(const QString &database = QStringLiteral("postgres")) const;
    /// Writes a file that the server can read, beside its data; returns its path.
    QString writeFile(const QString &name, const QByteArray &content) const;
    /// The first lines of pg_hba.conf from now on.
    void prependAccessRules(const QString &rules) const;

private:
    PostgresCluster() = default;
    bool create(QString *reason);
    bool launch(const QStringList &settings, QString *reason);
    QStringList psqlArguments(const QString &database) const;
    QProcessEnvironment psqlEnvironment() const;
    QString dataFolder() const { return m_folder.filePath(QStringLiteral("data")); }

    QTemporaryDir m_folder;
    QString m_binaries;
    QString m_password;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_server;
};

} // namespace lakehouse::testing
