#include "shell/shortcut_row.h"

#include "kit/button_kind.h"
#include "kit/plain_label.h"
#include "kit/theme.h"
#include "shell/command_action.h"
#include "shell/shortcut_book.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QPushButton>

namespace lakehouse::views {

namespace {

constexpr int keysCharacters = 18; ///< "Ctrl+Shift+C or F5" and what a button has around it

QString keysInWords(const QAction &action)
{
    QStringList keys;
    for (const QKeySequence &sequence : action.shortcuts())
        keys += sequence.toString(QKeySequence::NativeText);
    return keys.isEmpty() ? ShortcutRow::tr("no keys") : keys.join(ShortcutRow::tr(" or ", "between two keys for the same"));
}

} // namespace

ShortcutRow::ShortcutRow(ShortcutBook &book, QAction *action, QWidget *parent)
    : QWidget(parent), m_book(book), m_action(action), m_keys(new QPushButton(this)), m_edit(new QKeySequenceEdit(this)), m_what(new PlainLabel),
      m_said(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary)), m_reset(new QPushButton(tr("As it was"), this))
{
    setObjectName(QStringLiteral("keys-of-") + action->objectName());
    m_keys->setObjectName(QStringLiteral("keys"));
    m_edit->setObjectName(QStringLiteral("keys-edit"));
    m_said->setObjectName(QStringLiteral("keys-said"));
    m_reset->setObjectName(QStringLiteral("keys-reset"));
    setButtonKind(m_reset, ButtonKind::Quiet);
    const int width = QFontMetrics(Theme::instance().font(TextStyle::Body)).averageCharWidth() * keysCharacters;
    m_keys->setMinimumWidth(width);
    m_edit->setMinimumWidth(width);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::instance().space(Space::Medium));
    grid->setVerticalSpacing(Theme::instance().space(Space::Hair));
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_keys, 0, 0);
    grid->addWidget(m_edit, 0, 0);
    grid->addWidget(m_what, 0, 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_said, 1, 0, 1, 3);
    m_edit->hide();
    m_edit->installEventFilter(this);
    connect(m_keys, &QPushButton::clicked, this, &ShortcutRow::begin);
    connect(m_edit, &QKeySequenceEdit::editingFinished, this, [this] { take(m_edit->keySequence()); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_keys->setFocus(Qt::OtherFocusReason); // the button goes with the change
        m_book.reset(m_action);
    });
    connect(&m_book, &ShortcutBook::changed, this, &ShortcutRow::show);
    say({});
    show();
}

void ShortcutRow::show()
{
    if (!m_action)
        return;
    const QString what = paletteText(*m_action);
    const QString keys = keysInWords(*m_action);
    const QString why = blockedWhy(*m_action);
    m_keys->setText(keys);
    m_keys->setAccessibleName(tr("%1: %2. Change the keys", "a command, its keys").arg(what, keys));
    m_what->setText(why.isEmpty() ? what : tr("%1 (not now: %2)").arg(what, why));
    m_edit->setAccessibleName(tr("New keys for: %1").arg(what));
    m_reset->setVisible(m_book.isChanged(m_action));
    m_reset->setAccessibleName(tr("%1: the keys as they were").arg(what));
}

void ShortcutRow::say(const QString &sentence)
{
    m_said->tell(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

void ShortcutRow::begin()
{
    m_edit->clear();
    m_edit->show();
    m_edit->setFocus(Qt::OtherFocusReason);
    m_keys->hide();
    say(tr("Press the new keys. Backspace takes the keys away, Esc leaves them."));
}

void ShortcutRow::take(const QKeySequence &keys)
{
    if (!m_edit->isVisibleTo(this) || !m_action)
        return;
    const QString whyNot = m_book.whyNot(m_action, keys);
    end(m_edit->hasFocus() ? Then::GoBack : Then::Stay);
    if (!keys.isEmpty() && whyNot.isEmpty())
        m_book.assign(m_action, keys);
    say(whyNot);
}

void ShortcutRow::end(Then then)
{
    const QSignalBlocker quiet(m_edit); // losing the focus ends its editing once more
    m_keys->show();
    if (then == Then::GoBack)
        m_keys->setFocus(Qt::OtherFocusReason);
    m_edit->hide();
    say({});
}

bool ShortcutRow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_edit || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isAlone = key->modifiers() == Qt::NoModifier && m_edit->keySequence().isEmpty();
    if (!isAlone || (key->key() != Qt::Key_Escape && key->key() != Qt::Key_Backspace))
        return false;
    end(Then::GoBack);
    if (key->key() == Qt::Key_Backspace)
        m_book.assign(m_action, {});
    return true;
}

} // namespace lakehouse::views
