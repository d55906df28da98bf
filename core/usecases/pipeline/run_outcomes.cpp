#include "usecases/pipeline/run_outcomes.h"

#include "usecases/pipeline/deletes.h"
#include "usecases/pipeline/load.h"
#include "usecases/pipeline/locked_tables.h"
#include "usecases/pipeline/table_standing.h"

#include <QHash>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Result;

namespace {

constexpr int commitDigits = 12;
constexpr std::size_t coversBeforeNames = 2; // arguments of the event that come before the names
constexpr qint64 firstEvents = 20; // a run says what it covers before it is launched

TableState stateOf(const TableOutcome &outcome)
{
    if (outcome.reconciliation)
        return outcome.reconciliation->isGreen() ? TableState::Green : TableState::Mismatch;
    return outcome.load ? TableState::Running : TableState::Waiting;
}

std::vector<TableName> coverageIn(const RunEvent &event)
{
    std::vector<TableName> covered;
    const std::vector<base::TextArgument> &arguments = event.message.arguments;
    for (std::size_t i = coversBeforeNames; i < arguments.size(); ++i)
        if (const auto *name = std::get_if<QString>(&arguments[i]))
            if (const Result<TableName> table = TableName::parse(*name))
                covered.push_back(table.value());
    return covered;
}

/// What is recorded of a run.
struct RunResults {
    std::vector<LoadReport> loads = {};
    std::vector<TableReconciliation> reconciliations = {};
    std::vector<RunEvent> events = {};

    std::vector<TableName> tables() const;
    std::vector<TableOutcome> outcomes(const std::vector<TableName> &tables) const;
};

Result<RunResults> resultsOf(const RunId &run, ports::RunStore &runs)
{
    RunResults results;
    EKOS_TRY(results.loads, runs.loadsOf(run));
    EKOS_TRY(results.reconciliations, runs.reconciliationsOf(run));
    EKOS_TRY(results.events, runs.events(run, 0, std::numeric_limits<int>::max()));
    return results;
}

bool isOfDeletes(const RunEvent &event) { return event.stage == QLatin1String(deletesWaitStage) || event.stage == QLatin1String(deletesFailedStage); }
bool isOfLoad(const RunEvent &event) { return event.stage == QLatin1String(loadWaitsStage) || event.stage == QLatin1String(loadFailedStage); }
bool waitsForPerson(const RunEvent &event) { return event.stage == QLatin1String(loadWaitsStage) || event.stage == QLatin1String(deletesWaitStage); }

/// Those that the run covers, and those that it touched.
std::vector<TableName> RunResults::tables() const
{
    std::set<TableName> names;
    for (const LoadReport &load : loads)
        names.insert(load.table);
    for (const TableReconciliation &result : reconciliations)
        names.insert(result.table);
    for (const RunEvent &event : events) {
        if (isOfLoad(event) || isOfDeletes(event))
            if (const Result<TableName> table = TableName::parse(event.subject))
                names.insert(table.value());
        if (event.stage == QLatin1String(runCoversStage)) {
            const std::vector<TableName> covered = coverageIn(event);
            names.insert(covered.begin(), covered.end());
        }
    }
    return {names.begin(), names.end()};
}

std::vector<TableOutcome> RunResults::outcomes(const std::vector<TableName> &tables) const
{
    std::map<TableName, const LoadReport *> loadOf;
    for (const LoadReport &load : loads)
        loadOf.try_emplace(load.table, &load);
    std::map<TableName, const TableReconciliation *> resultOf;
    for (const TableReconciliation &result : reconciliations)
        resultOf.try_emplace(result.table, &result);
    QHash<QString, std::vector<const RunEvent *>> eventsOf;
    for (const RunEvent &event : events)
        eventsOf[event.subject].push_back(&event);
    std::vector<TableOutcome> outcomes;
    for (const TableName &table : tables) {
        TableOutcome outcome{.table = table};
        if (const auto load = loadOf.find(table); load != loadOf.end())
            outcome.load = *load->second;
        if (const auto result = resultOf.find(table); result != resultOf.end())
            outcome.reconciliation = *result->second;
        outcome.state = stateOf(outcome);
        for (const RunEvent *event : eventsOf.value(table.toString())) {
            if (event->stage == QLatin1String(deletesStage) && event->level == EventLevel::Info) {
                outcome.state = stateOf(outcome);
                outcome.message = {};
            }
            // What failed was tried again when the step after it was reached.
            if (outcome.reconciliation || !(isOfDeletes(*event) || (isOfLoad(*event) && !outcome.load)))
                continue;
            outcome.state = waitsForPerson(*event) ? TableState::NeedsPerson : TableState::Failed;
            outcome.message = event->message;
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

} // namespace

void closeOutcomes(std::vector<TableOutcome> &outcomes, bool isCancelled, const std::function<base::Text(const TableOutcome &)> &reason)
{
    for (TableOutcome &outcome : outcomes) {
        if (outcome.state != TableState::Waiting && outcome.state != TableState::Running)
            continue;
        outcome.state = isCancelled ? TableState::Cancelled : TableState::Failed;
        if (!outcome.message.isEmpty())
            continue;
        if (reason)
            outcome.message = reason(outcome);
        if (!outcome.message.isEmpty())
            continue;
        if (outcome.load)
            outcome.message = QT_TRANSLATE_NOOP("core", "Loaded, but not compared with the source.");
        else if (!isCancelled)
            outcome.message = QT_TRANSLATE_NOOP("core", "The run ended before it was loaded.");
    }
}

base::Text runCoverage(const std::vector<TableName> &tables, const QString &commit)
{
    base::Text text{QT_TRANSLATE_NOOP("core", "%1 table(s) of commit %2"), base::Plural{qint64(tables.size())}, commit.left(commitDigits)};
    for (const TableName &table : tables)
        text.arguments.emplace_back(table.toString());
    return text;
}

Result<std::vector<TableName>> coverageOf(const RunId &run, ports::RunStore &runs)
{
    EKOS_TRY(const std::vector<RunEvent> events, runs.events(run, 0, firstEvents));
    const auto covers = std::ranges::find(events, QLatin1String(runCoversStage), &RunEvent::stage);
    return covers == events.end() ? std::vector<TableName>() : coverageIn(*covers);
}

Result<std::vector<TableOutcome>> tableOutcomes(const std::vector<TableName> &tables, const RunId &run, ports::RunStore &runs)
{
    EKOS_TRY(const RunResults results, resultsOf(run, runs));
    return results.outcomes(tables);
}

Result<std::vector<TableOutcome>> runOutcomes(const Run &run, ports::RunStore &runs)
{
    EKOS_TRY(const RunResults results, resultsOf(run.id, runs));
    std::vector<TableOutcome> outcomes = results.outcomes(results.tables());
    if (run.operation != QLatin1String(RunPipeline::operation.name))
        return outcomes;
    if (!mayGoOn(run)) {
        closeOutcomes(outcomes, run.state == RunState::Cancelled);
        return outcomes;
    }
    EKOS_TRY(const std::vector<ports::HeldLease> leases, runs.heldLeases());
    std::set<QString> loading;
    for (const ports::HeldLease &lease : leases)
        if (lease.run == run.id)
            loading.insert(lease.name);
    for (TableOutcome &outcome : outcomes)
        if (outcome.state == TableState::Waiting && loading.contains(tableLease(outcome.table)))
            outcome.state = TableState::Running;
    return outcomes;
}

} // namespace lakehouse::usecases
