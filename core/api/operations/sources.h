#pragma once

#include "api/operation.h"
#include "model/catalog.h"
#include "model/fact.h"
#include "model/secret_place.h"
#include "model/service_check.h"

namespace lakehouse::api {

/// One database of the project, as a list shows it. Nothing here asks the database itself.
struct SourceRow {
    QString name = {};                    ///< of the entry in ekos.toml
    QString engine = {};                  ///< "postgresql" | "oracle"
    QString address = {};                 ///< host:port/database
    QString user = {};
    QString passwordEnv = {};             ///< the variable that names the password; empty: none is needed
    model::SecretPlace secret = model::SecretPlace::Missing;
    std::vector<QString> schemas = {};    ///< empty: all but the system's
    QString tlsMode = {};
    QString tlsRootCertificate = {};
    bool isExtracted = false;             ///< the plan is made from this one
    QString trinoCatalog = {};            ///< that reads it; empty where it is not extracted
    QString serverVersion = {};           ///< at the last reading
    std::optional<base::UtcTime> lastReadAtUtc = {};
    qint64 tables = 0;                    ///< without views; at the last reading
    qint64 columns = 0;
    bool isEditable = true;               ///< false: written in the short form (`source = "host:port"`), which only a person edits
    friend bool operator==(const SourceRow &, const SourceRow &) = default;
};

struct SourceList {
    QString settingsDigest = {};          ///< of the bytes of ekos.toml: what a change names
    std::vector<SourceRow> sources = {};
    friend bool operator==(const SourceList &, const SourceList &) = default;
};

/// The databases that this project reads, with what is known of each.
struct ListSources {
    using Answer = SourceList;
    static constexpr Operation operation{.name = "sources.list", .effect = Effect::Question, .reason = ReasonRule::None, .command = "sources list",
        .route = Route::get("/v1/projects/{project}/sources"), .request = &describe::typeOf<ListSources>, .answer = &describe::typeOf<Answer>,
        .summary = "The databases that are read, and what is known of each"};
};

/// A right that reading needs. Not held: `grant` is the statement that an owner of the object runs.
struct SourceRight {
    QString object = {};                  ///< "schema public", "public.film", "public.staff.password"
    QString right = {};                   ///< "USAGE", "SELECT"
    bool isHeld = false;
    QString grant = {};
    friend bool operator==(const SourceRight &, const SourceRight &) = default;
};

/// A type that cannot be loaded without loss, and where it stands.
struct UnsupportedType {
    QString type = {};
    qint64 columns = 0;                   ///< in all
    std::vector<QString> examples = {};   ///< at most five: "public.film.fulltext"
    base::Text reason = {};
    friend bool operator==(const UnsupportedType &, const UnsupportedType &) = default;
};

struct SourceTest {
    QString name = {};
    QString address = {};
    QString user = {};
    base::UtcTime testedAtUtc = {};
    std::vector<model::ServiceCheck> checks = {};      ///< in the order in which they were tried; those after a failed one are skipped
    std::vector<SourceRight> rights = {};              ///< those that lack first
    std::vector<UnsupportedType> unsupportedTypes = {};
    qint64 tables = 0;
    friend bool operator==(const SourceTest &, const SourceTest &) = default;
};

/// Tries one database: reach it, sign in, see that a write is refused, and which rights and types would stand in the way. Changes nothing.
/// With `connect` it tries what was typed, before it is saved; without, the entry `name` of ekos.toml. What fails is an answer, not a failure.
struct TestSource {
    using Answer = SourceTest;
    static constexpr Operation operation{.name = "sources.test", .effect = Effect::Question, .reason = ReasonRule::None, .command = "sources test",
        .route = Route::post("/v1/projects/{project}/sources/tests"), .request = &describe::typeOf<TestSource>, .answer = &describe::typeOf<Answer>,
        .summary = "Try a database: reach it, sign in, see rights and types",
        .verdict = [](const void *answer) {
            const auto &test = *static_cast<const SourceTest *>(answer);
            for (const model::ServiceCheck &check : test.checks)
                if (check.state == model::CheckState::Failed)
                    return Verdict::Found;
            for (const SourceRight &right : test.rights)
                if (!right.isHeld)
                    return Verdict::Found;
            return Verdict::Fine;
        }};
    QString name = {};                    ///< of the entry
    QString kind = {};                    ///< of what was typed: "postgresql"
    QString connect = {};                 ///< of what was typed: host:port/database; empty: the entry as saved
    QString user = {};
    QString passwordEnv = {};
    std::vector<QString> schemas = {};
    QString tlsMode = {};
    QString tlsRootCertificate = {};
};

struct SourceSaved {
    QString settingsDigest = {};          ///< of ekos.toml as it is now
    QString name = {};
    friend bool operator==(const SourceSaved &, const SourceSaved &) = default;
};

/// Writes a new entry of [[databases]] into ekos.toml; comments and everything else stay. The first source of a project becomes the extracted one.
/// Fails with Stale when the file moved, AlreadyExists, InvalidInput.
struct AddSource {
    using Answer = SourceSaved;
    static constexpr Operation operation{.name = "sources.add", .effect = Effect::Change, .reason = ReasonRule::None, .command = "sources add",
        .route = Route::post("/v1/projects/{project}/sources"), .request = &describe::typeOf<AddSource>, .answer = &describe::typeOf<Answer>,
        .summary = "Add a database to ekos.toml"};
    QString expectedDigest = {};          ///< of the ekos.toml that was read
    QString name = {};
    QString kind = {};                    ///< "postgresql"
    QString connect = {};                 ///< host:port/database
    QString user = {};
    QString passwordEnv = {};             ///< name of the variable or keychain entry that holds the password
    std::vector<QString> schemas = {};
    QString tlsMode = {};
    QString tlsRootCertificate = {};
    bool extract = false;                 ///< make the plan from this one from now on
};

/// Rewrites the entry `name` in place. Fails with Stale, NotFound, InvalidInput, Unsupported for a source in the short form.
struct EditSource {
    using Answer = SourceSaved;
    static constexpr Operation operation{.name = "sources.edit", .effect = Effect::Change, .reason = ReasonRule::None, .command = "sources edit",
        .route = Route::post("/v1/projects/{project}/sources/edits"), .request = &describe::typeOf<EditSource>, .answer = &describe::typeOf<Answer>,
        .summary = "Change how a database is reached"};
    QString expectedDigest = {};
    QString name = {};
    QString connect = {};
    QString user = {};
    QString passwordEnv = {};
    std::vector<QString> schemas = {};
    QString tlsMode = {};
    QString tlsRootCertificate = {};
    bool extract = false;
};

/// Takes the entry out of ekos.toml; what the ledger knows of it stays. Fails with Stale, NotFound, NeedsReason, RefusedByRule for the extracted one.
struct RemoveSource {
    using Answer = SourceSaved;
    static constexpr Operation operation{.name = "sources.remove", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "sources remove",
        .route = Route::post("/v1/projects/{project}/sources/removals"), .request = &describe::typeOf<RemoveSource>, .answer = &describe::typeOf<Answer>,
        .summary = "Take a database out of ekos.toml; its facts stay in the ledger"};
    QString expectedDigest = {};
    QString name = {};
    model::Reason reason = {};
};

const describe::TypeInfo &typeOf(describe::Describe<SourceRow>);
const describe::TypeInfo &typeOf(describe::Describe<SourceList>);
const describe::TypeInfo &typeOf(describe::Describe<ListSources>);
const describe::TypeInfo &typeOf(describe::Describe<SourceRight>);
const describe::TypeInfo &typeOf(describe::Describe<UnsupportedType>);
const describe::TypeInfo &typeOf(describe::Describe<SourceTest>);
const describe::TypeInfo &typeOf(describe::Describe<TestSource>);
const describe::TypeInfo &typeOf(describe::Describe<SourceSaved>);
const describe::TypeInfo &typeOf(describe::Describe<AddSource>);
const describe::TypeInfo &typeOf(describe::Describe<EditSource>);
const describe::TypeInfo &typeOf(describe::Describe<RemoveSource>);

std::span<const OperationRow> sourceOperations();

} // namespace lakehouse::api
