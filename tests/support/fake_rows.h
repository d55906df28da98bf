#pragma once

#include "model/extraction_plan.h"
#include "ports/sql_rows.h"

#include <map>
#include <mutex>

namespace lakehouse::testsupport {

/// Rows that a source and a lake hold, as far as loads and reconciliations go: a key, and a version that changes with the row.
using Rows = std::map<qint64, qint64>;

enum class Side { Source, Bronze };

/// The rows that the fakes of the source and of Trino share. From any thread.
class FakeRows {
public:
    void fill(const model::TableName &table, qint64 rows); ///< keys 1 … rows
    void put(const model::TableName &table, qint64 key, qint64 version);
    void remove(const model::TableName &table, qint64 key);
    void setBronze(const model::TableName &table, std::optional<Rows> rows);

    Rows source(const model::TableName &table) const;
    std::optional<Rows> bronze(const model::TableName &table) const; ///< nothing: there is no such table in the lake
    qint64 loadAll(const model::TableName &table);                   ///< returns the rows written
    qint64 merge(const model::TableName &table);

private:
    mutable std::mutex m_mutex;
    std::map<model::TableName, Rows> m_source;
    std::map<model::TableName, Rows> m_bronze;
};

/// The answer to a statement of reconciliation, as the engine of that side would give it over these rows; nothing for other statements.
/// A planted defect changes the answer unless it was disarmed for dropped or doubled rows, which the statement's text shows.
std::optional<ports::SqlRows> reconciliationAnswer(const QString &sql, const model::TableDecision &table, const FakeRows &rows);

} // namespace lakehouse::testsupport
