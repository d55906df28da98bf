#include "shell/shortcut_book.h"

#include "shell/command_action.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lakehouse::views {

namespace {

QString keptAs(const QString &context, const QAction &action)
{
    return context + QLatin1Char('/') + action.objectName();
}

QJsonObject keptKeys(const SessionState &session)
{
    return QJsonDocument::fromJson(session.preference(QStringLiteral("keys"))).object();
}

/// One of them is the other, or how the other begins: then the longer one could never be pressed.
bool clash(const QKeySequence &left, const QKeySequence &right)
{
    return !left.isEmpty() && !right.isEmpty() && (left.matches(right) != QKeySequence::NoMatch || right.matches(left) != QKeySequence::NoMatch);
}

/// What every list does with a letter; no command may take that from it.
QString listMeaning(const QKeySequence &keys)
{
    static const std::pair<const char *, const char *> known[] = {
        {"J", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Next row of a list")}, {"K", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Row before")},
        {"N", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Next row that needs me")}, {"P", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Row before that needs me")},
        {"Shift+V", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Whole value of a cell")}, {"Shift+S", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Sort a list")},
        {"/", QT_TRANSLATE_NOOP("lakehouse::views::ShortcutBook", "Filter a list")}};
    for (const auto &[text, meaning] : known)
        if (clash(keys, QKeySequence(QString::fromLatin1(text))))
            return ShortcutBook::tr(meaning);
    return {};
}

bool isOfBrowser(QKeyCombination chord)
{
    const bool isNewOrTabOrClose = chord.key() == Qt::Key_N || chord.key() == Qt::Key_T || chord.key() == Qt::Key_W;
    const bool isTabNumber = chord.key() >= Qt::Key_1 && chord.key() <= Qt::Key_9;
    return (chord.keyboardModifiers() == Qt::ControlModifier && (isNewOrTabOrClose || isTabNumber))
        || (chord.keyboardModifiers() == (Qt::ControlModifier | Qt::ShiftModifier) && chord.key() == Qt::Key_N);
}

/// On every keyboard, in one stroke: letters, digits, function keys, and those that move when something is held with them.
bool isOnEveryKeyboard(QKeyCombination chord)
{
    const Qt::Key key = chord.key();
    const bool isLetterOrDigit = (key >= Qt::Key_A && key <= Qt::Key_Z) || (key >= Qt::Key_0 && key <= Qt::Key_9);
    const bool isFunction = key >= Qt::Key_F1 && key <= Qt::Key_F12;
    const bool isHeld = chord.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier);
    const bool isMove = (key >= Qt::Key_Home && key <= Qt::Key_PageDown) || key == Qt::Key_Return;
    return isLetterOrDigit || isFunction || key == Qt::Key_Question || (isMove && isHeld);
}

} // namespace

ShortcutBook::ShortcutBook(SessionState &session, QObject *parent) : QObject(parent), m_session(session) {}

void ShortcutBook::add(const QString &context, QAction *action)
{
    m_commands.push_back({.context = context, .action = action, .usual = action->shortcuts(), .chosen = {}});
    Command &command = m_commands.back();
    const QJsonValue kept = keptKeys(m_session).value(keptAs(context, *action));
    if (!kept.isString())
        return restoreUsual(command);
    const QKeySequence keys = QKeySequence::fromString(kept.toString(), QKeySequence::PortableText);
    if (!whyNot(action, keys).isEmpty())
        return restoreUsual(command); // another version of the program gave them away
    command.chosen = keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys};
    action->setShortcuts(*command.chosen);
}

QList<QAction *> ShortcutBook::actions(const QString &context) const
{
    QList<QAction *> actions;
    for (const Command &command : m_commands)
        if (command.context == context && command.action)
            actions += command.action;
    return actions;
}

ShortcutBook::Command *ShortcutBook::find(const QAction *action)
{
    const auto found = std::ranges::find_if(m_commands, [action](const Command &command) { return command.action == action; });
    return found == m_commands.end() ? nullptr : &*found;
}

