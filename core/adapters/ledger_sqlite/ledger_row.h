#pragma once

#include "adapters/ledger_sqlite/sqlite_statement.h"

#include "model/fact.h"

namespace lakehouse::adapters {

/// An entry and its subject with the very values of their columns: what the hash covers. Kinds of a newer program stay readable as words.
struct LedgerRow {
    struct Subject {
        QString id = {};
        QString database = {};
        QString schema = {};
        QString object = {};
        QString kind = {};
        QString part = {};
    };
    qint64 sequence = 0;
    QString id = {};
    QString kind = {};
    Subject subject = {};
    QByteArray body = {};
    qint64 recordedAt = 0;          ///< microseconds since 1970-01-01T00:00:00Z
    QString actor = {};             ///< canonical JSON of the actor
    std::optional<QString> run = {};
    std::optional<QString> previous = {};

    model::EntryHash hash() const;
};

const describe::TypeInfo &typeOf(describe::Describe<LedgerRow::Subject>);
const describe::TypeInfo &typeOf(describe::Describe<LedgerRow>);

inline constexpr int ledgerHashColumn = 14; ///< of the view `fact`, the last

/// Of a row with the columns of the view `fact`.
LedgerRow readRow(const SqliteStatement &row);

/// Of a row with the columns of the view `fact`. Fails with Corrupt, naming the entry, or with Unsupported when a kind is not known to this
/// program.
base::Result<model::LedgerEntry> readEntry(const SqliteStatement &row);

/// The word that a kind is stored as.
QString toWord(model::FactKind kind);

} // namespace lakehouse::adapters
