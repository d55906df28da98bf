#pragma once

#include "model/extraction_plan.h"

/// Planned tables, each with something that has broken a generator before. All stand in one schema of the source.
namespace sample {

using lakehouse::model::TableDecision;

/// Where the tables are: the schema at the source and the bronze schema.
struct Schemas {
    QString source = QStringLiteral("public");
    QString bronze = QStringLiteral("bronze_public");
};

TableDecision film(const Schemas &schemas = {});        ///< full load, array and enum
TableDecision filmActor(const Schemas &schemas = {});   ///< incremental, composite key, watermark with time zone
TableDecision oddNames(const Schemas &schemas = {});    ///< incremental, nullable key; names with quotes, newline, placeholders, Cyrillic
TableDecision pushedDown(const Schemas &schemas = {});  ///< incremental through `query`; upper case, numeric without scale, no time zone
TableDecision dayMarks(const Schemas &schemas = {});    ///< incremental by a date
TableDecision wide(const Schemas &schemas = {});        ///< incremental, 1,201 columns
TableDecision keptFilm(const Schemas &schemas = {});      ///< full load, keeps purged rows
TableDecision keptFilmActor(const Schemas &schemas = {}); ///< incremental, keeps purged rows

/// One table of a plan; nothing refused.
lakehouse::model::PlannedTable planned(const TableDecision &decision);

} // namespace sample
