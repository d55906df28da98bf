#include "kit/selectable_text.h"

#include "kit/theme.h"

#include <QKeyEvent>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QWheelEvent>

namespace lakehouse::views {

namespace {
void fill(QTextDocument &document, const QString &words, const QFont &font, const QTextCharFormat &format)
{
    document.setUndoRedoEnabled(false);
    document.setDocumentMargin(0);
    document.setDefaultFont(font);
    QTextOption option = document.defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document.setDefaultTextOption(option);
    document.clear();
    QTextCursor(&document).insertText(words, format);
}
} // namespace

SelectableText::SelectableText(const QString &words, TextStyle style, ColorRole role, QWidget *parent)
    : QTextEdit(parent), m_words(words), m_style(style), m_role(role)
{
    setObjectName(QStringLiteral("selectable-text"));
    setFrameShape(QFrame::NoFrame);
    setStyleSheet(QStringLiteral("QTextEdit { background: transparent; border: none; padding: 0; margin: 0; min-height: 0; }"));
    viewport()->setAutoFillBackground(false);
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::ClickFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, &SelectableText::dress);
    dress();
}

void SelectableText::dress()
{
    const Theme &theme = Theme::instance();
    QTextCharFormat format;
    format.setForeground(theme.color(m_role));
    setFont(theme.font(m_style));
    fill(*document(), m_words, theme.font(m_style), format);
    m_measuredWidth = -1;
    setAccessibleName(m_words);
    updateGeometry();
}

int SelectableText::heightForWidth(int width) const
{
    if (width != m_measuredWidth) {
        QTextDocument measured;
        fill(measured, m_words, Theme::instance().font(m_style), {});
        measured.setTextWidth(qMax(1, width));
        m_measuredWidth = width;
        m_measuredHeight = qCeil(measured.size().height());
    }
    return m_measuredHeight;
}

QSize SelectableText::sizeHint() const
{
    const QFontMetrics metrics(Theme::instance().font(m_style));
    const int widest = metrics.averageCharWidth() * 60;
    const int wanted = qMin(widest, metrics.horizontalAdvance(m_words) + 2);
    return {wanted, heightForWidth(wanted)};
}

QSize SelectableText::minimumSizeHint() const
{
    const QFontMetrics metrics(Theme::instance().font(m_style));
    return {metrics.averageCharWidth() * 8, metrics.height()};
}

void SelectableText::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && !textCursor().hasSelection())
        event->ignore();
    else
        QTextEdit::keyPressEvent(event);
}

void SelectableText::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

void SelectableText::focusOutEvent(QFocusEvent *event)
{
    QTextEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    QTextCursor cursor = textCursor();
    cursor.clearSelection();
    setTextCursor(cursor);
}

QString markedText(const QWidget &parent)
{
    for (const SelectableText *text : parent.findChildren<SelectableText *>())
        if (text->textCursor().hasSelection())
            return text->textCursor().selection().toPlainText();
    return {};
}

} // namespace lakehouse::views
