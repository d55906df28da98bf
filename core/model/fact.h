#pragma once

#include "base/clock.h"
#include "base/digest.h"
#include "model/run.h"

namespace lakehouse::model {

/// Kinds of facts. Observations are what was read: an identical one writes nothing. Decisions and outcomes always append.
enum class FactKind {
    // observations
    Catalog,            ///< one per database: digest, counts, version; its snapshot is the blob
    Table, Column, Key, ForeignKey, Check, Trigger,
    Routine, View, Index, Sequence, Enum, Domain, CompositeType, RangeType, Policy,
    TableProfile, ColumnProfile,                ///< conclusions of a measure, never values
    PiiCandidate, ScopeProposal, Conflict, IdentityCandidate, WriteBehaviour, GlossaryTerm, EnumMeaning, FlagColumn, LogicalForeignKey, MandatoryColumn,
    Retraction,         ///< something that was there is gone, after a complete reading
    // decisions and outcomes
    PlanProposal,       ///< digest of a plan that was made; the plan is the blob
    Decision,           ///< of a person, about one item of a review subject
    SignOff,            ///< of one review subject, or its revocation
    ReviewComment, ReviewAssignment,
    PlanChange, LakehouseApproval,
    ApprovalRevocation, ///< the newest approval of the plan no longer holds
    Generation, LoadOutcome,
    ReloadRequest,      ///< the next load of a table reads every row, or no longer has to
    DeleteOutcome,      ///< what a search for deletes found in a table, and did
    ReconcileRun, ReconcileResult, ControlResult, Run
};

/// An observation replaces the one before it; the others only add up.
bool isObservation(FactKind kind);

/// Facts that were imported have subjects of their own, so that a reading of the source neither overwrites nor retracts them.
SubjectName importedSubject(SubjectName subject);
bool isImportedFact(const SubjectName &subject);
/// The part of the subject that was made an imported one.
QString partOfImported(const SubjectName &subject);

/// Who acts. Over HTTP `subject` is the authenticated principal; on the command line it is empty.
struct Actor {
    QString systemUser = {};
    QString host = {};
    QString gitIdentity = {};
    QString subject = {};
    QString channel = {};   ///< "cli", "desktop", "browser", "agent", "schedule"
    QString toString() const; ///< "anna@host (cli)": for the screen and the run log
    friend bool operator==(const Actor &, const Actor &) = default;
};

inline constexpr base::DigestDomain ledgerEntryDomain{"ledger-entry", 1};
using EntryHash = base::DigestOf<ledgerEntryDomain>;
inline constexpr base::DigestDomain blobDomain{"blob", 1};
using BlobDigest = base::DigestOf<blobDomain>;

/// A fact about to be written. `body` is canonical JSON; it never holds values of rows or credentials.
struct NewFact {
    FactKind kind = FactKind::Run;
    SubjectName subject = {};
    QByteArray body = {};
    std::optional<RunId> run = {};
};

/// A fact as the ledger keeps it.
struct LedgerEntry {
    qint64 sequence = 0;
    QString id = {};               ///< UUID v7 of the entry
    FactKind kind = FactKind::Run;
    SubjectName subject = {};
    QByteArray body = {};
    base::UtcTime recordedAtUtc = {};
    Actor actor = {};
    std::optional<RunId> run = {};
    std::optional<EntryHash> previous = {}; ///< absent on the first
    EntryHash hash = {};
    friend bool operator==(const LedgerEntry &, const LedgerEntry &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<FactKind>);
const describe::TypeInfo &typeOf(describe::Describe<Actor>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerEntry>);

} // namespace lakehouse::model
