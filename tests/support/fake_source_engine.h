#pragma once

#include "ports/source_engine.h"
#include "support/fake_rows.h"

#include <atomic>
#include <functional>
#include <map>
#include <set>

namespace lakehouse::testsupport {

/// A source database as the test says it is. From any thread; what the test sets, it sets between calls.
class FakeSourceEngine final : public ports::SourceEngine {
public:
    using FindTable = std::function<std::optional<model::TableDecision>(const QString &sql)>;
    /// `findTable`: which planned table a statement is about.
    FakeSourceEngine(FakeRows &rows, FindTable findTable) : m_rows(rows), m_findTable(std::move(findTable)) {}

    model::CatalogSnapshot catalog = {};
    ports::SafeBound bound = {};
    std::optional<base::Error> failure = {}; ///< of every call, until it is taken away
    ports::SqlRows rights = {};              ///< the answer to which rights the role has
    std::vector<model::ServiceCheck> checks = {}; ///< beyond that it answers
    std::vector<model::TableProfile> profiles = {}; ///< of tables that were profiled; the others say that no row was seen
    std::map<QString, std::vector<std::vector<std::optional<QString>>>> samples = {}; ///< by table as text: rows, with a value for each column of the table; absent: an empty table
    std::set<QString> unsampled = {};        ///< tables as text whose values cannot be looked at
    std::function<model::RowCount(const model::ColumnSet &)> duplicates = {}; ///< absent: none in a table without rows
    std::function<model::RowCount(const model::ColumnSet &)> nulls = {};
    std::function<model::RowCount(const model::ColumnRelation &)> orphans = {};
    std::atomic<int> catalogReadings = 0;
    std::atomic<int> profiledTables = 0;
    std::atomic<int> measuredColumns = 0;

    base::Result<model::CatalogSnapshot> readCatalog(base::RunContext &run) override;
    base::Result<std::vector<model::ColumnMeasure>> measure(const std::vector<model::MeasureRequest> &requests, base::RunContext &run) override;
    base::Result<std::vector<model::TableProfile>> profile(const std::vector<model::ProfileRequest> &requests, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<std::vector<model::SampleOutcome>> sampleValues(const std::vector<model::SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run) override;
    base::Result<std::vector<model::RowCount>> countDuplicates(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<std::vector<model::RowCount>> countNulls(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<std::vector<model::RowCount>> countOrphans(const std::vector<model::ColumnRelation> &relations, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<ports::SqlRows> query(const QString &sql, base::RunContext &run) override;
    base::Result<std::vector<ports::SqlRows>> queryTogether(const std::vector<QString> &statements, base::RunContext &run) override;
    base::Result<ports::SafeBound> safeUpperBound(base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(base::RunContext &run) override;

private:
    base::Result<> mayGoOn(base::RunContext &run) const;
    std::vector<std::size_t> placesOf(const model::SampleRequest &request) const;

    FakeRows &m_rows;
    FindTable m_findTable;
};

} // namespace lakehouse::testsupport
