#pragma once

#include "kit/sheet.h"

#include <vector>

class QAction;

namespace lakehouse::views {

class ShortcutBook;

/// The keys of every command, by where they act, each to be changed in place. Read from the actions themselves, so that sheet, palette and menus agree.
class ShortcutSheet : public Sheet {
    Q_OBJECT

public:
    struct Group {
        QString title = {};
        QString context = {}; ///< of the book
    };
    /// `letters`: the switch of the single-letter keys; stays the caller's.
    ShortcutSheet(ShortcutBook &book, const std::vector<Group> &groups, QAction *letters, QWidget *anchor);

private:
    void addGroup(const Group &group);
    void addLetters(QAction *letters);

    ShortcutBook &m_book;
};

} // namespace lakehouse::views
