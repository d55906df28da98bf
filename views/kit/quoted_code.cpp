#include "kit/quoted_code.h"

#include "kit/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QWheelEvent>

namespace lakehouse::views {

namespace {
constexpr int mostLines = 9; ///< of a longer text the quoted line stands in the middle, the rest is scrolled to
}

class QuotedCode::Numbers : public QWidget {
public:
    explicit Numbers(QuotedCode *code) : QWidget(code), m_code(code) {}

protected:
    void paintEvent(QPaintEvent *event) override { m_code->paintNumbers(event); }

private:
    QuotedCode *m_code;
};

QuotedCode::QuotedCode(const QString &code, int line, int firstLine, QWidget *parent)
    : QPlainTextEdit(parent), m_numbers(new Numbers(this)), m_line(line), m_firstLine(firstLine)
{
    setObjectName(QStringLiteral("quoted-code"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setPlainText(code);
    const QString quoted = document()->findBlockByNumber(m_line - m_firstLine).text().trimmed();
    setAccessibleName(m_line > 0 ? tr("Code, line %1: %2").arg(m_line).arg(quoted) : tr("Code"));
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this](const QRect &, int moved) {
        if (moved)
            m_numbers->scroll(0, moved);
        else
            m_numbers->update();
    });
    connect(&Theme::instance(), &Theme::changed, this, &QuotedCode::dress);
    dress();
}

void QuotedCode::dress()
{
    const Theme &theme = Theme::instance();
    setFont(theme.font(TextStyle::Mono));
    document()->setDocumentMargin(0);
    document()->setDefaultFont(theme.font(TextStyle::Mono));
    QList<QTextEdit::ExtraSelection> marks;
    const QTextBlock block = document()->findBlockByNumber(m_line - m_firstLine);
    if (m_line > 0 && block.isValid()) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.format.setBackground(theme.color(ColorRole::Selected));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks += mark;
    }
    setExtraSelections(marks);
    setViewportMargins(numbersWidth(), 0, 0, 0);
    updateGeometry();
}

int QuotedCode::shownLines() const
{
    return qMin(blockCount(), mostLines);
}

int QuotedCode::numbersWidth() const
{
    const int last = m_firstLine + blockCount() - 1;
    const QFontMetrics metrics(Theme::instance().font(TextStyle::Mono));
    return metrics.horizontalAdvance(QString::number(last)) + 2 * Theme::instance().space(Space::Small);
}

int QuotedCode::heightForWidth(int width) const
{
    const QFontMetricsF metrics(Theme::instance().font(TextStyle::Mono));
    double widest = 0;
    for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next())
        widest = qMax(widest, metrics.horizontalAdvance(block.text()));
    const int frame = Theme::instance().space(Space::Small);
    const bool isScrolled = widest + numbersWidth() + frame > width;
    return qCeil(shownLines() * qCeil(metrics.height())) + frame + (isScrolled ? horizontalScrollBar()->sizeHint().height() : 0);
}

QSize QuotedCode::sizeHint() const
{
    const int width = QFontMetrics(Theme::instance().font(TextStyle::Mono)).averageCharWidth() * 40;
    return {width, heightForWidth(width)};
}

QSize QuotedCode::minimumSizeHint() const
{
    return {2 * numbersWidth(), shownLines() * QFontMetrics(Theme::instance().font(TextStyle::Mono)).height()};
}

void QuotedCode::paintNumbers(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(m_numbers);
    painter.setFont(theme.font(TextStyle::Mono));
    const int right = m_numbers->width() - theme.space(Space::Small);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > m_numbers->height())
            break;
        const bool marked = isMarked(block.blockNumber());
        if (marked) {
            painter.fillRect(QRectF(0, place.top(), m_numbers->width(), place.height()), theme.color(ColorRole::Selected));
            painter.fillRect(QRectF(0, place.top(), theme.space(Space::Tight), place.height()), theme.color(ColorRole::Accent));
        }
        painter.setPen(theme.color(marked ? ColorRole::Text : ColorRole::TextMuted));
        painter.drawText(QRectF(0, place.top(), right, place.height()), Qt::AlignRight | Qt::AlignTop,
                         QString::number(m_firstLine + block.blockNumber()));
    }
}

void QuotedCode::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), viewport()->y(), numbersWidth(), viewport()->height());
    if (m_line > 0 && blockCount() > mostLines && !event->oldSize().isValid())
        verticalScrollBar()->setValue(m_line - m_firstLine - mostLines / 2);
}

void QuotedCode::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && !textCursor().hasSelection())
        event->ignore(); // the card around it copies all of itself
    else
        QPlainTextEdit::keyPressEvent(event);
}

void QuotedCode::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QPlainTextEdit::wheelEvent(event);
    else
        event->ignore(); // a wheel that travels over the cards is not caught by one of them
}

} // namespace lakehouse::views
