#pragma once

#include "model/extraction_plan.h"
#include "model/lineage.h"

namespace lakehouse::rules {

/// A table of a plan, as far as the whole estate shows it.
struct LineageTable {
    model::TableName table = {};
    model::TableKind kind = model::TableKind::Table;
    model::LoadMode mode = model::LoadMode::Full;
    QString bronze = {};      ///< where it lands: "lake.bronze_public.film"
    QString bronzeSchema = {};///< "bronze_public"
    base::Text whyNot = {};   ///< of a refused one
};

/// A function that the evidence of a table's plan rests on.
struct LineageFunction {
    QString name = {};        ///< "public.last_updated"
    QString trigger = {};
};

/// Source and bronze of every table, columns folded. What is not loaded ends in an Unknown node that says why, never in an empty place.
/// Ids are "source/<table>" and "bronze/<table>".
model::Lineage estateLineage(const std::vector<LineageTable> &tables);

/// One table with its columns. A column that is not loaded ends in an Unknown node of its own, "bronze/<table>/<column>".
/// Functions feed the watermark that they set; their ids are "source/<function>()".
model::Lineage tableLineage(const model::PlannedTable &table, const std::vector<LineageFunction> &functions);

/// "lake.bronze_public.film"
QString bronzeName(const model::TablePlaces &places);

} // namespace lakehouse::rules
