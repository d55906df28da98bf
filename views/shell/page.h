#pragma once

#include "api/operations/project.h"
#include "model/workflow.h"
#include "shell/command_action.h"
#include "shell/palette_item.h"
#include "shell/place.h"

#include <QWidget>

#include <vector>

namespace lakehouse::views {

/// One page of the console. The shell makes it once, on its first use or in the background, and keeps it until the window closes.
/// Its actions() are its commands: the palette, the shortcut sheet and the keys take them from there.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(QWidget *parent = nullptr);

    virtual QString id() const = 0;
    /// Goes to a place whose `page` is this one. An object that is not there (yet) is kept and selected when it arrives.
    virtual void setPlace(const Place &place);
    virtual Place place() const;
    /// Reads everything anew: called before the page is shown first, and on F5. Old data stays visible meanwhile.
    virtual void refresh();
    /// The project moved: settings, plan, ledger or runs. Called whether the page is shown or not, once more after it was made.
    virtual void pulse(const api::ProjectPulse &pulse);
    /// The seven steps were read anew.
    virtual void workflowChanged(const model::WorkflowStatus &workflow);
    /// What survives a restart besides the place: sort, columns, splitters. Restoring runs nothing. Bytes of an older version are ignored.
    virtual QByteArray saveState() const;
    virtual void restoreState(const QByteArray &state);
    /// What this page offers the palette for the typed words, from what it holds in memory; quick, at most a few hundred.
    virtual std::vector<PaletteItem> paletteItems(const QString &words) const;
    /// The widget that takes the focus when the page is opened. The page itself when nothing better is there.
    virtual QWidget *focusStart();

    /// Makes an action a command of this page: its shortcut works while the focus is inside the page.
    void addCommand(CommandAction *command);

Q_SIGNALS:
    void placeChanged(); ///< selection, tab or filter: the shell writes it down at once
    void stateChanged(); ///< what saveState() returns is another one: the shell writes it down at once
    void settled();      ///< everything that was asked for is on screen, or its failure is
    void attentionChanged(int items); ///< how many things here need this person
};

} // namespace lakehouse::views
