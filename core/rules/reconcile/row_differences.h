#pragma once

#include "model/reconciliation.h"

namespace lakehouse::rules {

/// One row of a bucket that differs: its key, and hashes in place of values.
struct RowImage {
    qint64 bucket = 0;
    QString keyHash = {};
    QString rowHash = {};
    std::vector<QString> key = {};    ///< texts of the key columns; empty where the table has no key
    std::vector<QString> hashes = {}; ///< of the hashed columns, in their order
};

struct RowDifferences {
    std::vector<model::Mismatch> mismatches = {}; ///< of the first `keysReported` keys
    qint64 inAll = 0;                             ///< mismatches of all keys
};

/// Which keys stand on one side only, how often, and which columns of the others differ. Without a key, rows are told apart by their hash, and
/// a mismatch names bucket and count.
RowDifferences rowDifferences(const std::vector<RowImage> &source, const std::vector<RowImage> &bronze, const std::vector<QString> &columns,
                              qint64 keysReported);

} // namespace lakehouse::rules
