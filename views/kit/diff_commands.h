#pragma once

#include "kit/diff_model.h"

#include <QKeySequence>
#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QKeyEvent;
class QMenu;
class QWidget;

namespace lakehouse::views {

/// What can be done with a comparison, as actions with names, keys and icons. The owner connects them. Their keys act only while the
/// owner or something in it has the focus, and go before those of the page around it.
class DiffCommands : public QObject {
    Q_OBJECT
public:
    explicit DiffCommands(QWidget *owner);

    QList<QAction *> all() const;
    /// The action of a pressed key; nullptr: none.
    QAction *actionOf(const QKeyEvent &event) const;
    void fill(QMenu &menu) const;
    void fillCopyMenu(QMenu &menu) const;

    QAction *nextChange, *previousChange, *layout, *find, *viewed, *ignoreWhitespace;
    QAction *openAll, *foldAll, *showFolded;
    QAction *copy, *copyWithNumbers, *selectAll;
    QAction *savePatch, *saveHtml;
    QActionGroup *extents; ///< one action each, in the order of DiffExtent

private:
    QAction *add(const QString &name, const QString &words, const QKeySequence &keys = {});

    QWidget *m_owner;
    QList<QAction *> m_all;
};

} // namespace lakehouse::views
