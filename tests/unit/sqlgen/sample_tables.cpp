#include "unit/sqlgen/sample_tables.h"

using namespace lakehouse::model;

namespace sample {

namespace {

PlannedColumn column(const QString &name, const QString &sourceType, const QString &connectorType, const QString &bronzeType)
{
    return {.name = name, .bronzeName = name.toLower(), .sourceType = sourceType, .connectorType = connectorType, .bronzeType = bronzeType};
}

PlannedColumn required(PlannedColumn column)
{
    column.isNotNull = true;
    return column;
}

PlannedColumn integer(const QString &name)
{
    return column(name, QStringLiteral("integer"), QStringLiteral("integer"), QStringLiteral("integer"));
}

PlannedColumn text(const QString &name)
{
    return column(name, QStringLiteral("text"), QStringLiteral("varchar"), QStringLiteral("varchar"));
}

PlannedColumn moment(const QString &name)
{
    const QString type = QStringLiteral("timestamp(6) with time zone");
    return column(name, QStringLiteral("timestamp with time zone"), type, type);
}

/// The planner gives bronze plain names; `slug` is one, and its folder too.
TableDecision table(const Schemas &schemas, const QString &name, const QString &slug, std::vector<PlannedColumn> columns)
{
    TableDecision decision{.table = TableName::create(schemas.source, name).value()};
    decision.places = {QStringLiteral("film_rental"), schemas.source, name, QStringLiteral("lake"), schemas.bronze, slug,
                       schemas.source + QLatin1Char('/') + slug};
    decision.columns = std::move(columns);
    return decision;
}

TableDecision incremental(TableDecision decision, std::vector<QString> key, const QString &watermark)
{
    decision.mode = LoadMode::Incremental;
    decision.deletes = DeleteSchedule::EveryRun;
    decision.key = std::move(key);
    decision.watermark = Watermark{.column = watermark, .provedBy = QStringLiteral("trigger touch")};
    return decision;
}

/// The same in a place of its own, with rows that stay.
TableDecision keeping(TableDecision decision, const Schemas &schemas, const QString &name)
{
    TableDecision kept = table(schemas, name, name, std::move(decision.columns));
    kept.mode = decision.mode;
    kept.key = decision.key;
    kept.watermark = decision.watermark;
    kept.deletes = decision.deletes;
    kept.purgePolicy = PurgePolicy::Retain;
    return kept;
}

} // namespace

TableDecision film(const Schemas &schemas)
{
    PlannedColumn year = column(QStringLiteral("release_year"), QStringLiteral("public.year"), QStringLiteral("smallint"), QStringLiteral("integer"));
    PlannedColumn features = column(QStringLiteral("special_features"), QStringLiteral("text[]"), QStringLiteral("array(varchar)"),
                                    QStringLiteral("array(varchar)"));
    PlannedColumn length = column(QStringLiteral("length"), QStringLiteral("interval"), QStringLiteral("varchar"), QStringLiteral("varchar"));
    length.loadExpression = QStringLiteral("lower(\"length\")");
    PlannedColumn hidden = column(QStringLiteral("fulltext"), QStringLiteral("money"), QStringLiteral("varchar"), QStringLiteral("varchar"));
    hidden.fidelity = Fidelity::Refused;
    TableDecision decision = table(schemas, QStringLiteral("film"), QStringLiteral("film"),
                                   {required(integer(QStringLiteral("film_id"))), column(QStringLiteral("title"), QStringLiteral("character varying(128)"),
                                    QStringLiteral("varchar(128)"), QStringLiteral("varchar")), year, features, length, hidden});
    decision.key = {QStringLiteral("film_id")};
    return decision;
}

TableDecision filmActor(const Schemas &schemas)
{
    PlannedColumn price = column(QStringLiteral("price"), QStringLiteral("numeric(10,2)"), QStringLiteral("decimal(10,2)"), QStringLiteral("decimal(10,2)"));
    PlannedColumn roles = column(QStringLiteral("roles"), QStringLiteral("text[]"), QStringLiteral("array(varchar)"), QStringLiteral("array(varchar)"));
    return incremental(table(schemas, QStringLiteral("film_actor"), QStringLiteral("film_actor"),
                             {required(integer(QStringLiteral("actor_id"))), required(integer(QStringLiteral("film_id"))), price, roles,
                              moment(QStringLiteral("last_update"))}),
                       {QStringLiteral("actor_id"), QStringLiteral("film_id")}, QStringLiteral("last_update"));
}

TableDecision oddNames(const Schemas &schemas)
{
    return incremental(table(schemas, QStringLiteral("${run_id} \"o'dd\"\n; drop table x -- таблица"), QStringLiteral("odd_names"),
                             {integer(QStringLiteral("select")), text(QStringLiteral("it's ${lower_bound}")), text(QStringLiteral("a\"b.c")),
                              text(QStringLiteral("_ekos_copy")), moment(QStringLiteral("когда"))}),
                       {QStringLiteral("select")}, QStringLiteral("когда"));
}

TableDecision pushedDown(const Schemas &schemas)
{
    PlannedColumn id = required(column(QStringLiteral("ID"), QStringLiteral("bigint"), {}, QStringLiteral("bigint")));
    id.sourceExpression = QStringLiteral("\"ID\"");
    PlannedColumn amount = column(QStringLiteral("Amount"), QStringLiteral("numeric"), {}, QStringLiteral("decimal(38,4)"));
    amount.sourceExpression = QStringLiteral("CAST(\"Amount\" AS numeric(38,4))");
    PlannedColumn note = column(QStringLiteral("it's"), QStringLiteral("text"), QStringLiteral("varchar"), QStringLiteral("varchar"));
    PlannedColumn flag = column(QStringLiteral("flag"), QStringLiteral("text"), QStringLiteral("varchar"), QStringLiteral("varchar"));
    flag.sourceExpression = QStringLiteral("coalesce(\"flag\", E'\\\\''${run_id}')");
    PlannedColumn changed = column(QStringLiteral("Changed"), QStringLiteral("timestamp without time zone"), QStringLiteral("timestamp(6)"),
                                   QStringLiteral("timestamp(6)"));
    return incremental(table(schemas, QStringLiteral("Pushed Down"), QStringLiteral("pushed_down"), {id, amount, note, flag, changed}),
                       {QStringLiteral("ID")}, QStringLiteral("Changed"));
}

TableDecision dayMarks(const Schemas &schemas)
{
    return incremental(table(schemas, QStringLiteral("day_marks"), QStringLiteral("day_marks"),
                             {required(integer(QStringLiteral("id"))), text(QStringLiteral("note")),
                              column(QStringLiteral("changed_on"), QStringLiteral("date"), QStringLiteral("date"), QStringLiteral("date"))}),
                       {QStringLiteral("id")}, QStringLiteral("changed_on"));
}

TableDecision wide(const Schemas &schemas)
{
    std::vector<PlannedColumn> columns{required(integer(QStringLiteral("id"))), moment(QStringLiteral("changed"))};
    for (int number = 2; number <= 1200; ++number)
        columns.push_back(text(QStringLiteral("column_%1").arg(number)));
    return incremental(table(schemas, QStringLiteral("wide"), QStringLiteral("wide"), std::move(columns)), {QStringLiteral("id")}, QStringLiteral("changed"));
}

TableDecision keptFilm(const Schemas &schemas)
{
    TableDecision decision = keeping(film(schemas), schemas, QStringLiteral("kept_film"));
    decision.deletes = DeleteSchedule::Audit;
    return decision;
}

TableDecision keptFilmActor(const Schemas &schemas)
{
    return keeping(filmActor(schemas), schemas, QStringLiteral("kept_film_actor"));
}

PlannedTable planned(const TableDecision &decision)
{
    return {.decision = decision};
}

} // namespace sample
