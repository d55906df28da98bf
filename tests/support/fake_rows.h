#pragma once

#include "model/extraction_plan.h"
#include "ports/sql_rows.h"

#include <map>
#include <mutex>
#include <set>

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
    void setDeleted(const model::TableName &table, qint64 key); ///< bronze keeps the row, with a tombstone
    void setPurged(const model::TableName &table, qint64 key);  ///< bronze keeps the row, marked as purged
    void setUnsettled(const model::TableName &table, qint64 key); ///< its watermark is at or above every bound: the next load brings it

    Rows source(const model::TableName &table) const;
    std::optional<Rows> bronze(const model::TableName &table) const; ///< live rows; nothing: there is no such table in the lake
    std::set<qint64> deleted(const model::TableName &table) const;   ///< keys with a tombstone
    std::set<qint64> purged(const model::TableName &table) const;    ///< keys that are marked as purged
    qint64 loadAll(const model::TableName &table);                   ///< replaces bronze; returns the rows written
    qint64 merge(const model::TableName &table);                     ///< what changed
    qint64 mergeAll(const model::TableName &table);                  ///< every row, into what is there

    /// What a search for deletes sees in these buckets, "key % buckets".
    struct Keys {
        qint64 source = 0, bronze = 0;
        std::set<qint64> deleted = {}, returned = {}, missing = {};
    };
    Keys keysIn(const model::TableName &table, qint64 buckets, const std::set<qint64> &differing) const;
    qint64 bringBack(const model::TableName &table, const std::set<qint64> &keys); ///< as the source has them; returns the rows written

private:
    mutable std::mutex m_mutex;
    std::map<model::TableName, Rows> m_source;
    std::map<model::TableName, Rows> m_bronze; ///< live rows
    std::map<model::TableName, std::set<qint64>> m_deleted;
    std::map<model::TableName, std::set<qint64>> m_purged;
    std::map<model::TableName, std::set<qint64>> m_unsettled;
};

/// The answer to a statement of reconciliation, as the engine of that side would give it over these rows; nothing for other statements.
/// A planted defect changes the answer unless it was disarmed for dropped or doubled rows, which the statement's text shows.
std::optional<ports::SqlRows> reconciliationAnswer(const QString &sql, const model::TableDecision &table, const FakeRows &rows);

/// The same for the statements of a search for deletes, and of those that change bronze the number of rows that were written.
struct DeletesAnswer {
    ports::SqlRows rows = {};
    std::optional<qint64> written = {};
};
std::optional<DeletesAnswer> deletesAnswer(const QString &sql, const model::TableDecision &table, FakeRows &rows);

} // namespace lakehouse::testsupport
