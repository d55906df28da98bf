#include "api/operations/project.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<ConfigurationText>)
{
    static constexpr FieldInfo fields[] = {
        field<&ConfigurationText::toml>("toml", "toml"),
        field<&ConfigurationText::warnings>("warnings", "warnings"),
    };
    static constexpr TypeInfo info = structure<ConfigurationText>("ConfigurationText", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowConfiguration>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowConfiguration::effective>("effective", "with every default filled in, and where each value comes from", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowConfiguration>("ShowConfiguration", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DoctorReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&DoctorReport::checks>("checks", "checks"),
    };
    static constexpr TypeInfo info = structure<DoctorReport>("DoctorReport", fields);
    return info;
}

const TypeInfo &typeOf(Describe<CheckServices>)
{
    static constexpr TypeInfo info = structure<CheckServices>("CheckServices", {});
    return info;
}

const TypeInfo &typeOf(Describe<ShowWorkflow>)
{
    static constexpr TypeInfo info = structure<ShowWorkflow>("ShowWorkflow", {});
    return info;
}

const TypeInfo &typeOf(Describe<ProjectPulse>)
{
    static constexpr FieldInfo fields[] = {
        field<&ProjectPulse::project>("project", "name"),
        field<&ProjectPulse::environment>("environment", "test or production"),
        field<&ProjectPulse::settingsDigest>("settings-digest", "of the bytes of ekos.toml"),
        field<&ProjectPulse::plan>("plan", "digest of the proposal"),
        field<&ProjectPulse::ledgerEntries>("ledger-entries", "ledger entries"),
        field<&ProjectPulse::runs>("runs", "the newest, at most ten"),
    };
    static constexpr TypeInfo info = structure<ProjectPulse>("ProjectPulse", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowPulse>)
{
    static constexpr TypeInfo info = structure<ShowPulse>("ShowPulse", {});
    return info;
}

std::span<const OperationRow> projectOperations()
{
    static constexpr OperationRow rows[] = {{&ShowConfiguration::operation}, {&CheckServices::operation}, {&ShowWorkflow::operation}, {&ShowPulse::operation}};
    return rows;
}

} // namespace lakehouse::api
