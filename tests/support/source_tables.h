#pragma once

#include "model/catalog.h"

namespace lakehouse::testsupport {

/// Builds a table of a source: aTable("film").withColumn("film_id", "integer").withPrimaryKey({"film_id"}). Knows the declared types
/// integer, bigint, text, boolean, numeric(10,2), "timestamp with time zone" and xml.
class SourceTableBuilder {
public:
    SourceTableBuilder(const QString &schema, const QString &name);

    SourceTableBuilder &withColumn(const QString &name, const QString &declared);
    SourceTableBuilder &withoutColumn(const QString &name);
    SourceTableBuilder &withPrimaryKey(const std::vector<QString> &columns);
    /// A BEFORE UPDATE row trigger that sets the column to the time of the transaction: proof of a watermark.
    SourceTableBuilder &withTouchTrigger(const QString &column);
    SourceTableBuilder &ofKind(model::TableKind kind);
    SourceTableBuilder &unreadable();

    const model::SourceTable &build() const { return m_table; }
    operator model::SourceTable() const { return m_table; }

private:
    model::SourceTable m_table;
};

SourceTableBuilder aTable(const char *name, const char *schema = "public");

/// What Trino's PostgreSQL connector shows of these tables, as it is configured by the stack.
std::vector<model::ExposedTable> exposedOf(const std::vector<model::SourceTable> &tables);

} // namespace lakehouse::testsupport
