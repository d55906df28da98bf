#include "cli/answer_output.h"

#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/project.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;

namespace {

const Operation *operationOf(const AnyAnswer &answer)
{
    for (const OperationRow &row : operationTable())
        if (&row.operation->answer() == &answer.type())
            return row.operation;
    return nullptr;
}

template<typename Answer>
QString inWords(Answer answer)
{
    const AnyAnswer any = AnyAnswer::of(std::move(answer));
    return app::answerInWords(*operationOf(any), any, {.columns = 0});
}

TableName hostileName() { return TableName::create(QStringLiteral("Sales.EU"), QStringLiteral("a\033[2J\nb")).value(); }

} // namespace

class AnswerOutputTest : public QObject {
    Q_OBJECT

    /// The answer says each of these, and lets no control character through to the terminal.
    static void says(const QString &words, const QStringList &expected)
    {
        for (const QString &part : expected)
            QVERIFY2(words.contains(part), qPrintable(part + QStringLiteral(" is missing in:\n") + words));
        for (const QChar letter : words)
            QVERIFY2(letter.category() != QChar::Other_Control || letter == QLatin1Char('\n'), qPrintable(words));
    }

private Q_SLOTS:
    void everyOperationAnswersInWords()
    {
        for (const OperationRow &row : operationTable())
            QVERIFY2(app::answerInWords(*row.operation, AnyAnswer(row.operation->answer()), {.columns = 80}).endsWith(QLatin1Char('\n'))
                         || row.operation == &ShowConfiguration::operation, row.operation->name);
    }

    void planNamesModesAndWhy()
    {
        PlanSummary plan{.counts = {.full = 1, .refused = 1}};
        plan.tables = {{.table = hostileName(), .mode = LoadMode::Full, .key = {QStringLiteral("Id"), QStringLiteral("x\ty")}, .columns = 3, .refusedColumns = 1, .estimatedRows = 1234567, .why = "no \"watermark\"\nwas proved"},
                       {.table = TableName::create(QStringLiteral("public"), QStringLiteral("v")).value(), .mode = LoadMode::Refused, .estimatedRows = -1, .why = "a view that was never filled"}};
        says(inWords(plan), {QStringLiteral("1 full, 1 refused"), QStringLiteral("\"Sales.EU\".\"a\\u001b[2J\\nb\""), QStringLiteral("\"Id\", \"x\\u0009y\""), QStringLiteral("3 (−1)"),
                             QStringLiteral("1,234,567"), QStringLiteral("no \"watermark\"\\nwas proved"), QStringLiteral("a view that was never filled"), QStringLiteral("not approved yet")});
    }

    void differenceNamesTablesAndFields()
    {
        ExtractionDifference difference{.approved = PlanDigest::of("{}")};
        difference.tables = {{.table = hostileName(), .move = TableMove::Changed, .fields = {{QStringLiteral("columns.a\rb"), {}, QStringLiteral("integer")}}}};
        says(inWords(difference), {QStringLiteral("\\u001b[2J\\nb\" changed"), QStringLiteral("columns.a\\u000db: — → integer")});
    }

    void reconciliationNamesTierBucketKeyAndColumn()
    {
        TableReconciliation table{.table = hostileName(), .sourceRows = 1000, .bronzeRows = 999};
        table.tiers = {{.tier = Tier::V1, .outcome = TierOutcome::Equal, .controls = {{Tier::V1, PlantedDefect::DroppedRow, {}, true}}},
                       {.tier = Tier::V2, .outcome = TierOutcome::Skipped},
                       {.tier = Tier::V3, .outcome = TierOutcome::ControlMissed, .controls = {{Tier::V3, PlantedDefect::ChangedByte, {QStringLiteral("c")}, false}},
                        .mismatches = {{.tier = Tier::V3, .column = QStringLiteral("amount"), .bucket = 17, .key = {QStringLiteral("1\n2"), QStringLiteral("x")}, .kind = QStringLiteral("differs")}},
                        .mismatchesInAll = 2041}};
        says(inWords(ReconcileReport{.tables = {table}}), {QStringLiteral("1 of 2"), QStringLiteral("V3 bucket 17 key 1\\n2, x column amount: differs"), QStringLiteral("2,041 differences in all"),
            QStringLiteral("missed its planted control: changed-byte"), QStringLiteral("0 of 1 tables green"), QStringLiteral("1,000 source rows, 999 bronze rows"), QStringLiteral("1 of 2 planted controls caught")});
    }

    void runSaysWhyATableFailed()
    {
        RunReport report{.run = {.operation = QStringLiteral("pipeline.run"), .state = RunState::Problems}};
        report.tables = {{.table = hostileName(), .state = TableState::NeedsPerson, .message = {"so many rows do not vanish: %1", qint64(7)}},
                         {.table = hostileName(), .state = TableState::Failed, .message = "Trino\033 said no"}};
        says(inWords(report), {QStringLiteral("needs-person: so many rows do not vanish: 7"), QStringLiteral("failed: Trino\\u001b said no"), QStringLiteral("problems"), QStringLiteral("0 of 2 tables green")});
    }

