#pragma once

#include "ports/source_engine.h"
#include "support/fake_rows.h"

#include <atomic>
#include <functional>

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
    std::atomic<int> catalogReadings = 0;
    std::atomic<int> measuredColumns = 0;

    base::Result<model::CatalogSnapshot> readCatalog(base::RunContext &run) override;
    base::Result<std::vector<model::ColumnMeasure>> measure(const std::vector<model::MeasureRequest> &requests, base::RunContext &run) override;
    base::Result<ports::SqlRows> query(const QString &sql, base::RunContext &run) override;
    base::Result<std::vector<ports::SqlRows>> queryTogether(const std::vector<QString> &statements, base::RunContext &run) override;
    base::Result<ports::SafeBound> safeUpperBound(base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(base::RunContext &run) override;

private:
    base::Result<> mayGoOn(base::RunContext &run) const;

    FakeRows &m_rows;
    FindTable m_findTable;
};

} // namespace lakehouse::testsupport
