#include "views/pages_analysis/sample_analysis.h"

namespace lakehouse::testsupport {

using namespace model;
using api::LedgerChange;
using api::RelationBasis;
using api::TimelineEntry;
using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

const QString anna = QStringLiteral("anna@desk.example.com (cli)");
const QString setsLastUpdate = QStringLiteral("\nBEGIN\n    NEW.last_update = now();\n    RETURN NEW;\nEND ");

SourceType typeNamed(const char *declared)
{
    return {.declared = QString::fromLatin1(declared), .schema = QStringLiteral("pg_catalog"), .name = QString::fromLatin1(declared)};
}

enum class Null { Allowed, Never };

/// A column, as the source has it and as it lands.
void addColumn(SampleAnalysis::Table &table, const char *name, const char *type, const char *landsAs, Null null = Null::Allowed)
{
    std::vector<SourceColumn> &columns = table.detail.table.columns;
    columns.push_back({.name = QString::fromLatin1(name), .position = qint64(columns.size()) + 1, .type = typeNamed(type), .isNotNull = null == Null::Never});
    table.row.columns = qint64(columns.size());
    const bool isRefused = qstrlen(landsAs) == 0;
    table.detail.planned.decision.columns.push_back({.name = QString::fromLatin1(name), .bronzeName = QString::fromLatin1(name), .sourceType = QString::fromLatin1(type),
                                                     .bronzeType = QString::fromLatin1(landsAs), .fidelity = isRefused ? Fidelity::Refused : Fidelity::Exact});
}

void setKey(SampleAnalysis::Table &table, const char *column)
{
    table.row.key = {QString::fromLatin1(column)};
    table.detail.planned.decision.key = table.row.key;
    table.detail.table.keys.push_back({.name = table.row.table.table() + QStringLiteral("_pkey"), .columns = table.row.key, .isPrimary = true});
    table.detail.planned.reasons.push_back({QStringLiteral("key"), {QT_TRANSLATE_NOOP("core", "Rows are told apart by the primary key %1."), QString::fromLatin1(column)},
                                            QStringLiteral("primary key ") + table.detail.table.keys.back().name});
}

void setProfile(SampleAnalysis::Table &table, qint64 rows, std::vector<ColumnProfile> columns)
{
    table.row.profiledAtUtc = profiledAt();
    table.detail.profiledRows = rows;
    table.detail.isProfileComplete = rows == table.row.rows;
    table.detail.profile = std::move(columns);
}

/// The trigger of the film rental that moves last_update on every update.
void setWatermark(SampleAnalysis::Table &table)
{
    table.row.watermark = QStringLiteral("last_update");
    table.row.watermarkProof = WatermarkProof::Trigger;
    const QString provedBy = QStringLiteral("trigger last_updated, function public.last_updated(), line 3");
    table.detail.planned.decision.mode = LoadMode::Incremental;
    table.detail.planned.decision.watermark = {QStringLiteral("last_update"), WatermarkProof::Trigger, provedBy};
    table.detail.planned.reasons.push_back({QStringLiteral("watermark"), {QT_TRANSLATE_NOOP("core", "Every update moves %1."), QStringLiteral("last_update")}, provedBy});
    table.detail.table.triggers.push_back({.name = QStringLiteral("last_updated"), .onUpdate = true, .functionSchema = QStringLiteral("public"), .functionName = QStringLiteral("last_updated"),
                                           .functionLanguage = QStringLiteral("plpgsql"), .functionSource = setsLastUpdate,
                                           .functionDefinition = QStringLiteral("CREATE OR REPLACE FUNCTION public.last_updated()\n RETURNS trigger\n LANGUAGE plpgsql\nAS $function$") + setsLastUpdate + QStringLiteral("$function$\n")});
}

api::TableRelation relation(const TableName &table, const char *column, const TableName &referenced, const char *referencedColumn, RelationBasis basis)
{
    return {table, {QString::fromLatin1(column)}, referenced, {QString::fromLatin1(referencedColumn)}, basis, false};
}

} // namespace