    void pipelineSaysHowEachTableStands()
    {
        says(inWords(PipelineStatus{}), {QStringLiteral("Nothing was generated yet")});
        PipelineStatus status{.isGenerated = true, .commit = QStringLiteral("0123456789abcdef"), .isPlanMoved = true, .problem = "somebody\033 committed", .schedule = QStringLiteral("0 6 * * *"), .timeZone = QStringLiteral("UTC")};
        status.tables = {{.table = hostileName(), .state = TableState::Failed, .message = "Trino\033 said no", .isReloadRequested = true},
                         {.table = TableName::create(QStringLiteral("public"), QStringLiteral("film")).value(), .state = TableState::Green, .load = LoadReport{.rowsLoaded = 1000},
                          .reconciliation = TableReconciliation{.sourceRows = 2000, .bronzeRows = 2001}}};
        status.active = {{.operation = QStringLiteral("pipeline.run"), .actor = QStringLiteral("a\033@b (cli)")}};
        says(inWords(status), {QStringLiteral("commit 0123456789ab"), QStringLiteral("not approved"), QStringLiteral("somebody\\u001b committed"), QStringLiteral("The plan moved since"), QStringLiteral("0 6 * * * (UTC)"),
                               QStringLiteral("by a\\u001b@b (cli)"), QStringLiteral("Trino\\u001b said no The next load reads every row."), QStringLiteral("green"), QStringLiteral("1,000"), QStringLiteral("2,001")});
    }

    void historyNamesRunsAndWhatDiffered()
    {
        says(inWords(TableHistory{.table = hostileName()}), {QStringLiteral("was never loaded")});
        TableReconciliation red{.table = hostileName(), .sourceRows = 5, .bronzeRows = 4, .tiers = {{.tier = Tier::V1, .outcome = TierOutcome::Mismatch, .mismatches = {{.kind = QStringLiteral("count")}}}}};
        says(inWords(TableHistory{.table = hostileName(), .runs = {{.state = TableState::Mismatch, .message = "Not\033 green", .load = LoadReport{.rowsLoaded = 4, .durationMs = 1500}, .reconciliation = red}}}),
             {QStringLiteral("mismatch"), QStringLiteral("1.5 s"), QStringLiteral("Not\\u001b green"), QStringLiteral("V1: count")});
    }

    void lineageSaysWhatEndsAndWhy()
    {
        says(inWords(Lineage{}), {QStringLiteral("No table is planned yet")});
        Lineage lineage{.nodes = {{.id = QStringLiteral("a"), .name = QStringLiteral("public.\033a")}, {.id = QStringLiteral("b"), .kind = LineageKind::Unknown, .name = QStringLiteral("b"), .note = "Not loaded, because: a view\r"}},
                        .edges = {{.from = QStringLiteral("a"), .to = QStringLiteral("b"), .fromColumn = QStringLiteral("Id")}}};
        says(inWords(lineage), {QStringLiteral("public.\\u001ba.\"Id\""), QStringLiteral("not loaded"), QStringLiteral("because: a view\\u000d")});
    }

    void aStoppedRunAndThePulse()
    {
        says(inWords(Run{.operation = QStringLiteral("pipeline.run"), .state = RunState::Cancelled, .outcome = "Stopped by a\033"}), {QStringLiteral("cancelled"), QStringLiteral("Stopped by a\\u001b")});
        says(inWords(ProjectPulse{.project = QStringLiteral("film\n"), .environment = QStringLiteral("production"), .ledgerEntries = 7}),
             {QStringLiteral("film\\n · production"), QStringLiteral("plan none"), QStringLiteral("ledger entries 7")});
    }

    void whatWasApprovedStandsBesideTheTable()
    {
        TableDetail detail{.planned = {.decision = {.table = hostileName()}}};
        detail.approved = ApprovedTable{.actor = QStringLiteral("berta\033@desk (cli)"), .reason = Reason::parse(QStringLiteral("read it all")).value(), .sql = {{QStringLiteral("p"), QStringLiteral("SELECT 1")}},
                                        .differences = {{QStringLiteral("mode"), QStringLiteral("full"), QStringLiteral("incremental")}}};
        ExtractionPage page{.detail = detail};
        says(inWords(page), {QStringLiteral("approved by berta\\u001b@desk (cli)"), QStringLiteral("read it all"), QStringLiteral("mode: full → incremental")});
    }

    void doctorSaysWhatToDo()
    {
        DoctorReport report;
        report.checks = {{QStringLiteral("trino"), QStringLiteral("answers"), CheckState::Failed, "no answer\r\n", "Start it."}, {QStringLiteral("source"), QStringLiteral("version"), CheckState::Passed, "15.8", {}}};
        says(inWords(report), {QStringLiteral("FAILED"), QStringLiteral("no answer\\u000d\\n"), QStringLiteral("trino · answers: Start it."), QStringLiteral("2 checks, 1 failed")});
    }

