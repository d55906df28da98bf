#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

namespace lakehouse::views {
class CommandAction;
class DataTable;
}

namespace lakehouse::testsupport {

/// Keyboard and mouse of a person in front of one window: keys go to whatever has the focus, clicks to whatever lies under the pointer.
class ConsoleHand {
public:
    /// Lets go of the window before.
    void take(QWidget *window);
    QWidget *window() const { return m_window; }
    /// The visible window with this object name, waited for; nothing after the time.
    static QWidget *awaitWindow(const char *name, int milliseconds = 10'000);

    void press(int key, Qt::KeyboardModifiers modifiers = {});
    /// One key after the other, as the person's fingers do.
    void type(const QString &text);
    /// False: the widget is hidden, or something else lies over its middle.
    bool click(QWidget *target);
    /// Presses Tab until the widget with this name has the focus.
    bool tabTo(const char *name);
    /// Empties the focused text field and types into it.
    void retype(const QString &text);
    /// G and a key, from a place where letters act.
    void go(int key);
    /// Ctrl+K, the words, Enter.
    bool command(const QString &words);

    template<typename Widget = QWidget>
    Widget *find(const char *name) const { return m_window->findChild<Widget *>(QString::fromLatin1(name)); }
    /// The visible one of this name, where several pages have one.
    template<typename Widget = QWidget>
    Widget *visible(const char *name) const
    {
        for (Widget *widget : m_window->findChildren<Widget *>(QString::fromLatin1(name)))
            if (widget->isVisible())
                return widget;
        return nullptr;
    }
    /// The action of the page on show, or of the window; nullptr: neither has it.
    views::CommandAction *action(const char *id) const;
    bool isFree(const char *id) const;
    bool isBlocked(const char *id) const; ///< and says why
    /// To the row with this id by F6, Tab and the arrows; the rows have the focus afterwards.
    bool moveTo(views::DataTable &table, const QString &row);

private:
    QPointer<QWidget> m_window;
};

/// What a person reads in the cell: "" when the row or the column is not there.
QString cell(const views::DataTable &table, const QString &row, int column);

} // namespace lakehouse::testsupport
