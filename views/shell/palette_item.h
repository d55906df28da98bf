#pragma once

#include "kit/icons.h"
#include "shell/place.h"

#include <QAction>
#include <QPointer>

namespace lakehouse::views {

/// What the palette offers under which prefix.
enum class PaletteKind { Page, Command, Source, Table, Column, Run, Mart, Requirement, Setting, Help };

/// One line of the palette. Choosing it opens `place` when there is one, then triggers `action` when there is one.
struct PaletteItem {
    PaletteKind kind = PaletteKind::Table;
    QString id = {};                      ///< stable: what was chosen last stands first
    QString title = {};                   ///< what the words are compared with
    QString note = {};                    ///< muted, behind the title
    IconName icon = IconName::Table;
    Place place = {};
    QPointer<QAction> action = {};        ///< a disabled one is listed with its reason, and does nothing
};

} // namespace lakehouse::views
