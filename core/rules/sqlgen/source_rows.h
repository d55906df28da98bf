#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::rules {

/// Which rows of the source a statement reads.
enum class SourceRows { All, SinceLowerBound };

/// `SELECT … AS "film_id", … FROM …`: the columns of the source in their bronze types and under their bronze names, one a line, each
/// line after `indent`. Reads through Trino's connector, or, where a column needs an expression of the source, through the connector's
/// `query` function, which sends one statement of the source's own SQL.
///
/// SinceLowerBound takes the rows whose watermark is at or above ${lower_bound} or NULL. There is no upper limit: a row with a watermark
/// in the future loads as well, and what loads early loads again, since the next lower bound is not above this load's upper bound.
QString sourceSelect(const model::TableDecision &table, SourceRows rows, const QString &indent);

/// SQL of a moment as what the watermark holds, to be compared with it. Without a time zone that is the time of day in UTC. The same words mean the same in
/// Trino and in PostgreSQL.
QString asWatermark(const QString &moment, const QString &watermarkType);

/// ${lower_bound} so.
QString lowerBoundAs(const QString &watermarkType);

/// What a column is called in the answer of the `query` function. An expression over it knows it by its name at the source; else the bronze name is the
/// better one, since Trino does not tell two names apart that differ only by case.
QString readName(const model::PlannedColumn &column);

/// Trino: the column, which was read under that name, as bronze holds it and under its bronze name.
QString columnAsBronze(const model::PlannedColumn &column, const QString &readAs);

/// The columns that land: all but the refused ones.
std::vector<model::PlannedColumn> landedColumns(const model::TableDecision &table);

} // namespace lakehouse::rules
