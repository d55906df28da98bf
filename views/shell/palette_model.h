#pragma once

#include "shell/palette_search.h"

#include <QAbstractListModel>

namespace lakehouse::views {

/// The lines of the palette that fit what was typed.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    void setHits(std::vector<PaletteHit> hits);
    const PaletteHit &hit(int row) const { return m_hits[size_t(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    std::vector<PaletteHit> m_hits;
};

/// Behind the title: why it cannot be done now, else the note.
QString paletteNote(const PaletteItem &item);
/// As the keys are written on this system; empty without one.
QString paletteShortcut(const PaletteItem &item);
/// "Command", "Table", …
QString paletteKindWord(PaletteKind kind);

} // namespace lakehouse::views
