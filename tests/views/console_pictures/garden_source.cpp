#include "views/console_pictures/garden_source.h"

#include "support/source_folder.h"
#include "support/stack_process.h"
#include "support/trino_catalog.h"

#include <QTest>

namespace lakehouse::testsupport {

namespace {

constexpr int lockMs = 20'000;

QString script()
{
    return lakehouse::testing::sourcePath("installer/stack.sh");
}

QStringList psql(const QString &database)
{
    return {QStringLiteral("psql"), QStringLiteral("-qAt"), QStringLiteral("-vON_ERROR_STOP=1"), QStringLiteral("-d"), database};
}

QString filled(const char *file)
{
    return GardenSource::stack(psql(GardenSource::name())
        + QStringList{QStringLiteral("-vreader=") + GardenSource::reader(), QStringLiteral("-vpassword=") + qEnvironmentVariable("EKOS_LH_PG_PASSWORD"), QStringLiteral("-f"),
                      lakehouse::testing::sourcePath(file)});
}

} // namespace

GardenSource::~GardenSource()
{
    if (m_isMade)
        remove();
}

QString GardenSource::address()
{
    return QStringLiteral("127.0.0.1:%1/%2").arg(qEnvironmentVariable("EKOS_STACK_PG_PORT"), name());
}

QString GardenSource::stack(const QStringList &arguments)
{
    const Finished finished = runToEnd(script(), arguments);
    return finished.isFine() ? QString() : arguments.join(QLatin1Char(' ')) + QStringLiteral(": ") + finished.words();
}

QString GardenSource::make()
{
    remove();
    m_isMade = true;
    if (const QString wrong = stack(psql(QStringLiteral("postgres")) + QStringList{QStringLiteral("-c"), QStringLiteral("CREATE DATABASE ") + name()}); !wrong.isEmpty())
        return wrong;
    for (const char *file : {"tests/views/console/shop.sql", "tests/views/console_pictures/garden.sql"})
        if (const QString wrong = filled(file); !wrong.isEmpty())
            return wrong;
    return makeCatalog(Catalog::Complete);
}

QString GardenSource::makeCatalog(Catalog kind)
{
    if (const QString wrong = stack({QStringLiteral("sql"), QStringLiteral("DROP CATALOG IF EXISTS ") + name()}); !wrong.isEmpty())
        return wrong;
    return stack({QStringLiteral("sql"), createCatalog({.name = name(), .address = address(), .user = reader(), .hasArrays = kind == Catalog::Complete})});
}

QString GardenSource::sql(const QString &statement) const
{
    return stack(psql(name()) + QStringList{QStringLiteral("-c"), statement});
}

void GardenSource::remove()
{
    stack({QStringLiteral("sql"), QStringLiteral("DROP CATALOG IF EXISTS ") + name()});
    for (const QString &statement : {QStringLiteral("DROP DATABASE IF EXISTS %1 WITH (FORCE)").arg(name()), QStringLiteral("DROP ROLE IF EXISTS ") + reader()})
        stack(psql(QStringLiteral("postgres")) + QStringList{QStringLiteral("-c"), statement});
}

GardenLock::GardenLock(const QString &table)
{
    m_session.start(script(), psql(GardenSource::name()));
    m_session.write(QStringLiteral("BEGIN; LOCK TABLE %1 IN ACCESS EXCLUSIVE MODE;\nSELECT 'held';\n").arg(table).toUtf8());
    QByteArray said;
    m_isHeld = QTest::qWaitFor([&] {
        said += m_session.readAllStandardOutput();
        return said.contains("held");
    }, lockMs);
}

GardenLock::~GardenLock()
{
    m_session.write("ROLLBACK;\n");
    m_session.closeWriteChannel();
    if (!m_session.waitForFinished(lockMs))
        m_session.kill();
}

} // namespace lakehouse::testsupport
