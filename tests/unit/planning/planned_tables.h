#pragma once

#include "plan_case.h"

#include <algorithm>

namespace lakehouse::test {

// Parts of plans and their inputs, by name; what is not there is an empty one.

inline model::PlannedTable planned(const model::ExtractionPlan &plan, const char *name)
{
    const model::PlannedTable *found = plan.find(model::TableName::parse(QString::fromUtf8(name)).value());
    return found ? *found : model::PlannedTable{};
}

inline model::TableName name(const char *text) { return model::TableName::parse(QString::fromUtf8(text)).value(); }

inline QString refusalOf(const model::PlannedTable &table, const char *column = nullptr)
{
    for (const model::Refusal &refusal : table.refusals)
        if (column ? refusal.column == QString::fromUtf8(column) : !refusal.column)
            return refusal.reason.toEnglish();
    return {};
}

inline QString reasonOf(const model::PlannedTable &table, const char *about)
{
    const auto found = std::ranges::find(table.reasons, QString::fromUtf8(about), &model::PlanReason::about);
    return found == table.reasons.end() ? QString() : found->statement.toEnglish();
}

inline const model::PlannedColumn &column(const model::PlannedTable &table, const char *name)
{
    static const model::PlannedColumn none;
    const auto found = std::ranges::find(table.decision.columns, QString::fromUtf8(name), &model::PlannedColumn::name);
    return found == table.decision.columns.end() ? none : *found;
}

inline model::SourceTable &source(PlanCase &given, const char *name)
{
    return *std::ranges::find(given.catalog.tables, model::TableName::parse(QString::fromUtf8(name)).value(), &model::SourceTable::name);
}

} // namespace lakehouse::test
