#include "shell/shortcut_sheet.h"

#include "kit/button_kind.h"
#include "kit/plain_label.h"
#include "kit/theme.h"
#include "shell/shortcut_book.h"
#include "shell/shortcut_row.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

ShortcutSheet::ShortcutSheet(ShortcutBook &book, const std::vector<Group> &groups, QAction *letters, QWidget *anchor) : Sheet(anchor), m_book(book)
{
    setObjectName(QStringLiteral("shortcut-sheet"));
    setTitle(tr("Keys"));
    for (const Group &group : groups)
        addGroup(group);
    addLetters(letters);
    auto *resetAll = new QPushButton(tr("All keys as they were"));
    resetAll->setObjectName(QStringLiteral("shortcut-sheet-reset"));
    connect(resetAll, &QPushButton::clicked, &m_book, &ShortcutBook::resetAll);
    auto *done = new QPushButton(tr("Close"));
    done->setObjectName(QStringLiteral("shortcut-sheet-close"));
    connect(done, &QPushButton::clicked, this, &Sheet::dismiss);
    buttons()->addWidget(resetAll);
    buttons()->addStretch(1);
    buttons()->addWidget(done);
}

void ShortcutSheet::addGroup(const Group &group)
{
    const QList<QAction *> actions = m_book.actions(group.context);
    if (actions.isEmpty())
        return;
    auto *title = new PlainLabel(TextStyle::Heading);
    title->setText(group.title);
    content()->addWidget(title);
    auto *rows = new QVBoxLayout;
    rows->setSpacing(Theme::instance().space(Space::Tight));
    for (QAction *action : actions)
        rows->addWidget(new ShortcutRow(m_book, action));
    content()->addLayout(rows);
    content()->addSpacing(Theme::instance().space(Space::Medium));
}

void ShortcutSheet::addLetters(QAction *letters)
{
    auto *areOn = new QCheckBox(letters->text());
    areOn->setObjectName(QStringLiteral("shortcut-sheet-letters"));
    areOn->setChecked(letters->isChecked());
    connect(areOn, &QCheckBox::toggled, letters, &QAction::setChecked);
    connect(letters, &QAction::toggled, areOn, &QCheckBox::setChecked);
    content()->addWidget(areOn);
    auto *note = new PlainLabel(TextStyle::Caption, ColorRole::TextMuted);
    note->setText(tr("Single letters act only while a list, a difference or a graph has the focus. Off, everything stays in the palette."));
    content()->addWidget(note);
}

} // namespace lakehouse::views
