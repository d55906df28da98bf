#include "usecases/analysis/analysis.h"

#include "rules/planning/plan_diff.h"
#include "usecases/analysis/analyzed_source.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 largestPage = 10'000;

// Tables of the catalog, of the plan and of the list stand in the same order.

const PlannedTable &plannedOf(const AnalyzedSource &source, const SourceTable &table)
{
    return source.planned.tables[std::size_t(&table - source.catalog.tables.data())];
}

const AnalyzedTable &rowOf(const AnalyzedSource &source, const SourceTable &table)
{
    return source.rows[std::size_t(&table - source.catalog.tables.data())];
}

TableAnalysis detailOf(const AnalyzedSource &source, const SourceTable &table)
{
    const AnalyzedFacts &facts = source.of(table.name);
    TableAnalysis detail{.table = table, .planned = plannedOf(source, table), .relations = facts.relations, .scope = facts.scope, .personalData = facts.personalData, .conflicts = facts.conflicts,
        .identity = facts.identity, .writes = facts.writes, .terms = facts.terms, .codeLists = facts.codeLists, .flags = facts.flags, .mandatoryColumns = facts.mandatoryColumns};
    detail.table.statistics.clear(); // what the profile concludes is beside it
    if (facts.profile) {
        detail.profiledRows = facts.profile->rows;
        detail.isProfileComplete = facts.profile->isComplete;
        detail.profile = facts.profile->columns;
    }
    std::ranges::stable_sort(detail.relations, [](const TableRelation &left, const TableRelation &right) { return std::tie(left.table, left.referenced) < std::tie(right.table, right.referenced); });
    return detail;
}

bool letsThrough(const QStringList &words, const SourceTable &table)
{
    return std::ranges::all_of(words, [&](const QString &word) {
        return table.name.toString().contains(word, Qt::CaseInsensitive)
            || std::ranges::any_of(table.columns, [&](const SourceColumn &column) { return column.name.contains(word, Qt::CaseInsensitive); });
    });
}

/// A cursor names the reading and the last table shown, so that pages of two readings never mix.
QString cursorAfter(const AnalyzedSource &source, const TableName &table)
{
    return source.catalogFact->digest.toShortString() + QLatin1Char('/') + table.toString();
}

Result<std::vector<SourceTable>::const_iterator> startOf(const std::optional<QString> &after, const AnalyzedSource &source)
{
    const std::vector<SourceTable> &tables = source.catalog.tables;
    if (!after)
        return tables.begin();
    const QString start = source.catalogFact->digest.toShortString() + QLatin1Char('/');
    const Result<TableName> name = after->startsWith(start) ? TableName::parse(after->sliced(start.size())) : Result<TableName>(Error{ErrorCode::Stale, {}});
    if (!name)
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "The source was read anew since the first page."), QT_TRANSLATE_NOOP("core", "Read it from the start.")};
    return std::ranges::upper_bound(tables, name.value(), {}, &SourceTable::name);
}

Result<AnalysisPage> showAnalysis(const ShowAnalysis &request, const AnalyzedSource &source)
{
    AnalysisPage page{.database = source.catalog.database};
    if (!source.catalogFact) {
        if (request.table)
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no table %1: the source was not read yet."), request.table->toString()}, QT_TRANSLATE_NOOP("core", "Read it with: ekos-lakehouse analyze")};
        return page;
    }
    page.engine = source.catalog.engine;
    page.serverVersion = source.catalog.serverVersion;
    page.digest = source.catalogFact->digest;
    page.readAtUtc = source.readAtUtc;
    page.isAnalyzed = source.catalogFact->isAnalyzed;
    page.totals = source.totals;
    const std::vector<SourceTable> &tables = source.catalog.tables;
    if (request.table) {
        std::vector<TableName> names;
        for (const SourceTable &table : tables)
            names.push_back(table.name);
        EKOS_TRY(const TableName name, rules::resolveTable(*request.table, names));
        const SourceTable &table = *std::ranges::lower_bound(tables, name, {}, &SourceTable::name);
        page.matching = 1;
        page.tables.push_back(rowOf(source, table));
        page.detail = detailOf(source, table);
        return page;
    }
    EKOS_TRY(const auto start, startOf(request.after, source));
    const QStringList words = request.filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const std::size_t limit = std::size_t(std::clamp<qint64>(request.limit, 1, largestPage));
    for (auto table = tables.begin(); table != tables.end(); ++table) {
        if (!letsThrough(words, *table))
            continue;
        ++page.matching;
        if (table < start)
            continue;
        if (page.tables.size() < limit)
            page.tables.push_back(rowOf(source, *table));
        else if (!page.next)
            page.next = cursorAfter(source, page.tables.back().table);
    }
    return page;
}

} // namespace

void addAnalysis(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    const auto memory = std::make_shared<AnalysisMemory>();
    registry.add<ShowAnalysis>(inWorkspace<ShowAnalysis>(workspaces, [memory](const ShowAnalysis &request, const CallContext &context, Workspace &workspace, RunContext &run) -> Result<AnalysisPage> {
        EKOS_TRY(const AnalyzedSourcePointer source, memory->read(context.project, workspace, run));
        return showAnalysis(request, *source);
    }));
}

} // namespace lakehouse::usecases
