#include "shell/letter_keys.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTextEdit>

namespace lakehouse::views {

LetterKeys::LetterKeys(QWidget *window)
    : QObject(window), m_window(window)
{
    qApp->installEventFilter(this);
}

bool LetterKeys::isTextField(const QWidget *widget)
{
    if (const auto *plain = qobject_cast<const QPlainTextEdit *>(widget))
        return !plain->isReadOnly();
    if (const auto *rich = qobject_cast<const QTextEdit *>(widget))
        return !rich->isReadOnly();
    return qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget) || qobject_cast<const QComboBox *>(widget);
}

/// Lists, tables, texts of differences and graphs all scroll; a plain scroll area only carries other controls. A control that is one of
/// them without scrolling says so with the property "letterKeys".
bool LetterKeys::isListDiffOrGraph(const QWidget *widget)
{
    if (!widget || isTextField(widget))
        return false;
    return (qobject_cast<const QAbstractScrollArea *>(widget) && !qobject_cast<const QScrollArea *>(widget))
        || widget->property("letterKeys").toBool();
}

bool LetterKeys::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto *receiver = qobject_cast<QWidget *>(watched);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (!receiver || receiver->window() != m_window || key->isAutoRepeat())
        return false;
    const Qt::KeyboardModifiers modifiers = key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const bool isCharacter = modifiers == Qt::NoModifier && key->key() >= Qt::Key_Space && key->key() < Qt::Key_Escape;
    if (!isCharacter || isAllowed(*key))
        return false;
    event->accept(); // the widget gets it as an ordinary key, and no shortcut sees it
    return true;
}

bool LetterKeys::isAllowed(const QKeyEvent &key)
{
    const QWidget *focus = QApplication::focusWidget();
    const bool wasGoing = std::exchange(m_isGoing, false);
    if (!m_isOn || isTextField(focus))
        return false;
    if (key.key() == Qt::Key_G && key.modifiers() == Qt::NoModifier && !wasGoing)
        m_isGoing = true;
    return m_isGoing || wasGoing || key.key() == Qt::Key_Question || isListDiffOrGraph(focus);
}

} // namespace lakehouse::views
