#pragma once

#include "model/catalog.h"

namespace lakehouse::rules {

/// A label of an enum that has another name than before: rows show the new one without having been updated.
struct LabelRename {
    model::TableName table = {};
    QString column = {};
    QString before = {};
    QString after = {};            ///< the new label; several with " or " between them when it is not known which
    base::UtcTime seenAtUtc = {};  ///< when it was read first
    friend bool operator==(const LabelRename &, const LabelRename &) = default;
};

/// The labels of an enum as they were read at some time.
struct LabelReading {
    QString schema = {};
    QString name = {};
    std::vector<QString> labels = {}; ///< in the order of the enum
    base::UtcTime readAtUtc = {};
};

/// What became of labels that vanished, for every column of the source that has such an enum, arrays and domains included. PostgreSQL cannot drop a label,
/// so one that is gone was renamed. `readings`: oldest first.
std::vector<LabelRename> labelRenames(const model::CatalogSnapshot &catalog, const std::vector<LabelReading> &readings);

} // namespace lakehouse::rules
