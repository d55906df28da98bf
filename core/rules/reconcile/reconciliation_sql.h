#pragma once

#include "rules/reconcile/column_aggregates.h"
#include "rules/reconcile/planted_control.h"

#include <set>

namespace lakehouse::rules {

/// One compared aggregate of one column. Both sides answer it in a column of this alias.
struct Measure {
    QString alias = {};       ///< "c3_sum"
    QString column = {};      ///< as the source calls it
    ColumnAggregate aggregate = {};
};

/// A planted control in the answer of the first bronze check. With `alias` "k2" it answers k2_bucket ("bucket:rows:sum of hashes" of the
/// bucket with the defect; NULL where no row is suitable), k2_rows (all rows, with the defect) and k2_c3_sum … (V2, with the defect).
struct PlannedControl {
    model::PlantedDefect defect = model::PlantedDefect::DroppedRow;
    std::vector<QString> columns = {};
    QString alias = {};
    std::vector<model::Tier> tiers = {}; ///< that must see it
    std::vector<Measure> measures = {};  ///< with the defect; `alias` less "k2_" is the one without
};

/// A pair of statements whose answers are compared: one row, with row_count, buckets ("bucket:rows:sum of hashes", separated by spaces; only in
/// the first pair) and the measures.
struct CheckPair {
    QString source = {};
    QString bronze = {};
    std::vector<Measure> measures = {};
};

/// All statements that reconcile one table, with the placeholders that bindReconciliation fills. Each reads its table once.
struct ReconciliationSql {
    QString countSource = {};  ///< V1 alone: row_count
    QString countBronze = {};  ///< V1 alone: row_count, dropped_row, doubled_row
    std::vector<CheckPair> checks = {}; ///< the first has V1, V2 and V3; more only for tables with many columns, with V2 of the rest
    QString leftOutKeys = {};  ///< incremental: key_hash of the keys at or above the bound; empty for a full load
    QString rowsSource = {};   ///< drill-down: bucket, key_hash, row_hash, key_1 …, hashes_1 … (hashes of columns, separated by spaces)
    QString rowsBronze = {};
    std::vector<PlannedControl> controls = {};
    std::vector<QString> keyColumns = {};
    std::vector<QString> hashedColumns = {};   ///< in the order of the hashes in rowsSource
    std::vector<QString> columnsNotCompared = {}; ///< landed, but in no row hash
};

/// A disarmed control changes nothing where it should plant its defect, so a right run must report it as missed. For tests of the controls.
/// The table is not a refused one.
ReconciliationSql reconciliationSql(const model::TableDecision &table, const std::set<model::PlantedDefect> &disarmed = {});

} // namespace lakehouse::rules
