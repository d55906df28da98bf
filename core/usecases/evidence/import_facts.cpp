#include "usecases/evidence/import_facts.h"

#include "describe/describe.h"
#include "describe/json_reader.h"
#include "model/fact_bodies.h"
#include "model/project_settings.h"
#include "rules/findings/catalog_places.h"
#include "usecases/authorisation.h"
#include "usecases/evidence/finding_facts.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/run_recorder.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <set>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

/// One line of the file.
template<typename Finding>
struct ImportedLine {
    FactKind kind = FactKind::WriteBehaviour;
    Finding body = {};
};

template<typename Finding>
const describe::TypeInfo &typeOf(describe::Describe<ImportedLine<Finding>>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {field<&ImportedLine<Finding>::kind>("kind", "which kind of fact"), field<&ImportedLine<Finding>::body>("body", "what it says")};
    static constexpr TypeInfo info = structure<ImportedLine<Finding>>("ImportedLine", fields);
    return info;
}

/// Only the kind: the body's form depends on it.
Result<FactKind> kindOf(const QByteArray &line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    const QString word = document.object().value(QLatin1String("kind")).toString();
    for (const describe::LabelInfo &label : describe::typeOf<FactKind>().labels)
        if (word == QLatin1String(label.label))
            return FactKind(label.value);
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not a kind of fact."), word.left(80)}};
}

bool hasEvidence(const std::vector<Evidence> &evidence)
{
    return !evidence.empty() && std::ranges::none_of(evidence, [](const Evidence &piece) { return piece.place.isEmpty(); });
}
template<typename Finding>
bool isEvident(const Finding &finding) { return hasEvidence(finding.evidence); }
bool isEvident(const Conflict &conflict) { return hasEvidence(conflict.firstEvidence) && hasEvidence(conflict.secondEvidence); }

/// What lines are facts about: `places` is absent where it does not matter any more.
struct About {
    QString database = {};
    const rules::CatalogPlaces *places = nullptr;
};

template<typename Finding>
Result<NewFact> readLine(const QByteArray &line, const About &about)
{
    EKOS_TRY(const ImportedLine<Finding> read, describe::readJson<ImportedLine<Finding>>(line));
    if (!isEvident(read.body))
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "it has no evidence with a place.")};
    if (about.places)
        if (auto missing = about.places->missing(read.body))
            return Error{ErrorCode::InvalidInput, *std::move(missing)};
    NewFact fact = factOf(about.database, read.body);
    fact.subject = importedSubject(std::move(fact.subject));
    return fact;
}

using ReadLine = Result<NewFact> (*)(const QByteArray &, const About &);

/// How a line of this kind is read; null: it is not imported.
template<typename... Kinds>
ReadLine readerOf(FactKind kind, const std::tuple<Kinds...> &)
{
    ReadLine reader = nullptr;
    ((reader = kind == Kinds::kind ? readLine<typename Kinds::Body> : reader), ...);
    return reader;
}

Result<NewFact> readLine(const QByteArray &line, const About &about)
{
    EKOS_TRY(const FactKind kind, kindOf(line));
    const ReadLine reader = readerOf(kind, FindingKinds());
    if (!reader)
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "facts of this kind are not imported: the program reads, makes or records them itself.")};
    return reader(line, about);
}

/// All lines as facts, or every line that is none.
Result<std::vector<NewFact>> readLines(const QString &text, const About &about, RunContext &run)
{
    constexpr qsizetype problemsShown = 20;
    std::vector<NewFact> facts;
    QStringList problems;
    std::set<std::pair<FactKind, QUuid>> seen;
    qint64 number = 0;
    for (const QStringView line : QStringView(text).split(QLatin1Char('\n'))) {
        ++number;
        EKOS_CHECK(run.cancel().check());
        if (line.trimmed().isEmpty())
            continue;
        Result<NewFact> fact = readLine(line.toUtf8(), about);
        if (!fact)
            problems += QStringLiteral("%1: %2").arg(number).arg(fact.error().message.toEnglish());
        else if (!seen.emplace(fact.value().kind, fact.value().subject.id().uuid()).second)
            problems += QStringLiteral("%1: it says something about the same thing as a line above").arg(number);
        else
            facts.push_back(std::move(fact).value());
    }
    if (problems.isEmpty())
        return facts;
    const qint64 count = problems.size();
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%n line(s) cannot be taken over; nothing was changed."), base::Plural{count}},
                 QT_TRANSLATE_NOOP("core", "Correct them. The form of each kind is in docs/user/facts.md; which tables and columns there are says: ekos-lakehouse analysis show"), {}, problems.first(std::min<qsizetype>(problemsShown, count)).join(QLatin1Char('\n'))};
}

