#include "kit/reason_field.h"

#include "kit/button_kind.h"
#include "kit/icons.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBoundaryFinder>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
/// As a person counts: an accent on its letter is not one more, ten blanks are one.
int countCharacters(const QString &text)
{
    const QString plain = text.simplified();
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, plain);
    int count = 0;
    while (finder.toNextBoundary() != -1)
        ++count;
    return count;
}

/// Keys that belong to whatever the field stands in.
bool isForSurroundings(const QKeyEvent &event)
{
    const bool isEnter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    return event.key() == Qt::Key_Escape || (isEnter && event.modifiers() & Qt::ControlModifier);
}

constexpr int longestInMenu = 70;
} // namespace

ReasonField::ReasonField(QWidget *parent)
    : QWidget(parent), m_label(new PlainLabel(TextStyle::Strong, ColorRole::Text, this)), m_edit(new QPlainTextEdit(this)),
      m_count(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)), m_earlier(new QPushButton(tr("Earlier reasons"), this))
{
    setObjectName(QStringLiteral("reason-field"));
    const Theme &theme = Theme::instance();
    m_label->setBuddy(m_edit);
    m_edit->setObjectName(QStringLiteral("reason"));
    m_edit->setTabChangesFocus(true);
    m_edit->setPlaceholderText(tr("Why, in words that still make sense in a year"));
    m_edit->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("reason-count"));
    m_earlier->setObjectName(QStringLiteral("earlier-reasons"));
    m_earlier->setIcon(icon(IconName::History));
    setButtonKind(m_earlier, ButtonKind::Quiet);
    m_earlier->hide();
    setFocusProxy(m_edit);

    auto *head = new QHBoxLayout;
    head->addWidget(m_label, 1);
    head->addWidget(m_earlier);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.space(Space::Tight));
    layout->addLayout(head);
    layout->addWidget(m_edit);
    layout->addWidget(m_count);

    connect(m_earlier, &QPushButton::clicked, this, &ReasonField::showEarlier);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        tell();
        Q_EMIT reasonEdited(m_edit->toPlainText());
    });
    connect(&Theme::instance(), &Theme::changed, this, &ReasonField::fit);
    fit();
    tell();
}

void ReasonField::fit()
{
    const Theme &theme = Theme::instance();
    m_edit->setFixedHeight(3 * theme.lineHeight(TextStyle::Body) + 2 * theme.space(Space::Small));
}

void ReasonField::setMinimum(int characters)
{
    m_minimum = characters;
    tell();
}

QString ReasonField::text() const
{
    return m_edit->toPlainText();
}

QString ReasonField::reason() const
{
    return text().trimmed();
}

void ReasonField::setText(const QString &text)
{
    if (text == m_edit->toPlainText())
        return;
    const QSignalBlocker quiet(m_edit);
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
    tell();
}

void ReasonField::setReadOnly(bool isReadOnly)
{
    m_edit->setReadOnly(isReadOnly);
    m_earlier->setEnabled(!isReadOnly);
}

void ReasonField::setEarlierReasons(const QStringList &reasons)
{
    m_reasons.clear();
    for (const QString &reason : reasons)
        if (const QString plain = reason.trimmed(); !plain.isEmpty() && !m_reasons.contains(plain))
            m_reasons += plain;
    m_earlier->setVisible(!m_reasons.isEmpty());
}

QString ReasonField::missing() const
{
    const int written = countCharacters(text());
    if (written >= m_minimum)
        return {};
    return written == 0 ? tr("Write a reason of at least %n character(s).", nullptr, m_minimum)
                        : tr("Write %n more character(s).", nullptr, m_minimum - written);
}

void ReasonField::tell()
{
    m_label->setText(m_minimum > 0 ? tr("Reason") : tr("Reason, if you like"));
    const QString words = missing();
    m_count->setText(words.isEmpty() ? tr("It is kept with the decision.") : words);
    m_count->setRole(words.isEmpty() ? ColorRole::TextMuted : ColorRole::TextSecondary);
    m_edit->setAccessibleName(m_minimum > 0 ? tr("Reason, needed") : m_label->text());
    m_edit->setAccessibleDescription(m_count->text());
}

void ReasonField::showEarlier()
{
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("earlier-reasons-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    for (const QString &reason : std::as_const(m_reasons)) {
        QString words = reason.simplified();
        if (words.size() > longestInMenu)
            words = words.left(longestInMenu - 1).trimmed() + QChar(0x2026);
        QAction *action = menu->addAction(words.replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setToolTip(reason);
        connect(action, &QAction::triggered, this, [this, reason] { take(reason); });
    }
    menu->popup(m_earlier->mapToGlobal(QPoint(0, m_earlier->height())));
    if (!menu->actions().isEmpty())
        menu->setActiveAction(menu->actions().constFirst());
}

void ReasonField::take(const QString &reason)
{
    QTextCursor cursor(m_edit->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(reason);
    m_edit->moveCursor(QTextCursor::End);
    m_edit->setFocus();
}

bool ReasonField::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        if (isForSurroundings(*static_cast<QKeyEvent *>(event))) {
            event->ignore(); // handed on to the parent, as an ignored key is
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lakehouse::views