    void ledgerSaysWhatIsWrong()
    {
        says(inWords(LedgerVerdict{.entries = 12, .findings = {{3, "The body was changed\033."}}}), {QStringLiteral("not whole"), QStringLiteral("entry 3: The body was changed\\u001b.")});
        says(inWords(LedgerVerdict{.entries = 12000}), {QStringLiteral("12,000 entries"), QStringLiteral("head none")});
        LedgerPage page{.next = 40};
        page.entries = {{.sequence = 40, .kind = FactKind::PlanChange, .subject = QStringLiteral("public.\"a\nb\""), .actor = QStringLiteral("anna@host (cli)"), .body = QStringLiteral("{}")}};
        says(inWords(page), {QStringLiteral("plan-change"), QStringLiteral("public.\"a\\nb\""), QStringLiteral("--after 40")});
    }

    void listsOfRunsAndTheLogOfOne()
    {
        says(inWords(RunList{}), {QStringLiteral("Nothing was run yet.")});
        RunDetail detail{.run = {.operation = QStringLiteral("pipeline.load"), .state = RunState::Done, .outcome = {"%1 row(s) of %2 loaded.", base::Plural{3}, QStringLiteral("t\033")}}};
        detail.events = {{.sequence = 1, .level = EventLevel::Warning, .stage = QStringLiteral("load"), .subject = QStringLiteral("t\n"), .message = "careful\t"}};
        says(inWords(detail), {QStringLiteral("3 rows of t\\u001b loaded."), QStringLiteral("t\\n: careful\\u0009")});
        const TableName film = TableName::create(QStringLiteral("public"), QStringLiteral("film")).value();
        detail.run = {.operation = QStringLiteral("pipeline.run"), .state = RunState::Running};
        detail.tables = {{.table = hostileName(), .state = TableState::Waiting}, {.table = film, .state = TableState::Green, .reconciliation = TableReconciliation{.table = film, .tiers = {{}}}},
                         {.table = film, .state = TableState::Running}};
        says(inWords(detail), {QStringLiteral("waiting"), QStringLiteral("1 of 3 tables green · 2 without a result yet")});
    }

    void thePipelineSaysWhenItRunsNext()
    {
        PipelineStatus status{.isGenerated = true};
        says(inWords(status), {QStringLiteral("No schedule")});
        status.schedule = QStringLiteral("0 6 * * *");
        status.timeZone = QStringLiteral("Europe/Vienna");
        says(inWords(status), {QStringLiteral("Schedule 0 6 * * * (Europe/Vienna)\n")});
        status.nextRunAtUtc = base::UtcTime{1'700'000'000'000'000};
        says(inWords(status), {QStringLiteral("Schedule 0 6 * * * (Europe/Vienna), next at 2023-11-14 22:13:20 UTC")});
    }

    void changedTablesAndReceipts()
    {
        says(inWords(ExtractionChanged{.table = {.table = hostileName(), .mode = LoadMode::Incremental}}), {QStringLiteral("\\nb\" now loads incremental")});
        says(inWords(ExtractionChanged{.table = {.table = hostileName(), .mode = LoadMode::Refused, .refusedColumns = 2, .decisions = 1}}),
             {QStringLiteral("\\nb\" is refused, 1 decided by people, 2 columns refused")});
        TableDetail decided;
        decided.planned.decisions = {{.change = {.edit = PlanEdit::Null, .reason = Reason::parse(QStringLiteral("nobody reads them")).value(), .actor = QStringLiteral("berta\033@desk (cli)"), .column = QStringLiteral("a\nb")},
                                      .outcome = {"NULL stands in place of %n value(s): %2.", base::Plural{2}, base::Text("2 infinite")}},
                                     {.change = {.edit = PlanEdit::AcceptRowSecurity}, .isStale = true, .outcome = "row security hides no rows."}};
        says(inWords(ExtractionPage{.detail = decided}), {QStringLiteral("decision by berta\\u001b@desk (cli) about \"a\\nb\": null (nobody reads them) — NULL stands in place of 2 values: 2 infinite."),
                                                          QStringLiteral("accept-row-security () — stale, not applied: row security hides no rows.")});
        says(inWords(LoadReport{.table = hostileName(), .kind = LoadKind::Full, .rowsLoaded = 1000, .durationMs = 1500}), {QStringLiteral("1,000 rows loaded, full, in 1.5 s")});
        GenerateReceipt receipt{.folder = QStringLiteral("/srv/a\033"), .commit = QStringLiteral("0123456789abcdef"), .isNew = false, .tables = 2};
        receipt.reloads = {hostileName()};
        receipt.refused = {{hostileName(), "a reason", "a remedy"}};
        says(inWords(receipt), {QStringLiteral("/srv/a\\u001b"), QStringLiteral("Nothing changed; commit 0123456789ab has it already"), QStringLiteral("is loaded anew by the next run"), QStringLiteral("a reason a remedy")});
    }
};

QTEST_GUILESS_MAIN(AnswerOutputTest)
#include "answer_output_test.moc"
