#include "pages/analysis/read_analysis.h"

#include <algorithm>

namespace lakehouse::views {

using api::AnalyzedTable;

const AnalyzedTable *ReadAnalysis::find(const QString &table) const
{
    const base::Result<model::TableName> name = model::TableName::parse(table);
    if (!name)
        return nullptr;
    const auto found = std::ranges::lower_bound(page.tables, name.value(), {}, &AnalyzedTable::table);
    return found != page.tables.end() && found->table == name.value() ? &*found : nullptr;
}

AnalysisPart partOf(const api::AnalysisPage &answer, std::shared_ptr<ReadAnalysis> partial, const ReadAnalysisPointer &known)
{
    if (!partial) {
        partial = std::make_shared<ReadAnalysis>();
        partial->page = answer;
    } else {
        partial->page.tables.insert(partial->page.tables.end(), answer.tables.begin(), answer.tables.end());
    }
    if (answer.next)
        return {.partial = std::move(partial), .next = answer.next};
    std::vector<AnalyzedTable> &tables = partial->page.tables;
    partial->page.next.reset();
    if (!std::ranges::is_sorted(tables, {}, &AnalyzedTable::table))
        std::ranges::sort(tables, {}, &AnalyzedTable::table);
    partial->names.reserve(tables.size());
    for (const AnalyzedTable &table : tables)
        partial->names.push_back(table.table.toString());
    if (known && *known == *partial)
        return {.whole = known};
    return {.whole = std::move(partial)};
}

ReadTablePointer tableOf(const api::AnalysisPage &answer, const ReadTablePointer &known)
{
    if (!answer.detail || answer.tables.empty())
        return nullptr;
    const auto read = std::make_shared<const ReadTable>(ReadTable{answer.tables.front().table.toString(), answer.digest, *answer.detail, answer.tables.front()});
    return known && *known == *read ? known : read;
}

TimelinePart partOf(const api::LedgerTimeline &answer, std::shared_ptr<ReadTimeline> partial, const ReadTimelinePointer &known)
{
    partial->entries.insert(partial->entries.end(), answer.entries.begin(), answer.entries.end());
    if (answer.next)
        return {.partial = std::move(partial), .next = answer.next};
    if (known && *known == *partial)
        return {.whole = known};
    return {.whole = std::move(partial)};
}

} // namespace lakehouse::views
