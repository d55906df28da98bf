#pragma once

#include "model/project_settings.h"

namespace lakehouse::adapters {

struct ObserveTable {
    std::vector<QString> paths = {};
    friend bool operator==(const ObserveTable &, const ObserveTable &) = default;
};

struct ExtensionsTable {
    model::LakehouseSection lakehouse = {};
    friend bool operator==(const ExtensionsTable &, const ExtensionsTable &) = default;
};

/// The shape of `ekos.toml`: its tables in the order in which they are written. Tables that are not here belong to other programs.
struct SettingsFile {
    model::ProjectSection project = {};
    ObserveTable observe = {};
    model::LlmSection llm = {};
    ExtensionsTable extensions = {};
    std::vector<model::DatabaseEntry> databases = {};
    friend bool operator==(const SettingsFile &, const SettingsFile &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<ObserveTable>);
const describe::TypeInfo &typeOf(describe::Describe<ExtensionsTable>);
const describe::TypeInfo &typeOf(describe::Describe<SettingsFile>);

model::ProjectSettings toSettings(SettingsFile file);
SettingsFile toFile(model::ProjectSettings settings);

} // namespace lakehouse::adapters
