#pragma once

#include <QKeySequence>
#include <QPointer>
#include <QWidget>

class QAction;
class QKeySequenceEdit;
class QPushButton;

namespace lakehouse::views {

class PlainLabel;
class ShortcutBook;

/// One command with its keys. Pressing the keys' button takes new ones: the next stroke or two are them, Backspace takes them away, Esc leaves them.
class ShortcutRow : public QWidget {
    Q_OBJECT

public:
    /// Both live longer.
    ShortcutRow(ShortcutBook &book, QAction *action, QWidget *parent = nullptr);

    QAction *action() const { return m_action; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Then { Stay, GoBack };
    void show();
    void begin();
    void take(const QKeySequence &keys);
    void end(Then then);
    void say(const QString &sentence);

    ShortcutBook &m_book;
    QPointer<QAction> m_action;
    QPushButton *m_keys;
    QKeySequenceEdit *m_edit;
    PlainLabel *m_what;
    PlainLabel *m_said;
    QPushButton *m_reset;
};

} // namespace lakehouse::views
