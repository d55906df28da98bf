#include "views/pages_extraction/extraction_samples.h"

#include "describe/canonical_json.h"
#include "model/fact_bodies.h"

#include <algorithm>

namespace lakehouse::testsupport {

using namespace model;
using api::ApprovalState;
using api::PlanMove;
using api::PlanRow;

namespace {

constexpr char touchBody[] = "\nBEGIN\n  NEW.last_update = now();\n  RETURN NEW;\nEND ";

Reason why(const char *text)
{
    return Reason::parse(QString::fromUtf8(text)).value();
}

PlanRow row(const char *name, LoadMode mode, PlanMove move, const char *version = "1")
{
    const QString text = QString::fromLatin1(name);
    PlanRow made{.table = planTable(text), .mode = mode, .key = {text + QStringLiteral("_id")}, .columns = 4, .estimatedRows = 1000, .estimatedBytes =
        1 << 20,
                 .bronze = QStringLiteral("lake.bronze_public.") + text, .why = QT_TRANSLATE_NOOP("core", "Loads in full: It has no timestamp."),
                     .move = move,
                 .digest = TableDigest::of(QByteArray(name) + version)};
    if (mode == LoadMode::Incremental) {
        made.watermark = QStringLiteral("last_update");
        made.proof = WatermarkProof::Trigger;
        made.why = QT_TRANSLATE_NOOP("core", "Loads incrementally by last_update.");
    }
    return made;
}

PlanRow againstFacts(PlanRow made)
{
    made.proof = WatermarkProof::Person;
    made.isAgainstFacts = made.isChanged = true;
    made.change = PlanChange{made.table, PlanEdit::Incremental, why("the application sets it on every write"),
        QStringLiteral("anna@desk.example.com (desktop)"), planTime(-60)};
    return made;
}

PlanRow refused(PlanRow made)
{
    made.key = {};
    made.columns = 0;
    made.bronze.clear();
    made.estimatedRows = made.estimatedBytes = -1;
    made.why = QT_TRANSLATE_NOOP("core", "Not planned: a view is derived from other tables.");
    return made;
}

api::ExtractionPage pageOf(std::vector<PlanRow> rows, ApprovalState approval, const char *version)
{
    api::ExtractionPage page{.digest = PlanDigest::of(version), .approval = approval, .tables = std::move(rows)};
    if (approval != ApprovalState::None)
        page.approvedDigest = approval == ApprovalState::Current ? page.digest : PlanDigest::of("approved");
    for (const PlanRow &row : page.tables) {
        ++(row.mode == LoadMode::Full ? page.counts.full : row.mode == LoadMode::Incremental ? page.counts.incremental : page.counts.refused);
        page.counts.refusedColumns += row.refusedColumns;
    }
    return page;
}

std::vector<PlanRow> sampleRows()
{
    std::vector<PlanRow> rows{row("actor", LoadMode::Incremental, PlanMove::Same), row("category", LoadMode::Full, PlanMove::Same),
        row("film", LoadMode::Incremental, PlanMove::Changed),
                              refused(row("film_list", LoadMode::Refused, PlanMove::Same)), row("payment", LoadMode::Full, PlanMove::New),
                              againstFacts(row("rental", LoadMode::Incremental, PlanMove::Changed)), row("staff", LoadMode::Full, PlanMove::Same)};
    rows[2].refusedColumns = 1;
    rows[6].isChangeStale = true;
    rows[6].change = PlanChange{rows[6].table, PlanEdit::Incremental, why("it has a trigger"), QStringLiteral("ben@build.example.com (cli)"),
        planTime(-600)};
    return rows;
}

PlannedColumn column(const QString &name, const char *type, const char *bronze, CanonicalForm form)
{
    return {.name = name, .bronzeName = name, .sourceType = QLatin1String(type), .connectorType = QLatin1String(bronze),
        .bronzeType = QLatin1String(bronze), .isNotNull = true, .canonical = {.form = form}};
}

std::vector<PlannedColumn> columnsOf(const QString &name)
{
    std::vector<PlannedColumn> columns{column(name + QStringLiteral("_id"), "integer", "integer", CanonicalForm::Integer),
        column(QStringLiteral("title"), "text", "varchar", CanonicalForm::Text),
                                       column(QStringLiteral("rating"), "public.rating", "varchar", CanonicalForm::Text),
                                       column(QStringLiteral("last_update"), "timestamp with time zone", "timestamp(6) with time zone",
                                           CanonicalForm::TimestampWithZone)};
    columns[2].fidelity = Fidelity::Decided;
    columns[2].loadExpression = QStringLiteral("CAST(rating AS varchar)");
    return columns;
}

void addReasons(const PlanRow &row, PlannedTable &table)
{
    const QString proof = QStringLiteral("trigger last_updated, function public.last_updated(), line 3");
    table.reasons = {{QStringLiteral("mode"), row.why, row.proof == WatermarkProof::Trigger ? proof : QString()}};
    if (!row.key.empty())
        table.reasons.push_back({QStringLiteral("key"), {QT_TRANSLATE_NOOP("core", "Rows are told apart by the primary key (%1)."), row.key.front()},
            row.table.table() + QStringLiteral("_pkey")});
    if (row.proof == WatermarkProof::Trigger)
        table.reasons.push_back({QStringLiteral("watermark"), {QT_TRANSLATE_NOOP("core", "Every update of a row sets %1 to the present."),
            *row.watermark}, proof});
    else
        table.reasons.push_back({QStringLiteral("watermark"), {QT_TRANSLATE_NOOP("core", "No trigger proves a column to load by: %1"),
            base::Text(QT_TRANSLATE_NOOP("core", "It has no trigger that could set one of its timestamps."))}, {}});
    if (row.mode == LoadMode::Full)
        table.reasons.push_back({QStringLiteral("watermark-candidate"),
            {QT_TRANSLATE_NOOP("core", "A person may ask to load it by %1 against the facts."), QStringLiteral("last_update")},
            QStringLiteral("last_update")});
    table.reasons.push_back({QStringLiteral("rating"), {QT_TRANSLATE_NOOP("core", "Labels of an enum land as text.")}, {}});
}

QString loadSql(const PlanRow &row, bool isApproved)
{
    const QString name = row.table.table();
    QString sql = QStringLiteral("-- %1\nMERGE INTO lake.bronze_public.%1 AS target\nUSING (\n    SELECT\n        %1_id,\n"
                                 "        title,\n        rating,\n        last_update\n    FROM source.public.%1\n").arg(name);
    sql += isApproved ? QStringLiteral("    WHERE last_update >= ?\n") : QStringLiteral("    WHERE last_update >= ? AND last_update < ?\n");
    return sql + QStringLiteral(") AS rows ON target.%1_id = rows.%1_id\nWHEN MATCHED THEN UPDATE SET title = rows.title\n"
                                "WHEN NOT MATCHED THEN INSERT VALUES (rows.%1_id, rows.title)\n").arg(name);
}

void addSql(const PlanRow &row, api::TableDetail &detail)
{
    const QString folder = QStringLiteral("bronze/public/%1/").arg(row.table.table());
    detail.sql = {{folder + QStringLiteral("load_incremental.sql"), loadSql(row, false)},
        {folder + QStringLiteral("v1_bronze.sql"), QStringLiteral("SELECT count(*) FROM lake.bronze_public.%1\n").arg(row.table.table())}};
    detail.approved->sql = detail.sql;
    if (row.move == PlanMove::New)
        detail.approved->sql.clear();
    if (row.move != PlanMove::Changed)
        return;
    detail.approved->sql.front().text = loadSql(row, true);
    detail.approved->differences = {{QStringLiteral("columns.rating.bronze-type"), QStringLiteral("varchar(10)"), QStringLiteral("varchar")},
        {QStringLiteral("mode"), QStringLiteral("full"), QStringLiteral("incremental")}};
}

api::LedgerLine line(qint64 sequence, int minutes, FactKind kind, const QByteArray &body, const char *actor)
{
    return {.sequence = sequence, .recordedAtUtc = planTime(minutes), .kind = kind, .subject = QStringLiteral("rental"),
        .actor = QLatin1String(actor),
            .run = RunId::parse(QStringLiteral("01890000-0000-7000-8000-%1").arg(sequence, 12, 10, QLatin1Char('0'))).value(),
                .body = QString::fromUtf8(body), .hash = EntryHash::of(body)};
}

} // namespace

base::UtcTime planTime(int minutes)
{
    return {1'700'000'000'000'000 + qint64(minutes) * 60'000'000};
}

TableName planTable(const QString &name)
{
    return TableName::create(QStringLiteral("public"), name).value();
}

api::ExtractionPage samplePlan()
{
    return pageOf(sampleRows(), ApprovalState::Moved, "sample");
}

api::ExtractionPage movedPlan()
{
    std::vector<PlanRow> rows = sampleRows();
    rows.pop_back();
    rows.push_back(row("store", LoadMode::Full, PlanMove::New));
    rows[2].digest = TableDigest::of("film, moved");
    rows[5].digest = TableDigest::of("rental, moved");
    return pageOf(std::move(rows), ApprovalState::Moved, "moved");
}

api::ExtractionPage approvedPlan()
{
    std::vector<PlanRow> rows = sampleRows();
    for (PlanRow &row : rows)
        row.move = PlanMove::Same;
    return pageOf(std::move(rows), ApprovalState::Current, "sample");
}

api::ExtractionPage unapprovedPlan()
{
    std::vector<PlanRow> rows = sampleRows();
    for (PlanRow &row : rows)
        row.move = PlanMove::Unapproved;
    return pageOf(std::move(rows), ApprovalState::None, "sample");
}

base::Result<api::ExtractionPage> planDetail(const api::ExtractionPage &plan, const TableSelector &table)
{
    const auto found = std::ranges::find_if(plan.tables, [&](const PlanRow &row) { return row.table.toString() == table.toString(); });
    if (found == plan.tables.end())
        return base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "Table %1 is unknown."), table.toString()}};
    const PlanRow &row = *found;
    api::ExtractionPage page{.digest = plan.digest, .counts = plan.counts, .approval = plan.approval, .tables = {row}, .wantsAllSql = true};
    api::TableDetail detail{.digest = row.digest};
    PlannedTable &planned = detail.planned;
    planned.estimatedRows = row.estimatedRows;
    planned.estimatedBytes = row.estimatedBytes;
    planned.change = row.change;
    planned.isChangeStale = row.isChangeStale;
    TableDecision &decision = planned.decision;
    decision = {.table = row.table, .mode = row.mode, .key = row.key, .columns = columnsOf(row.table.table())};
    decision.places = {.trinoCatalog = QStringLiteral("source"), .lakeCatalog = QStringLiteral("lake"),
        .bronzeSchema = QStringLiteral("bronze_public"), .bronzeTable = row.table.table()};
    detail.approved = api::ApprovedTable{.actor = QStringLiteral("anna@desk.example.com (desktop)"), .atUtc = planTime(-1440),
        .reason = why("checked with the owners of the source"),
        .planDigest = PlanDigest::of("approved"), .generator = QStringLiteral("ekos-lakehouse 0.1.0")};
    if (row.mode == LoadMode::Refused) {
        decision.kind = TableKind::View;
        planned.refusals = {{{}, row.why, QT_TRANSLATE_NOOP("core", "Load the tables that it reads.")}};
    } else {
        if (row.watermark)
            decision.watermark = Watermark{*row.watermark, *row.proof, row.proof == WatermarkProof::Trigger
                ? QStringLiteral("trigger last_updated, function public.last_updated(), line 3") : QString()};
        addReasons(row, planned);
        addSql(row, detail);
        detail.functions = {{QStringLiteral("public.last_updated"), QStringLiteral("last_updated"), QString::fromLatin1(touchBody)}};
    }
    if (row.refusedColumns > 0) {
        PlannedColumn fulltext = column(QStringLiteral("fulltext"), "tsvector", "", CanonicalForm::NotCompared);
        fulltext.fidelity = Fidelity::Refused;
        decision.columns.push_back(fulltext);
        planned.refusals = {{QStringLiteral("fulltext"), QT_TRANSLATE_NOOP("core", "Bronze has no form for tsvector."),
            QT_TRANSLATE_NOOP("core", "Load the text that it is made from.")}};
    }
    page.detail = std::move(detail);
    return page;
}

