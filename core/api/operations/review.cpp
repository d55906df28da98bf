#include "api/operations/review.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<SubjectStanding>)
{
    static constexpr FieldInfo fields[] = {
        field<&SubjectStanding::subject>("subject", "subject"),
        field<&SubjectStanding::items>("items", "items"),
        field<&SubjectStanding::open>("open", "not decided yet"),
        field<&SubjectStanding::state>("state", "state"),
        field<&SubjectStanding::moved>("moved", "items that are new, gone or other than signed"),
        field<&SubjectStanding::notFound>("not-found", "of those moved: no longer found", Presence::Defaulted),
        field<&SubjectStanding::movedItems>("moved-items", "the first of them"),
        field<&SubjectStanding::signedBy>("signed-by", "last, whatever came after"),
        field<&SubjectStanding::signedAtUtc>("signed-at", "signed at"),
        field<&SubjectStanding::note>("note", "of the sign-off, or of its revocation"),
        field<&SubjectStanding::revokedBy>("revoked-by", "when that is how it stands"),
        field<&SubjectStanding::revokedAtUtc>("revoked-at", "revoked at"),
        field<&SubjectStanding::assignee>("assignee", "who is asked to decide"),
        field<&SubjectStanding::withoutEvidence>("without-evidence", "tables that no evidence was found for", Presence::Defaulted),
        field<&SubjectStanding::notAllowed>("not-allowed", "why who asks may not sign it"),
        field<&SubjectStanding::digest>("digest", "of what would be signed now"),
    };
    static constexpr TypeInfo info = structure<SubjectStanding>("SubjectStanding", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewOverview>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewOverview::digest>("digest", "over all six subjects: what a decision or a sign-off names as seen"),
        field<&ReviewOverview::subjects>("subjects", "all six, in their order"),
        field<&ReviewOverview::isAnalyzed>("analyzed", "the newest reading of the source was analyzed; otherwise nothing can be signed"),
        field<&ReviewOverview::isSignoffRequired>("signoff-required", "require-signoff: nothing is generated before all are signed"),
    };
    static constexpr TypeInfo info = structure<ReviewOverview>("ReviewOverview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ListReview>)
{
    static constexpr TypeInfo info = structure<ListReview>("ListReview", {});
    return info;
}

const TypeInfo &typeOf(Describe<ReviewRow>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewRow::item>("item", "item"),
        field<&ReviewRow::finding>("finding", "finding"),
        field<&ReviewRow::proposal>("proposal", "proposal"),
        field<&ReviewRow::verdict>("verdict", "not there: open"),
        field<&ReviewRow::decidedBy>("decided-by", "decided by"),
        field<&ReviewRow::decidedAtUtc>("decided-at", "decided at"),
        field<&ReviewRow::isMoved>("moved", "since its subject was signed"),
        field<&ReviewRow::presence>("presence", "whether it is still found", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ReviewRow>("ReviewRow", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewComment>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewComment::actor>("actor", "actor"),
        field<&ReviewComment::atUtc>("at", "at"),
        field<&ReviewComment::text>("text", "text"),
    };
    static constexpr TypeInfo info = structure<ReviewComment>("ReviewComment", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewOption>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewOption::verdict>("verdict", "verdict"),
        field<&ReviewOption::effects>("effects", "what it would do"),
    };
    static constexpr TypeInfo info = structure<ReviewOption>("ReviewOption", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewItemDetail>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewItemDetail::item>("item", "item"),
        field<&ReviewItemDetail::options>("options", "those that need nothing typed"),
        field<&ReviewItemDetail::history>("history", "oldest first"),
        field<&ReviewItemDetail::comments>("comments", "oldest first"),
    };
    static constexpr TypeInfo info = structure<ReviewItemDetail>("ReviewItemDetail", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SubjectAct>)
{
    static constexpr LabelInfo labels[] = {
        label(SubjectAct::Signed, "signed", ""),
        label(SubjectAct::Revoked, "revoked", ""),
        label(SubjectAct::Assigned, "assigned", ""),
    };
    static constexpr TypeInfo info = enumeration<SubjectAct>("SubjectAct", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SubjectEvent>)
{
    static constexpr FieldInfo fields[] = {
        field<&SubjectEvent::act>("act", "act"),
        field<&SubjectEvent::actor>("actor", "actor"),
        field<&SubjectEvent::atUtc>("at", "at"),
        field<&SubjectEvent::reason>("reason", "reason"),
        field<&SubjectEvent::to>("to", "who is asked to decide"),
        field<&SubjectEvent::sequence>("sequence", "its number in the ledger"),
    };
    static constexpr TypeInfo info = structure<SubjectEvent>("SubjectEvent", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewPage>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewPage::digest>("digest", "as in the overview"),
        field<&ReviewPage::standing>("standing", "standing"),
        field<&ReviewPage::matching>("matching", "items that the filter lets through"),
        field<&ReviewPage::items>("items", "of this page, by name"), // the first list: --csv writes it
        field<&ReviewPage::next>("next", "where the next page begins; not there on the last"),
        field<&ReviewPage::events>("events", "sign-offs, revocations and assignments of the subject, oldest first"),
        field<&ReviewPage::detail>("detail", "detail"),
    };
    static constexpr TypeInfo info = structure<ReviewPage>("ReviewPage", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowReview>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowReview::subject>("subject", "which of the six"),
        field<&ShowReview::item>("item", "everything about this item"),
        field<&ShowReview::open>("open", "only what is not decided yet", Presence::Defaulted),
        field<&ShowReview::moved>("moved", "only what moved since the sign-off", Presence::Defaulted),
        field<&ShowReview::filter>("filter", "words that must all occur in name, finding or decision", Presence::Defaulted),
        field<&ShowReview::after>("after", "go on here, as the last page said"),
        field<&ShowReview::limit>("limit", "items on a page", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowReview>("ShowReview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewDecided>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewDecided::digest>("digest", "of the review as it is now"),
        field<&ReviewDecided::decided>("decided", "items whose decision is another one now"),
        field<&ReviewDecided::standing>("standing", "standing"),
    };
    static constexpr TypeInfo info = structure<ReviewDecided>("ReviewDecided", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DecideReview>)
{
    static constexpr FieldInfo fields[] = {
        field<&DecideReview::expectedDigest>("expected-digest", "the review that was read"),
        field<&DecideReview::subject>("subject", "which of the six"),
        field<&DecideReview::item>("item", "these items", Presence::Defaulted),
        field<&DecideReview::filter>("filter", "or all that these words let through; \"\" lets all through"),
        field<&DecideReview::open>("open", "of the filtered only those not decided yet", Presence::Defaulted),
        field<&DecideReview::decision>("decision", "what is decided"),
        field<&DecideReview::asProposed>("as-proposed", "each as it is proposed", Presence::Defaulted),
        field<&DecideReview::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<DecideReview>("DecideReview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewNoted>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewNoted::sequence>("sequence", "its number in the ledger"),
    };
    static constexpr TypeInfo info = structure<ReviewNoted>("ReviewNoted", fields);
    return info;
}

const TypeInfo &typeOf(Describe<CommentReview>)
{
    static constexpr FieldInfo fields[] = {
        field<&CommentReview::subject>("subject", "which of the six"),
        field<&CommentReview::item>("item", "which of its items"),
        field<&CommentReview::text>("text", "what is said"),
    };
    static constexpr TypeInfo info = structure<CommentReview>("CommentReview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AssignReview>)
{
    static constexpr FieldInfo fields[] = {
        field<&AssignReview::subject>("subject", "which of the six"),
        field<&AssignReview::to>("to", "who; empty: nobody"),
    };
    static constexpr TypeInfo info = structure<AssignReview>("AssignReview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewTable::csv>("csv", "RFC 4180 with a header; no cell is read as a formula"),
        field<&ReviewTable::items>("items", "items"),
    };
    static constexpr TypeInfo info = structure<ReviewTable>("ReviewTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExportReview>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExportReview::subject>("subject", "only this one"),
    };
    static constexpr TypeInfo info = structure<ExportReview>("ExportReview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewLine>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewLine::line>("line", "of the file"),
        field<&ReviewLine::subject>("subject", "subject"),
        field<&ReviewLine::item>("item", "item"),
        field<&ReviewLine::before>("before", "before"),
        field<&ReviewLine::after>("after", "after"),
    };
    static constexpr TypeInfo info = structure<ReviewLine>("ReviewLine", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewImported>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewImported::digest>("digest", "digest"),
        field<&ReviewImported::isDryRun>("dry-run", "nothing was written"),
        field<&ReviewImported::changes>("changes", "decisions that are new or other; a line without a decision changes nothing"),
        field<&ReviewImported::unchanged>("unchanged", "unchanged"),
    };
    static constexpr TypeInfo info = structure<ReviewImported>("ReviewImported", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ImportReview>)
{
    static constexpr FieldInfo fields[] = {
        field<&ImportReview::expectedDigest>("expected-digest", "the review that was read"),
        field<&ImportReview::csv>("csv", "the table"),
        field<&ImportReview::dryRun>("dry-run", "only say what would change", Presence::Defaulted),
        field<&ImportReview::reason>("reason", "for lines that give none"),
    };
    static constexpr TypeInfo info = structure<ImportReview>("ImportReview", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowSignOff>)
{
    static constexpr TypeInfo info = structure<ShowSignOff>("ShowSignOff", {});
    return info;
}

const TypeInfo &typeOf(Describe<SignedSubject>)
{
    static constexpr FieldInfo fields[] = {
        field<&SignedSubject::subject>("subject", "subject"),
        field<&SignedSubject::digest>("digest", "what was signed, or whose sign-off was revoked"),
        field<&SignedSubject::items>("items", "items"),
        field<&SignedSubject::sequence>("sequence", "its number in the ledger"),
        field<&SignedSubject::isNew>("new", "false: the same person had signed exactly this already"),
    };
    static constexpr TypeInfo info = structure<SignedSubject>("SignedSubject", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SignOffReceipt>)
{
    static constexpr FieldInfo fields[] = {
        field<&SignOffReceipt::digest>("digest", "of the review"),
        field<&SignOffReceipt::actor>("actor", "actor"),
        field<&SignOffReceipt::atUtc>("at", "at"),
        field<&SignOffReceipt::reason>("reason", "reason"),
        field<&SignOffReceipt::subjects>("subjects", "subjects"),
    };
    static constexpr TypeInfo info = structure<SignOffReceipt>("SignOffReceipt", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApproveSignOff>)
{
    static constexpr FieldInfo fields[] = {
        field<&ApproveSignOff::expectedDigest>("expected-digest", "the review that was read"),
        field<&ApproveSignOff::subject>("subject", "these", Presence::Defaulted),
        field<&ApproveSignOff::all>("all", "or all six", Presence::Defaulted),
        field<&ApproveSignOff::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<ApproveSignOff>("ApproveSignOff", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RevokeSignOff>)
{
    static constexpr FieldInfo fields[] = {
        field<&RevokeSignOff::expectedDigest>("expected-digest", "the review that was read"),
        field<&RevokeSignOff::subject>("subject", "these", Presence::Defaulted),
        field<&RevokeSignOff::all>("all", "or all that are signed", Presence::Defaulted),
        field<&RevokeSignOff::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<RevokeSignOff>("RevokeSignOff", fields);
    return info;
}

std::span<const OperationRow> reviewOperations()
{
    using enum Spelling::Kind;
    static constexpr Spelling show[] = {{Positional, "subject", "SUBJECT"}};
    static constexpr Spelling decide[] = {
        {Positional, "subject", "SUBJECT"}, {Positional, "item", "ITEM"}, {Alias, "reason", "--note"}, {Taken, "expected-digest", "review.list", "digest"},
    };
    static constexpr Spelling comment[] = {{Positional, "subject", "SUBJECT"}, {Positional, "item", "ITEM"}};
    static constexpr Spelling assign[] = {{Positional, "subject", "SUBJECT"}};
    static constexpr Spelling exportTable[] = {{Positional, "subject", "SUBJECT"}};
    static constexpr Spelling import[] = {{Content, "csv", "FILE"}, {Alias, "reason", "--note"}, {Taken, "expected-digest", "review.list", "digest"}};
    static constexpr Spelling sign[] = {{Alias, "reason", "--note"}, {Taken, "expected-digest", "signoff.show", "digest"}};
    static constexpr OperationRow rows[] = {
        {&ListReview::operation},
        {&ShowReview::operation, show},
        {&DecideReview::operation, decide},
        {&CommentReview::operation, comment},
        {&AssignReview::operation, assign},
        {&ExportReview::operation, exportTable},
        {&ImportReview::operation, import},
        {&ShowSignOff::operation},
        {&ApproveSignOff::operation, sign},
        {&RevokeSignOff::operation, sign},
    };
    return rows;
}

} // namespace lakehouse::api
