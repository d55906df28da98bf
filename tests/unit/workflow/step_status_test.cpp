#include "rules/workflow/step_status.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::rules;

namespace {

TableName tableName(const char *name) { return TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value(); }

PlannedTable planned(const char *name, LoadMode mode = LoadMode::Full) { return {.decision = {.table = tableName(name), .mode = mode}}; }

LoadReport loaded(const char *name) { return {.table = tableName(name)}; }

TableReconciliation checked(const char *name, TierOutcome outcome)
{
    return {.table = tableName(name), .tiers = {{.tier = Tier::V1, .outcome = outcome}}};
}

/// A project in which every step that exists is done; a test takes one thing away.
struct Project {
    ProjectSettings settings = {.project = {.name = QStringLiteral("film")}};
    WorkflowFacts facts{.settings = settings};

    Project()
    {
        const CatalogDigest catalog = CatalogDigest::of("{}");
        facts.configuredDatabases = {QStringLiteral("source")};
        facts.readDatabases = {{QStringLiteral("source"), CatalogFact{.digest = catalog, .isAnalyzed = true}}};
        ExtractionPlan plan{.database = QStringLiteral("source"), .catalogDigest = catalog, .tables = {planned("actor"), planned("film"), planned("view", LoadMode::Refused)}};
        facts.proposedSql = SqlDigest::of("sql");
        facts.approval = ApprovalFact{.planDigest = plan.digest(), .sqlDigest = facts.proposedSql};
        facts.generation = GenerationFact{.planDigest = plan.digest(), .catalogDigest = catalog, .sqlDigest = facts.proposedSql, .tables = 2};
        facts.proposal = ProposedPlan{.database = plan.database, .catalogDigest = catalog, .digest = plan.digest(), .tables = {tableName("actor"), tableName("film")}};
        facts.loads = {loaded("actor"), loaded("film")};
        facts.reconciliations = {checked("actor", TierOutcome::Equal), checked("film", TierOutcome::Equal)};
    }
    Project(const Project &) = delete;

    WorkflowStep step(int number) const { return workflowStatus(facts).steps.at(std::size_t(number - 1)); }
};

using Change = std::function<void(WorkflowFacts &)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class StepStatusTest : public QObject {
    Q_OBJECT

    static void columns()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("next");
    }
    static void row(const char *name, Change change, const char *state, const QString &reason, const char *next)
    {
        QTest::newRow(name) << change << QString::fromLatin1(state) << reason << QString::fromLatin1(next);
    }
    static void compare(int number)
    {
        QFETCH(Change, change);
        QFETCH(QString, state);
        QFETCH(QString, reason);
        QFETCH(QString, next);
        Project project;
        change(project.facts);
        const WorkflowStep step = project.step(number);
        QCOMPARE(step.number, number);
        QCOMPARE(step.state == StepState::Done ? QStringLiteral("done") : step.state == StepState::Open ? QStringLiteral("open") : QStringLiteral("problems"), state);
        QCOMPARE(step.reason.toEnglish(), reason);
        QCOMPARE(step.next, next);
    }

private Q_SLOTS:
    void sevenStepsInOrder()
    {
        const Project project;
        const WorkflowStatus status = workflowStatus(project.facts);
        QCOMPARE(status.project, QStringLiteral("film"));
        std::vector<StepName> names;
        for (const WorkflowStep &step : status.steps) {
            names.push_back(step.name);
            QCOMPARE(step.number, qint64(names.size()));
            QVERIFY2(!step.reason.isEmpty(), "each step says why");
        }
        QCOMPARE(names, (std::vector<StepName>{StepName::Analysis, StepName::Documentation, StepName::Review, StepName::Requirements, StepName::Extraction,
                                               StepName::BronzeAndSilver, StepName::Marts}));
        for (const int open : {2, 3, 4, 7})
            QCOMPARE(project.step(open).state, StepState::Open);
    }