base::UtcTime profiledAt()
{
    return {1'700'000'000'000'000};
}

TableName nameOf(const char *schema, const char *table)
{
    return TableName::create(QString::fromLatin1(schema), QString::fromLatin1(table)).value();
}

api::AnalysisReport sampleReport()
{
    api::DatabaseAnalysis database{.database = QStringLiteral("film_rental"), .engine = QStringLiteral("postgresql"), .isChanged = true, .newEntries = 5, .retractions = 1};
    database.findings.newEntries = 2;
    return {.run = RunId::parse(QStringLiteral("0190c2a4-7d3e-7a10-8000-000000000007")).value(), .databases = {database}};
}

SampleAnalysis::SampleAnalysis()
{
    addActor();
    addCustomer();
    addFilm();
    addFilmList();
    addNote();
    addPayment();
    addRental();
    addInvoice();
    addHistory();
}

SampleAnalysis SampleAnalysis::unread()
{
    SampleAnalysis sample(0);
    sample.isRead = sample.isAnalyzed = false;
    return sample;
}

SampleAnalysis::Table &SampleAnalysis::add(const char *schema, const char *table, qint64 rows)
{
    const TableName name = nameOf(schema, table);
    Table &made = m_tables[name.toString()];
    made.row.table = made.detail.table.name = made.detail.planned.decision.table = name;
    made.row.rows = made.detail.table.estimatedRows = made.detail.planned.estimatedRows = rows;
    made.detail.table.bytes = rows * 100;
    return made;
}

void SampleAnalysis::addActor()
{
    Table &table = add("public", "actor", 200);
    addColumn(table, "actor_id", "integer", "integer", Null::Never);
    addColumn(table, "first_name", "text", "varchar", Null::Never);
    addColumn(table, "last_name", "text", "varchar", Null::Never);
    addColumn(table, "last_update", "timestamp with time zone", "timestamp(6) with time zone", Null::Never);
    setKey(table, "actor_id");
    setWatermark(table);
    setProfile(table, 200, {{QStringLiteral("actor_id"), 0, 200}, {QStringLiteral("first_name"), 0, 128}, {QStringLiteral("last_name"), 0, 121}, {QStringLiteral("last_update"), 0, 1}});
}

void SampleAnalysis::addCustomer()
{
    Table &table = add("public", "customer", 599);
    table.detail.table.comment = QStringLiteral("Who may rent");
    addColumn(table, "customer_id", "integer", "integer", Null::Never);
    addColumn(table, "email", "text", "varchar");
    addColumn(table, "active", "character(1)", "varchar", Null::Never);
    addColumn(table, "last_update", "timestamp with time zone", "timestamp(6) with time zone");
    table.detail.table.columns[1].comment = QStringLiteral("Where the receipts go");
    setKey(table, "customer_id");
    setWatermark(table);
    setProfile(table, 599, {{QStringLiteral("customer_id"), 0, 599}, {QStringLiteral("email"), 12, 587}, {QStringLiteral("active"), 0, 2}, {QStringLiteral("last_update"), 0, 1}});
    table.row.personalData = 1;
    table.detail.personalData = {{.table = table.row.table, .column = QStringLiteral("email"), .personalData = PersonalData::Email, .confidence = Confidence::Certain, .sampled = 587, .matched = 587,
                                  .evidence = {{.kind = EvidenceKind::FullScan, .place = QStringLiteral("column public.customer.email"), .rows = 587, .statement = {QT_TRANSLATE_NOOP("core", "Every value looks like an e-mail address.")}}}}};
    table.detail.flags = {{.table = table.row.table, .column = QStringLiteral("active"), .yes = QStringLiteral("Y"), .no = QStringLiteral("N"),
                           .evidence = {{.kind = EvidenceKind::Constraint, .place = QStringLiteral("check customer_active_check"), .statement = {QT_TRANSLATE_NOOP("core", "The check allows two values.")}}}}};
    table.detail.table.checks = {{QStringLiteral("customer_active_check"), QStringLiteral("CHECK ((active = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))"), true}};
    table.detail.terms = {{.term = QStringLiteral("customer"), .definition = QStringLiteral("Who may rent"), .table = table.row.table, .evidence = {{.kind = EvidenceKind::Comment, .place = QStringLiteral("comment on table public.customer")}}}};
    table.detail.relations = {relation(nameOf("public", "payment"), "customer_id", table.row.table, "customer_id", RelationBasis::NotValidated),
                              relation(nameOf("public", "rental"), "customer_id", table.row.table, "customer_id", RelationBasis::Declared),
                              relation(nameOf("sales", "invoice"), "customer", table.row.table, "customer_id", RelationBasis::Inferred)};
}

void SampleAnalysis::addFilm()
{
    Table &table = add("public", "film", 1000);
    addColumn(table, "film_id", "integer", "integer", Null::Never);
    addColumn(table, "title", "character varying(255)", "varchar", Null::Never);
    addColumn(table, "rating", "mpaa_rating", "varchar");
    addColumn(table, "fulltext", "tsvector", "", Null::Never);
    addColumn(table, "last_update", "timestamp with time zone", "timestamp(6) with time zone", Null::Never);
    setKey(table, "film_id");
    setWatermark(table);
    setProfile(table, 1000, {{QStringLiteral("film_id"), 0, 1000}, {QStringLiteral("title"), 0, 1000}, {QStringLiteral("rating"), 0, 5}, {QStringLiteral("last_update"), 0, 1}});
    table.row.refusedColumns = 1;
    table.detail.planned.refusals = {{QStringLiteral("fulltext"), {QT_TRANSLATE_NOOP("core", "The type %1 has no faithful form in the lake."), QStringLiteral("tsvector")},
                                      {QT_TRANSLATE_NOOP("core", "Load the columns that it is made from.")}}};
    table.detail.codeLists = {{.table = table.row.table, .column = QStringLiteral("rating"), .codes = {{QStringLiteral("G"), QStringLiteral("everybody")}, {QStringLiteral("R"), {}}},
                               .evidence = {{.kind = EvidenceKind::Catalog, .place = QStringLiteral("type public.mpaa_rating"), .statement = {QT_TRANSLATE_NOOP("core", "The type allows these values.")}}}}};
    table.detail.scope = ScopeProposal{.table = table.row.table, .choice = ScopeChoice::In, .why = {QT_TRANSLATE_NOOP("core", "It has a key and rows.")}};
}

void SampleAnalysis::addFilmList()
{
    Table &table = add("public", "film_list", -1);
    table.row.kind = table.detail.table.kind = TableKind::View;
    addColumn(table, "fid", "integer", "integer");
    addColumn(table, "title", "character varying(255)", "varchar");
    table.row.isRefused = true;
    table.detail.planned.decision.mode = LoadMode::Refused;
    table.detail.planned.refusals = {{{}, {QT_TRANSLATE_NOOP("core", "Not planned: a view is derived from other tables.")}, {QT_TRANSLATE_NOOP("core", "Load the tables it reads, and describe a mart for what it computes.")}}};
    table.detail.table.view = SourceView{QStringLiteral(" SELECT film.film_id AS fid,\n    film.title\n   FROM film;")};
}

void SampleAnalysis::addNote()
{
    Table &table = add("public", "note", -1);
    addColumn(table, "note_id", "integer", "integer", Null::Never);
    setKey(table, "note_id");
}

void SampleAnalysis::addPayment()
{
    Table &table = add("public", "payment", 16049);
    addColumn(table, "customer_id", "integer", "integer", Null::Never);
    addColumn(table, "amount", "numeric(5,2)", "decimal(5,2)", Null::Never);
    setProfile(table, 16049, {{QStringLiteral("customer_id"), 0, 599}, {QStringLiteral("amount"), 0, 19}});
    table.row.conflicts = table.row.orphans = 1;
    table.row.inserts = InsertClass::Seen;
    table.row.updates = UpdateClass::RawSqlOmitsUpdated;
    table.row.deletes = DeleteClass::Soft;
    table.detail.writes = WriteBehaviour{.table = table.row.table, .inserts = InsertClass::Seen, .updates = UpdateClass::RawSqlOmitsUpdated, .deletes = DeleteClass::Soft,
                                         .evidence = {{.kind = EvidenceKind::SourceFile, .place = QStringLiteral("src/Till.java"), .detail = QStringLiteral("update"), .line = 42, .statement = {QT_TRANSLATE_NOOP("core", "It updates rows and leaves the watermark out.")}},
                                                      {.kind = EvidenceKind::SourceFile, .place = QStringLiteral("src/Till.java"), .detail = QStringLiteral("insert"), .line = 97, .statement = {QT_TRANSLATE_NOOP("core", "It inserts rows.")}}}};
    table.detail.conflicts = {{.table = table.row.table, .kind = ConflictKind::OrphansOfForeignKey, .about = QStringLiteral("payment_customer_id_fkey"),
                               .first = {QT_TRANSLATE_NOOP("core", "The foreign key says that each row leads to a customer.")}, .second = {QT_TRANSLATE_NOOP("core", "%1 rows lead nowhere."), qint64(3)},
                               .firstEvidence = {{.kind = EvidenceKind::Constraint, .place = QStringLiteral("foreign key payment_customer_id_fkey")}},
                               .secondEvidence = {{.kind = EvidenceKind::FullScan, .place = QStringLiteral("table public.payment"), .rows = 16049}}}};
    table.detail.identity = {{.table = table.row.table, .question = IdentityQuestion::NoKey, .candidates = {{.columns = {QStringLiteral("customer_id"), QStringLiteral("amount")}, .rows = 16049, .duplicates = 12, .isComplete = true}}}};
    table.detail.planned.reasons = {{QStringLiteral("key"), {QT_TRANSLATE_NOOP("core", "It has no key.")}, {}}};
    table.detail.relations = {relation(table.row.table, "customer_id", nameOf("public", "customer"), "customer_id", RelationBasis::NotValidated)};
    table.detail.relations.front().hasOrphans = true;
    table.detail.table.foreignKeys = {{QStringLiteral("payment_customer_id_fkey"), {QStringLiteral("customer_id")}, nameOf("public", "customer"), {QStringLiteral("customer_id")}, false}};
}

void SampleAnalysis::addRental()
{
    Table &table = add("public", "rental", 16044);
    addColumn(table, "rental_id", "integer", "integer", Null::Never);
    addColumn(table, "customer_id", "integer", "integer", Null::Never);
    addColumn(table, "last_update", "timestamp with time zone", "timestamp(6) with time zone", Null::Never);
    setKey(table, "rental_id");
    setWatermark(table);
    setProfile(table, 16000, {{QStringLiteral("rental_id"), 0, 16000}, {QStringLiteral("customer_id"), 0, 599}, {QStringLiteral("last_update"), 0, 3}});
    table.detail.relations = {relation(table.row.table, "customer_id", nameOf("public", "customer"), "customer_id", RelationBasis::Declared)};
}

void SampleAnalysis::addInvoice()
{
    Table &table = add("sales", "invoice", 7);
    addColumn(table, "invoice_no", "integer", "integer", Null::Never);
    addColumn(table, "customer", "integer", "integer");
    setKey(table, "invoice_no");
    table.row.isRefused = true;
    table.detail.planned.decision.mode = LoadMode::Refused;
    table.detail.planned.refusals = {{{}, {QT_TRANSLATE_NOOP("core", "The role %1 may not read it."), QStringLiteral("reader")}, {QT_TRANSLATE_NOOP("core", "Run at the source: %1"), QStringLiteral("GRANT SELECT ON sales.invoice TO reader")}}};
    table.detail.table.isReadable = false;
    table.detail.relations = {relation(table.row.table, "customer", nameOf("public", "customer"), "customer_id", RelationBasis::Inferred)};
}

void SampleAnalysis::addHistory()
{
    const auto first = RunId::parse(QStringLiteral("0190c2a4-7d3e-7a10-8000-000000000001")).value();
    const auto second = RunId::parse(QStringLiteral("0190c2a4-7d3e-7a10-8000-000000000002")).value();
    const base::UtcTime monday{1'699'000'000'000'000};
    const base::UtcTime friday{1'699'400'000'000'000};
    entries[QStringLiteral("public.film")] = {
        {1, monday, FactKind::Table, QStringLiteral("public.film"), LedgerChange::Appeared, {}, anna, first},
        {2, monday, FactKind::Column, QStringLiteral("public.film.film_id"), LedgerChange::Appeared, {}, anna, first},
        {3, monday, FactKind::Column, QStringLiteral("public.film.title"), LedgerChange::Appeared, {}, anna, first},
        {9, friday, FactKind::Column, QStringLiteral("public.film.title"), LedgerChange::Changed, {QStringLiteral("not-null: false → true")}, anna, second},
        {10, friday, FactKind::Column, QStringLiteral("public.film.length"), LedgerChange::Gone, {}, anna, second},
    };
}

void SampleAnalysis::remove(const char *name)
{
    m_tables.erase(QString::fromLatin1(name));
    reading += ", then without " + QByteArray(name);
}

Result<api::AnalysisPage> SampleAnalysis::show(const api::ShowAnalysis &request) const
{
    api::AnalysisPage page{.database = QStringLiteral("film_rental")};
    if (!isRead)
        return page;
    page.engine = QStringLiteral("postgresql");
    page.serverVersion = QStringLiteral("16.4");
    page.digest = CatalogDigest::of(reading);
    page.readAtUtc = profiledAt();
    page.isAnalyzed = isAnalyzed;
    page.totals.routines = 2;
    std::vector<api::AnalyzedTable> rows;
    for (const auto &[name, table] : m_tables) {
        rows.push_back(table.row);
        ++page.totals.tables;
        page.totals.columns += table.row.columns;
        page.totals.profiled += table.row.profiledAtUtc ? 1 : 0;
        page.totals.watermarks += table.row.watermark ? 1 : 0;
        page.totals.personalData += table.row.personalData;
        page.totals.conflicts += table.row.conflicts;
        page.totals.withoutKey += holdsRows(table.row.kind) && table.row.key.empty() ? 1 : 0;
    }
    if (request.table) {
        const auto found = m_tables.find(request.table->toString());
        if (found == m_tables.end())
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no table %1."), request.table->toString()}};
        page.tables = {found->second.row};
        page.detail = found->second.detail;
        return page;
    }
    const QString prefix = QString::fromUtf8(reading) + QLatin1Char('/');
    if (request.after && !request.after->startsWith(prefix))
        return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The source was read anew since the first page.")}};
    const qint64 from = request.after ? request.after->sliced(prefix.size()).toLongLong() : 0;
    const qint64 to = std::min<qint64>(from + std::min(request.limit, mostOnPage), qint64(rows.size()));
    page.matching = qint64(rows.size());
    page.tables.assign(rows.begin() + from, rows.begin() + to);
    if (to < qint64(rows.size()))
        page.next = prefix + QString::number(to);
    return page;
}

Result<api::LedgerTimeline> SampleAnalysis::timeline(const api::ShowTimeline &request) const
{
    const auto found = entries.find(request.table.toString());
    if (found == entries.end())
        return api::LedgerTimeline{};
    api::LedgerTimeline page;
    for (const TimelineEntry &entry : found->second) {
        if (entry.sequence <= request.after)
            continue;
        if (qint64(page.entries.size()) == std::min(request.limit, mostEntries)) {
            page.next = page.entries.back().sequence;
            break;
        }
        page.entries.push_back(entry);
    }
    return page;
}

void SampleAnalysis::answerOn(ScriptedWorkbench &bench)
{
    bench.answerBy<api::ShowAnalysis>([this](const api::ShowAnalysis &request) { return show(request); });
    bench.answerBy<api::ShowTimeline>([this](const api::ShowTimeline &request) { return timeline(request); });
}

} // namespace lakehouse::testsupport
