#include "views/console_pictures/picture_project.h"

#include "desktop/pages.h"
#include "usecases/all_handlers.h"

#include "support/source_folder.h"
#include "views/console_pictures/garden_source.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QUuid>

namespace lakehouse::testsupport {

namespace {

constexpr int mostMs = 240'000;

QString variable(const char *name)
{
    return qEnvironmentVariable(name);
}

QString stackScript()
{
    return lakehouse::testing::sourcePath("installer/stack.sh");
}

model::Actor actor(const char *person)
{
    return {.systemUser = QString::fromLatin1(person), .host = QStringLiteral("desk.example.com"), .channel = QStringLiteral("desktop")};
}

} // namespace

PictureProject::PictureProject(Kind kind)
    : m_kind(kind), m_ids(m_clock), m_workspaces(m_folder.path(), m_clock, m_ids), m_workbench(usecases::allHandlers(m_workspaces)), m_held(m_workbench),
      m_passwords(m_workspaces), m_desktopCredentials(m_passwords)
{
}

PictureProject::~PictureProject()
{
    if (m_kind != Kind::Empty)
        removeFromServers();
}

QString PictureProject::name() const
{
    return m_kind == Kind::Garden ? QStringLiteral("garden-shop") : QStringLiteral("film-rental");
}

QString PictureProject::location() const
{
    return name() + QStringLiteral("-pictures");
}

QString PictureProject::bronzePrefix() const
{
    return m_kind == Kind::Garden ? QStringLiteral("bronze_garden_") : QStringLiteral("bronze_rentals_");
}

/// As the quick start writes them, with bronze schemas and a code location of its own.
QString PictureProject::settings() const
{
    if (m_kind == Kind::Empty)
        return QStringLiteral("[project]\nname = \"film-rental\"\n");
    if (m_kind == Kind::Garden)
        return gardenSettings();
    return QStringLiteral("[project]\nname = \"film-rental\"\n\n[extensions.lakehouse]\n"
                          "trino-url = \"%1\"\npolaris-health-url = \"%2/q/health\"\ns3-url = \"%3\"\ndagster-url = \"%4\"\n"
                          "dagster-location = \"%5\"\nbronze-schema-prefix = \"%6\"\n"
                          "source = \"127.0.0.1:%7\"\nsource-database = \"film_rental\"\nsource-user = \"%8\"\n"
                          "source-password-env = \"EKOS_LH_PG_PASSWORD\"\nsource-catalog = \"film_rental\"\n")
        .arg(variable("EKOS_STACK_TRINO_URL"), variable("EKOS_STACK_CATALOG_URL"), variable("EKOS_STACK_S3_URL"), variable("EKOS_STACK_DAGSTER_URL"),
             location(), bronzePrefix(), variable("EKOS_STACK_PG_PORT"), variable("EKOS_STACK_PG_READER_USER"));
}

/// Beside the source that is read: one whose password is wrong, one whose password nobody gave, and one whose server never says a word.
QString PictureProject::gardenSettings() const
{
    QString text = QStringLiteral("[project]\nname = \"garden-shop\"\n\n[extensions.lakehouse]\n"
                                  "trino-url = \"%1\"\npolaris-health-url = \"%2/q/health\"\ns3-url = \"%3\"\ndagster-url = \"%4\"\n"
                                  "dagster-location = \"%5\"\nbronze-schema-prefix = \"%6\"\nlate-arrival-minutes = 60\nsource-database = \"%7\"\n\n"
                                  "[extensions.lakehouse.approval]\nfour-eyes = true\n")
        .arg(variable("EKOS_STACK_TRINO_URL"), variable("EKOS_STACK_CATALOG_URL"), variable("EKOS_STACK_S3_URL"), variable("EKOS_STACK_DAGSTER_URL"),
             location(), bronzePrefix(), GardenSource::name());
    const QString source = QStringLiteral("\n[[databases]]\nname = \"%1\"\nkind = \"postgresql\"\nconnect = \"%2\"\nuser = \"%3\"\npassword-env = \"%4\"\nschemas = [\"shop\"]\n");
    text += source.arg(GardenSource::name(), GardenSource::address(), GardenSource::reader(), QStringLiteral("EKOS_LH_PG_PASSWORD"));
    text += source.arg(QStringLiteral("archive"), GardenSource::address(), GardenSource::reader(), QStringLiteral("EKOS_ARCHIVE_PASSWORD"));
    text += source.arg(QStringLiteral("branch"), GardenSource::address(), GardenSource::reader(), QStringLiteral("EKOS_BRANCH_PASSWORD"));
    text += source.arg(QStringLiteral("greenhouse"), QStringLiteral("127.0.0.1:%1/greenhouse").arg(silentPort), GardenSource::reader(), QStringLiteral("EKOS_ARCHIVE_PASSWORD"));
    return text;
}

bool PictureProject::edit(const QString &before, const QString &after)
{
    QFile file(QDir(folder()).filePath(QStringLiteral("ekos.toml")));
    if (!file.open(QIODevice::ReadWrite))
        return false;
    const QString text = QString::fromUtf8(file.readAll());
    if (!text.contains(before))
        return false;
    return file.resize(0) && file.seek(0) && file.write(QString(text).replace(before, after).toUtf8()) > 0;
}

QString PictureProject::make()
{
    if (m_kind != Kind::Empty)
        removeFromServers();
    QFile file(QDir(folder()).filePath(QStringLiteral("ekos.toml")));
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    file.write(settings().toUtf8());
    file.close();
    return run(QStringLiteral(LAKEHOUSE_PROGRAM), {QStringLiteral("--project"), folder(), QStringLiteral("init")}) ? QString() : m_trouble;
}

std::unique_ptr<views::MainWindow> PictureProject::open()
{
    return std::make_unique<views::MainWindow>(views::ConsoleSetup{
        .workbench = m_held,
        .credentials = m_kind == Kind::Garden ? static_cast<views::Credentials &>(m_desktopCredentials) : m_credentials,
        .store = m_store,
        .clock = m_clock,
        .actor = actor("anna"),
        .channel = api::Channel::Desktop,
        .project = {.id = folder(), .name = name(), .place = QStringLiteral("~/projects/") + name()},
        .pages = app::consolePages(),
    });
}

api::CallContext PictureProject::contextOf(const char *person) const
{
    return {.actor = actor(person), .channel = api::Channel::Desktop, .requestId = QUuid::createUuid().toString(QUuid::WithoutBraces)};
}

bool PictureProject::run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("EKOS_LAKEHOUSE_BIN"), QStringLiteral(LAKEHOUSE_PROGRAM));
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    const bool hasEnded = QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, mostMs);
    m_out = QString::fromUtf8(process.readAllStandardOutput());
    if (hasEnded && process.error() == QProcess::UnknownError && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return true;
    m_trouble = program + QLatin1Char(' ') + arguments.join(QLatin1Char(' ')) + QStringLiteral(": ") + m_out
        + QString::fromUtf8(process.readAllStandardError());
    return false;
}

bool PictureProject::lakeSql(const QString &sql)
{
    return run(stackScript(), {QStringLiteral("sql"), sql});
}

bool PictureProject::registerCode()
{
    return run(stackScript(), {QStringLiteral("project"), QStringLiteral("add"), folder(), QStringLiteral("--name"), location()});
}

void PictureProject::removeFromServers()
{
    run(stackScript(), {QStringLiteral("project"), QStringLiteral("remove"), location()});
    if (!lakeSql(QStringLiteral("SELECT schema_name FROM lake.information_schema.schemata WHERE starts_with(schema_name, '%1')").arg(bronzePrefix())))
        return;
    const QStringList schemas = m_out.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString &schema : schemas)
        lakeSql(QStringLiteral("DROP SCHEMA IF EXISTS lake.\"%1\" CASCADE").arg(schema.trimmed()));
}

} // namespace lakehouse::testsupport
