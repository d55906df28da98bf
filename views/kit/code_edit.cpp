#include "kit/code_edit.h"

#include "kit/shown_text.h"
#include "kit/theme.h"

#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace lakehouse::views {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::microseconds budget = 6ms;
constexpr std::size_t mostMarks = 2000; ///< places that are marked at once; all are counted
constexpr int barWidth = 4;
constexpr qsizetype linesAtOnce = 500;

/// The column of line numbers. A press selects the line, dragging more.
class NumberColumn : public QWidget {
public:
    explicit NumberColumn(CodeEdit *edit) : QWidget(edit), m_edit(edit) { setObjectName(QStringLiteral("code-numbers")); }
    QSize sizeHint() const override { return {m_edit->numbersWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_edit->paintNumbers(event); }
    void mousePressEvent(QMouseEvent *event) override
    {
        if (event->button() != Qt::LeftButton)
            return;
        m_pressedAt = int(event->position().y());
        m_edit->selectLines(m_pressedAt, m_pressedAt);
    }
    void mouseMoveEvent(QMouseEvent *event) override { m_edit->selectLines(m_pressedAt, int(event->position().y())); }
    void wheelEvent(QWheelEvent *event) override { event->ignore(); }

private:
    CodeEdit *m_edit;
    int m_pressedAt = 0;
};

} // namespace

CodeEdit::CodeEdit(QWidget *parent) : QPlainTextEdit(parent), m_numbers(new NumberColumn(this))
{
    setObjectName(QStringLiteral("code-text"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setLayoutDirection(Qt::LeftToRight); // code reads so everywhere
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &CodeEdit::work);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_numbers->scroll(0, dy);
        else
            m_numbers->update(0, rect.y(), m_numbers->width(), rect.height());
        if (!m_timer.isActive())
            m_timer.start();
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeEdit::showMarks);
    connect(&Theme::instance(), &Theme::changed, this, &CodeEdit::dress);
    dress();
}

void CodeEdit::dress()
{
    setFont(Theme::instance().font(TextStyle::Mono));
    setTabStopDistance(4.0 * QFontMetricsF(font()).horizontalAdvance(u'0'));
    setViewportMargins(numbersWidth(), 0, 0, 0);
    std::ranges::fill(m_isColoured, 0);
    showMarks();
    m_timer.start();
}

void CodeEdit::setCode(const QString &text)
{
    m_code = text;
    m_marked.clear();
    m_lines = text::TextLines(text);
    m_colours = std::make_unique<SqlColours>(m_lines);
    m_isColoured.assign(std::size_t(lineCount()), 0);
    m_filled = 0;
    m_wanted.reset();
    clear();
    fill();
    setViewportMargins(numbersWidth(), 0, 0, 0);
    setNeedle(m_needle);
    m_timer.start();
}

void CodeEdit::work()
{
    const bool isColoured = colour();
    if (fill() && isColoured)
        m_timer.stop(); // an idle program is idle
}

/// True when the whole text is there.
bool CodeEdit::fill()
{
    if (m_filled >= m_lines.count())
        return true;
    QElapsedTimer timer;
    timer.start();
    while (m_filled < m_lines.count() && timer.nsecsElapsed() < std::chrono::nanoseconds(budget).count()) {
        QString piece;
        const bool isFirst = m_filled == 0;
        for (const qsizetype end = std::min(m_filled + linesAtOnce, m_lines.count()); m_filled < end; ++m_filled) {
            if (m_filled > 0)
                piece += u'\n';
            piece += shownText(m_lines.line(m_filled));
        }
        if (isFirst) {
            setPlainText(piece); // with the cursor at the top, where it stays
            continue;
        }
        QTextCursor behind(document());
        behind.movePosition(QTextCursor::End);
        behind.insertText(piece);
    }
    if (m_wanted && m_wanted->position + m_wanted->length < document()->characterCount())
        goTo(*std::exchange(m_wanted, std::nullopt));
    if (m_filled < m_lines.count())
        return false;
    showMarks(); // of what was not there yet
    return true;
}

/// True when what is in view has its colours.
bool CodeEdit::colour()
{
    if (!m_colours)
        return true;
    if (!m_colours->step(budget))
        return false;
    bool isWaiting = false;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        if (blockBoundingGeometry(block).translated(contentOffset()).top() > viewport()->height())
            break;
        m_colours->tokens(block.blockNumber());
        if (m_colours->isBehind())
            isWaiting = true;
        else
            applyColours(block.blockNumber());
    }
    return !isWaiting;
}

int CodeEdit::lineCount() const
{
    return std::max(1, int(m_lines.count()));
}

int CodeEdit::currentLine() const
{
    return m_wanted ? int(QStringView(m_code).left(m_wanted->position).count(u'\n')) : textCursor().blockNumber();
}

void CodeEdit::select(int position, int length, std::optional<int> scroll)
{
    m_wanted = {position, length, scroll};
    if (position + length < document()->characterCount())
        goTo(*std::exchange(m_wanted, std::nullopt));
}

void CodeEdit::showLine(int line, std::optional<int> scroll)
{
    const int known = std::clamp(line, 0, lineCount() - 1);
    const qsizetype start = m_lines.count() == 0 ? 0 : m_lines.line(known).data() - m_lines.text().constData();
    select(int(start), 0, scroll);
}

