#pragma once

#include "rules/reconcile/column_aggregates.h"

#include <memory>

namespace lakehouse::rules {

/// A column as the statements speak of it: by its number, so that only the innermost level knows its name.
struct ComparedColumn {
    const model::PlannedColumn *planned = nullptr;
    std::size_t index = 0; ///< in the table's decision
    bool isKey = false;
    bool isHashed = false;
    std::shared_ptr<const std::vector<ColumnAggregate>> aggregates = {}; ///< of V2; shared, since parts and controls hold copies of columns

    QString value() const { return QStringLiteral("v%1").arg(index + 1); } ///< its comparable value
    QString field() const { return QStringLiteral("f%1").arg(index + 1); } ///< its field of the canonical row
    QString selected(SqlDialect dialect) const { return comparableValue(dialect, *planned) + QStringLiteral(" AS ") + value(); }
    QString measureAlias(const ColumnAggregate &aggregate) const;
};

/// A column whose value is replaced in a row.
struct ChangedValue {
    const ComparedColumn *column;
    QString value;
};

/// Whether the level that hashes passes on what rowHash needs to hash a changed row.
enum class KeepFields { No, Yes };

/// What of one table is compared, and the levels that its statements share. Refers to the decision, which must outlive it.
class TableComparison {
public:
    explicit TableComparison(const model::TableDecision &decision);

    const model::TableDecision &decision() const { return m_decision; }
    const std::vector<ComparedColumn> &columns() const { return m_columns; }
    const ComparedColumn *find(std::size_t index) const;
    std::vector<const ComparedColumn *> keyColumns() const; ///< in key order; empty where the table has no key that is hashed
    std::vector<std::size_t> hashedIndices() const;
    bool isIncremental() const { return m_decision.mode == model::LoadMode::Incremental && m_decision.watermark; }

    /// V2 takes so many columns at a time: an engine has limits for the columns of an answer.
    std::size_t parts() const;
    std::vector<ComparedColumn> part(std::size_t part) const;
    bool isInFirstPart(const ComparedColumn &column) const;

    QString sourceName() const;
    QString bronzeName() const;
    QString name(SqlDialect dialect) const { return dialect == SqlDialect::PostgreSql ? sourceName() : bronzeName(); }

    /// The table or a statement in brackets that has exactly the rows to compare.
    QString rowsOf(SqlDialect dialect) const;
    /// `items` ("… AS v1") of the rows to compare.
    QString comparedRows(SqlDialect dialect, const std::vector<QString> &items) const;
    /// bucket, key_hash, row_hash and `values` ("v1") of the rows to compare.
    QString bucketedRows(SqlDialect dialect, const std::vector<QString> &values, KeepFields keepFields = KeepFields::No) const;
    /// The hash of a row over the level that hashes, or over bucketedRows with KeepFields::Yes.
    QString rowHash(SqlDialect dialect, const std::vector<ChangedValue> &changes = {}) const;
    /// Trino, over bucketedRows with KeepFields::Yes: a hash of each group of a wide row; nothing for other rows. Trino makes one function of
    /// all groups when nothing but the row's hash uses them, and then fails, because that function is too long.
    std::vector<QString> groupHashes() const;
    /// key_hash of the source's rows at or above the bound, or without a watermark.
    QString movedKeys() const;

private:
    enum class Rows { Compared, Moved };
    QString condition(SqlDialect dialect, Rows rows) const;
    QString values(SqlDialect dialect, const std::vector<QString> &items, Rows rows) const;
    QString hashedRows(SqlDialect dialect, const std::vector<QString> &values, KeepFields keepFields, Rows rows) const;
    QString field(SqlDialect dialect, const ComparedColumn &column) const;
    QString keyHash(SqlDialect dialect) const;
    bool isWide() const { return hashedIndices().size() > fieldsInGroup; }
    std::vector<std::vector<const ComparedColumn *>> groups() const;
    QString groupText(SqlDialect dialect, const std::vector<const ComparedColumn *> &group, const std::vector<ChangedValue> &changes) const;

    const model::TableDecision &m_decision;
    std::vector<ComparedColumn> m_columns;
};

} // namespace lakehouse::rules
