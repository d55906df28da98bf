#include "api/operations/evidence.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<FindingCounts>)
{
    static constexpr FieldInfo fields[] = {
        field<&FindingCounts::scope>("scope", "tables with a proposal"),
        field<&FindingCounts::pii>("pii", "columns that may hold personal data"),
        field<&FindingCounts::conflicts>("conflicts", "pieces of evidence that disagree"),
        field<&FindingCounts::identity>("identity", "tables without a usable key, entities under several names"),
        field<&FindingCounts::writes>("writes", "tables whose write behaviour is known; 0 without paths in [observe]"),
        field<&FindingCounts::terms>("terms", "terms of the glossary"),
        field<&FindingCounts::codeLists>("code-lists", "columns with a list of codes"),
        field<&FindingCounts::flags>("flags", "columns that mean yes and no"),
        field<&FindingCounts::relations>("relations", "that the database does not declare"),
        field<&FindingCounts::mandatoryColumns>("mandatory-columns", "columns that the application wants filled"),
        field<&FindingCounts::sourceFiles>("source-files", "of the application, read"),
        field<&FindingCounts::skippedFiles>("skipped-files", "wanted and not read; the run's log says why"),
        field<&FindingCounts::unresolvedWrites>("unresolved-writes", "statements whose table is not known beyond doubt; the run's log names them"),
        field<&FindingCounts::newEntries>("new-entries", "written to the ledger, with the profiles of tables; 0 when nothing changed"),
        field<&FindingCounts::retractions>("retractions", "findings that no longer hold"),
    };
    static constexpr TypeInfo info = structure<FindingCounts>("FindingCounts", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DatabaseAnalysis>)
{
    static constexpr FieldInfo fields[] = {
        field<&DatabaseAnalysis::database>("database", "alias"),
        field<&DatabaseAnalysis::engine>("engine", "engine"),
        field<&DatabaseAnalysis::serverVersion>("server-version", "server version"),
        field<&DatabaseAnalysis::digest>("digest", "of what was read"),
        field<&DatabaseAnalysis::isChanged>("changed", "against the reading before; the first counts as changed"),
        field<&DatabaseAnalysis::tables>("tables", "tables"),
        field<&DatabaseAnalysis::columns>("columns", "columns"),
        field<&DatabaseAnalysis::measuredColumns>("measured-columns", "columns whose values were measured"),
        field<&DatabaseAnalysis::queries>("queries", "catalog queries it took"),
        field<&DatabaseAnalysis::newEntries>("new-entries", "written to the ledger; 0 when nothing changed"),
        field<&DatabaseAnalysis::retractions>("retractions", "things that are gone"),
        field<&DatabaseAnalysis::counts>("counts", "read, and counted by the catalog itself"),
        field<&DatabaseAnalysis::findings>("findings", "what was concluded"),
    };
    static constexpr TypeInfo info = structure<DatabaseAnalysis>("DatabaseAnalysis", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AnalysisReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&AnalysisReport::run>("run", "run"),
        field<&AnalysisReport::databases>("databases", "databases"),
    };
    static constexpr TypeInfo info = structure<AnalysisReport>("AnalysisReport", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AnalyzeSource>)
{
    static constexpr FieldInfo fields[] = {
        field<&AnalyzeSource::database>("database", "only this one, by its name"),
    };
    static constexpr TypeInfo info = structure<AnalyzeSource>("AnalyzeSource", fields);
    return info;
}

const TypeInfo &typeOf(Describe<FactsImported>)
{
    static constexpr FieldInfo fields[] = {
        field<&FactsImported::facts>("facts", "in the file"),
        field<&FactsImported::newEntries>("new-entries", "written to the ledger; what stood there already writes nothing"),
    };
    static constexpr TypeInfo info = structure<FactsImported>("FactsImported", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ImportFacts>)
{
    static constexpr FieldInfo fields[] = {field<&ImportFacts::lines>("lines", "the facts")};
    static constexpr TypeInfo info = structure<ImportFacts>("ImportFacts", fields);
    return info;
}

const TypeInfo &typeOf(Describe<FactsRetracted>)
{
    static constexpr FieldInfo fields[] = {field<&FactsRetracted::facts>("facts", "taken back")};
    static constexpr TypeInfo info = structure<FactsRetracted>("FactsRetracted", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RetractFacts>)
{
    static constexpr FieldInfo fields[] = {
        field<&RetractFacts::lines>("lines", "only these facts, as they were imported; of each only what it is about counts"),
        field<&RetractFacts::by>("by", "only what this person imported: a user, a Git identity or a signed-in name"),
        field<&RetractFacts::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<RetractFacts>("RetractFacts", fields);
    return info;
}

LedgerSubject::LedgerSubject(const model::TableSelector &table) : m_text(table.toString())
{
    if (table.schema())
        m_names.push_back(*table.schema());
    m_names.push_back(table.table());
}

base::Result<LedgerSubject> LedgerSubject::parse(const QString &text)
{
    constexpr std::size_t most = 3; // schema, table, column
    auto names = model::readSqlIdentifiers(text, QLatin1Char('.'));
    if (!names || names->size() > most)
        return base::Error{base::ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" names no table, no column and no subject of the review."), text},
                           QT_TRANSLATE_NOOP("core", "Write it as in film, public.film, public.film.title, \"Sales.EU\".\"My Table\" or pii."), text};
    LedgerSubject subject;
    subject.m_text = text;
    subject.m_names = *std::move(names);
    return subject;
}

const TypeInfo &typeOf(Describe<LedgerSubject>) { static constexpr TypeInfo info = parsed<LedgerSubject>("subject"); return info; }

const TypeInfo &typeOf(Describe<LedgerLine>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerLine::sequence>("sequence", "sequence"),
        field<&LedgerLine::recordedAtUtc>("recorded-at", "recorded at utc"),
        field<&LedgerLine::kind>("kind", "kind"),
        field<&LedgerLine::subject>("subject", "in words"),
        field<&LedgerLine::subjectName>("subject-name", "subject name"),
        field<&LedgerLine::actor>("actor", "actor"),
        field<&LedgerLine::run>("run", "run"),
        field<&LedgerLine::body>("body", "canonical JSON"),
        field<&LedgerLine::hash>("hash", "hash"),
    };
    static constexpr TypeInfo info = structure<LedgerLine>("LedgerLine", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerPage>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerPage::entries>("entries", "entries"),
        field<&LedgerPage::next>("next", "go on after this entry; not there at the end"),
    };
    static constexpr TypeInfo info = structure<LedgerPage>("LedgerPage", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowLedger>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowLedger::table>("subject", "only what is about this table, column or subject of the review"),
        field<&ShowLedger::kind>("kind", "only this kind of fact"),
        field<&ShowLedger::after>("after", "go on after this entry", Presence::Defaulted),
        field<&ShowLedger::limit>("limit", "entries on a page", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowLedger>("ShowLedger", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerChange>)
{
    static constexpr LabelInfo labels[] = {
        label(LedgerChange::Appeared, "appeared", ""),
        label(LedgerChange::Changed, "changed", ""),
        label(LedgerChange::Gone, "gone", ""),
    };
    static constexpr TypeInfo info = enumeration<LedgerChange>("LedgerChange", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TimelineEntry>)
{
    static constexpr FieldInfo fields[] = {
        field<&TimelineEntry::sequence>("sequence", "sequence"),
        field<&TimelineEntry::recordedAtUtc>("recorded-at", "recorded at utc"),
        field<&TimelineEntry::kind>("kind", "kind"),
        field<&TimelineEntry::subject>("subject", "in words"),
        field<&TimelineEntry::change>("change", "change"),
        field<&TimelineEntry::what>("what", "of a change, each field with what it was and is"),
        field<&TimelineEntry::actor>("actor", "actor"),
        field<&TimelineEntry::run>("run", "run"),
    };
    static constexpr TypeInfo info = structure<TimelineEntry>("TimelineEntry", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerTimeline>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerTimeline::entries>("entries", "entries"),
        field<&LedgerTimeline::next>("next", "go on after this entry; not there at the end"),
    };
    static constexpr TypeInfo info = structure<LedgerTimeline>("LedgerTimeline", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowTimeline>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowTimeline::table>("subject", "a table, a column of one, or a subject of the review"),
        field<&ShowTimeline::after>("after", "go on after this entry", Presence::Defaulted),
        field<&ShowTimeline::limit>("limit", "entries on a page", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowTimeline>("ShowTimeline", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AuditEntry>)
{
    static constexpr FieldInfo fields[] = {
        field<&AuditEntry::sequence>("sequence", "sequence"),
        field<&AuditEntry::recordedAtUtc>("recorded-at", "recorded at utc"),
        field<&AuditEntry::who>("who", "who"),
        field<&AuditEntry::kind>("kind", "kind"),
        field<&AuditEntry::subject>("subject", "in words"),
        field<&AuditEntry::what>("what", "what was done"),
        field<&AuditEntry::digest>("digest", "of what was seen and signed"),
        field<&AuditEntry::reason>("reason", "reason"),
        field<&AuditEntry::run>("run", "run"),
    };
    static constexpr TypeInfo info = structure<AuditEntry>("AuditEntry", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerAudit>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerAudit::entries>("entries", "entries"),
        field<&LedgerAudit::next>("next", "go on after this entry; not there at the end"),
    };
    static constexpr TypeInfo info = structure<LedgerAudit>("LedgerAudit", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowAudit>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowAudit::table>("subject", "only what is about this table and its columns, this column, or this subject of the review"),
        field<&ShowAudit::after>("after", "go on after this entry", Presence::Defaulted),
        field<&ShowAudit::limit>("limit", "entries on a page", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowAudit>("ShowAudit", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerFinding>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerFinding::sequence>("sequence", "the entry; 0 when it is about the file"),
        field<&LedgerFinding::finding>("finding", "finding"),
    };
    static constexpr TypeInfo info = structure<LedgerFinding>("LedgerFinding", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerVerdict>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerVerdict::entries>("entries", "entries"),
        field<&LedgerVerdict::head>("head", "head"),
        field<&LedgerVerdict::findings>("findings", "findings"),
    };
    static constexpr TypeInfo info = structure<LedgerVerdict>("LedgerVerdict", fields);
    return info;
}

const TypeInfo &typeOf(Describe<VerifyLedger>)
{
    static constexpr TypeInfo info = structure<VerifyLedger>("VerifyLedger", {});
    return info;
}

const TypeInfo &typeOf(Describe<LedgerBackedUp>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerBackedUp::file>("file", "absolute path of the copy"),
        field<&LedgerBackedUp::entries>("entries", "entries"),
        field<&LedgerBackedUp::head>("head", "head"),
    };
    static constexpr TypeInfo info = structure<LedgerBackedUp>("LedgerBackedUp", fields);
    return info;
}

const TypeInfo &typeOf(Describe<BackUpLedger>)
{
    static constexpr FieldInfo fields[] = {field<&BackUpLedger::file>("file", "the new copy")};
    static constexpr TypeInfo info = structure<BackUpLedger>("BackUpLedger", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerRestored>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerRestored::entries>("entries", "of the copy"),
        field<&LedgerRestored::head>("head", "of the copy"),
        field<&LedgerRestored::before>("before", "entries of the ledger that it replaced"),
        field<&LedgerRestored::keptAs>("kept-as", "absolute path of the replaced ledger"),
    };
    static constexpr TypeInfo info = structure<LedgerRestored>("LedgerRestored", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RestoreLedger>)
{
    static constexpr FieldInfo fields[] = {
        field<&RestoreLedger::file>("file", "the copy"),
        field<&RestoreLedger::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<RestoreLedger>("RestoreLedger", fields);
    return info;
}

std::span<const OperationRow> evidenceOperations()
{
    static constexpr Spelling ofLines[] = {{Spelling::Kind::Content, "lines", "FILE"}};
    static constexpr Spelling retracted[] = {{Spelling::Kind::Content, "lines", "FILE"}, {Spelling::Kind::Alias, "reason", "--note"}};
    static constexpr Spelling about[] = {{Spelling::Kind::Positional, "subject", "SUBJECT"}};
    static constexpr Spelling copied[] = {{Spelling::Kind::Positional, "file", "FILE"}};
    static constexpr Spelling restored[] = {{Spelling::Kind::Positional, "file", "FILE"}, {Spelling::Kind::Alias, "reason", "--note"}};
    static constexpr OperationRow rows[] = {{&AnalyzeSource::operation}, {&ImportFacts::operation, ofLines}, {&RetractFacts::operation, retracted}, {&ShowLedger::operation, about}, {&ShowTimeline::operation, about},
                                            {&ShowAudit::operation, about}, {&VerifyLedger::operation}, {&BackUpLedger::operation, copied}, {&RestoreLedger::operation, restored}};
    return rows;
}

} // namespace lakehouse::api
