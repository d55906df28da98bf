#pragma once

#include "kit/sheet.h"

#include <vector>

class QAction;

namespace lakehouse::views {

/// The keys that act, by where they act. Read from the actions themselves, so that sheet, palette and menus agree.
class ShortcutSheet : public Sheet {
    Q_OBJECT

public:
    struct Group {
        QString title = {};
        std::vector<std::pair<QString, QString>> rows = {}; ///< keys, what they do
    };
    ShortcutSheet(const std::vector<Group> &groups, QWidget *anchor);
    /// The rows of these actions, without those that have no key.
    static Group groupOf(const QString &title, const QList<QAction *> &actions);
};

} // namespace lakehouse::views
