#include "views/pages_pipeline/pipeline_samples.h"

namespace lakehouse::testsupport {

using namespace model;
using api::PipelineRow;
using api::TableState;

namespace {

TableName table(const char *name)
{
    return TableName::parse(QStringLiteral("public.") + QLatin1String(name)).value();
}

TierResult tier(Tier which, TierOutcome outcome)
{
    return {.tier = which, .outcome = outcome, .controls = {{.tier = which, .defect = PlantedDefect::DroppedRow, .columns = {QStringLiteral("rental_id")}, .isCaught = true}}, .durationMs = 12};
}

TableReconciliation equal(const char *name, qint64 rows)
{
    return {.table = table(name), .run = sampleRun(2), .sourceRows = rows, .bronzeRows = rows,
            .tiers = {tier(Tier::V1, TierOutcome::Equal), tier(Tier::V2, TierOutcome::Equal), tier(Tier::V3, TierOutcome::Equal)}};
}

TableReconciliation different()
{
    TableReconciliation result = equal("rental", 16044);
    result.bronzeRows = 16043;
    result.tiers[0].outcome = TierOutcome::Mismatch;
    result.tiers[0].mismatches = {{.tier = Tier::V1, .kind = QStringLiteral("count"), .source = QStringLiteral("16044"), .bronze = QStringLiteral("16043")}};
    result.tiers[0].mismatchesInAll = 1;
    result.tiers[2].outcome = TierOutcome::Mismatch;
    result.tiers[2].mismatches = {{.tier = Tier::V3, .column = QStringLiteral("return_date"), .bucket = 17, .key = {QStringLiteral("4711")}, .kind = QStringLiteral("differs")},
                                  {.tier = Tier::V3, .bucket = 18, .key = {QStringLiteral("4712")}, .kind = QStringLiteral("missing in bronze")}};
    result.tiers[2].mismatchesInAll = 2;
    return result;
}

LoadReport loaded(const char *name, qint64 rows, LoadKind kind)
{
    return {.table = table(name), .run = sampleRun(2), .kind = kind, .rowsLoaded = rows, .upperBoundUtc = sampleTime(-12), .queryIds = {QStringLiteral("20240501_101112_00001_abcde")},
            .snapshot = QStringLiteral("8211"), .durationMs = 4200};
}

PipelineRow row(const char *name, TableState state)
{
    return {.table = table(name), .bronze = QStringLiteral("lake.bronze_public.") + QLatin1String(name), .state = state};
}

} // namespace

RunId sampleRun(int number)
{
    return RunId::parse(QStringLiteral("01890000-0000-7000-8000-%1").arg(number, 12, 10, QLatin1Char('0'))).value();
}

base::UtcTime sampleTime(int minutes)
{
    return {1'700'000'000'000'000 + qint64(minutes) * 60'000'000};
}

api::PipelineStatus samplePipeline()
{
    PipelineRow film = row("film", TableState::Green), rental = row("rental", TableState::Mismatch), staff = row("staff", TableState::NeedsPerson),
                city = row("city", TableState::Waiting), actor = row("actor", TableState::Failed);
    film.mode = rental.mode = LoadMode::Incremental;
    film.seeksDeletes = rental.seeksDeletes = true;
    film.load = loaded("film", 7, LoadKind::Incremental);
    film.reconciliation = equal("film", 1000);
    rental.load = loaded("rental", 16044, LoadKind::Full);
    rental.reconciliation = different();
    staff.message = {QT_TRANSLATE_NOOP("core", "1,200 of 1,300 keys vanished at the source.")};
    actor.message = {QT_TRANSLATE_NOOP("core", "Trino refused the statement.")};
    for (PipelineRow *touched : {&film, &rental, &staff, &actor}) {
        touched->run = sampleRun(2);
        touched->ranAtUtc = sampleTime(-10);
    }
    return {.isGenerated = true, .commit = QStringLiteral("0123456789abcdef0123456789abcdef01234567"), .isApproved = true, .timeZone = QStringLiteral("UTC"),
            .tables = {actor, city, film, rental, staff}};
}

api::TableHistory sampleHistory()
{
    const Run run{.id = sampleRun(2), .operation = QStringLiteral("pipeline.run"), .state = RunState::Problems, .actor = QStringLiteral("anna@desk.example.com (desktop)"), .startedAtUtc = sampleTime(-10)};
    Run before = run;
    before.id = sampleRun(1);
    before.startedAtUtc = sampleTime(-100);
    before.state = RunState::Done;
    TableReconciliation green = equal("rental", 16044);
    green.run = before.id;
    return {.table = table("rental"), .runs = {{.run = run, .load = loaded("rental", 16044, LoadKind::Full), .reconciliation = different()},
                                               {.run = before, .load = loaded("rental", 16040, LoadKind::Full), .reconciliation = green}}};
}

api::ExtractionPage sampleSql()
{
    api::ExtractionPage page;
    page.detail = api::TableDetail{};
    page.detail->sql = {{QStringLiteral("tables/public/rental/load_full.sql"), QStringLiteral("CREATE OR REPLACE TABLE lake.bronze_public.rental AS\nSELECT rental_id FROM source.public.rental")},
                        {QStringLiteral("tables/public/rental/v1_bronze.sql"), QStringLiteral("SELECT count(*) FROM lake.bronze_public.rental")}};
    return page;
}

api::RunDetail sampleRunDetail()
{
    api::RunDetail detail;
    detail.run = sampleHistory().runs.front().run;
    detail.events = {{.sequence = 1, .atUtc = sampleTime(-10), .stage = QStringLiteral("load"), .subject = QStringLiteral("public.rental"), .message = {QT_TRANSLATE_NOOP("core", "16,044 rows loaded")}},
                     {.sequence = 2, .atUtc = sampleTime(-9), .stage = QStringLiteral("load"), .subject = QStringLiteral("public.film"), .message = {QT_TRANSLATE_NOOP("core", "7 rows loaded")}},
                     {.sequence = 3, .atUtc = sampleTime(-9), .level = EventLevel::Error, .stage = QStringLiteral("reconcile"), .subject = QStringLiteral("public.rental"),
                      .message = {QT_TRANSLATE_NOOP("core", "source and bronze differ")}}};
    return detail;
}

} // namespace lakehouse::testsupport
