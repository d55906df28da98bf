#pragma once

#include "api/operation.h"
#include "model/catalog.h"
#include "model/fact.h"

namespace lakehouse::api {

/// What was concluded of one database and the application's source.
struct FindingCounts {
    qint64 scope = 0;
    qint64 pii = 0;
    qint64 conflicts = 0;
    qint64 identity = 0;
    qint64 writes = 0;                   ///< tables whose write behaviour is known; 0 without paths in [observe]
    qint64 terms = 0;
    qint64 codeLists = 0;
    qint64 flags = 0;
    qint64 relations = 0;                ///< that the database does not declare
    qint64 mandatoryColumns = 0;
    qint64 sourceFiles = 0;              ///< of the application, read
    std::vector<QString> skippedFiles = {}; ///< wanted and not read; the run's log says why
    qint64 unresolvedWrites = 0;         ///< statements whose table is not known beyond doubt; the run's log names them
    qint64 newEntries = 0;               ///< written to the ledger, with the profiles of tables; 0 when nothing changed
    qint64 retractions = 0;              ///< findings that no longer hold
    friend bool operator==(const FindingCounts &, const FindingCounts &) = default;
};

/// What was read of one database.
struct DatabaseAnalysis {
    QString database = {};               ///< alias
    QString engine = {};
    QString serverVersion = {};
    model::CatalogDigest digest = {};    ///< of what was read
    bool isChanged = false;              ///< against the reading before; the first counts as changed
    qint64 tables = 0;
    qint64 columns = 0;
    qint64 measuredColumns = 0;          ///< columns whose values were measured
    qint64 queries = 0;                  ///< catalog queries it took
    qint64 newEntries = 0;               ///< written to the ledger; 0 when nothing changed
    qint64 retractions = 0;              ///< things that are gone
    std::vector<model::ObjectCount> counts = {}; ///< read, and counted by the catalog itself
    FindingCounts findings = {};
    friend bool operator==(const DatabaseAnalysis &, const DatabaseAnalysis &) = default;
};

struct AnalysisReport {
    model::RunId run = {};
    std::vector<DatabaseAnalysis> databases = {};
    friend bool operator==(const AnalysisReport &, const AnalysisReport &) = default;
};

/// Reads the catalog of every configured database and measures what decides how columns land. Fails with Unreachable, NotAllowed, Corrupt.
struct AnalyzeSource {
    using Answer = AnalysisReport;
    static constexpr Operation operation{.name = "evidence.analyze", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "analyze",
        .route = Route::post("/v1/projects/{project}/analyses"), .request = &describe::typeOf<AnalyzeSource>, .answer = &describe::typeOf<Answer>,
        .summary = "Read the sources: what is in them, and what they prove"};
    std::optional<QString> database = {}; ///< only this one, by its name
};

struct FactsImported {
    qint64 facts = 0;                    ///< in the file
    qint64 newEntries = 0;               ///< written to the ledger; what stood there already writes nothing
    friend bool operator==(const FactsImported &, const FactsImported &) = default;
};

/// Takes facts over that another program found, one JSON object a line; all or nothing. They stand before what is found here, and stay until they are
/// imported anew. Fails with InvalidInput naming every bad line.
struct ImportFacts {
    using Answer = FactsImported;
    static constexpr Operation operation{.name = "facts.import", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "facts import",
        .route = Route::post("/v1/projects/{project}/facts"), .request = &describe::typeOf<ImportFacts>, .answer = &describe::typeOf<Answer>,
        .summary = "Take facts over that another program found, as JSON lines"};
    QString lines = {};                   ///< the facts
};

struct FactsRetracted {
    qint64 facts = 0;                    ///< taken back
    friend bool operator==(const FactsRetracted &, const FactsRetracted &) = default;
};

/// Takes imported facts back: those that the lines of a file import, those that one person imported, or those of a file that this person imported. What
/// the analysis found about the same things stands again. Fails with InvalidInput without a file and a person, for a file without facts or a person
/// without a name, or naming every bad line; NotFound when none of them stands, NeedsReason; RefusedByRule for a schedule or an agent that did not import
/// them all itself.
struct RetractFacts {
    using Answer = FactsRetracted;
    static constexpr Operation operation{.name = "facts.retract", .effect = Effect::Launch, .reason = ReasonRule::Asked, .command = "facts retract",
        .route = Route::post("/v1/projects/{project}/facts/retractions"), .request = &describe::typeOf<RetractFacts>, .answer = &describe::typeOf<Answer>,
        .summary = "Take imported facts back"};
    std::optional<QString> lines = {};    ///< only these facts, as they were imported; of each only what it is about counts
    std::optional<QString> by = {};       ///< only what this person imported: a user, a Git identity or a signed-in name
    model::Reason reason = {};
};

/// What entries of the ledger are about, as a person types it: a table or a column of it with dots between SQL identifiers, or a subject of the review
/// by its word ("pii"). Whether there is such a thing is another question.
class LedgerSubject {
public:
    LedgerSubject() = default; ///< unset: no reader leaves one behind
    explicit(false) LedgerSubject(const model::TableSelector &table);
    /// Fails with InvalidInput unless the text is one to three SQL identifiers with dots between them.
    static base::Result<LedgerSubject> parse(const QString &text);
    const QString &toString() const { return m_text; }
    const std::vector<QString> &names() const { return m_names; } ///< one to three
    friend bool operator==(const LedgerSubject &, const LedgerSubject &) = default;

private:
    QString m_text;
    std::vector<QString> m_names;
};

struct LedgerLine {
    qint64 sequence = 0;
    base::UtcTime recordedAtUtc = {};
    model::FactKind kind = model::FactKind::Run;
    QString subject = {};                 ///< in words
    model::SubjectName subjectName = {};
    QString actor = {};
    std::optional<model::RunId> run = {};
    QString body = {};                    ///< canonical JSON
    model::EntryHash hash = {};
    friend bool operator==(const LedgerLine &, const LedgerLine &) = default;
};

struct LedgerPage {
    std::vector<LedgerLine> entries = {};
    std::optional<qint64> next = {};      ///< go on after this entry; not there at the end
    friend bool operator==(const LedgerPage &, const LedgerPage &) = default;
};

/// Shows entries of the ledger, oldest first. Fails with NotFound for a subject that the ledger does not know, InvalidInput when several are meant.
struct ShowLedger {
    using Answer = LedgerPage;
    static constexpr Operation operation{.name = "ledger.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "ledger show",
        .route = Route::get("/v1/projects/{project}/ledger"), .request = &describe::typeOf<ShowLedger>, .answer = &describe::typeOf<Answer>,
        .summary = "Entries of the ledger: facts, decisions and outcomes"};
    std::optional<LedgerSubject> table = {};  ///< only what is about this table, column or subject of the review
    std::optional<model::FactKind> kind = {}; ///< only this kind of fact
    qint64 after = 0;                         ///< go on after this entry
    qint64 limit = 50;                        ///< entries on a page
};

enum class LedgerChange {
    Appeared,
    Changed,
    Gone
};

/// One thing that became known, became another one, or is gone.
struct TimelineEntry {
    qint64 sequence = 0;
    base::UtcTime recordedAtUtc = {};
    model::FactKind kind = model::FactKind::Run;
    QString subject = {};                 ///< in words
    LedgerChange change = LedgerChange::Appeared;
    std::vector<QString> what = {};       ///< of a change, each field with what it was and is: "not-null: false → true"
    QString actor = {};
    std::optional<model::RunId> run = {};
    friend bool operator==(const TimelineEntry &, const TimelineEntry &) = default;
};

struct LedgerTimeline {
    std::vector<TimelineEntry> entries = {};
    std::optional<qint64> next = {};      ///< go on after this entry; not there at the end
    friend bool operator==(const LedgerTimeline &, const LedgerTimeline &) = default;
};

/// How what is known of a table, a column or a subject of the review came to be: each entry beside the one before it, oldest first. Fails with NotFound,
/// InvalidInput when several are meant.
struct ShowTimeline {
    using Answer = LedgerTimeline;
    static constexpr Operation operation{.name = "ledger.timeline", .effect = Effect::Question, .reason = ReasonRule::None, .command = "ledger timeline",
        .route = Route::get("/v1/projects/{project}/ledger/timeline"), .request = &describe::typeOf<ShowTimeline>, .answer = &describe::typeOf<Answer>,
        .summary = "What became known of a table, a column or a subject of the review, and how it changed"};
    LedgerSubject table = {};             ///< or a column of one, or a subject of the review
    qint64 after = 0;                     ///< go on after this entry
    qint64 limit = 200;                   ///< entries on a page
};

/// What a person did.
struct AuditEntry {
    qint64 sequence = 0;
    base::UtcTime recordedAtUtc = {};
    QString who = {};
    model::FactKind kind = model::FactKind::Decision;
    QString subject = {};                 ///< in words
    QString what = {};                    ///< "redact", "approved", "revoked"
    std::optional<QString> digest = {};   ///< of what was seen and signed
    std::optional<QString> reason = {};
    std::optional<model::RunId> run = {};
    friend bool operator==(const AuditEntry &, const AuditEntry &) = default;
};

struct LedgerAudit {
    std::vector<AuditEntry> entries = {};
    std::optional<qint64> next = {};      ///< go on after this entry; not there at the end
    friend bool operator==(const LedgerAudit &, const LedgerAudit &) = default;
};

/// Decisions, sign-offs, changes and approvals: who, when, why, and over which digest; oldest first. Fails with NotFound for an unknown
/// subject, InvalidInput when several are meant.
struct ShowAudit {
    using Answer = LedgerAudit;
    static constexpr Operation operation{.name = "ledger.audit", .effect = Effect::Question, .reason = ReasonRule::None, .command = "ledger audit",
        .route = Route::get("/v1/projects/{project}/ledger/audit"), .request = &describe::typeOf<ShowAudit>, .answer = &describe::typeOf<Answer>,
        .summary = "What people decided, signed and approved: who, when and why"};
    std::optional<LedgerSubject> table = {}; ///< only what is about this table and its columns, this column, or this subject of the review
    qint64 after = 0;                     ///< go on after this entry
    qint64 limit = 200;                   ///< entries on a page
};

struct LedgerFinding {
    qint64 sequence = 0;                  ///< the entry; 0 when it is about the file
    base::Text finding = {};
    friend bool operator==(const LedgerFinding &, const LedgerFinding &) = default;
};

struct LedgerVerdict {
    qint64 entries = 0;
    std::optional<model::EntryHash> head = {};
    std::vector<LedgerFinding> findings = {};
    friend bool operator==(const LedgerVerdict &, const LedgerVerdict &) = default;
};

/// Walks the chain of the ledger and compares it with the newest commit that names its head.
struct VerifyLedger {
    using Answer = LedgerVerdict;
    static constexpr Operation operation{.name = "ledger.verify", .effect = Effect::Question, .reason = ReasonRule::None, .command = "ledger verify",
        .route = Route::get("/v1/projects/{project}/ledger/verification"), .request = &describe::typeOf<VerifyLedger>, .answer = &describe::typeOf<Answer>,
        .summary = "Check that no entry was changed, removed or cut off",
        .verdict = [](const void *answer) { return static_cast<const LedgerVerdict *>(answer)->findings.empty() ? Verdict::Fine : Verdict::Found; }};
};

struct LedgerBackedUp {
    QString file = {};                    ///< absolute path of the copy
    qint64 entries = 0;
    std::optional<model::EntryHash> head = {};
    friend bool operator==(const LedgerBackedUp &, const LedgerBackedUp &) = default;
};

/// Copies the ledger into a new file on the machine of the project, which only its owner may read, also while others write, and checks the copy. Fails with
/// AlreadyExists when the file is there, RefusedByRule when the ledger is not whole, NotAllowed from another machine.
struct BackUpLedger {
    using Answer = LedgerBackedUp;
    static constexpr Operation operation{.name = "ledger.backup", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "ledger backup",
        .route = Route::post("/v1/projects/{project}/ledger/backups"), .request = &describe::typeOf<BackUpLedger>, .answer = &describe::typeOf<Answer>,
        .summary = "Copy the ledger into a file, and check the copy"};
    QString file = {};                    ///< the new copy
};

struct LedgerRestored {
    qint64 entries = 0;                   ///< of the copy
    std::optional<model::EntryHash> head = {}; ///< of the copy
    qint64 before = 0;                    ///< entries of the ledger that it replaced
    QString keptAs = {};                  ///< absolute path of the replaced ledger
    friend bool operator==(const LedgerRestored &, const LedgerRestored &) = default;
};

/// Puts a copy in place of the ledger, in one step for whoever reads or writes it meanwhile. The ledger as it was is kept beside. Fails with NotFound
/// without such a file, InvalidInput when the copy is not whole or no ledger, RefusedByRule when it lacks the head that the newest commit of the pipeline repository names,
/// NeedsReason, NotAllowed from another machine; then nothing was changed.
struct RestoreLedger {
    using Answer = LedgerRestored;
    static constexpr Operation operation{.name = "ledger.restore", .effect = Effect::Launch, .reason = ReasonRule::Asked, .command = "ledger restore",
        .route = Route::post("/v1/projects/{project}/ledger/restorations"), .request = &describe::typeOf<RestoreLedger>, .answer = &describe::typeOf<Answer>,
        .summary = "Put a copy of the ledger in its place"};
    QString file = {};                    ///< the copy
    model::Reason reason = {};
};

const describe::TypeInfo &typeOf(describe::Describe<FindingCounts>);
const describe::TypeInfo &typeOf(describe::Describe<DatabaseAnalysis>);
const describe::TypeInfo &typeOf(describe::Describe<AnalysisReport>);
const describe::TypeInfo &typeOf(describe::Describe<AnalyzeSource>);
const describe::TypeInfo &typeOf(describe::Describe<FactsImported>);
const describe::TypeInfo &typeOf(describe::Describe<ImportFacts>);
const describe::TypeInfo &typeOf(describe::Describe<FactsRetracted>);
const describe::TypeInfo &typeOf(describe::Describe<RetractFacts>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerSubject>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerLine>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerPage>);
const describe::TypeInfo &typeOf(describe::Describe<ShowLedger>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerChange>);
const describe::TypeInfo &typeOf(describe::Describe<TimelineEntry>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerTimeline>);
const describe::TypeInfo &typeOf(describe::Describe<ShowTimeline>);
const describe::TypeInfo &typeOf(describe::Describe<AuditEntry>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerAudit>);
const describe::TypeInfo &typeOf(describe::Describe<ShowAudit>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerFinding>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerVerdict>);
const describe::TypeInfo &typeOf(describe::Describe<VerifyLedger>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerBackedUp>);
const describe::TypeInfo &typeOf(describe::Describe<BackUpLedger>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerRestored>);
const describe::TypeInfo &typeOf(describe::Describe<RestoreLedger>);

std::span<const OperationRow> evidenceOperations();

} // namespace lakehouse::api
