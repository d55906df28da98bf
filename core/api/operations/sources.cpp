#include "api/operations/sources.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<SourceRow>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceRow::name>("name", "of the entry in ekos.toml"),
        field<&SourceRow::engine>("engine", "\"postgresql\" | \"oracle\""),
        field<&SourceRow::address>("address", "host:port/database"),
        field<&SourceRow::user>("user", "user"),
        field<&SourceRow::passwordEnv>("password-env", "the variable that names the password; empty: none is needed"),
        field<&SourceRow::secret>("secret", "where the password was found"),
        field<&SourceRow::schemas>("schemas", "empty: all but the system's"),
        field<&SourceRow::tlsMode>("tls-mode", "as libpq's sslmode"),
        field<&SourceRow::tlsRootCertificate>("tls-root-certificate", "path of a PEM file"),
        field<&SourceRow::isExtracted>("extracted", "the plan is made from this one"),
        field<&SourceRow::trinoCatalog>("trino-catalog", "that reads it; empty where it is not extracted"),
        field<&SourceRow::serverVersion>("server-version", "at the last reading"),
        field<&SourceRow::lastReadAtUtc>("last-read-at-utc", "when it was read last"),
        field<&SourceRow::tables>("tables", "without views; at the last reading"),
        field<&SourceRow::columns>("columns", "at the last reading"),
        field<&SourceRow::isEditable>("editable", "false: written in the short form, which only a person edits"),
    };
    static constexpr TypeInfo info = structure<SourceRow>("SourceRow", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceList>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceList::settingsDigest>("settings-digest", "of the bytes of ekos.toml: what a change names"),
        field<&SourceList::sources>("sources", "sources"),
    };
    static constexpr TypeInfo info = structure<SourceList>("SourceList", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ListSources>)
{
    static constexpr TypeInfo info = structure<ListSources>("ListSources", {});
    return info;
}

const TypeInfo &typeOf(Describe<SourceRight>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceRight::object>("object", "what the right is on: \"public.film\""),
        field<&SourceRight::right>("right", "\"USAGE\", \"SELECT\""),
        field<&SourceRight::isHeld>("held", "whether the role has it"),
        field<&SourceRight::grant>("grant", "the statement that an owner of the object runs; empty when held"),
    };
    static constexpr TypeInfo info = structure<SourceRight>("SourceRight", fields);
    return info;
}

