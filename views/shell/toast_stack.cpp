#include "shell/toast_stack.h"

#include "kit/decision_panel.h"
#include "kit/icons.h"
#include "kit/theme.h"
#include "shell/notification_card.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

constexpr int most = 3;
constexpr int lettersPerLine = 52;
constexpr char doneProperty[] = "isDone";

/// Ends the toast when its time is over; while it is pointed at or has the focus the time begins anew.
class Life : public QObject {
public:
    Life(QWidget *toast, int milliseconds)
        : QObject(toast)
    {
        auto *timer = new QTimer(this);
        timer->setInterval(milliseconds);
        connect(timer, &QTimer::timeout, this, [toast] {
            const QWidget *focus = QApplication::focusWidget();
            if (!toast->underMouse() && !(focus && toast->isAncestorOf(focus)))
                toast->deleteLater();
        });
        timer->start();
    }
};

} // namespace

ToastStack::ToastStack(QWidget *window)
    : QWidget(window), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("toast-stack"));
    setAccessibleName(tr("New notifications"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(Theme::instance().space(Space::Small));
    window->installEventFilter(this);
    hide();
}

int ToastStack::count() const
{
    return m_column->count();
}

void ToastStack::show(const Notification &notification, const base::UtcTime &now)
{
    // What went well takes the place of what went well before: one card of that kind hides little.
    const bool isDone = notification.status == Status::Done;
    for (int i = m_column->count() - 1; isDone && i >= 0; --i)
        if (QWidget *before = m_column->itemAt(i)->widget(); before->property(doneProperty).toBool())
            delete before;
    if (m_column->count() >= most)
        delete m_column->itemAt(0)->widget();
    auto *card = new NotificationCard(notification, now, this);
    card->setProperty(doneProperty, isDone);
    auto *close = new QToolButton(card);
    close->setObjectName(QStringLiteral("toast-close"));
    close->setIcon(icon(IconName::X));
    close->setAccessibleName(tr("Close; it stays under the bell"));
    close->setToolTip(close->accessibleName());
    card->buttons()->addWidget(close);
    new Life(card, m_lifeMs);
    connect(close, &QToolButton::clicked, card, &QObject::deleteLater);
    connect(card, &NotificationCard::opened, this, [this, card](const Notification &chosen) {
        card->deleteLater();
        Q_EMIT opened(chosen);
    });
    connect(card, &QObject::destroyed, this, [this] { QTimer::singleShot(0, this, &ToastStack::place); });
    m_column->addWidget(card);
    qApp->installEventFilter(this); // while there is a toast: a panel may open below it
    card->show(); // a layout leaves out what is hidden, and would place the stack without it
    QWidget::show();
    place();
    raise();
}

void ToastStack::setBottomMargin(int pixels)
{
    m_bottom = pixels;
    place();
}

/// The panels in which something is decided, as far as they can be seen.
QRect ToastStack::decisions() const
{
    QRect all;
    for (const DecisionPanel *panel : parentWidget()->findChildren<DecisionPanel *>())
        if (panel->isVisible())
            all |= QRect(panel->mapTo(parentWidget(), QPoint()), panel->size());
    return all;
}

/// At the end of the last line; beside the panel in which something is decided, or above it, where it stands there.
QRect ToastStack::placeFor(const QSize &size) const
{
    const QWidget *window = parentWidget();
    const int margin = Theme::instance().space(Space::Large);
    const bool isLeftToRight = layoutDirection() == Qt::LeftToRight;
    const QRect usual(QPoint(isLeftToRight ? window->width() - size.width() - margin : margin, window->height() - m_bottom - margin - size.height()), size);
    const QRect kept = decisions();
    if (!usual.intersects(kept))
        return usual;
    QRect beside = usual;
    if (isLeftToRight)
        beside.moveRight(kept.left() - margin);
    else
        beside.moveLeft(kept.right() + margin);
    if (window->rect().contains(beside))
        return beside;
    QRect above = usual;
    above.moveBottom(kept.top() - margin);
    return window->rect().contains(above) ? above : usual;
}

void ToastStack::place()
{
    if (m_column->count() == 0) {
        qApp->removeEventFilter(this);
        return hide();
    }
    const int letters = QFontMetrics(Theme::instance().font(TextStyle::Body)).averageCharWidth() * lettersPerLine;
    const int width = std::min(parentWidget()->width() - 2 * Theme::instance().space(Space::Large), letters);
    const int height = m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(width) : m_column->sizeHint().height();
    setGeometry(placeFor({width, height}));
}

bool ToastStack::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        place();
    const bool isPlaced = event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show || event->type() == QEvent::Hide;
    if (isPlaced && qobject_cast<DecisionPanel *>(watched))
        QTimer::singleShot(0, this, &ToastStack::place); // when everything around it has its place too
    return false;
}

} // namespace lakehouse::views