std::function<base::Result<api::ExtractionPage>(const api::ShowExtraction &)> serving(api::ExtractionPage plan)
{
    return [plan = std::move(plan)](const api::ShowExtraction &request) -> base::Result<api::ExtractionPage> {
        return request.table ? planDetail(plan, *request.table) : plan;
    };
}

api::LedgerPage sampleChanges()
{
    const TableName rental = planTable(QStringLiteral("rental"));
    const PlanChange full{rental, PlanEdit::Full, why("its trigger was off for a week"), QStringLiteral("ben@build.example.com (cli)"),
        planTime(-3000)};
    const PlanChange incremental{rental, PlanEdit::Incremental, why("the application sets it on every write"),
        QStringLiteral("anna@desk.example.com (desktop)"), planTime(-60)};
    return {.entries = {line(11, -3000, FactKind::PlanChange, describe::canonicalJson(full), "ben@build.example.com (cli)"),
                        line(14, -60, FactKind::PlanChange, describe::canonicalJson(incremental), "anna@desk.example.com (desktop)")}};
}

api::LedgerPage sampleApprovals()
{
    const ApprovalFact approval{PlanDigest::of("approved"), SqlDigest::of("sql"), QStringLiteral("ekos-lakehouse 0.1.0"),
        why("checked with the owners of the source"), BlobDigest::of("blob")};
    return {.entries = {line(12, -1440, FactKind::LakehouseApproval, describe::canonicalJson(approval), "anna@desk.example.com (desktop)")}};
}