const ShortcutBook::Command *ShortcutBook::find(const QAction *action) const
{
    return const_cast<ShortcutBook *>(this)->find(action);
}

/// The name of another command in reach that has the keys; empty: none.
QString ShortcutBook::holder(const Command &command, const QKeySequence &keys) const
{
    for (const Command &other : m_commands) {
        const bool isInReach = other.context == command.context || other.context == everywhere() || command.context == everywhere();
        if (!other.action || other.action == command.action || !isInReach)
            continue;
        const QList<QKeySequence> held = other.action->shortcuts();
        if (std::ranges::any_of(held, [&keys](const QKeySequence &theirs) { return clash(keys, theirs); }))
            return paletteText(*other.action);
    }
    return {};
}

QString ShortcutBook::whyNot(const QAction *action, const QKeySequence &keys) const
{
    const Command *command = find(action);
    if (!command || keys.isEmpty())
        return {};
    const QString written = keys.toString(QKeySequence::NativeText);
    if (const QString taken = holder(*command, keys); !taken.isEmpty())
        return tr("%1 already means: %2.", "keys, what they do").arg(written, taken);
    if (command->usual.contains(keys))
        return {};
    if (keys.count() > 2)
        return tr("Two strokes at most: %1 are too many.").arg(written);
    for (int i = 0; i < keys.count(); ++i) {
        if (isOfBrowser(keys[uint(i)]))
            return tr("A browser keeps %1 for itself.").arg(written);
        if (!isOnEveryKeyboard(keys[uint(i)]))
            return tr("%1 cannot be pressed on every keyboard, or moves and edits everywhere: use letters, digits or function keys.").arg(written);
    }
    if (const QString meaning = listMeaning(keys); !meaning.isEmpty())
        return tr("%1 already means: %2.", "keys, what they do").arg(written, meaning);
    return {};
}

void ShortcutBook::assign(QAction *action, const QKeySequence &keys)
{
    Command *command = find(action);
    if (!command)
        return;
    const QList<QKeySequence> all = keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys};
    command->chosen = all == command->usual ? std::nullopt : std::optional(all);
    action->setShortcuts(all);
    keep();
}

bool ShortcutBook::isChanged(const QAction *action) const
{
    const Command *command = find(action);
    return command && command->chosen;
}

void ShortcutBook::restoreUsual(Command &command)
{
    command.chosen.reset();
    QList<QKeySequence> free;
    for (const QKeySequence &keys : command.usual)
        if (holder(command, keys).isEmpty())
            free += keys;
    command.action->setShortcuts(free);
}

void ShortcutBook::reset(QAction *action)
{
    Command *command = find(action);
    if (!command || !command->chosen)
        return;
    restoreUsual(*command);
    keep();
}

void ShortcutBook::resetAll()
{
    for (Command &command : m_commands)
        if (command.action && command.chosen)
            command.action->setShortcuts({});
    for (Command &command : m_commands)
        if (command.action)
            restoreUsual(command); // also those whose keys somebody else had
    m_session.setPreference(QStringLiteral("keys"), {}); // of pages that were not made yet, too
    Q_EMIT changed();
}

/// Of pages that were not made in this window what was kept stays.
void ShortcutBook::keep()
{
    QJsonObject kept = keptKeys(m_session);
    for (const Command &command : m_commands) {
        if (!command.action)
            continue;
        const QString name = keptAs(command.context, *command.action);
        if (command.chosen)
            kept.insert(name, command.chosen->isEmpty() ? QString() : command.chosen->front().toString(QKeySequence::PortableText));
        else
            kept.remove(name);
    }
    m_session.setPreference(QStringLiteral("keys"), kept.isEmpty() ? QByteArray() : QJsonDocument(kept).toJson(QJsonDocument::Compact));
    Q_EMIT changed();
}

} // namespace lakehouse::views
