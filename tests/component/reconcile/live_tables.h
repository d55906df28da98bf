#pragma once

#include "ports/lake_sql.h"
#include "ports/source_engine.h"
#include "support/reconcile_tables.h"

#include <QStringList>

#include <memory>

namespace lakehouse::tests {

/// A database of its own in the running stack's PostgreSQL, a catalog over it in Trino and a schema in the lake, all gone at the end.
class LiveTables {
public:
    /// `name` keeps tests that run at the same time apart.
    explicit LiveTables(const QString &name) : m_name(name) {}
    ~LiveTables() { close(); }
    /// Empty when all of it stands; else why not, which is a reason to skip.
    QByteArray open();
    void close();

    /// Runs statements at the source as its administrator. The server's complaint, or nothing.
    QByteArray atSource(const QString &sql, const QStringList &settings = {}, QByteArray *output = nullptr) const;
    /// Runs one statement at Trino.
    base::Result<ports::SqlRows> inLake(const QString &sql) const;

    ports::SourceEngine &source() const { return *m_source; }
    ports::LakeSql &lake() const { return *m_lake; }
    /// The decision for public.`name` that lands in a schema of this test.
    model::TableDecision table(const QString &name, std::vector<model::PlannedColumn> columns, std::vector<QString> key) const;
    /// Makes the bronze table anew from the source, as a load does.
    QByteArray load(const model::TableDecision &table) const;
    QString bronze(const model::TableDecision &table) const;

private:
    QString m_name;
    std::unique_ptr<ports::SourceEngine> m_source;
    std::unique_ptr<ports::LakeSql> m_lake;
};

} // namespace lakehouse::tests
