#pragma once

#include "model/run.h"
#include "shell/page_list.h"
#include "shell/palette_search.h"

namespace lakehouse::views {

/// Where the palette takes its lines from.
struct PaletteSource {
    const std::vector<PageEntry> &entries;
    std::vector<Page *> pages = {};          ///< that are there
    const Page *current = nullptr;
    QList<QAction *> windowActions = {};
    const std::vector<model::Run> &runs;
    base::UtcTime now = {};
    QAction *keySheet = nullptr;           ///< shows all keys and what they do; help topics lead there

    /// In the order in which they stand when nothing is typed. The commands of another page carry its place.
    std::vector<PaletteItem> items(const PaletteQuery &query) const;

private:
    std::vector<PaletteItem> objects(const QString &words) const;
    void addHelp(std::vector<PaletteItem> &items) const;
};

} // namespace lakehouse::views
