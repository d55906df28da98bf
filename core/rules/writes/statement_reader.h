#pragma once

#include "rules/writes/sql_cursor.h"
#include "rules/writes/sql_writes.h"

namespace lakehouse::rules {

/// Reads one statement that writes. Each call looks at the verb that stands at `i`, and adds nothing when no such statement begins there.
class StatementReader {
public:
    StatementReader(const SqlCursor &sql, SqlContext context, std::vector<WrittenStatement> &found) : m_sql(sql), m_context(context), m_found(found) {}

    void read(int i, const QString &scope);

private:
    using Table = SqlCursor::Table;

    void insert(int verb);
    void insertAll(int verb);
    void conflict(int i, const Table &table);
    void update(int verb);
    void remove(int verb);
    void merge(int verb);
    void truncate(int verb);
    void copy(int verb);
    bool isInsertBehind(int i, int verb, bool hasColumns) const;
    bool isDeleteBehind(int i) const;
    bool isWrittenAlike(int verb, int keyword) const;
    int behindTop(int i) const;
    void add(WriteOperation operation, const char *verb, int at, const Table &table, SqlCursor::Assignments columns = {});

    const SqlCursor &m_sql;
    SqlContext m_context;
    std::vector<WrittenStatement> &m_found;
    QString m_scope;
};

} // namespace lakehouse::rules