void CodeEdit::goTo(const Wanted &wanted)
{
    QTextCursor cursor = textCursor();
    cursor.setPosition(wanted.position);
    cursor.setPosition(wanted.position + wanted.length, QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    centerCursor();
    if (wanted.scroll)
        verticalScrollBar()->setValue(*wanted.scroll);
}

void CodeEdit::applyColours(int line)
{
    if (m_isColoured[std::size_t(line)])
        return;
    m_isColoured[std::size_t(line)] = 1;
    QList<QTextLayout::FormatRange> formats;
    for (const SqlToken &token : m_colours->tokens(line)) {
        QTextLayout::FormatRange range{token.start, token.length, {}};
        range.format.setForeground(Theme::instance().color(token.role));
        formats.append(range);
    }
    const QTextBlock block = document()->findBlockByNumber(line);
    block.layout()->setFormats(formats);
    document()->markContentsDirty(block.position(), block.length());
}

void CodeEdit::setMarkedLines(std::vector<std::pair<int, int>> ranges)
{
    m_marked = std::move(ranges);
    showMarks();
    m_numbers->update();
}

bool CodeEdit::isMarked(int line) const
{
    return std::ranges::any_of(m_marked, [line](const std::pair<int, int> &range) { return line >= range.first && line <= range.second; });
}

void CodeEdit::setNeedle(const QString &needle)
{
    m_needle = needle;
    m_matches.clear();
    for (qsizetype at = needle.isEmpty() ? -1 : m_code.indexOf(needle, 0, Qt::CaseInsensitive); at >= 0;
        at = m_code.indexOf(needle, at + needle.size(), Qt::CaseInsensitive))
        m_matches.push_back(int(at));
    showMarks();
}

void CodeEdit::showMarks()
{
    const Theme &theme = Theme::instance();
    QList<QTextEdit::ExtraSelection> selections;
    for (const auto &[first, last] : m_marked) {
        for (int line = first; line <= std::min(last, blockCount() - 1); ++line) {
            QTextEdit::ExtraSelection whole;
            whole.cursor = QTextCursor(document()->findBlockByNumber(line));
            whole.format.setBackground(theme.color(ColorRole::Selected));
            whole.format.setProperty(QTextFormat::FullWidthSelection, true);
            selections.append(whole);
        }
    }
    for (std::size_t i = 0; i < std::min(m_matches.size(), mostMarks); ++i) {
        if (m_matches[i] + int(m_needle.size()) >= document()->characterCount())
            break; // not there yet
        QTextEdit::ExtraSelection found;
        found.cursor = QTextCursor(document());
        found.cursor.setPosition(m_matches[i]);
        found.cursor.setPosition(m_matches[i] + int(m_needle.size()), QTextCursor::KeepAnchor);
        found.format.setForeground(theme.statusFill(Status::NeedsYou));
        found.format.setBackground(theme.statusText(Status::NeedsYou));
        selections.append(found);
    }
    setExtraSelections(selections);
    m_numbers->update();
}

int CodeEdit::numbersWidth() const
{
    const int digits = int(QString::number(std::max(99, lineCount())).size());
    return barWidth + digits * QFontMetrics(font()).horizontalAdvance(u'0') + 2 * Theme::instance().space(Space::Small);
}

void CodeEdit::paintNumbers(QPaintEvent *event)
{
    const Theme &theme = Theme::instance();
    QPainter painter(m_numbers);
    painter.fillRect(event->rect(), theme.color(ColorRole::Canvas));
    painter.setFont(font());
    const int current = textCursor().blockNumber();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom())
            break;
        const QRect row(0, int(place.top()), m_numbers->width(), int(place.height()));
        if (isMarked(block.blockNumber())) {
            painter.fillRect(row, theme.color(ColorRole::Selected));
            painter.fillRect(QRect(0, row.top(), barWidth, row.height()), theme.color(ColorRole::Accent));
        }
        painter.setPen(theme.color(block.blockNumber() == current ? ColorRole::Text : ColorRole::TextMuted));
        painter.drawText(row.adjusted(0, 0, -theme.space(Space::Small), 0), Qt::AlignRight | Qt::AlignVCenter,
            QString::number(block.blockNumber() + 1));
    }
}

void CodeEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), viewport()->height());
}

void CodeEdit::selectLines(int fromY, int toY)
{
    const int first = cursorForPosition({0, std::min(fromY, toY)}).blockNumber(), last = cursorForPosition({0, std::max(fromY, toY)}).blockNumber();
    QTextCursor cursor(document()->findBlockByNumber(first));
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, last - first + 1);
    if (last + 1 >= blockCount())
        cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    setFocus(Qt::MouseFocusReason);
}

QMimeData *CodeEdit::createMimeDataFromSelection() const
{
    // The shown text has the same length as the real one.
    auto *data = new QMimeData;
    data->setText(m_code.mid(textCursor().selectionStart(), textCursor().selectionEnd() - textCursor().selectionStart()));
    return data;
}

void CodeEdit::keyPressEvent(QKeyEvent *event)
{
    // Keys that the view around answers.
    if (event->matches(QKeySequence::Find) || event->key() == Qt::Key_F3 || event->key() == Qt::Key_Escape)
        event->ignore();
    else
        QPlainTextEdit::keyPressEvent(event);
}

void CodeEdit::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu *menu = createStandardContextMenu(event->pos());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(event->globalPos());
}

} // namespace lakehouse::views
