#pragma once

#include "rules/planning/extraction_planner.h"

namespace lakehouse::test {

/// One `input.json` of tests/golden/planning.
struct PlanCase {
    model::CatalogSnapshot catalog = {};
    std::vector<model::ColumnMeasure> measures = {};
    std::optional<std::vector<model::ExposedTable>> exposed = {};
    model::LakehouseSection settings = {};
    std::vector<model::PlanChange> changes = {};
    model::DecisionsInForce review = {};         ///< not of the file
    std::vector<model::WriteBehaviour> writes = {}; ///< not of the file

    model::ExtractionPlan plan() const
    {
        return rules::plan({.catalog = catalog, .measures = measures, .exposed = exposed, .settings = settings, .changes = changes, .review = &review, .writes = &writes});
    }
};

const describe::TypeInfo &typeOf(describe::Describe<PlanCase>);

/// Names of the folders below tests/golden/planning.
QStringList planCaseNames();
QString planCaseFile(const QString &name, const QString &file);
PlanCase readPlanCase(const QString &name);
QByteArray readFile(const QString &path);
bool updatesGoldenFiles();

} // namespace lakehouse::test
