#include "views/console/stack_project.h"

#include "support/source_folder.h"
#include "support/trino_catalog.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

namespace lakehouse::testsupport {

namespace {

QString variable(const char *name)
{
    return qEnvironmentVariable(name);
}

bool answers(const QUrl &url)
{
    QTcpSocket socket;
    socket.connectToHost(url.host(), quint16(url.port()));
    return socket.waitForConnected(3000);
}

QString file(const char *path)
{
    return lakehouse::testing::sourcePath("") + QLatin1String(path);
}

QString projectNameOf(const QString &name)
{
    return QString(name).replace(QLatin1Char('_'), QLatin1Char('-'));
}

QProcessEnvironment environment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PGHOST"), QStringLiteral("127.0.0.1"));
    environment.insert(QStringLiteral("PGPORT"), variable("EKOS_STACK_PG_PORT"));
    environment.insert(QStringLiteral("PGUSER"), variable("EKOS_STACK_PG_ADMIN_USER"));
    environment.insert(QStringLiteral("PGPASSWORD"), variable("EKOS_STACK_PG_ADMIN_PASSWORD"));
    environment.insert(QStringLiteral("NO_COLOR"), QStringLiteral("1"));
    environment.insert(StackProject::passwordVariable(), variable("EKOS_STACK_PG_READER_PASSWORD"));
    environment.insert(QStringLiteral("EKOS_LAKEHOUSE_BIN"), QStringLiteral(LAKEHOUSE_PROGRAM));
    return environment;
}

} // namespace

QString StackProject::whyNot()
{
    for (const char *name : {"EKOS_STACK_PG_PORT", "EKOS_STACK_PG_ADMIN_USER", "EKOS_STACK_PG_READER_PASSWORD", "EKOS_STACK_TRINO_URL",
                             "EKOS_STACK_DAGSTER_URL", "EKOS_STACK_CATALOG_URL", "EKOS_STACK_S3_URL"})
        if (variable(name).isEmpty())
            return QStringLiteral("no native stack: %1 is not set; eval \"$(installer/stack.sh env)\"").arg(QLatin1String(name));
    for (const char *name : {"EKOS_STACK_TRINO_URL", "EKOS_STACK_DAGSTER_URL", "EKOS_STACK_S3_URL"})
        if (!answers(QUrl(variable(name))))
            return QStringLiteral("nothing answers at %1, as %2 says").arg(variable(name), QLatin1String(name));
    const bool hasSource = answers(QUrl(QStringLiteral("tcp://127.0.0.1:") + variable("EKOS_STACK_PG_PORT")));
    return hasSource ? QString() : QStringLiteral("no PostgreSQL answers at the port of EKOS_STACK_PG_PORT");
}

StackProject::StackProject()
    : m_name(QStringLiteral("console_%1_%2").arg(QCoreApplication::applicationPid())
                 .arg(QRandomGenerator::global()->bounded(0x1000, 0x10000), 0, 16)),
      m_password(variable("EKOS_STACK_PG_READER_PASSWORD"))
{
}

StackProject::~StackProject()
{
    remove(m_name);
}

QString StackProject::projectName() const
{
    return projectNameOf(m_name);
}

QString StackProject::address() const
{
    return QStringLiteral("127.0.0.1:%1/%2").arg(variable("EKOS_STACK_PG_PORT"), m_name);
}

QString StackProject::make()
{
    sweep();
    if (const QString wrong = makeDatabase(); !wrong.isEmpty())
        return wrong;
    const Finished catalog = trino(createCatalog({.name = m_name, .address = address(), .user = variable("EKOS_STACK_PG_READER_USER")}));
    return catalog.isFine() ? QString() : QStringLiteral("no Trino catalog: ") + catalog.words();
}

