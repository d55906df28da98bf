#include "kit/diff_commands.h"

#include "kit/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QKeyEvent>
#include <QMenu>
#include <QWidget>

namespace lakehouse::views {

DiffCommands::DiffCommands(QWidget *owner) : QObject(owner), m_owner(owner)
{
    nextChange = add(QStringLiteral("diff-next-change"), tr("Next change"), Qt::Key_F7);
    nextChange->setIcon(icon(IconName::ArrowDown));
    previousChange = add(QStringLiteral("diff-previous-change"), tr("Previous change"), Qt::SHIFT | Qt::Key_F7);
    previousChange->setIcon(icon(IconName::ArrowUp));
    layout = add(QStringLiteral("diff-layout"), tr("Side by side or unified"), Qt::Key_D);
    find = add(QStringLiteral("diff-find"), tr("Find in the comparison…"), QKeySequence::Find);
    find->setIcon(icon(IconName::Search));
    viewed = add(QStringLiteral("diff-viewed"), tr("Mark the file as viewed"), Qt::Key_W);
    viewed->setIcon(icon(IconName::Eye));
    ignoreWhitespace = add(QStringLiteral("diff-ignore-whitespace"), tr("Ignore white space"));
    ignoreWhitespace->setCheckable(true);
    openAll = add(QStringLiteral("diff-open-all"), tr("Show the lines of all files"));
    foldAll = add(QStringLiteral("diff-close-all"), tr("Close all files"));
    showFolded = add(QStringLiteral("diff-show-unchanged"), tr("Show unchanged lines"));
    showFolded->setCheckable(true);
    copy = add(QStringLiteral("diff-copy"), tr("Copy"), QKeySequence::Copy);
    copy->setIcon(icon(IconName::Copy));
    copyWithNumbers = add(QStringLiteral("diff-copy-with-numbers"), tr("Copy with line numbers"));
    selectAll = add(QStringLiteral("diff-select-all"), tr("Select all"), QKeySequence::SelectAll);
    savePatch = add(QStringLiteral("diff-save-patch"), tr("Save as a patch…"));
    savePatch->setIcon(icon(IconName::Download));
    saveHtml = add(QStringLiteral("diff-save-html"), tr("Save as an HTML page…"));
    extents = new QActionGroup(this);
    const QStringList names{QStringLiteral("diff-changes"), QStringLiteral("diff-whole-file"), QStringLiteral("diff-before-only"),
        QStringLiteral("diff-after-only")};
    const QStringList words{tr("Changes"), tr("Whole files"), tr("Only before"), tr("Only after")};
    for (int i = 0; i < names.size(); ++i) {
        QAction *extent = add(names[i], words[i]);
        extent->setCheckable(true);
        extent->setData(i);
        extents->addAction(extent);
    }
    extents->actions().first()->setChecked(true);
}

QAction *DiffCommands::add(const QString &name, const QString &words, const QKeySequence &keys)
{
    auto *action = new QAction(words, this);
    action->setObjectName(name);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (!keys.isEmpty())
        action->setToolTip(tr("%1 (%2)", "what a button does, its key").arg(action->text(), keys.toString(QKeySequence::NativeText)));
    m_owner->addAction(action);
    m_all.append(action);
    return action;
}

QList<QAction *> DiffCommands::all() const
{
    return m_all;
}

QAction *DiffCommands::actionOf(const QKeyEvent &event) const
{
    const QKeySequence pressed(event.keyCombination());
    for (QAction *action : m_all)
        if (action->isEnabled() && action->shortcuts().contains(pressed))
            return action;
    return nullptr;
}

void DiffCommands::fill(QMenu &menu) const
{
    menu.addActions({find, viewed, openAll, foldAll, showFolded});
    menu.addSeparator();
    menu.addActions({copy, copyWithNumbers, selectAll});
    menu.addSeparator();
    menu.addActions({savePatch, saveHtml});
}

void DiffCommands::fillCopyMenu(QMenu &menu) const
{
    menu.addActions({copy, copyWithNumbers, selectAll});
    menu.addSeparator();
    menu.addActions({nextChange, previousChange, find});
    menu.addSeparator();
    menu.addActions({viewed, showFolded});
}

} // namespace lakehouse::views
