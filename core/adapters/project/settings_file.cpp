#include "adapters/project/settings_file.h"

#include "describe/describe.h"

namespace lakehouse::adapters {

using namespace describe;

const TypeInfo &typeOf(Describe<ObserveTable>)
{
    static constexpr FieldInfo fields[] = {field<&ObserveTable::paths>("paths", "application source to scan", Presence::Defaulted)};
    static constexpr TypeInfo info = structure<ObserveTable>("ObserveTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExtensionsTable>)
{
    static constexpr FieldInfo fields[] = {field<&ExtensionsTable::lakehouse>("lakehouse", "settings of the lakehouse", Presence::Defaulted)};
    static constexpr TypeInfo info = structure<ExtensionsTable>("ExtensionsTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SettingsFile>)
{
    static constexpr FieldInfo fields[] = {
        field<&SettingsFile::project>("project", "the project", Presence::Defaulted),
        field<&SettingsFile::observe>("observe", "application source", Presence::Defaulted),
        field<&SettingsFile::llm>("llm", "models", Presence::Defaulted),
        field<&SettingsFile::extensions>("extensions", "tables of programs", Presence::Defaulted),
        field<&SettingsFile::databases>("databases", "source databases", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<SettingsFile>("SettingsFile", fields);
    return info;
}

model::ProjectSettings toSettings(SettingsFile file)
{
    return {.project = std::move(file.project), .databases = std::move(file.databases), .observePaths = std::move(file.observe.paths),
            .lakehouse = std::move(file.extensions.lakehouse), .llm = std::move(file.llm)};
}

SettingsFile toFile(model::ProjectSettings settings)
{
    return {.project = std::move(settings.project), .observe = {.paths = std::move(settings.observePaths)}, .llm = std::move(settings.llm),
            .extensions = {.lakehouse = std::move(settings.lakehouse)}, .databases = std::move(settings.databases)};
}

} // namespace lakehouse::adapters
