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
        RunDetail detail{.run = {.operation = QStringLiteral("pipeline.load"), .state = RunState::Done, .outcome = {"%1 row(s) of %2 loaded.", qint64(3), QStringLiteral("t\033")}}};
        detail.events = {{.sequence = 1, .level = EventLevel::Warning, .stage = QStringLiteral("load"), .subject = QStringLiteral("t\n"), .message = "careful\t"}};
        says(inWords(detail), {QStringLiteral("3 row(s) of t\\u001b loaded."), QStringLiteral("t\\n: careful\\u0009")});
    }

    void changedTablesAndReceipts()
    {
        says(inWords(ExtractionChanged{.table = {.table = hostileName(), .mode = LoadMode::Incremental}}), {QStringLiteral("\\nb\" now loads incremental")});
        says(inWords(LoadReport{.table = hostileName(), .kind = LoadKind::Full, .rowsLoaded = 1000, .durationMs = 1500}), {QStringLiteral("1,000 row(s) loaded, full, in 1.5 s")});
        GenerateReceipt receipt{.folder = QStringLiteral("/srv/a\033"), .commit = QStringLiteral("0123456789abcdef"), .isNew = false, .tables = 2};
        receipt.reloads = {hostileName()};
        receipt.refused = {{hostileName(), "a reason", "a remedy"}};
        says(inWords(receipt), {QStringLiteral("/srv/a\\u001b"), QStringLiteral("Nothing changed; commit 0123456789ab has it already"), QStringLiteral("is loaded anew by the next run"), QStringLiteral("a reason a remedy")});
    }
};

QTEST_GUILESS_MAIN(AnswerOutputTest)
#include "answer_output_test.moc"
