#include "model/evidence.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<EvidenceKind>)
{
    static constexpr LabelInfo labels[] = {
        label(EvidenceKind::Catalog, "catalog", ""),
        label(EvidenceKind::Comment, "comment", ""),
        label(EvidenceKind::Constraint, "constraint", ""),
        label(EvidenceKind::Trigger, "trigger", ""),
        label(EvidenceKind::Routine, "routine", ""),
        label(EvidenceKind::View, "view", ""),
        label(EvidenceKind::Statistics, "statistics", ""),
        label(EvidenceKind::Sample, "sample", ""),
        label(EvidenceKind::FullScan, "full-scan", ""),
        label(EvidenceKind::SourceFile, "source-file", ""),
        label(EvidenceKind::Dictionary, "dictionary", ""),
        label(EvidenceKind::ImportedFact, "imported-fact", ""),
    };
    static constexpr TypeInfo info = enumeration<EvidenceKind>("EvidenceKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<Evidence>)
{
    static constexpr FieldInfo fields[] = {
        field<&Evidence::kind>("kind", "kind"),
        field<&Evidence::place>("place", "\"check film_rating_check\", \"src/main/java/Order.java\", \"AD_Column\"; never a value of a row"),
        field<&Evidence::detail>("detail", "what was seen there, in the words of the place: \"update sets updated\", \"is mandatory\"; empty: the place says it"),
        field<&Evidence::line>("line", "from 1; 0: none"),
        field<&Evidence::rows>("rows", "it rests on; 0: none"),
        field<&Evidence::statement>("statement", "for a person"),
    };
    static constexpr TypeInfo info = structure<Evidence>("Evidence", fields);
    return info;
}

const TypeInfo &typeOf(Describe<Confidence>)
{
    static constexpr LabelInfo labels[] = {
        label(Confidence::Weak, "weak", ""),
        label(Confidence::Likely, "likely", ""),
        label(Confidence::Certain, "certain", ""),
    };
    static constexpr TypeInfo info = enumeration<Confidence>("Confidence", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PersonalData>)
{
    static constexpr LabelInfo labels[] = {
        label(PersonalData::Email, "email", ""),
        label(PersonalData::Phone, "phone", ""),
        label(PersonalData::PersonName, "person-name", ""),
        label(PersonalData::Address, "address", ""),
        label(PersonalData::BirthDate, "birth-date", ""),
        label(PersonalData::NationalId, "national-id", ""),
        label(PersonalData::Iban, "iban", ""),
        label(PersonalData::PaymentCard, "payment-card", ""),
        label(PersonalData::IpAddress, "ip-address", ""),
        label(PersonalData::Credential, "credential", ""),
        label(PersonalData::FreeText, "free-text", ""),
    };
    static constexpr TypeInfo info = enumeration<PersonalData>("PersonalData", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PiiCandidate>)
{
    static constexpr FieldInfo fields[] = {
        field<&PiiCandidate::table>("table", "table"),
        field<&PiiCandidate::column>("column", "column"),
        field<&PiiCandidate::personalData>("personal-data", "personal data"),
        field<&PiiCandidate::confidence>("confidence", "confidence"),
        field<&PiiCandidate::sampled>("sampled", "values that are not NULL"),
        field<&PiiCandidate::matched>("matched", "of them look like it"),
        field<&PiiCandidate::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<PiiCandidate>("PiiCandidate", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ScopeChoice>)
{
    static constexpr LabelInfo labels[] = {
        label(ScopeChoice::In, "in", ""),
        label(ScopeChoice::Out, "out", ""),
    };
    static constexpr TypeInfo info = enumeration<ScopeChoice>("ScopeChoice", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ScopeProposal>)
{
    static constexpr FieldInfo fields[] = {
        field<&ScopeProposal::table>("table", "table"),
        field<&ScopeProposal::choice>("choice", "choice"),
        field<&ScopeProposal::why>("why", "why"),
        field<&ScopeProposal::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<ScopeProposal>("ScopeProposal", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ConflictKind>)
{
    static constexpr LabelInfo labels[] = {
        label(ConflictKind::DuplicatesInUnique, "duplicates-in-unique", "said to be unique, and duplicates were measured"),
        label(ConflictKind::NullsInMandatory, "nulls-in-mandatory", "said to be mandatory, and NULLs were measured"),
        label(ConflictKind::OrphansOfForeignKey, "orphans-of-foreign-key", "said to lead to a row, and there is none"),
        label(ConflictKind::TwoDefinitions, "two-definitions", "one term, two meanings"),
        label(ConflictKind::OtherDefinition, "other-definition", "the live schema and a definition in the application's source differ"),
    };
    static constexpr TypeInfo info = enumeration<ConflictKind>("ConflictKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<Conflict>)
{
    static constexpr FieldInfo fields[] = {
        field<&Conflict::table>("table", "table"),
        field<&Conflict::kind>("kind", "kind"),
        field<&Conflict::about>("about", "the columns, the constraint or the term: with table and kind it names the conflict"),
        field<&Conflict::first>("first", "what the one says"),
        field<&Conflict::second>("second", "what the other says"),
        field<&Conflict::firstEvidence>("first-evidence", "first evidence"),
        field<&Conflict::secondEvidence>("second-evidence", "second evidence"),
    };
    static constexpr TypeInfo info = structure<Conflict>("Conflict", fields);
    return info;
}

const TypeInfo &typeOf(Describe<KeyCandidate>)
{
    static constexpr FieldInfo fields[] = {
        field<&KeyCandidate::columns>("columns", "columns"),
        field<&KeyCandidate::rows>("rows", "measured"),
        field<&KeyCandidate::duplicates>("duplicates", "rows too many"),
        field<&KeyCandidate::nulls>("nulls", "rows with NULL in one of the columns"),
        field<&KeyCandidate::isComplete>("complete", "every row was read"),
    };
    static constexpr TypeInfo info = structure<KeyCandidate>("KeyCandidate", fields);
    return info;
}

const TypeInfo &typeOf(Describe<IdentityQuestion>)
{
    static constexpr LabelInfo labels[] = {
        label(IdentityQuestion::NoKey, "no-key", ""),
        label(IdentityQuestion::SeveralNames, "several-names", ""),
    };
    static constexpr TypeInfo info = enumeration<IdentityQuestion>("IdentityQuestion", labels);
    return info;
}

const TypeInfo &typeOf(Describe<IdentityCandidate>)
{
    static constexpr FieldInfo fields[] = {
        field<&IdentityCandidate::table>("table", "table"),
        field<&IdentityCandidate::question>("question", "question"),
        field<&IdentityCandidate::candidates>("candidates", "of NoKey, best first"),
        field<&IdentityCandidate::others>("others", "of SeveralNames"),
        field<&IdentityCandidate::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<IdentityCandidate>("IdentityCandidate", fields);
    return info;
}

const TypeInfo &typeOf(Describe<UpdateClass>)
{
    static constexpr LabelInfo labels[] = {
        label(UpdateClass::PoOnly, "po_only", ""),
        label(UpdateClass::RawSqlSetsUpdated, "raw_sql_sets_updated", ""),
        label(UpdateClass::RawSqlOmitsUpdated, "raw_sql_omits_updated", ""),
        label(UpdateClass::NoneSeen, "none_seen", ""),
    };
    static constexpr TypeInfo info = enumeration<UpdateClass>("UpdateClass", labels);
    return info;
}

const TypeInfo &typeOf(Describe<DeleteClass>)
{
    static constexpr LabelInfo labels[] = {
        label(DeleteClass::Never, "never", ""),
        label(DeleteClass::Soft, "soft", ""),
        label(DeleteClass::Hard, "hard", ""),
        label(DeleteClass::PurgeOnly, "purge_only", ""),
    };
    static constexpr TypeInfo info = enumeration<DeleteClass>("DeleteClass", labels);
    return info;
}

const TypeInfo &typeOf(Describe<InsertClass>)
{
    static constexpr LabelInfo labels[] = {
        label(InsertClass::NoneSeen, "none_seen", ""),
        label(InsertClass::Seen, "seen", ""),
    };
    static constexpr TypeInfo info = enumeration<InsertClass>("InsertClass", labels);
    return info;
}

const TypeInfo &typeOf(Describe<WriteBehaviour>)
{
    static constexpr FieldInfo fields[] = {
        field<&WriteBehaviour::table>("table", "table"),
        field<&WriteBehaviour::inserts>("inserts", "inserts"),
        field<&WriteBehaviour::updates>("updates", "updates"),
        field<&WriteBehaviour::deletes>("deletes", "deletes"),
        field<&WriteBehaviour::evidence>("evidence", "each statement with its file and line"),
    };
    static constexpr TypeInfo info = structure<WriteBehaviour>("WriteBehaviour", fields);
    return info;
}

const TypeInfo &typeOf(Describe<GlossaryTerm>)
{
    static constexpr FieldInfo fields[] = {
        field<&GlossaryTerm::term>("term", "term"),
        field<&GlossaryTerm::definition>("definition", "definition"),
        field<&GlossaryTerm::table>("table", "it was found at"),
        field<&GlossaryTerm::column>("column", "column"),
        field<&GlossaryTerm::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<GlossaryTerm>("GlossaryTerm", fields);
    return info;
}

const TypeInfo &typeOf(Describe<EvidenceClass>)
{
    static constexpr LabelInfo labels[] = {
        label(EvidenceClass::Database, "database", ""),
        label(EvidenceClass::Declared, "declared", ""),
    };
    static constexpr TypeInfo info = enumeration<EvidenceClass>("EvidenceClass", labels);
    return info;
}

const TypeInfo &typeOf(Describe<CodeMeaning>)
{
    static constexpr FieldInfo fields[] = {
        field<&CodeMeaning::code>("code", "code"),
        field<&CodeMeaning::meaning>("meaning", "empty: not known"),
    };
    static constexpr TypeInfo info = structure<CodeMeaning>("CodeMeaning", fields);
    return info;
}

const TypeInfo &typeOf(Describe<CodeList>)
{
    static constexpr FieldInfo fields[] = {
        field<&CodeList::table>("table", "table"),
        field<&CodeList::column>("column", "column"),
        field<&CodeList::evidenceClass>("evidence-class", "evidence class"),
        field<&CodeList::codes>("codes", "codes"),
        field<&CodeList::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<CodeList>("CodeList", fields);
    return info;
}

const TypeInfo &typeOf(Describe<FlagColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&FlagColumn::table>("table", "table"),
        field<&FlagColumn::column>("column", "column"),
        field<&FlagColumn::yes>("yes", "yes"),
        field<&FlagColumn::no>("no", "no"),
        field<&FlagColumn::evidenceClass>("evidence-class", "evidence class"),
        field<&FlagColumn::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<FlagColumn>("FlagColumn", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LogicalForeignKey>)
{
    static constexpr FieldInfo fields[] = {
        field<&LogicalForeignKey::table>("table", "table"),
        field<&LogicalForeignKey::columns>("columns", "columns"),
        field<&LogicalForeignKey::referenced>("referenced", "referenced"),
        field<&LogicalForeignKey::referencedColumns>("referenced-columns", "referenced columns"),
        field<&LogicalForeignKey::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<LogicalForeignKey>("LogicalForeignKey", fields);
    return info;
}

const TypeInfo &typeOf(Describe<MandatoryColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&MandatoryColumn::table>("table", "table"),
        field<&MandatoryColumn::column>("column", "column"),
        field<&MandatoryColumn::evidence>("evidence", "evidence"),
    };
    static constexpr TypeInfo info = structure<MandatoryColumn>("MandatoryColumn", fields);
    return info;
}

} // namespace lakehouse::model
