#include "rules/sqlgen/dagster_files.h"

#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"
#include "rules/sqlgen/templates.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::rules {

using model::GeneratedFile;

namespace {

QString tableJson(const model::TableDecision &table)
{
    QStringList key;
    for (const QString &part : assetKey(table.places).split(QLatin1Char('/')))
        key += jsonString(part);
    const QString bronze = table.places.lakeCatalog + QLatin1Char('.') + table.places.bronzeSchema + QLatin1Char('.') + table.places.bronzeTable;
    return QStringLiteral("{\n  \"asset\": [") + key.join(QStringLiteral(", ")) + QStringLiteral("],\n  \"bronze\": ") + jsonString(bronze)
        + (table.deletes ? QStringLiteral(",\n  \"deletes\": true") : QString()) + QStringLiteral(",\n  \"mode\": ")
        + (table.mode == model::LoadMode::Incremental ? QStringLiteral("\"incremental\"") : QStringLiteral("\"full\""))
        + QStringLiteral(",\n  \"table\": ") + jsonString(table.table.toString()) + QStringLiteral("\n}\n");
}

/// When maintenance runs by itself; empty: never. Where loads do, snapshots and files gather, so that it does too unless told otherwise.
QString maintenanceSchedule(const model::LakehouseSection &settings)
{
    if (settings.maintenanceSchedule == QLatin1String("none"))
        return {};
    return !settings.maintenanceSchedule.isEmpty() ? settings.maintenanceSchedule : settings.bronzeSchedule.isEmpty() ? QString() : QStringLiteral("30 2 * * *");
}

QString settingsJson(const model::LakehouseSection &settings)
{
    QString json = QStringLiteral("{\n");
    if (const QString schedule = maintenanceSchedule(settings); !schedule.isEmpty())
        json += QStringLiteral("  \"maintenance-schedule\": ") + jsonString(schedule) + QStringLiteral(",\n");
    json += QStringLiteral("  \"parallelism\": ") + QString::number(std::max<qint64>(settings.loadParallelism, 1));
    if (!settings.bronzeSchedule.isEmpty())
        json += QStringLiteral(",\n  \"schedule\": ") + jsonString(settings.bronzeSchedule);
    return json + QStringLiteral(",\n  \"time-zone\": ")
        + jsonString(settings.timeZone.isEmpty() ? QStringLiteral("UTC") : settings.timeZone) + QStringLiteral("\n}\n");
}

} // namespace

std::vector<GeneratedFile> dagsterFiles(const model::ExtractionPlan &plan, const model::LakehouseSection &settings)
{
    std::vector<GeneratedFile> files{
        {QStringLiteral("dagster/.gitignore"), templateFile("dagster/gitignore")},
        {QStringLiteral("dagster/README.md"), templateFile("dagster/README.md")},
        {QStringLiteral("dagster/definitions.py"), templateFile("dagster/definitions.py")},
        {QStringLiteral("dagster/requirements.txt"), templateFile("dagster/requirements.txt")},
        {QStringLiteral("dagster/settings.json"), settingsJson(settings).toUtf8()},
    };
    const qsizetype folderLength = QStringLiteral("bronze/").size();
    for (const model::PlannedTable &table : plan.tables)
        if (table.decision.mode != model::LoadMode::Refused)
            files.push_back({QStringLiteral("dagster/tables/") + tableFolder(table.decision.places).mid(folderLength) + QStringLiteral(".json"),
                             tableJson(table.decision).toUtf8()});
    return files;
}

} // namespace lakehouse::rules
