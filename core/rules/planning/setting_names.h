#pragma once

#include "model/extraction_plan.h"
#include "model/project_settings.h"

namespace lakehouse::rules {

/// What ekos.toml says about tables and columns that the source does not have, or about masks that bronze does not apply. A mistyped name
/// must not pass in silence: a mask that names nothing masks nothing.
std::vector<model::PlanWarning> settingWarnings(const model::LakehouseSection &settings, const model::CatalogSnapshot &catalog);

/// What an entry of [extensions.lakehouse.purge-policy] says.
model::PurgePolicy purgePolicyOf(const model::NamedSetting &setting);

/// What ekos.toml says of purged rows of `table`, one of `tables`; absent: nothing.
std::optional<model::PurgePolicy> purgePolicyOf(const model::TableName &table, const model::LakehouseSection &settings, const std::vector<model::TableName> &tables);

/// Over the settings that a plan follows from; where servers are, and who approves, is not among them.
model::SettingsDigest settingsDigest(const model::LakehouseSection &settings);

} // namespace lakehouse::rules