    void analysis_data()
    {
        columns();
        const char *analyze = "ekos-lakehouse analyze";
        row("read", [](WorkflowFacts &) {}, "done", QStringLiteral("Every configured database was read, each object accounted for: source."), "");
        row("no database", [](WorkflowFacts &facts) { facts.configuredDatabases.clear(); }, "open", QStringLiteral("ekos.toml names no database."), "ekos-lakehouse config show --effective");
        row("not read", [](WorkflowFacts &facts) { facts.readDatabases.clear(); }, "open", QStringLiteral("Not read yet: source."), analyze);
        row("one of two read", [](WorkflowFacts &facts) { facts.configuredDatabases.push_back(QStringLiteral("erp")); }, "open", QStringLiteral("Not read yet: erp."), analyze);
        row("many not read", [](WorkflowFacts &facts) {
            for (const char *name : {"a", "b", "c", "d"})
                facts.configuredDatabases.push_back(QString::fromLatin1(name));
        }, "open", QStringLiteral("Not read yet: a, b, c, …."), analyze);
    }
    void analysis() { compare(1); }

    void review_data()
    {
        columns();
        const auto all = [](SignOffState state, qint64 open) {
            return [state, open](WorkflowFacts &facts) {
                for (const ReviewSubject subject : allReviewSubjects)
                    facts.review.push_back({subject, state, subject == ReviewSubject::Scope ? open : 0});
            };
        };
        const auto nothing = QStringLiteral("None of the six subjects is signed off: scope, PII, conflicts, identity, write behaviour, glossary.");
        row("nothing was read", [](WorkflowFacts &facts) { facts.readDatabases.clear(); }, "open", nothing, "ekos-lakehouse analyze");
        row("all signed", all(SignOffState::Signed, 0), "done", QStringLiteral("All six subjects have a valid sign-off."), "");
        row("read by a plan only", [](WorkflowFacts &facts) {
            for (const ReviewSubject subject : allReviewSubjects)
                facts.review.push_back({subject, SignOffState::Signed, 0});
            facts.readDatabases[0].second.isAnalyzed = false;
        }, "open", QStringLiteral("The source was not analyzed as it is now: the review does not know what is new in it."), "ekos-lakehouse analyze");
        row("open items", all(SignOffState::NotSigned, 3), "open", QStringLiteral("3 items are open; not signed off: scope (not signed), pii (not signed), conflicts (not signed), …."), "ekos-lakehouse review list");
        row("one open item", all(SignOffState::Stale, 1), "open", QStringLiteral("1 item is open; not signed off: scope (stale), pii (stale), conflicts (stale), …."), "ekos-lakehouse review list");
        row("decided, and one revoked", [all](WorkflowFacts &facts) {
            all(SignOffState::Signed, 0)(facts);
            facts.review[5].state = SignOffState::Revoked;
        }, "open", QStringLiteral("Not signed off: glossary (revoked)."), "ekos-lakehouse signoff approve --all");
    }
    void review() { compare(3); }

    void extraction_data()
    {
        columns();
        const Project project;
        row("generated", [](WorkflowFacts &) {}, "done",
            QStringLiteral("Plan %1 is approved and generated; lock, plan and source agree.").arg(project.facts.proposal->digest.toShortString()), "");
        row("no plan", [](WorkflowFacts &facts) { facts.proposal.reset(); }, "open", QStringLiteral("There is no plan yet."), "ekos-lakehouse lakehouse plan");
        row("source moved", [](WorkflowFacts &facts) { facts.readDatabases[0].second.digest = CatalogDigest::of("other"); }, "open",
            QStringLiteral("The source's catalog moved since the plan was made."), "ekos-lakehouse lakehouse plan");
        row("source not read", [](WorkflowFacts &facts) { facts.readDatabases.clear(); }, "open",
            QStringLiteral("The source's catalog moved since the plan was made."), "ekos-lakehouse lakehouse plan");
        row("settings moved", [](WorkflowFacts &facts) { facts.areSettingsMoved = true; }, "open", QStringLiteral("ekos.toml was changed since the plan was made."), "ekos-lakehouse lakehouse plan");
        row("a commit by hand", [](WorkflowFacts &facts) { facts.isCommitAsGenerated = false; }, "open",
            QStringLiteral("The pipeline repository holds something else than was generated."), "ekos-lakehouse lakehouse generate");
        row("not approved", [](WorkflowFacts &facts) { facts.approval.reset(); }, "open", QStringLiteral("The plan was not approved by a person yet."),
            "ekos-lakehouse lakehouse extraction approve");
        row("plan moved", [](WorkflowFacts &facts) { facts.approval->planDigest = PlanDigest::of("other"); }, "open", QStringLiteral("The plan moved since it was approved."),
            "ekos-lakehouse lakehouse extraction diff");
        row("other SQL", [](WorkflowFacts &facts) { facts.approval->sqlDigest = SqlDigest::of("other"); }, "open", QStringLiteral("This version generates other SQL than was approved."),
            "ekos-lakehouse lakehouse extraction diff");
        row("not generated", [](WorkflowFacts &facts) { facts.generation.reset(); }, "open", QStringLiteral("The approved plan was not generated yet."), "ekos-lakehouse lakehouse generate");
        row("an older plan generated", [](WorkflowFacts &facts) { facts.generation->planDigest = PlanDigest::of("other"); }, "open",
            QStringLiteral("The approved plan was not generated yet."), "ekos-lakehouse lakehouse generate");
        row("generated by an older version", [](WorkflowFacts &facts) { facts.generation->sqlDigest = SqlDigest::of("other"); }, "open",
            QStringLiteral("The approved plan was not generated yet."), "ekos-lakehouse lakehouse generate");
    }
    void extraction() { compare(5); }

