#include "shell/palette_model.h"

#include "kit/tool_tip.h"
#include "shell/command_action.h"

namespace lakehouse::views {

QString paletteNote(const PaletteItem &item)
{
    const QString why = item.action ? blockedWhy(*item.action) : QString();
    return why.isEmpty() ? item.note : why;
}

QString paletteShortcut(const PaletteItem &item)
{
    return item.action ? item.action->shortcut().toString(QKeySequence::NativeText) : QString();
}

QString paletteKindWord(PaletteKind kind)
{
    switch (kind) {
    case PaletteKind::Page: return PaletteModel::tr("Page");
    case PaletteKind::Command: return PaletteModel::tr("Command");
    case PaletteKind::Source: return PaletteModel::tr("Source");
    case PaletteKind::Table: return PaletteModel::tr("Table");
    case PaletteKind::Column: return PaletteModel::tr("Column");
    case PaletteKind::Run: return PaletteModel::tr("Run");
    case PaletteKind::Mart: return PaletteModel::tr("Mart");
    case PaletteKind::Requirement: return PaletteModel::tr("Requirement");
    case PaletteKind::Setting: return PaletteModel::tr("Setting");
    case PaletteKind::Help: return PaletteModel::tr("Help");
    }
    return {};
}

void PaletteModel::setHits(std::vector<PaletteHit> hits)
{
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_hits.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const PaletteItem &item = hit(index.row()).item;
    const QString note = paletteNote(item);
    switch (role) {
    case Qt::DisplayRole: return item.title;
    case Qt::ToolTipRole: return plainToolTip(note.isEmpty() ? item.title : item.title + QLatin1Char('\n') + note);
    case Qt::AccessibleTextRole: {
        QStringList words{item.title, paletteKindWord(item.kind)};
        for (const QString &more : {note, paletteShortcut(item)})
            if (!more.isEmpty())
                words += more;
        return words.join(QStringLiteral(", "));
    }
    default: return {};
    }
}

} // namespace lakehouse::views
