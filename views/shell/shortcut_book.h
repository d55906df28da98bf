#pragma once

#include "shell/session_state.h"

#include <QAction>
#include <QPointer>

#include <vector>

namespace lakehouse::views {

/// The keys of every command: as the program has them, or as a person chose. A choice acts at once and is kept for every project of the person.
class ShortcutBook : public QObject {
    Q_OBJECT

public:
    explicit ShortcutBook(SessionState &session, QObject *parent);

    /// Where the commands of the window stand: they act on every page.
    static QString everywhere() { return QStringLiteral("window"); }
    /// `context`: everywhere(), or the page inside which it acts. What it has now are its usual keys; it gets those that were chosen.
    void add(const QString &context, QAction *action);
    QList<QAction *> actions(const QString &context) const;

    /// Why the action cannot have the keys, as that something else in reach has them, by its name; empty: it can. No keys can always be had.
    QString whyNot(const QAction *action, const QKeySequence &keys) const;
    /// The keys must not be refused. Empty: it has none from now on.
    void assign(QAction *action, const QKeySequence &keys);
    bool isChanged(const QAction *action) const;
    /// Gives the action its usual keys; what has taken one of them meanwhile keeps it.
    void reset(QAction *action);
    void resetAll();

Q_SIGNALS:
    void changed();

private:
    struct Command {
        QString context;
        QPointer<QAction> action;
        QList<QKeySequence> usual;
        std::optional<QList<QKeySequence>> chosen;
    };

    Command *find(const QAction *action);
    const Command *find(const QAction *action) const;
    QString holder(const Command &command, const QKeySequence &keys) const;
    void restoreUsual(Command &command);
    void keep();

    SessionState &m_session;
    std::vector<Command> m_commands;
};

} // namespace lakehouse::views