    void bronze_data()
    {
        columns();
        const char *run = "ekos-lakehouse lakehouse run --wait";
        row("green", [](WorkflowFacts &) {}, "done", QStringLiteral("The latest run of each of 2 planned tables is green in bronze; silver is not built yet."), "");
        row("nothing planned", [](WorkflowFacts &facts) { facts.proposal.reset(); }, "open", QStringLiteral("No table is planned yet."), "ekos-lakehouse lakehouse plan");
        row("only refused tables", [](WorkflowFacts &facts) { facts.proposal->tables.clear(); }, "open", QStringLiteral("No table is planned yet."),
            "ekos-lakehouse lakehouse plan");
        row("not loaded", [](WorkflowFacts &facts) { facts.loads.pop_back(); }, "open", QStringLiteral("1 table not loaded and checked yet: public.film."), run);
        row("loaded, not checked", [](WorkflowFacts &facts) { facts.reconciliations.clear(); }, "open", QStringLiteral("2 tables not loaded and checked yet: public.actor, public.film."), run);
        row("not generated", [](WorkflowFacts &facts) {
            facts.generation.reset();
            facts.loads.clear();
        }, "open", QStringLiteral("2 tables not loaded and checked yet: public.actor, public.film."), "ekos-lakehouse lakehouse generate");
        row("differs", [](WorkflowFacts &facts) { facts.reconciliations[1] = checked("film", TierOutcome::Mismatch); }, "problems",
            QStringLiteral("1 table not green at the last check: public.film."), "ekos-lakehouse lakehouse reconcile");
        row("moved is not green", [](WorkflowFacts &facts) { facts.reconciliations[0] = checked("actor", TierOutcome::Moved); }, "problems",
            QStringLiteral("1 table not green at the last check: public.actor."), "ekos-lakehouse lakehouse reconcile");
        row("a control was missed", [](WorkflowFacts &facts) { facts.reconciliations[0].tiers[0].controls = {{Tier::V1, PlantedDefect::DroppedRow, {}, false}}; }, "problems",
            QStringLiteral("1 table not green at the last check: public.actor."), "ekos-lakehouse lakehouse reconcile");
        row("red counts before missing", [](WorkflowFacts &facts) {
            facts.loads = {loaded("film")};
            facts.reconciliations[1] = checked("film", TierOutcome::Mismatch);
        }, "problems", QStringLiteral("1 table not green at the last check: public.film."), "ekos-lakehouse lakehouse reconcile");
        row("results of a table that is gone", [](WorkflowFacts &facts) { facts.reconciliations.push_back(checked("old", TierOutcome::Mismatch)); }, "done",
            QStringLiteral("The latest run of each of 2 planned tables is green in bronze; silver is not built yet."), "");
    }
    void bronze() { compare(6); }
};

QTEST_GUILESS_MAIN(StepStatusTest)
#include "step_status_test.moc"
