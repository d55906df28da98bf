#include "rules/reconcile/planted_control.h"

#include "rules/reconcile/column_aggregates.h"

#include <algorithm>

namespace lakehouse::rules {

using model::CanonicalForm;
using model::PlannedColumn;
using model::PlantedDefect;

namespace {

constexpr int columnsForOneDefect = 2;

struct ValueRule {
    PlantedDefect defect;
    std::vector<CanonicalForm> forms;
    const char *suitable;
    const char *value;
    bool isSeenByV2;
};

const std::vector<ValueRule> &valueRules()
{
    using enum CanonicalForm;
    static const std::vector<ValueRule> rules{
        {PlantedDefect::CutScale, {Decimal}, "{x} <> truncate({x}, {digits})", "truncate({x}, {digits})", true},
        {PlantedDefect::HourShift, {Timestamp, TimestampWithZone, Time}, "{x} IS NOT NULL", "date_add('hour', 1, {x})", true},
        {PlantedDefect::NullToEmpty, {Text, PaddedText, Json}, "{x} IS NULL", "''", true},
        {PlantedDefect::NullToEmpty, {Bytes}, "{x} IS NULL", "X''", true},
        {PlantedDefect::TrimmedSpace, {Text, PaddedText}, "{x} <> trim({x})", "trim({x})", true},
        {PlantedDefect::LostMicrosecond, {Timestamp, TimestampWithZone, Time}, "{x} <> date_trunc('millisecond', {x})",
         "date_trunc('millisecond', {x})", false},
        // Not by concat, which gives a megabyte at most.
        {PlantedDefect::ChangedByte, {Text, PaddedText, Json}, "length({x}) > 0",
         "array_join(ARRAY[CASE WHEN substr({x}, 1, 1) = 'x' THEN 'y' ELSE 'x' END, substr({x}, 2)], '')", false},
        {PlantedDefect::ChangedByte, {Bytes}, "length({x}) > 0",
         "from_hex(array_join(ARRAY[CASE WHEN substr({x}, 1, 1) = X'78' THEN '79' ELSE '78' END, to_hex(substr({x}, 2))], ''))", false},
        {PlantedDefect::ChangedByte, {Integer}, "{x} IS NOT NULL", "bitwise_xor(CAST({x} AS bigint), 1)", false},
    };
    return rules;
}

/// Whether the rule can find a row in this column at all.
bool isPossible(const ValueRule &rule, const PlannedColumn &column)
{
    if (std::ranges::find(rule.forms, column.canonical.form) == rule.forms.end())
        return false;
    if (rule.defect == PlantedDefect::CutScale)
        return column.canonical.scale > 0;
    return rule.defect != PlantedDefect::NullToEmpty || !column.isNotNull;
}

/// A sum by tolerance does not see the last digit.
bool hasExactSum(const PlannedColumn &column)
{
    return std::ranges::any_of(columnAggregates(column), [](const ColumnAggregate &aggregate) {
        return aggregate.name == QLatin1String("sum") && aggregate.sameness == Sameness::Exact;
    });
}

PlantedValue planted(const ValueRule &rule, const PlannedColumn &column, std::size_t index)
{
    const auto filled = [&](const char *pattern) {
        return QString::fromLatin1(pattern).replace(QLatin1String("{digits}"), QString::number(column.canonical.scale - 1));
    };
    return {rule.defect, {index}, filled(rule.suitable), filled(rule.value),
            rule.isSeenByV2 && (rule.defect != PlantedDefect::CutScale || hasExactSum(column))};
}

/// Two columns of one type, which a load can mix up without any error.
void addSwaps(std::vector<PlantedValue> &found, const model::TableDecision &table, const std::vector<std::size_t> &columns)
{
    int added = 0;
    for (std::size_t first = 0; first < columns.size(); ++first)
        for (std::size_t second = first + 1; second < columns.size(); ++second) {
            const PlannedColumn &left = table.columns[columns[first]];
            const PlannedColumn &right = table.columns[columns[second]];
            if (left.canonical.form == CanonicalForm::Array || left.canonical != right.canonical || left.bronzeType != right.bronzeType)
                continue;
            found.push_back({PlantedDefect::SwappedColumns, {columns[first], columns[second]}, QStringLiteral("{x} IS DISTINCT FROM {y}"),
                             QStringLiteral("{y}"), false});
            if (++added == columnsForOneDefect)
                return;
        }
}

} // namespace

std::vector<PlantedValue> plantedValues(const model::TableDecision &table, const std::vector<std::size_t> &columns)
{
    std::vector<std::size_t> ordered = columns;
    std::ranges::stable_partition(ordered, [&](std::size_t index) {
        return std::ranges::find(table.key, table.columns[index].name) == table.key.end();
    });
    std::vector<PlantedValue> found;
    for (const ValueRule &rule : valueRules()) {
        const auto hasEnough = [&] {
            return std::ranges::count(found, rule.defect, &PlantedValue::defect) >= columnsForOneDefect;
        };
        for (std::size_t index : ordered)
            if (!hasEnough() && isPossible(rule, table.columns[index]))
                found.push_back(planted(rule, table.columns[index], index));
    }
    addSwaps(found, table, ordered);
    return found;
}

} // namespace lakehouse::rules