QString StackProject::makeDatabase() const
{
    if (const Finished made = source(QStringLiteral("CREATE DATABASE %1").arg(m_name), QStringLiteral("postgres")); !made.isFine())
        return QStringLiteral("no source database: ") + made.words();
    const Finished filled = run(QStringLiteral("psql"),
                                {QStringLiteral("-Xq"), QStringLiteral("-vON_ERROR_STOP=1"), QStringLiteral("-vreader=") + m_name,
                                 QStringLiteral("-vpassword=") + m_password, QStringLiteral("-d"), m_name, QStringLiteral("-f"),
                                 file("tests/views/console/shop.sql")});
    return filled.isFine() ? QString() : QStringLiteral("the source database is not filled: ") + filled.words();
}

void StackProject::writeSettings() const
{
    QFile settings(QDir(folder()).filePath(QStringLiteral("ekos.toml")));
    QVERIFY(settings.open(QIODevice::WriteOnly));
    const QString text = QStringLiteral(
        "# written by a person\n[project]\nname = \"%1\"\nenvironment = \"test\"\n\n[extensions.lakehouse]\ntrino-url = \"%2\"\n"
        "polaris-health-url = \"%3/q/health\"\ns3-url = \"%4\"\ndagster-url = \"%5\"\nbronze-schema-prefix = \"%6_\"\n");
    settings.write(text.arg(projectName(), variable("EKOS_STACK_TRINO_URL"), variable("EKOS_STACK_CATALOG_URL"), variable("EKOS_STACK_S3_URL"),
                            variable("EKOS_STACK_DAGSTER_URL"), m_name).toUtf8());
}

Finished StackProject::run(const QString &program, const QStringList &arguments, const QByteArray &input) const
{
    if (m_beforeStart)
        m_beforeStart();
    return runToEnd(program, arguments, {.environment = environment(), .folder = folder(), .input = input});
}

Finished StackProject::cli(const QStringList &arguments) const
{
    return run(QStringLiteral(LAKEHOUSE_PROGRAM), arguments);
}

Finished StackProject::source(const QString &sql, const QString &database) const
{
    return run(QStringLiteral("psql"), {QStringLiteral("-XqAt"), QStringLiteral("-vON_ERROR_STOP=1"), QStringLiteral("-d"),
                                        database.isEmpty() ? m_name : database, QStringLiteral("-c"), sql});
}

Finished StackProject::trino(const QString &sql) const
{
    const QStringList arguments{QStringLiteral("-I"), file("tests/support/trino_statement.py"), variable("EKOS_STACK_TRINO_URL")};
    return run(QStringLiteral("python3"), arguments, sql.toUtf8());
}

Finished StackProject::stack(const QStringList &arguments) const
{
    return run(file("installer/stack.sh"), arguments);
}

Finished StackProject::registerCode() const
{
    return stack({QStringLiteral("project"), QStringLiteral("add"), folder(), QStringLiteral("--name"), projectName()});
}

/// What was left by processes that are gone.
void StackProject::sweep() const
{
    static const QRegularExpression ours(QStringLiteral("\\Aconsole_([0-9]+)_[0-9a-f]+\\z"));
    const QString names = QStringLiteral("SELECT datname FROM pg_database UNION SELECT rolname FROM pg_roles");
    for (const QString &name : source(names, QStringLiteral("postgres")).out.split(QLatin1Char('\n')))
        if (const auto match = ours.match(name); match.hasMatch() && !QFile::exists(QStringLiteral("/proc/") + match.captured(1)))
            remove(name);
}

void StackProject::remove(const QString &name) const
{
    stack({QStringLiteral("project"), QStringLiteral("remove"), projectNameOf(name)});
    const QString ofProject = QStringLiteral("SELECT schema_name FROM lake.information_schema.schemata WHERE starts_with(schema_name, '%1_')");
    const Finished schemas = trino(ofProject.arg(name));
    for (const QString &schema : schemas.out.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        trino(QStringLiteral("DROP SCHEMA IF EXISTS lake.\"%1\" CASCADE").arg(schema));
    trino(QStringLiteral("DROP CATALOG IF EXISTS %1").arg(name));
    source(QStringLiteral("DROP DATABASE IF EXISTS %1 WITH (FORCE)").arg(name), QStringLiteral("postgres"));
    source(QStringLiteral("DROP ROLE IF EXISTS %1").arg(name), QStringLiteral("postgres"));
}

} // namespace lakehouse::testsupport