/// The tables and columns of the newest reading of the source.
Result<rules::CatalogPlaces> knownPlaces(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(const std::optional<CatalogFact> reading, currentFact<CatalogFact>(ledger, FactKind::Catalog, {.database = database, .kind = SubjectKind::Database}, run));
    if (!reading)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "Nothing was read of %1 yet, so it cannot be seen whether the facts are about tables that it has."), database},
                     QT_TRANSLATE_NOOP("core", "Read it first with: ekos-lakehouse analyze"), database};
    EKOS_TRY(const CatalogSnapshot catalog, snapshotOf(*reading, ledger, run));
    return rules::CatalogPlaces(catalog);
}

bool isCalled(const Actor &actor, const QString &name)
{
    return name == actor.systemUser || name == actor.subject || name == actor.gitIdentity || name == actor.toString();
}

/// Imported facts that stand: those of the lines, those of the person, or those of both.
Result<std::vector<LedgerEntry>> factsToRetract(const api::RetractFacts &request, const QString &database, ports::Ledger &ledger, RunContext &run)
{
    std::set<std::pair<FactKind, QUuid>> wanted;
    if (request.lines) {
        EKOS_TRY(const std::vector<NewFact> facts, readLines(*request.lines, {.database = database}, run));
        if (facts.empty())
            return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "The file holds no facts, so nothing says which ones are meant."),
                         QT_TRANSLATE_NOOP("core", "Name the file that was imported. What one person imported, whatever file it was, takes back: ekos-lakehouse facts retract --by NAME")};
        for (const NewFact &fact : facts)
            wanted.emplace(fact.kind, fact.subject.id().uuid());
    }
    std::vector<LedgerEntry> found;
    for (const FactKind kind : findingKinds) {
        EKOS_TRY(std::vector<LedgerEntry> entries, ledger.currentOfKind(kind, run));
        for (LedgerEntry &entry : entries) {
            const bool isWanted = !request.lines || wanted.contains({entry.kind, entry.subject.id().uuid()});
            if (entry.subject.database == database && isImportedFact(entry.subject) && isWanted && (!request.by || isCalled(entry.actor, *request.by)))
                found.push_back(std::move(entry));
        }
    }
    return found;
}

} // namespace

Result<api::FactsImported> importFacts(const api::ImportFacts &request, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const rules::CatalogPlaces places, knownPlaces(source.alias, *ledger, run));
    EKOS_TRY(std::vector<NewFact> facts, readLines(request.lines, {source.alias, &places}, run));
    return recorded<api::FactsImported>(workspace, api::ImportFacts::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<api::FactsImported>> {
        for (NewFact &fact : facts)
            fact.run = recorder.id();
        EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append(facts, context.actor, run));
        return Recorded<api::FactsImported>{{qint64(facts.size()), qint64(written.size())}, {QT_TRANSLATE_NOOP("core", "%n fact(s) imported, %2 of them new."), base::Plural{qint64(facts.size())}, qint64(written.size())}};
    });
}

Result<api::FactsRetracted> retractFacts(const api::RetractFacts &request, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    if (request.by ? request.by->trimmed().isEmpty() : !request.lines)
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "Nothing says which facts are meant."),
                     QT_TRANSLATE_NOOP("core", "Name the file that was imported, or the person who imported it: ekos-lakehouse facts retract --by NAME")};
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::vector<LedgerEntry> imported, factsToRetract(request, source.alias, *ledger, run));
    if (imported.empty())
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "No imported fact of these stands."), QT_TRANSLATE_NOOP("core", "See who imported what with: ekos-lakehouse ledger show --kind write-behaviour")};
    EKOS_CHECK(checkMayRetract(imported, context));
    std::vector<ports::FactKey> facts;
    for (const LedgerEntry &entry : imported)
        facts.push_back({entry.kind, entry.subject});
    return recorded<api::FactsRetracted>(workspace, api::RetractFacts::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<api::FactsRetracted>> {
        EKOS_TRY(const qint64 retracted, ledger->retract(facts, context.actor, recorder.id(), run));
        recorder.info("facts", source.alias, {QT_TRANSLATE_NOOP("core", "%n imported fact(s) taken back by %2: %3"), base::Plural{retracted}, context.actor.toString(), request.reason.toString()});
        return Recorded<api::FactsRetracted>{{retracted}, {QT_TRANSLATE_NOOP("core", "%n imported fact(s) taken back: %2"), base::Plural{retracted}, request.reason.toString()}};
    });
}

} // namespace lakehouse::usecases
