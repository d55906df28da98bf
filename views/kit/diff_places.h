#pragma once

#include "kit/diff_model.h"

#include <QByteArray>
#include <QHash>

namespace lakehouse::views {

/// Where a person was in a comparison, and how it was shown. The text form is JSON; what does not fit is left at its default.
struct DiffPlaces {
    DiffLayout layout = DiffLayout::SideBySide;
    DiffExtent extent = DiffExtent::Changes;
    bool ignoresWhitespace = false;
    QHash<QString, quint64> viewed; ///< path, and what it held when it was viewed
    quint64 files = 0;              ///< what the rest is about
    QStringList open;               ///< paths of open files
    std::set<std::pair<int, int>> folds;
    int file = -1, row = 0; ///< the current line
    bool isOnHeader = false;
    DiffSide side = DiffSide::After;
    int scroll = 0;

    QByteArray toBytes() const;
    static DiffPlaces fromBytes(const QByteArray &bytes);
};

/// A number for the content of a file on both sides, the same in every run of the program.
quint64 contentKey(const text::DiffFile &file);

} // namespace lakehouse::views
