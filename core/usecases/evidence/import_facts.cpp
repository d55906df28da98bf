#include "usecases/evidence/import_facts.h"

#include "describe/describe.h"
#include "describe/json_reader.h"
#include "model/project_settings.h"
#include "usecases/evidence/finding_facts.h"
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

template<typename Finding>
Result<NewFact> readLine(const QByteArray &line, const QString &database)
{
    EKOS_TRY(const ImportedLine<Finding> read, describe::readJson<ImportedLine<Finding>>(line));
    if (!isEvident(read.body))
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "it has no evidence with a place.")};
    NewFact fact = factOf(database, read.body);
    fact.subject = importedSubject(std::move(fact.subject));
    return fact;
}

Result<NewFact> readLine(const QByteArray &line, const QString &database)
{
    EKOS_TRY(const FactKind kind, kindOf(line));
    switch (kind) {
    case FactKind::ScopeProposal: return readLine<ScopeProposal>(line, database);
    case FactKind::PiiCandidate: return readLine<PiiCandidate>(line, database);
    case FactKind::Conflict: return readLine<Conflict>(line, database);
    case FactKind::IdentityCandidate: return readLine<IdentityCandidate>(line, database);
    case FactKind::WriteBehaviour: return readLine<WriteBehaviour>(line, database);
    case FactKind::GlossaryTerm: return readLine<GlossaryTerm>(line, database);
    case FactKind::EnumMeaning: return readLine<CodeList>(line, database);
    case FactKind::FlagColumn: return readLine<FlagColumn>(line, database);
    case FactKind::LogicalForeignKey: return readLine<LogicalForeignKey>(line, database);
    case FactKind::MandatoryColumn: return readLine<MandatoryColumn>(line, database);
    default: return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "facts of this kind are not imported: the program reads, makes or records them itself.")};
    }
}

/// All lines as facts, or every line that is none.
Result<std::vector<NewFact>> readLines(const QString &text, const QString &database, RunContext &run)
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
        Result<NewFact> fact = readLine(line.toUtf8(), database);
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
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%n line(s) are no facts; nothing was imported."), base::Plural{count}},
                 QT_TRANSLATE_NOOP("core", "The form of each kind is in docs/user/facts.md."), {}, problems.first(std::min<qsizetype>(problemsShown, count)).join(QLatin1Char('\n'))};
}

} // namespace

Result<api::FactsImported> importFacts(const api::ImportFacts &request, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(std::vector<NewFact> facts, readLines(request.lines, source.alias, run));
    return recorded<api::FactsImported>(workspace, api::ImportFacts::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<api::FactsImported>> {
        for (NewFact &fact : facts)
            fact.run = recorder.id();
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append(facts, context.actor, run));
        return Recorded<api::FactsImported>{{qint64(facts.size()), qint64(written.size())}, {QT_TRANSLATE_NOOP("core", "%n fact(s) imported, %2 of them new."), base::Plural{qint64(facts.size())}, qint64(written.size())}};
    });
}

} // namespace lakehouse::usecases
