#include "support/postgres_cluster.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lakehouse::testing {

namespace {

constexpr int startMs = 60'000;

QString firstFolderWithServer()
{
    QStringList folders;
    if (const QString wanted = qEnvironmentVariable("EKOS_TEST_POSTGRES_BIN"); !wanted.isEmpty())
        return wanted;
    const QDir debian(QStringLiteral("/usr/lib/postgresql"));
    QStringList versions = debian.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    std::sort(versions.begin(), versions.end(), [](const QString &left, const QString &right) { return left.toDouble() > right.toDouble(); });
    for (const QString &version : versions)
        folders += debian.filePath(version + QStringLiteral("/bin"));
    QProcess pgConfig;
    pgConfig.start(QStringLiteral("pg_config"), {QStringLiteral("--bindir")});
    if (pgConfig.waitForFinished(5'000))
        folders += QString::fromLocal8Bit(pgConfig.readAllStandardOutput()).trimmed();
    for (const QString &folder : folders)
        if (QFile::exists(folder + QStringLiteral("/initdb")) && QFile::exists(folder + QStringLiteral("/postgres")))
            return folder;
    const QString inPath = QStandardPaths::findExecutable(QStringLiteral("initdb"));
    return inPath.isEmpty() ? QString() : QFileInfo(inPath).absolutePath();
}

/// A port that was free a moment ago.
quint16 freePort()
{
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool isBound = bind(server, reinterpret_cast<sockaddr *>(&address), size) == 0 && getsockname(server, reinterpret_cast<sockaddr *>(&address), &size) == 0;
    close(server);
    return isBound ? ntohs(address.sin_port) : 0;
}

/// PostgreSQL refuses to run as root: then it runs as the user postgres. It ends with this process, however that ends.
void prepare(QProcess &process, const QString &program, const QStringList &arguments)
{
    QStringList all{QStringLiteral("--pdeathsig"), QStringLiteral("INT")};
    if (geteuid() == 0)
        all += {QStringLiteral("--reuid"), QStringLiteral("postgres"), QStringLiteral("--regid"), QStringLiteral("postgres"), QStringLiteral("--init-groups")};
    process.setProgram(QStringLiteral("setpriv"));
    process.setArguments(all + QStringList{program} + arguments);
    process.setWorkingDirectory(QStringLiteral("/"));
}

void giveToServer(const QString &path)
{
    if (geteuid() != 0)
        return;
    if (const passwd *user = getpwnam("postgres"))
        (void)!chown(QFile::encodeName(path).constData(), user->pw_uid, user->pw_gid);
}

} // namespace

std::unique_ptr<PostgresCluster> PostgresCluster::start(const QStringList &settings, QString *reason)
{
    std::unique_ptr<PostgresCluster> cluster(new PostgresCluster);
    cluster->m_binaries = firstFolderWithServer();
    if (cluster->m_binaries.isEmpty()) {
        *reason = QStringLiteral("no PostgreSQL server is installed");
        return nullptr;
    }
    if (geteuid() == 0 && !getpwnam("postgres")) {
        *reason = QStringLiteral("PostgreSQL does not run as root, and there is no user postgres");
        return nullptr;
    }
    cluster->m_password = QUuid::createUuid().toString(QUuid::Id128);
    if (!cluster->create(reason) || !cluster->launch(settings, reason))
        return nullptr;
    return cluster;
}

bool PostgresCluster::create(QString *reason)
{
    giveToServer(m_folder.path());
    const QString passwordFile = writeFile(QStringLiteral("password"), m_password.toUtf8());
    QProcess initdb;
    initdb.setProcessChannelMode(QProcess::MergedChannels);
    prepare(initdb, m_binaries + QStringLiteral("/initdb"),
            {QStringLiteral("-D"), dataFolder(), QStringLiteral("-U"), superuser(), QStringLiteral("--pwfile=") + passwordFile, QStringLiteral("--auth=scram-sha-256"),
             QStringLiteral("--encoding=UTF8"), QStringLiteral("--locale=C"), QStringLiteral("--no-sync")});
    initdb.start();
    if (!initdb.waitForFinished(startMs) || initdb.exitCode() != 0) {
        *reason = QStringLiteral("initdb failed: ") + QString::fromLocal8Bit(initdb.readAll()).right(500) + initdb.errorString();
        return false;
    }
    return true;
}

bool PostgresCluster::launch(const QStringList &settings, QString *reason)
{
    m_port = freePort();
    QStringList arguments{QStringLiteral("-D"), dataFolder(), QStringLiteral("-p"), QString::number(m_port)};
    const QStringList ours{QStringLiteral("listen_addresses = 127.0.0.1"), QStringLiteral("unix_socket_directories = "), QStringLiteral("fsync = off"),
                           QStringLiteral("shared_buffers = 32MB"), QStringLiteral("lc_messages = C"),
                           QStringLiteral("autovacuum = off")}; // a source changes when a test changes it
    for (const QString &setting : ours + settings)
        arguments += {QStringLiteral("-c"), setting.section(QLatin1Char('='), 0, 0).trimmed() + QLatin1Char('=') + setting.section(QLatin1Char('='), 1).trimmed()};
    m_server = std::make_unique<QProcess>();
    m_server->setStandardOutputFile(QProcess::nullDevice());
    m_server->setStandardErrorFile(m_folder.filePath(QStringLiteral("log")));
    prepare(*m_server, m_binaries + QStringLiteral("/postgres"), arguments);
    m_server->start();
    QElapsedTimer timer;
    timer.start();
    while (m_server->state() != QProcess::NotRunning && timer.elapsed() < startMs) {
        if (run(QStringLiteral("SELECT 1")) == QLatin1String("1"))
            return true;
        m_server->waitForFinished(100);
    }
    QFile log(m_folder.filePath(QStringLiteral("log")));
    *reason = QStringLiteral("the server did not start: ") + (log.open(QFile::ReadOnly) ? QString::fromLocal8Bit(log.readAll()).right(500) : m_server->errorString());
    return false;
}

PostgresCluster::~PostgresCluster()
{
    if (!m_server || m_server->state() == QProcess::NotRunning)
        return;
    kill(pid_t(m_server->processId()), SIGQUIT); // immediate shutdown: the folder goes anyway
    if (!m_server->waitForFinished(20'000))
        m_server->kill();
    m_server->waitForFinished(5'000);
}

QStringList PostgresCluster::psqlArguments(const QString &database) const
{
    return {QStringLiteral("-X"), QStringLiteral("-A"), QStringLiteral("-t"), QStringLiteral("-q"), QStringLiteral("-v"), QStringLiteral("ON_ERROR_STOP=1"),
            QStringLiteral("-h"), QStringLiteral("127.0.0.1"), QStringLiteral("-p"), QString::number(m_port), QStringLiteral("-U"), superuser(), QStringLiteral("-d"), database};
}

QProcessEnvironment PostgresCluster::psqlEnvironment() const
{
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), qEnvironmentVariable("PATH"));
    environment.insert(QStringLiteral("LD_LIBRARY_PATH"), qEnvironmentVariable("LD_LIBRARY_PATH"));
    environment.insert(QStringLiteral("PGPASSWORD"), m_password);
    environment.insert(QStringLiteral("PGCLIENTENCODING"), QStringLiteral("UTF8"));
    return environment;
}

std::unique_ptr<QProcess> PostgresCluster::session(const QString &database) const
{
    const QString own = m_binaries + QStringLiteral("/psql"); // server-only packages have none
    auto psql = std::make_unique<QProcess>();
    psql->setProcessEnvironment(psqlEnvironment());
    psql->start(QFile::exists(own) ? own : QStringLiteral("psql"), psqlArguments(database));
    return psql;
}

QString PostgresCluster::run(const QString &sql, const QString &database, QString *error) const
{
    const std::unique_ptr<QProcess> psql = session(database);
    psql->write(sql.toUtf8());
    psql->closeWriteChannel();
    const bool isDone = psql->waitForFinished(startMs) && psql->exitStatus() == QProcess::NormalExit && psql->exitCode() == 0;
    if (error)
        *error = isDone ? QString() : QString::fromUtf8(psql->readAllStandardError()) + psql->errorString();
    return isDone ? QString::fromUtf8(psql->readAllStandardOutput()).trimmed() : QString();
}

QString PostgresCluster::writeFile(const QString &name, const QByteArray &content) const
{
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(content) != content.size())
        return {};
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    giveToServer(path);
    return path;
}

void PostgresCluster::prependAccessRules(const QString &rules) const
{
    const QString path = dataFolder() + QStringLiteral("/pg_hba.conf");
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return;
    const QByteArray old = file.readAll();
    file.close();
    if (file.open(QFile::WriteOnly))
        file.write(rules.toUtf8() + '\n' + old);
    file.close();
    run(QStringLiteral("SELECT pg_reload_conf()"));
}

} // namespace lakehouse::testing
