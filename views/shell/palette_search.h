#pragma once

#include "shell/palette_item.h"
#include "text/text_range.h"

#include <vector>

namespace lakehouse::views {

/// What was typed into the palette: the prefix says which kinds are meant, none means all.
struct PaletteQuery {
    QChar prefix = {}; ///< one of > @ # % : ?
    QString words = {};
    static PaletteQuery parse(const QString &typed);
    bool isAbout(PaletteKind kind) const;
};

/// An item that fits, with the parts of its title that do.
struct PaletteHit {
    PaletteItem item = {};
    int score = 0;
    std::vector<text::TextRange> ranges = {};
};

/// The items that fit, best first; without words the recent ones first, then in the order given. At most `limit`.
/// Fuzzy on letters, literal for `$` and `_`; accents are ignored on both sides.
std::vector<PaletteHit> searchPalette(const PaletteQuery &query, const std::vector<PaletteItem> &items, const QStringList &recentIds,
                                      int limit = 200);

} // namespace lakehouse::views
