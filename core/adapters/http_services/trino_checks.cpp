#include "adapters/http_services/trino_checks.h"

#include "model/catalog_settings.h"

#include <algorithm>

namespace lakehouse::adapters {

using base::Result;
using base::Text;
using model::CheckState;
using model::ServiceCheck;
using ports::StatementResult;

namespace {

constexpr qint64 oldestKnownVersion = 470;

ServiceCheck line(const char *check, CheckState state, Text finding, Text remedy = {})
{
    return {.service = QStringLiteral("trino"), .check = QString::fromLatin1(check), .state = state, .finding = std::move(finding), .remedy = std::move(remedy)};
}

ServiceCheck failedLine(const char *check, const base::Error &error)
{
    return line(check, CheckState::Failed, error.message, error.hint);
}

class Checks {
public:
    Checks(TrinoClient &client, base::RunContext &run) : m_client(client), m_run(run), m_deadline(client.options().checkMs) {}

    std::vector<ServiceCheck> all(const QString &sourceCatalog, const QString &lakeCatalog)
    {
        if (!answers()) {
            for (const char *skipped : {"version", "source-catalog", "lake-catalog", "type-mapping"})
                m_lines.push_back(line(skipped, CheckState::Skipped, QT_TRANSLATE_NOOP("core", "Trino does not answer.")));
            return std::move(m_lines);
        }
        const bool isSourceThere = catalog("source-catalog", sourceCatalog, QT_TRANSLATE_NOOP("core", "Set source-catalog in ekos.toml to the Trino catalog that reads the source."));
        catalog("lake-catalog", lakeCatalog, QT_TRANSLATE_NOOP("core", "Set lake-catalog in ekos.toml to the Iceberg catalog of Trino."));
        if (isSourceThere)
            typeMapping(sourceCatalog);
        else
            m_lines.push_back(line("type-mapping", CheckState::Skipped, QT_TRANSLATE_NOOP("core", "The source's catalog does not answer.")));
        return std::move(m_lines);
    }

private:
    /// Adds the lines "answers" and "version".
    bool answers()
    {
        const QString origin = m_client.server().origin;
        const Result<ports::HttpResponse> response = m_client.get(QStringLiteral("/v1/info"), m_run);
        if (!response)
            return m_lines.push_back(failedLine("answers", response.error())), false;
        const Result<JsonValue> info = parseJson(response.value().body);
        const QString version = info ? info.value()["nodeVersion"]["version"].text : QString();
        if (response.value().status != 200 || version.isEmpty())
            return m_lines.push_back(line("answers", CheckState::Failed, {QT_TRANSLATE_NOOP("core", "%1 answers, but not as Trino does."), origin},
                                          QT_TRANSLATE_NOOP("core", "Set trino-url in ekos.toml to the address of Trino's coordinator."))), false;
        if (info.value()["starting"].text == QLatin1String("true"))
            return m_lines.push_back(line("answers", CheckState::Failed, {QT_TRANSLATE_NOOP("core", "Trino at %1 is still starting."), origin},
                                          QT_TRANSLATE_NOOP("core", "Wait a minute and ask again."))), false;
        m_lines.push_back(line("answers", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "Trino at %1 answers."), origin}));
        addVersion(version);
        return true;
    }

    void addVersion(const QString &version)
    {
        const qint64 number = version.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('.'), 0, 0).toLongLong();
        if (number >= oldestKnownVersion)
            m_lines.push_back(line("version", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "Version %1"), version}));
        else
            m_lines.push_back(line("version", CheckState::Warning, {QT_TRANSLATE_NOOP("core", "Version %1 is older than %2, the oldest that was tried."), version, oldestKnownVersion},
                                   QT_TRANSLATE_NOOP("core", "Update Trino.")));
    }

    bool catalog(const char *check, const QString &name, Text whenNotSet)
    {
        if (name.isEmpty())
            return m_lines.push_back(line(check, CheckState::Failed, QT_TRANSLATE_NOOP("core", "No catalog is named."), std::move(whenNotSet))), false;
        // reads the schemas from the system behind the catalog: that a catalog is listed says nothing about what it connects to
        const Result<StatementResult> answer = m_client.ask({.sql = QStringLiteral("SELECT count(*) FROM %1.information_schema.schemata").arg(trinoIdentifier(name)), .catalog = name, .deadline = m_deadline}, m_run);
        if (!answer)
            return m_lines.push_back(failedLine(check, answer.error())), false;
        m_lines.push_back(line(check, CheckState::Passed, {QT_TRANSLATE_NOOP("core", "The catalog \"%1\" answers."), name}));
        return true;
    }

    void typeMapping(const QString &name)
    {
        const Result<StatementResult> session = m_client.ask({.sql = QStringLiteral("SHOW SESSION LIKE %1 ESCAPE '\\'").arg(trinoString(likePrefix(name))), .catalog = name, .columns = 2, .deadline = m_deadline}, m_run);
        if (!session)
            return m_lines.push_back(failedLine("type-mapping", session.error()));
        bool isComplete = true;
        for (const model::CatalogSetting &setting : model::columnSettings) {
            const auto &rows = session.value().rows.rows;
            const QString property = name + QLatin1Char('.') + QLatin1String(setting.property);
            const auto row = std::ranges::find_if(rows, [&property](const auto &cells) { return cells[0] == property; });
            if (row == rows.end() || (*row)[1] == QLatin1String(setting.wanted))
                continue; // a connector without the property has nothing to lose by it
            isComplete = false;
            const bool isLosing = (*row)[1] == QLatin1String(setting.losing);
            const Text finding = isLosing ? Text(QT_TRANSLATE_NOOP("core", "%1 is %2: columns of some types vanish without a word."), property, (*row)[1].value_or(QString()))
                                          : Text(QT_TRANSLATE_NOOP("core", "%1 is %2, which was not tried."), property, (*row)[1].value_or(QString()));
            m_lines.push_back(line("type-mapping", isLosing ? CheckState::Failed : CheckState::Warning, finding,
                                   {QT_TRANSLATE_NOOP("core", "Add this line to etc/catalog/%1.properties of Trino and restart it: %2"), name, QString::fromLatin1(setting.fileLine)}));
        }
        if (isComplete)
            m_lines.push_back(line("type-mapping", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "The catalog \"%1\" shows columns of all types."), name}));
    }

    static QString likePrefix(QString name)
    {
        for (const char special : {'\\', '%', '_'})
            name.replace(QLatin1Char(special), QLatin1Char('\\') + QString(QLatin1Char(special)));
        return name + QLatin1String(".%");
    }

    TrinoClient &m_client;
    base::RunContext &m_run;
    QDeadlineTimer m_deadline;
    std::vector<ServiceCheck> m_lines;
};

} // namespace

std::vector<ServiceCheck> checkTrino(TrinoClient &client, const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run)
{
    return Checks(client, run).all(sourceCatalog, lakeCatalog);
}

} // namespace lakehouse::adapters