const TypeInfo &typeOf(Describe<UnsupportedType>)
{
    static constexpr FieldInfo fields[] = {
        field<&UnsupportedType::type>("type", "as the source declares it"),
        field<&UnsupportedType::columns>("columns", "in all"),
        field<&UnsupportedType::examples>("examples", "at most five columns"),
        field<&UnsupportedType::reason>("reason", "why it cannot be loaded"),
    };
    static constexpr TypeInfo info = structure<UnsupportedType>("UnsupportedType", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceTest>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceTest::name>("name", "of the entry"),
        field<&SourceTest::address>("address", "host:port/database"),
        field<&SourceTest::user>("user", "user"),
        field<&SourceTest::testedAtUtc>("tested-at-utc", "when"),
        field<&SourceTest::checks>("checks", "in the order in which they were tried; those after a failed one are skipped"),
        field<&SourceTest::rights>("rights", "that reading needs; those that lack first"),
        field<&SourceTest::unsupportedTypes>("unsupported-types", "types that cannot be loaded without loss"),
        field<&SourceTest::tables>("tables", "in the schemas that are read"),
    };
    static constexpr TypeInfo info = structure<SourceTest>("SourceTest", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TestSource>)
{
    static constexpr FieldInfo fields[] = {
        field<&TestSource::name>("name", "name of the source in ekos.toml; the extracted one when left out", Presence::Defaulted),
        field<&TestSource::kind>("kind", "with --connect, of a database that is not in ekos.toml: postgresql", Presence::Defaulted),
        field<&TestSource::connect>("connect", "try this address, host:port/database, instead of the one in ekos.toml", Presence::Defaulted),
        field<&TestSource::user>("user", "with --connect: user that reads", Presence::Defaulted),
        field<&TestSource::passwordEnv>("password-env", "with --connect: name of the variable that holds the password", Presence::Defaulted),
        field<&TestSource::schemas>("schemas", "with --connect: a schema that is read; all but the system's when left out", Presence::Defaulted),
        field<&TestSource::tlsMode>("tls-mode", "with --connect: disable, allow, prefer, require, verify-ca or verify-full", Presence::Defaulted),
        field<&TestSource::tlsRootCertificate>("tls-root-certificate", "with --connect: PEM file of the issuer that is trusted", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<TestSource>("TestSource", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceSaved>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceSaved::settingsDigest>("settings-digest", "of ekos.toml as it is now"),
        field<&SourceSaved::name>("name", "of the entry"),
    };
    static constexpr TypeInfo info = structure<SourceSaved>("SourceSaved", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AddSource>)
{
    static constexpr FieldInfo fields[] = {
        field<&AddSource::expectedDigest>("expected-digest", "the ekos.toml that was read"),
        field<&AddSource::name>("name", "name of the new source"),
        field<&AddSource::kind>("kind", "postgresql, which is also meant when left out", Presence::Defaulted),
        field<&AddSource::connect>("connect", "host:port/database"),
        field<&AddSource::user>("user", "user that reads; it needs no right to write"),
        field<&AddSource::passwordEnv>("password-env", "name of the variable that holds the password, never the password itself; none when left out",
                                       Presence::Defaulted),
        field<&AddSource::schemas>("schemas", "a schema that is read; all but the system's when left out", Presence::Defaulted),
        field<&AddSource::tlsMode>("tls-mode", "disable, allow, prefer, require, verify-ca or verify-full", Presence::Defaulted),
        field<&AddSource::tlsRootCertificate>("tls-root-certificate", "PEM file of the issuer that is trusted", Presence::Defaulted),
        field<&AddSource::extract>("extract", "make the plan from this one from now on", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<AddSource>("AddSource", fields);
    return info;
}

const TypeInfo &typeOf(Describe<EditSource>)
{
    static constexpr FieldInfo fields[] = {
        field<&EditSource::expectedDigest>("expected-digest", "the ekos.toml that was read"),
        field<&EditSource::name>("name", "name of the source in ekos.toml"),
        field<&EditSource::connect>("connect", "host:port/database"),
        field<&EditSource::user>("user", "user that reads; it needs no right to write"),
        field<&EditSource::passwordEnv>("password-env", "name of the variable that holds the password, never the password itself; none when left out", Presence::Defaulted),
        field<&EditSource::schemas>("schemas", "a schema that is read; all but the system's when left out", Presence::Defaulted),
        field<&EditSource::tlsMode>("tls-mode", "disable, allow, prefer, require, verify-ca or verify-full", Presence::Defaulted),
        field<&EditSource::tlsRootCertificate>("tls-root-certificate", "PEM file of the issuer that is trusted", Presence::Defaulted),
        field<&EditSource::extract>("extract", "make the plan from this one from now on", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<EditSource>("EditSource", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RemoveSource>)
{
    static constexpr FieldInfo fields[] = {
        field<&RemoveSource::expectedDigest>("expected-digest", "the ekos.toml that was read"),
        field<&RemoveSource::name>("name", "name of the source in ekos.toml"),
        field<&RemoveSource::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<RemoveSource>("RemoveSource", fields);
    return info;
}

std::span<const OperationRow> sourceOperations()
{
    using enum Spelling::Kind;
    static constexpr Spelling test[] = {{Positional, "name", "NAME"}, {Alias, "schemas", "--schema"}};
    static constexpr Spelling change[] = {{Positional, "name", "NAME"}, {Alias, "schemas", "--schema"},
                                          {Taken, "expected-digest", "sources.list", "settings-digest"}};
    static constexpr Spelling remove[] = {{Positional, "name", "NAME"}, {Alias, "reason", "--note"},
                                          {Taken, "expected-digest", "sources.list", "settings-digest"}};
    static constexpr OperationRow rows[] = {
        {&ListSources::operation},
        {&TestSource::operation, test},
        {&AddSource::operation, change},
        {&EditSource::operation, change},
        {&RemoveSource::operation, remove},
    };
    return rows;
}

} // namespace lakehouse::api
