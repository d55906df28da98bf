#include "kit/code_view.h"

#include "kit/code_edit.h"
#include "kit/find_bar.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

class CodeView::Private {
public:
    explicit Private(CodeView *view)
        : title(new PlainLabel(TextStyle::Strong, ColorRole::Text, view)), findBar(new FindBar(view)), edit(new CodeEdit(view))
    {
    }

    void goToMatch(int step)
    {
        const std::vector<int> &matches = edit->matches();
        if (matches.empty())
            return;
        const int from = step > 0 ? edit->textCursor().selectionEnd() : edit->textCursor().selectionStart();
        const auto found = std::ranges::lower_bound(matches, from);
        const qsizetype count = qsizetype(matches.size());
        const qsizetype index = ((found - matches.begin()) - (step > 0 ? 0 : 1) + count) % count;
        edit->select(matches[std::size_t(index)], int(findBar->needle().size()));
        findBar->setCount(index + 1, count, true);
    }

    PlainLabel *title;
    FindBar *findBar;
    CodeEdit *edit;
    int line = 1;
};

CodeView::CodeView(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    setObjectName(QStringLiteral("code-view"));
    d->title->setObjectName(QStringLiteral("code-title"));
    d->title->hide();
    d->edit->setAccessibleName(tr("Code"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(Theme::instance().space(Space::Tight));
    column->addWidget(d->title);
    column->addWidget(d->findBar);
    column->addWidget(d->edit, 1);
    setFocusProxy(d->edit);
    connect(d->findBar, &FindBar::needleChanged, this, [this](const QString &needle) {
        d->edit->setNeedle(needle);
        d->findBar->setCount(0, qsizetype(d->edit->matches().size()), true);
    });
    connect(d->findBar, &FindBar::nextRequested, this, [this] { d->goToMatch(1); });
    connect(d->findBar, &FindBar::previousRequested, this, [this] { d->goToMatch(-1); });
    connect(d->findBar, &FindBar::closed, this, [this] {
        d->edit->setNeedle({});
        d->edit->setFocus();
    });
    connect(d->edit, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (std::exchange(d->line, currentLine()) != d->line)
            Q_EMIT currentLineChanged(d->line);
    });
}

CodeView::~CodeView() = default;

void CodeView::setText(const QString &text)
{
    if (text != d->edit->code())
        d->edit->setCode(text);
}

QString CodeView::text() const
{
    return d->edit->code();
}

void CodeView::setTitle(const QString &title)
{
    d->title->tell(title);
    d->edit->setAccessibleName(title.isEmpty() ? tr("Code") : title);
}

void CodeView::setHighlightedLines(const std::vector<LineRange> &ranges)
{
    std::vector<std::pair<int, int>> lines;
    for (const LineRange &range : ranges)
        if (const int first = std::max(1, range.first), last = std::min(d->edit->lineCount(), range.last); first <= last)
            lines.emplace_back(first - 1, last - 1);
    d->edit->setMarkedLines(std::move(lines));
}

void CodeView::showLine(int line)
{
    d->edit->showLine(line - 1);
}

int CodeView::currentLine() const
{
    return d->edit->currentLine() + 1;
}

void CodeView::openFind()
{
    const QString selected = d->edit->textCursor().selectedText();
    d->findBar->open(selected.contains(QChar::ParagraphSeparator) ? QString() : selected);
    d->edit->setNeedle(d->findBar->needle());
    d->findBar->setCount(0, qsizetype(d->edit->matches().size()), true);
}

QByteArray CodeView::saveState() const
{
    return QByteArray::number(currentLine()) + ' ' + QByteArray::number(d->edit->verticalScrollBar()->value());
}

void CodeView::restoreState(const QByteArray &state)
{
    const QList<QByteArray> parts = state.split(' ');
    if (parts.size() != 2)
        return;
    d->edit->showLine(parts[0].toInt() - 1, parts[1].toInt());
}

bool CodeView::event(QEvent *event)
{
    // Finding here goes before the finding of the page around, while the focus is here.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Find)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void CodeView::keyPressEvent(QKeyEvent *event)
{
    const bool isBack = event->modifiers() & Qt::ShiftModifier;
    if (event->matches(QKeySequence::Find))
        openFind();
    else if (event->key() == Qt::Key_F3 && !d->findBar->isHidden())
        d->goToMatch(isBack ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

} // namespace lakehouse::views
