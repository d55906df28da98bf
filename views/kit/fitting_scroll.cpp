#include "kit/fitting_scroll.h"

#include "kit/theme.h"

#include <QApplication>
#include <QResizeEvent>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
constexpr int fewestLines = 5; ///< that stay in sight of a longer column
}

FittingScroll::FittingScroll(QWidget *parent) : QScrollArea(parent)
{
    auto *body = new QWidget(this);
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(0, 0, 0, 0);
    setWidget(body);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    body->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { showFocus(now); });
}

int FittingScroll::neededHeight() const
{
    return m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(viewport()->width()) : m_column->totalSizeHint().height();
}

QSize FittingScroll::sizeHint() const
{
    return {m_column->totalSizeHint().width(), neededHeight()};
}

QSize FittingScroll::minimumSizeHint() const
{
    return {m_column->totalMinimumSize().width(), qMin(neededHeight(), fewestLines * Theme::instance().lineHeight(TextStyle::Body))};
}

bool FittingScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    if (watched == widget() && event->type() == QEvent::Resize) // an error came below the field: seen once everything has its place
        QMetaObject::invokeMethod(this, [this] { showFocus(QApplication::focusWidget()); }, Qt::QueuedConnection);
    return QScrollArea::eventFilter(watched, event);
}

void FittingScroll::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

void FittingScroll::showFocus(QWidget *now)
{
    if (!now || !widget()->isAncestorOf(now))
        return;
    ensureWidgetVisible(now);
    // And what stands below a field: its help or its error.
    const int below = 2 * Theme::instance().lineHeight(TextStyle::Caption);
    if (now->height() + 2 * below < viewport()->height())
        ensureVisible(0, now->mapTo(widget(), now->rect().bottomLeft()).y(), 0, below);
}

} // namespace lakehouse::views
