#pragma once

#include "ports/lake_sql.h"
#include "support/fake_rows.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>

namespace lakehouse::testsupport {

/// Trino as far as loads and reconciliations go: it moves the rows of FakeRows by the first words of a statement. Of the columns that are
/// added to the source's it fails where a statement names one that the table was not made with. From any thread.
class FakeLakeSql final : public ports::LakeSql {
public:
    using FindTable = std::function<std::optional<model::TableDecision>(const QString &sql)>;
    FakeLakeSql(FakeRows &rows, FindTable findTable) : m_rows(rows), m_findTable(std::move(findTable)) {}

    std::vector<model::ExposedTable> exposed = {};

    /// The next statement with these words in it fails so, and does nothing.
    void failNext(const QString &words, base::Error error);
    /// Statements with these words wait until release(), or fail with Cancelled when their call is cancelled.
    void block(const QString &words);
    void release();
    int blocked() const; ///< statements that wait now

    /// What stands behind a table; each statement that writes adds a snapshot, and a merge a file.
    struct Storage {
        int files = 0;
        int snapshots = 0;
    };
    Storage storage(const model::TableName &table) const;

    struct Executed {
        QString sql;
        QString tag;
    };
    std::vector<Executed> executed() const;
    void forget(); ///< what was executed
    std::vector<QString> endedTags() const;
    /// Statements that changed something in the lake, by their first two words.
    std::vector<QString> effects() const;

    base::Result<ports::StatementResult> execute(const QString &sql, const ports::StatementOptions &options, base::RunContext &run) override;
    base::Result<> endQueries(const QString &tag, base::RunContext &run) override;
    base::Result<std::vector<model::ExposedTable>> exposedTables(const QString &catalog, base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run) override;

private:
    base::Result<> arrive(const QString &sql, const QString &tag, base::RunContext &run);
    base::Result<> checkColumns(const QString &statement, const model::TableName &table) const;
    void make(const QString &statement, const model::TableDecision &table);
    ports::SqlRows described(const model::TableName &table) const;
    std::optional<ports::StatementResult> tended(const QString &statement, const model::TableName &table);
    ports::StatementResult wrote(const model::TableName &table, bool isReplaced, ports::StatementResult result);
    ports::StatementResult result(std::optional<qint64> written, ports::SqlRows rows = {});

    FakeRows &m_rows;
    FindTable m_findTable;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::pair<QString, base::Error>> m_failures;
    std::optional<QString> m_blockedWords;
    int m_blocked = 0;
    std::vector<Executed> m_executed;
    std::vector<QString> m_endedTags;
    std::map<model::TableName, Storage> m_storage;
    std::map<model::TableName, std::set<QString>> m_addedColumns; ///< of tables that a statement made
    std::map<model::TableName, std::vector<model::PlannedColumn>> m_columns; ///< of these, as they were planned then
    int m_queries = 0;
};

} // namespace lakehouse::testsupport
