#include "rules/workflow/step_status.h"

#include "describe/label_of.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <set>

namespace lakehouse::rules {

using namespace model;
using base::Text;

namespace {

QString listed(const std::vector<QString> &names)
{
    constexpr std::size_t shown = 3;
    QStringList words;
    for (std::size_t i = 0; i < std::min(names.size(), shown); ++i)
        words += names[i];
    if (names.size() > shown)
        words += QStringLiteral("…");
    return words.join(QStringLiteral(", "));
}

WorkflowStep analysis(const WorkflowFacts &facts)
{
    WorkflowStep step{.number = 1, .name = StepName::Analysis, .next = QStringLiteral("ekos-lakehouse analyze")};
    std::vector<QString> unread;
    for (const QString &database : facts.configuredDatabases)
        if (std::ranges::none_of(facts.readDatabases, [&](const auto &read) { return read.first == database; }))
            unread.push_back(database);
    if (facts.configuredDatabases.empty()) {
        step.reason = QT_TRANSLATE_NOOP("core", "ekos.toml names no database.");
        step.next = QStringLiteral("ekos-lakehouse config show --effective");
    } else if (!unread.empty()) {
        step.reason = {QT_TRANSLATE_NOOP("core", "Not read yet: %1."), listed(unread)};
    } else {
        step.state = StepState::Done;
        step.reason = {QT_TRANSLATE_NOOP("core", "Every configured database was read, each object accounted for: %1."), listed(facts.configuredDatabases)};
        step.next.clear();
    }
    return step;
}

/// Whether the source that is reviewed, the first of the configured ones, was analyzed at its newest reading.
bool isAnalyzed(const WorkflowFacts &facts)
{
    const auto read = std::ranges::find(facts.readDatabases, facts.configuredDatabases.empty() ? QString() : facts.configuredDatabases.front(), [](const auto &entry) { return entry.first; });
    return read != facts.readDatabases.end() && read->second.isAnalyzed;
}

WorkflowStep review(const WorkflowFacts &facts)
{
    WorkflowStep step{.number = 3, .name = StepName::Review, .next = QStringLiteral("ekos-lakehouse review list")};
    std::vector<QString> missing;
    qint64 open = 0;
    for (const ReviewedSubject &subject : facts.review) {
        open += subject.open;
        if (subject.state != SignOffState::Signed)
            missing.push_back(QStringLiteral("%1 (%2)").arg(describe::labelOf(subject.subject), inWords(subject.state)));
    }
    if (facts.review.empty() || facts.readDatabases.empty()) {
        step.reason = QT_TRANSLATE_NOOP("core", "None of the six subjects is signed off: scope, PII, conflicts, identity, write behaviour, glossary.");
        step.next = QStringLiteral("ekos-lakehouse analyze");
    } else if (!isAnalyzed(facts)) {
        step.reason = QT_TRANSLATE_NOOP("core", "The source was not analyzed as it is now: the review does not know what is new in it.");
        step.next = QStringLiteral("ekos-lakehouse analyze");
    } else if (missing.empty()) {
        step.state = StepState::Done;
        step.reason = QT_TRANSLATE_NOOP("core", "All six subjects have a valid sign-off.");
        step.next.clear();
    } else {
        step.reason = open > 0 ? Text{QT_TRANSLATE_NOOP("core", "%n item(s) are open; not signed off: %2."), base::Plural{open}, listed(missing)}
                               : Text{QT_TRANSLATE_NOOP("core", "Not signed off: %1."), listed(missing)};
        if (open == 0)
            step.next = QStringLiteral("ekos-lakehouse signoff approve --all");
    }
    return step;
}

/// The first reason why the plan is not approved and generated, or none.
std::optional<std::pair<Text, QString>> extractionGap(const WorkflowFacts &facts)
{
    const auto gap = [](Text reason, const char *command) { return std::pair(std::move(reason), QString::fromLatin1(command)); };
    if (!facts.proposal)
        return gap(QT_TRANSLATE_NOOP("core", "There is no plan yet."), "ekos-lakehouse lakehouse plan");
    const PlanDigest &digest = facts.proposal->digest;
    const auto read = std::ranges::find(facts.readDatabases, facts.proposal->database, [](const auto &entry) { return entry.first; });
    if (read == facts.readDatabases.end() || read->second.digest != facts.proposal->catalogDigest)
        return gap(QT_TRANSLATE_NOOP("core", "The source's catalog moved since the plan was made."), "ekos-lakehouse lakehouse plan");
    if (facts.areSettingsMoved)
        return gap(QT_TRANSLATE_NOOP("core", "ekos.toml was changed since the plan was made."), "ekos-lakehouse lakehouse plan");
    if (!facts.approval)
        return gap(QT_TRANSLATE_NOOP("core", "The plan was not approved by a person yet."), "ekos-lakehouse lakehouse extraction approve");
    if (facts.approval->planDigest != digest)
        return gap(QT_TRANSLATE_NOOP("core", "The plan moved since it was approved."), "ekos-lakehouse lakehouse extraction diff");
    if (facts.approval->sqlDigest != facts.proposedSql)
        return gap(QT_TRANSLATE_NOOP("core", "This version generates other SQL than was approved."), "ekos-lakehouse lakehouse extraction diff");
    if (!facts.generation || facts.generation->planDigest != digest || facts.generation->sqlDigest != facts.proposedSql)
        return gap(QT_TRANSLATE_NOOP("core", "The approved plan was not generated yet."), "ekos-lakehouse lakehouse generate");
    if (!facts.isCommitAsGenerated)
        return gap(QT_TRANSLATE_NOOP("core", "The pipeline repository holds something else than was generated."), "ekos-lakehouse lakehouse generate");
    return std::nullopt;
}

WorkflowStep extraction(const WorkflowFacts &facts)
{
    WorkflowStep step{.number = 5, .name = StepName::Extraction};
    if (auto gap = extractionGap(facts)) {
        step.reason = std::move(gap->first);
        step.next = std::move(gap->second);
        return step;
    }
    step.state = StepState::Done;
    step.reason = {QT_TRANSLATE_NOOP("core", "Plan %1 is approved and generated; lock, plan and source agree."), facts.proposal->digest.toShortString()};
    return step;
}

WorkflowStep bronze(const WorkflowFacts &facts)
{
    WorkflowStep step{.number = 6, .name = StepName::BronzeAndSilver, .next = QStringLiteral("ekos-lakehouse lakehouse run --wait")};
    std::vector<QString> missing, red;
    std::set<TableName> loaded;
    for (const LoadReport &load : facts.loads)
        loaded.insert(load.table);
    std::map<TableName, bool> checked;
    for (const TableReconciliation &result : facts.reconciliations)
        checked[result.table] = result.isGreen();
    const std::vector<TableName> tables = facts.proposal ? facts.proposal->tables : std::vector<TableName>();
    const qint64 planned = qint64(tables.size());
    for (const TableName &name : tables) {
        const auto result = checked.find(name);
        if (!loaded.contains(name) || result == checked.end())
            missing.push_back(name.toString());
        else if (!result->second)
            red.push_back(name.toString());
    }
    if (planned == 0) {
        step.reason = QT_TRANSLATE_NOOP("core", "No table is planned yet.");
        step.next = QStringLiteral("ekos-lakehouse lakehouse plan");
    } else if (!red.empty()) {
        step.state = StepState::Problems;
        step.reason = {QT_TRANSLATE_NOOP("core", "%n table(s) not green at the last check: %2."), base::Plural{qint64(red.size())}, listed(red)};
        step.next = QStringLiteral("ekos-lakehouse lakehouse reconcile");
    } else if (!missing.empty()) {
        step.reason = {QT_TRANSLATE_NOOP("core", "%n table(s) not loaded and checked yet: %2."), base::Plural{qint64(missing.size())}, listed(missing)};
        if (!facts.generation)
            step.next = QStringLiteral("ekos-lakehouse lakehouse generate");
    } else {
        step.state = StepState::Done;
        step.reason = {QT_TRANSLATE_NOOP("core", "The latest run of each of %n planned table(s) is green in bronze; silver is not built yet."), base::Plural{planned}};
        step.next.clear();
    }
    return step;
}

} // namespace

WorkflowStatus workflowStatus(const WorkflowFacts &facts)
{
    WorkflowStatus status{.project = facts.settings.project.name};
    status.steps.push_back(analysis(facts));
    status.steps.push_back({.number = 2, .name = StepName::Documentation, .reason = QT_TRANSLATE_NOOP("core", "No documentation of the source was generated and published yet.")});
    status.steps.push_back(review(facts));
    status.steps.push_back({.number = 4, .name = StepName::Requirements, .reason = QT_TRANSLATE_NOOP("core", "No mart was requested yet.")});
    status.steps.push_back(extraction(facts));
    status.steps.push_back(bronze(facts));
    status.steps.push_back({.number = 7, .name = StepName::Marts, .reason = QT_TRANSLATE_NOOP("core", "There is no approved requirement to build a mart from.")});
    return status;
}

} // namespace lakehouse::rules
