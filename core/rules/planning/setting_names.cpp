#include "rules/planning/setting_names.h"

#include "describe/canonical_json.h"
#include "rules/planning/plan_diff.h"

#include <algorithm>

namespace lakehouse::rules {

using namespace model;
using base::Text;

namespace {

class Names {
public:
    explicit Names(const CatalogSnapshot &catalog) : m_catalog(catalog)
    {
        for (const SourceTable &table : catalog.tables)
            m_tables.push_back(table.name);
    }

    /// The table that a setting means, or why it means none.
    base::Result<const SourceTable *> table(const QString &text) const
    {
        EKOS_TRY(const TableSelector selector, TableSelector::parse(text));
        EKOS_TRY(const TableName name, resolveTable(selector, m_tables));
        return &*std::ranges::find(m_catalog.tables, name, &SourceTable::name);
    }

    std::optional<Text> unknownTable(const char *section, const QString &text) const
    {
        const base::Result<const SourceTable *> found = table(text);
        if (found)
            return std::nullopt;
        return Text{QT_TRANSLATE_NOOP("core", "ekos.toml, %1: %2 %3"), QString::fromLatin1(section), found.error().message, found.error().hint};
    }

    std::optional<Text> unknownColumn(const char *section, const QString &tableText, const QString &column) const
    {
        const base::Result<const SourceTable *> found = table(tableText);
        if (!found)
            return unknownTable(section, tableText);
        if (std::ranges::find(found.value()->columns, column, &SourceColumn::name) != found.value()->columns.end())
            return std::nullopt;
        return Text{QT_TRANSLATE_NOOP("core", "ekos.toml, %1: %2 has no column \"%3\"."), QString::fromLatin1(section), found.value()->name.toString(), column};
    }

private:
    const CatalogSnapshot &m_catalog;
    std::vector<TableName> m_tables;
};

} // namespace

std::vector<PlanWarning> settingWarnings(const LakehouseSection &settings, const CatalogSnapshot &catalog)
{
    const Names names(catalog);
    std::vector<PlanWarning> warnings;
    const auto add = [&](std::optional<Text> warning) {
        if (warning)
            warnings.push_back(*std::move(warning));
    };
    for (const NamedSetting &watermark : settings.watermarks)
        add(names.unknownColumn("[watermarks]", watermark.name, watermark.value));
    for (const NamedSetting &mask : settings.pii) {
        const base::Result<ColumnSelector> column = ColumnSelector::parse(mask.name);
        if (column)
            add(names.unknownColumn("[pii]", column.value().table.toString(), column.value().column));
        else
            add(Text{QT_TRANSLATE_NOOP("core", "ekos.toml, %1: %2 %3"), QStringLiteral("[pii]"), column.error().message, column.error().hint});
    }
    for (const NamedSetting &purge : settings.purgePolicy)
        add(names.unknownTable("[purge-policy]", purge.name));
    for (const QString &table : settings.history)
        add(names.unknownTable("history", table));
    if (!settings.pii.empty())
        warnings.push_back(QT_TRANSLATE_NOOP("core", "The masks of [pii] apply to silver; bronze holds these columns as the source does."));
    return warnings;
}

model::PurgePolicy purgePolicyOf(const NamedSetting &setting)
{
    return setting.value == QLatin1String("retain") ? model::PurgePolicy::Retain : model::PurgePolicy::Propagate;
}

std::optional<model::PurgePolicy> purgePolicyOf(const model::TableName &table, const LakehouseSection &settings, const std::vector<model::TableName> &tables)
{
    std::optional<model::PurgePolicy> policy;
    for (const NamedSetting &setting : settings.purgePolicy) {
        const auto selector = model::TableSelector::parse(setting.name);
        const auto name = selector ? resolveTable(selector.value(), tables) : base::Result<model::TableName>(selector.error());
        if (name && name.value() == table)
            policy = purgePolicyOf(setting);
    }
    return policy;
}

SettingsDigest settingsDigest(const LakehouseSection &settings)
{
    LakehouseSection deciding = settings;
    for (QString *place : {&deciding.trinoUrl, &deciding.trinoUser, &deciding.trinoPasswordEnv, &deciding.polarisHealthUrl, &deciding.s3Url, &deciding.dagsterUrl,
                           &deciding.dagsterLocation, &deciding.source, &deciding.sourceUser, &deciding.sourcePasswordEnv, &deciding.sourceTlsMode,
                           &deciding.sourceTlsRootCertificate, &deciding.gitRemote, &deciding.goldModel, &deciding.python})
        place->clear();
    deciding.requireSignoff = false;
    deciding.requirePlanApproval = false;
    deciding.approval = {};
    return SettingsDigest::of(describe::canonicalJson(deciding));
}

} // namespace lakehouse::rules
