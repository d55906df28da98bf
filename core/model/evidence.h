#pragma once

#include "base/text.h"
#include "model/name.h"

#include <vector>

namespace lakehouse::model {

/// Where something was observed.
enum class EvidenceKind { Catalog, Comment, Constraint, Trigger, Routine, View, Statistics, Sample, FullScan, SourceFile, Dictionary, ImportedFact };

/// One observation that a finding rests on. Kind, place and detail are asserted; line, rows and wording only help a person look, and are in no
/// digest: a function that moved by a line is still the same evidence.
struct Evidence {
    EvidenceKind kind = EvidenceKind::Catalog;
    QString place = {};        ///< "check film_rating_check", "src/main/java/Order.java", "AD_Column"; never a value of a row
    QString detail = {};       ///< what was seen there, in the words of the place: "update sets updated", "is mandatory"; empty: the place says it
    qint64 line = 0;           ///< from 1; 0: none
    qint64 rows = 0;           ///< it rests on; 0: none
    base::Text statement = {}; ///< for a person
    friend bool operator==(const Evidence &, const Evidence &) = default;
};

enum class Confidence { Weak, Likely, Certain };

enum class PersonalData { Email, Phone, PersonName, Address, BirthDate, NationalId, Iban, PaymentCard, IpAddress, Credential, FreeText };

/// A column that may hold personal data. Of its values only counts are known.
struct PiiCandidate {
    TableName table = {};
    QString column = {};
    PersonalData personalData = PersonalData::FreeText;
    Confidence confidence = Confidence::Weak;
    qint64 sampled = 0;        ///< values that are not NULL
    qint64 matched = 0;        ///< of them look like it
    std::vector<Evidence> evidence = {};
    friend bool operator==(const PiiCandidate &, const PiiCandidate &) = default;
};

enum class ScopeChoice { In, Out };

/// Whether a table should be loaded at all.
struct ScopeProposal {
    TableName table = {};
    ScopeChoice choice = ScopeChoice::In;
    base::Text why = {};
    std::vector<Evidence> evidence = {};
    friend bool operator==(const ScopeProposal &, const ScopeProposal &) = default;
};

enum class ConflictKind {
    DuplicatesInUnique,  ///< said to be unique, and duplicates were measured
    NullsInMandatory,    ///< said to be mandatory, and NULLs were measured
    OrphansOfForeignKey, ///< said to lead to a row, and there is none
    TwoDefinitions,      ///< one term, two meanings
    OtherDefinition      ///< the live schema and a definition in the application's source differ
};

/// Two pieces of evidence that disagree.
struct Conflict {
    TableName table = {};
    ConflictKind kind = ConflictKind::DuplicatesInUnique;
    QString about = {};        ///< the columns, the constraint or the term: with table and kind it names the conflict
    base::Text first = {};     ///< what the one says
    base::Text second = {};    ///< what the other says
    std::vector<Evidence> firstEvidence = {};
    std::vector<Evidence> secondEvidence = {};
    friend bool operator==(const Conflict &, const Conflict &) = default;
};

/// Columns that identify a row as far as was measured.
struct KeyCandidate {
    std::vector<QString> columns = {};
    qint64 rows = 0;           ///< measured
    qint64 duplicates = 0;     ///< rows too many
    qint64 nulls = 0;          ///< rows with NULL in one of the columns
    bool isComplete = false;   ///< every row was read
    friend bool operator==(const KeyCandidate &, const KeyCandidate &) = default;
};

enum class IdentityQuestion { NoKey, SeveralNames };

/// A table without a usable key, or an entity that several tables seem to hold.
struct IdentityCandidate {
    TableName table = {};
    IdentityQuestion question = IdentityQuestion::NoKey;
    std::vector<KeyCandidate> candidates = {}; ///< of NoKey, best first
    std::vector<TableName> others = {};        ///< of SeveralNames
    std::vector<Evidence> evidence = {};
    friend bool operator==(const IdentityCandidate &, const IdentityCandidate &) = default;
};

/// How the application updates a table. PoOnly: only through its persistence layer, which sets the watermark; RawSqlSetsUpdated: by statements of its
/// own, all of which set it; RawSqlOmitsUpdated: at least one statement leaves it out.
enum class UpdateClass { PoOnly, RawSqlSetsUpdated, RawSqlOmitsUpdated, NoneSeen };
/// How rows disappear. Soft: marked by a column; PurgeOnly: only by housekeeping.
enum class DeleteClass { Never, Soft, Hard, PurgeOnly };
enum class InsertClass { NoneSeen, Seen };

/// What the application's source does to a table.
struct WriteBehaviour {
    TableName table = {};
    InsertClass inserts = InsertClass::NoneSeen;
    UpdateClass updates = UpdateClass::NoneSeen;
    DeleteClass deletes = DeleteClass::Never;
    std::vector<Evidence> evidence = {}; ///< each statement with its file and line
    friend bool operator==(const WriteBehaviour &, const WriteBehaviour &) = default;
};

/// A term of the business and what it means, in the words of its source.
struct GlossaryTerm {
    QString term = {};
    QString definition = {};
    std::optional<TableName> table = {};  ///< it was found at
    std::optional<QString> column = {};
    std::vector<Evidence> evidence = {};
    friend bool operator==(const GlossaryTerm &, const GlossaryTerm &) = default;
};

/// What stands behind a list of codes, a flag or a relation. Database: enforced on every row; Declared: said by the application's model, so other
/// values are possible.
enum class EvidenceClass { Database, Declared };

struct CodeMeaning {
    QString code = {};
    QString meaning = {};      ///< empty: not known
    friend bool operator==(const CodeMeaning &, const CodeMeaning &) = default;
};

/// The values that a column may have.
struct CodeList {
    TableName table = {};
    QString column = {};
    EvidenceClass evidenceClass = EvidenceClass::Database;
    std::vector<CodeMeaning> codes = {};
    std::vector<Evidence> evidence = {};
    friend bool operator==(const CodeList &, const CodeList &) = default;
};

/// A column of two codes that mean yes and no.
struct FlagColumn {
    TableName table = {};
    QString column = {};
    QString yes = {};
    QString no = {};
    EvidenceClass evidenceClass = EvidenceClass::Database;
    std::vector<Evidence> evidence = {};
    friend bool operator==(const FlagColumn &, const FlagColumn &) = default;
};

/// A relation that the database does not declare.
struct LogicalForeignKey {
    TableName table = {};
    std::vector<QString> columns = {};
    TableName referenced = {};
    std::vector<QString> referencedColumns = {};
    std::vector<Evidence> evidence = {};
    friend bool operator==(const LogicalForeignKey &, const LogicalForeignKey &) = default;
};

/// A column that the application's model wants filled although the database lets it be NULL.
struct MandatoryColumn {
    TableName table = {};
    QString column = {};
    std::vector<Evidence> evidence = {};
    friend bool operator==(const MandatoryColumn &, const MandatoryColumn &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<EvidenceKind>);
const describe::TypeInfo &typeOf(describe::Describe<Evidence>);
const describe::TypeInfo &typeOf(describe::Describe<Confidence>);
const describe::TypeInfo &typeOf(describe::Describe<PersonalData>);
const describe::TypeInfo &typeOf(describe::Describe<PiiCandidate>);
const describe::TypeInfo &typeOf(describe::Describe<ScopeChoice>);
const describe::TypeInfo &typeOf(describe::Describe<ScopeProposal>);
const describe::TypeInfo &typeOf(describe::Describe<ConflictKind>);
const describe::TypeInfo &typeOf(describe::Describe<Conflict>);
const describe::TypeInfo &typeOf(describe::Describe<KeyCandidate>);
const describe::TypeInfo &typeOf(describe::Describe<IdentityQuestion>);
const describe::TypeInfo &typeOf(describe::Describe<IdentityCandidate>);
const describe::TypeInfo &typeOf(describe::Describe<UpdateClass>);
const describe::TypeInfo &typeOf(describe::Describe<DeleteClass>);
const describe::TypeInfo &typeOf(describe::Describe<InsertClass>);
const describe::TypeInfo &typeOf(describe::Describe<WriteBehaviour>);
const describe::TypeInfo &typeOf(describe::Describe<GlossaryTerm>);
const describe::TypeInfo &typeOf(describe::Describe<EvidenceClass>);
const describe::TypeInfo &typeOf(describe::Describe<CodeMeaning>);
const describe::TypeInfo &typeOf(describe::Describe<CodeList>);
const describe::TypeInfo &typeOf(describe::Describe<FlagColumn>);
const describe::TypeInfo &typeOf(describe::Describe<LogicalForeignKey>);
const describe::TypeInfo &typeOf(describe::Describe<MandatoryColumn>);

} // namespace lakehouse::model
