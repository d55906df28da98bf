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
    /// Why there is no stack to ask: a reason to skip. Empty when there is one; whatever is wrong with it then is a failure.
    static QByteArray whyAbsent();
    /// Empty when all of it stands; else what is wrong.
    QByteArray open();
    void close();

    /// Runs statements at the source as its administrator. The complaint of the server or of psql, or nothing.
    QByteArray atSource(const QString &sql, const QStringList &settings = {}, QByteArray *output = nullptr) const;
    /// Makes a catalog over the database; `options` of its connection begin with '?'.
    QString catalogStatement(const QString &catalog, const QString &options = {}) const;
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

/// What an error says and the other system's own words.
QByteArray wordsOf(const base::Error &error);

} // namespace lakehouse::tests