api::LedgerPage sampleRevocations()
{
    const RevocationFact revocation{PlanDigest::of("earlier"), 7, why("the watermark of rental was wrong")};
    return {.entries = {line(9, -2000, FactKind::ApprovalRevocation, describe::canonicalJson(revocation), "ben@build.example.com (cli)")}};
}

base::Result<api::LedgerPage> sampleLedger(const api::ShowLedger &request)
{
    return request.kind == FactKind::PlanChange ? sampleChanges() : request.kind == FactKind::LakehouseApproval ? sampleApprovals()
        : sampleRevocations();
}

Lineage sampleLineage()
{
    const std::vector<LineageColumn> columns{{QStringLiteral("film_id"), QStringLiteral("integer")},
        {QStringLiteral("title"), QStringLiteral("text")}, {QStringLiteral("rating"), QStringLiteral("public.rating")}};
    Lineage lineage;
    lineage.nodes = {{.id = QStringLiteral("source/public.film"), .layer = LineageLayer::Source, .name = QStringLiteral("public.film"),
        .group = QStringLiteral("public"), .columns = columns},
                     {.id = QStringLiteral("source/public.last_updated()"), .layer = LineageLayer::Source, .kind = LineageKind::Function,
                         .name = QStringLiteral("public.last_updated()"), .group = QStringLiteral("public")},
                     {.id = QStringLiteral("bronze/public.film"), .layer = LineageLayer::Bronze, .name = QStringLiteral("lake.bronze_public.film"),
                         .group = QStringLiteral("bronze_public"), .columns = columns},
                     {.id = QStringLiteral("bronze/public.film/fulltext"), .layer = LineageLayer::Bronze, .kind = LineageKind::Unknown,
                         .name = QStringLiteral("fulltext"), .group = QStringLiteral("bronze_public"),
                      .note = QT_TRANSLATE_NOOP("core", "Not loaded, because: Bronze has no form for tsvector.")}};
    for (const LineageColumn &column : columns)
        lineage.edges.push_back({.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/public.film"), .fromColumn = column.name,
            .toColumn = column.name});
    lineage.edges.push_back({.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/public.film/fulltext"),
        .fromColumn = QStringLiteral("fulltext")});
    lineage.edges.push_back({.from = QStringLiteral("source/public.last_updated()"), .to = QStringLiteral("source/public.film"),
        .toColumn = QStringLiteral("last_update"), .how = QStringLiteral("TRIGGER last_updated")});
    return lineage;
}

api::ExtractionPage bigPlan(int tables)
{
    std::vector<PlanRow> rows;
    rows.reserve(std::size_t(tables));
    for (int i = 0; i < tables; ++i) {
        const QByteArray name = QByteArray("table_") + QByteArray::number(i).rightJustified(6, '0');
        PlanRow made = row(name, i % 2 ? LoadMode::Incremental : i % 40 ? LoadMode::Full : LoadMode::Refused, i % 7 ? PlanMove::Same : i % 3
            ? PlanMove::Changed : PlanMove::New);
        made.table = TableName::create(QStringLiteral("schema_%1").arg(i / 50, 4, 10, QLatin1Char('0')), QString::fromLatin1(name)).value();
        if (made.mode == LoadMode::Refused)
            made = refused(std::move(made));
        else if (i % 31 == 1)
            made = againstFacts(std::move(made));
        rows.push_back(std::move(made));
    }
    return pageOf(std::move(rows), ApprovalState::Moved, "big");
}

} // namespace lakehouse::testsupport
