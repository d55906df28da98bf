#include "model/fact.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

bool isObservation(FactKind kind)
{
    return kind < FactKind::Retraction;
}

namespace {
constexpr QLatin1StringView importedPart("\x1fimported:"); // a control character, so that no column is mistaken for it
}

SubjectName importedSubject(SubjectName subject)
{
    subject.part.prepend(importedPart);
    return subject;
}

bool isImportedFact(const SubjectName &subject)
{
    return subject.part.startsWith(importedPart);
}

QString partOfImported(const SubjectName &subject)
{
    return subject.part.sliced(importedPart.size());
}

QString Actor::toString() const
{
    return (subject.isEmpty() ? systemUser : subject) + QLatin1Char('@') + host + QStringLiteral(" (") + channel + QLatin1Char(')');
}

const TypeInfo &typeOf(Describe<FactKind>)
{
    static constexpr LabelInfo labels[] = {
        label(FactKind::Catalog, "catalog", "one per database: digest, counts, version; its snapshot is the blob"),
        label(FactKind::Table, "table", ""),
        label(FactKind::Column, "column", ""),
        label(FactKind::Key, "key", ""),
        label(FactKind::ForeignKey, "foreign-key", ""),
        label(FactKind::Check, "check", ""),
        label(FactKind::Trigger, "trigger", ""),
        label(FactKind::Routine, "routine", ""),
        label(FactKind::View, "view", ""),
        label(FactKind::Index, "index", ""),
        label(FactKind::Sequence, "sequence", ""),
        label(FactKind::Enum, "enum", ""),
        label(FactKind::Domain, "domain", ""),
        label(FactKind::CompositeType, "composite-type", ""),
        label(FactKind::RangeType, "range-type", ""),
        label(FactKind::Policy, "policy", ""),
        label(FactKind::TableProfile, "table-profile", ""),
        label(FactKind::ColumnProfile, "column-profile", "conclusions of a measure, never values"),
        label(FactKind::PiiCandidate, "pii-candidate", ""),
        label(FactKind::ScopeProposal, "scope-proposal", ""),
        label(FactKind::Conflict, "conflict", ""),
        label(FactKind::IdentityCandidate, "identity-candidate", ""),
        label(FactKind::WriteBehaviour, "write-behaviour", ""),
        label(FactKind::GlossaryTerm, "glossary-term", ""),
        label(FactKind::EnumMeaning, "enum-meaning", ""),
        label(FactKind::FlagColumn, "flag-column", ""),
        label(FactKind::LogicalForeignKey, "logical-foreign-key", ""),
        label(FactKind::MandatoryColumn, "mandatory-column", ""),
        label(FactKind::Retraction, "retraction", "something that was there is gone, after a complete reading"),
        label(FactKind::PlanProposal, "plan-proposal", "digest of a plan that was made; the plan is the blob"),
        label(FactKind::Decision, "decision", "of a person, about one item of a review subject"),
        label(FactKind::SignOff, "sign-off", "of one review subject, or its revocation"),
        label(FactKind::ReviewComment, "review-comment", ""),
        label(FactKind::ReviewAssignment, "review-assignment", ""),
        label(FactKind::PlanChange, "plan-change", ""),
        label(FactKind::LakehouseApproval, "lakehouse-approval", ""),
        label(FactKind::ApprovalRevocation, "approval-revocation", "the newest approval of the plan no longer holds"),
        label(FactKind::Generation, "generation", ""),
        label(FactKind::LoadOutcome, "load-outcome", ""),
        label(FactKind::ReloadRequest, "reload-request", "the next load of a table reads every row, or no longer has to"),
        label(FactKind::DeleteOutcome, "delete-outcome", "what a search for deletes found in a table, and did"),
        label(FactKind::ReconcileRun, "reconcile-run", ""),
        label(FactKind::ReconcileResult, "reconcile-result", ""),
        label(FactKind::ControlResult, "control-result", ""),
        label(FactKind::Run, "run", ""),
    };
    static constexpr TypeInfo info = enumeration<FactKind>("FactKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<Actor>)
{
    static constexpr FieldInfo fields[] = {
        field<&Actor::systemUser>("system-user", "system user"),
        field<&Actor::host>("host", "host"),
        field<&Actor::gitIdentity>("git-identity", "git identity"),
        field<&Actor::subject>("subject", "subject"),
        field<&Actor::channel>("channel", "\"cli\", \"desktop\", \"browser\", \"agent\", \"schedule\""),
    };
    static constexpr TypeInfo info = structure<Actor>("Actor", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerEntry>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerEntry::sequence>("sequence", "sequence"),
        field<&LedgerEntry::id>("id", "UUID v7 of the entry"),
        field<&LedgerEntry::kind>("kind", "kind"),
        field<&LedgerEntry::subject>("subject", "subject"),
        field<&LedgerEntry::body>("body", "body"),
        field<&LedgerEntry::recordedAtUtc>("recorded-at", "recorded at utc"),
        field<&LedgerEntry::actor>("actor", "actor"),
        field<&LedgerEntry::run>("run", "run"),
        field<&LedgerEntry::previous>("previous", "absent on the first"),
        field<&LedgerEntry::hash>("hash", "hash"),
    };
    static constexpr TypeInfo info = structure<LedgerEntry>("LedgerEntry", fields);
    return info;
}

} // namespace lakehouse::model
