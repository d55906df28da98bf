#pragma once

#include "shell/session_state.h"
#include "kit/tokens.h"

#include <QMenu>

class QActionGroup;

namespace lakehouse::views {

/// What a person chooses for themselves: theme, density, text size, colours of differences, motion, single-letter keys. Each choice acts at
/// once and is kept for every project.
class PersonMenu : public QMenu {
    Q_OBJECT

public:
    /// `theme`: for this time, instead of the one that was kept.
    PersonMenu(SessionState &session, const QString &person, std::optional<ThemeChoice> theme, QWidget *parent);
    /// The choices as commands, for the palette: "Theme: dark".
    QList<QAction *> commands() const { return m_commands; }
    bool areLettersOn() const;
    /// The switch of the single-letter keys.
    QAction *letters() const { return m_letters; }

Q_SIGNALS:
    void lettersChanged(bool isOn);

private:
    struct Choice {
        QString title;
        QByteArray value;
    };
    void addChoices(const QString &title, const QString &key, const std::vector<Choice> &choices, const QByteArray &current,
                    std::function<void(const QByteArray &)> apply, const QByteArray &forNow = {});
    QAction *addSwitch(const QString &key, const QString &title, bool isOn, std::function<void(bool)> apply);

    SessionState &m_session;
    QList<QAction *> m_commands;
    QAction *m_letters = nullptr;
};

} // namespace lakehouse::views
