#include "kit/sheet.h"

#include "kit/fitting_scroll.h"
#include "kit/focus_ring.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
constexpr int widestCharacters = 78; ///< what is pleasant to read in one line, with room for the margins

class Card : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override { paintCard(*this); }
};

/// What a screen reader is told: this is a dialog, although it is no window.
QAccessibleInterface *accessibleSheet(const QString &, QObject *object)
{
    auto *sheet = qobject_cast<Sheet *>(object);
    return sheet ? new QAccessibleWidget(sheet, QAccessible::Dialog, sheet->title()) : nullptr;
}

void tellScreenReader(QWidget *sheet, QAccessible::Event what)
{
    QAccessibleEvent event(sheet, what);
    QAccessible::updateAccessibility(&event);
}

bool isInside(const QWidget *whole, const QWidget *part)
{
    return part && (part == whole || whole->isAncestorOf(part));
}
} // namespace

Sheet::Sheet(QWidget *anchor)
    : QWidget(anchor->window()), m_anchor(anchor), m_card(new Card(this)), m_title(new PlainLabel(TextStyle::Heading, ColorRole::Text, m_card)),
      m_scroll(new FittingScroll(m_card))
{
    static const bool isKnown = (QAccessible::installFactory(accessibleSheet), true);
    Q_UNUSED(isKnown)
    hide();
    setObjectName(QStringLiteral("sheet"));
    setFocusPolicy(Qt::NoFocus);
    const Theme &theme = Theme::instance();
    m_title->setObjectName(QStringLiteral("sheet-title"));
    m_scroll->column()->setContentsMargins(0, 0, theme.space(Space::Tight), 0);
    m_scroll->column()->setSpacing(theme.space(Space::Medium));
    m_scroll->widget()->installEventFilter(this);
    m_buttons = new QHBoxLayout;
    m_buttons->setSpacing(theme.space(Space::Small));
    auto *layout = new QVBoxLayout(m_card);
    const int margin = theme.space(Space::Wide);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(theme.space(Space::Large));
    layout->addWidget(m_title);
    layout->addWidget(m_scroll, 1);
    layout->addLayout(m_buttons);

    anchor->window()->installEventFilter(this);
    connect(&Theme::instance(), &Theme::changed, this, &Sheet::place);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { keepFocus(now); });
}

Sheet::~Sheet() = default;

QVBoxLayout *Sheet::content() const
{
    return m_scroll->column();
}

void Sheet::setTitle(const QString &title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

QString Sheet::title() const
{
    return m_title->text();
}

void Sheet::open(QWidget *firstFocus)
{
    m_before = window()->focusWidget();
    m_isOpen = true;
    place();
    show();
    raise();
    const QList<QWidget *> ours = stops();
    if (!firstFocus && !ours.isEmpty())
        firstFocus = ours.constFirst();
    if (firstFocus)
        firstFocus->setFocus(Qt::PopupFocusReason);
    m_last = firstFocus;
    tellScreenReader(this, QAccessible::DialogStart);
}

void Sheet::dismiss()
{
    if (!m_isOpen)
        return;
    close();
    Q_EMIT dismissed();
    Q_EMIT closed();
}

void Sheet::finish()
{
    if (!m_isOpen)
        return;
    close();
    Q_EMIT closed();
}

void Sheet::close()
{
    m_isOpen = false;
    hide();
    tellScreenReader(this, QAccessible::DialogEnd);
    // Only the focus that this sheet took goes back: an answer may have moved it on already.
    QWidget *now = window()->focusWidget();
    if (!now || isInside(this, now)) {
        QWidget *back = m_before && m_before->isVisible() && m_before->isEnabled() ? m_before : m_anchor;
        if (back)
            back->setFocus(Qt::PopupFocusReason);
    }
    deleteLater();
}

bool Sheet::isTopmost() const
{
    const QList<Sheet *> sheets = window()->findChildren<Sheet *>(QString(), Qt::FindDirectChildrenOnly);
    for (auto sheet = sheets.crbegin(); sheet != sheets.crend(); ++sheet)
        if ((*sheet)->m_isOpen)
            return *sheet == this;
    return false;
}

void Sheet::keepFocus(QWidget *now)
{
    if (!m_isOpen || !isTopmost() || !now || now->window() != window())
        return;
    if (isInside(this, now)) {
        m_last = now;
        return;
    }
    const QList<QWidget *> ours = stops();
    if (m_last && ours.contains(m_last))
        m_last->setFocus();
    else if (!ours.isEmpty())
        ours.constFirst()->setFocus();
}

QList<QWidget *> Sheet::stops() const
{
    QList<QWidget *> found;
    const QWidget *start = m_card;
    for (QWidget *next = start->nextInFocusChain(); next != start; next = next->nextInFocusChain())
        if (isInside(m_card, next) && next->focusPolicy() & Qt::TabFocus && !next->focusProxy() && next->isEnabled() && next->isVisibleTo(this))
            found += next;
    return found;
}

bool Sheet::focusNextPrevChild(bool next)
{
    const QList<QWidget *> ours = stops();
    if (ours.isEmpty())
        return true;
    const qsizetype here = ours.indexOf(window()->focusWidget());
    const qsizetype there = next ? here + 1 : (here < 0 ? 0 : here) - 1;
    ours[(there + ours.size()) % ours.size()]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void Sheet::place()
{
    const Theme &theme = Theme::instance();
    setGeometry(window()->rect());
    const int edge = theme.space(Space::Large);
    const int widest = QFontMetrics(theme.font(TextStyle::Body)).averageCharWidth() * widestCharacters;
    const int width = qMin(widest, rect().width() - 2 * edge);
    const QMargins margins = m_card->layout()->contentsMargins();
    const int inner = width - margins.left() - margins.right();
    const QVBoxLayout *column = m_scroll->column();
    const int bodyHeight = column->hasHeightForWidth() ? column->totalHeightForWidth(inner) : column->totalSizeHint().height();
    const int titleHeight = m_title->heightForWidth(inner);
    const int rest = margins.top() + margins.bottom() + titleHeight + m_buttons->sizeHint().height() + 2 * m_card->layout()->spacing();
    const int height = qMin(bodyHeight + rest, rect().height() - 2 * edge);
    m_card->setGeometry((rect().width() - width) / 2, qMax(edge, (rect().height() - height) / 3), width, height);
    update();
}

bool Sheet::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // no shortcut of the window acts while a question is open; the key goes to the control inside
        return true;
    }
    return QWidget::event(event);
}

bool Sheet::eventFilter(QObject *watched, QEvent *event)
{
    const bool isBody = watched == m_scroll->widget() && event->type() == QEvent::LayoutRequest;
    const bool isWindow = watched == window() && event->type() == QEvent::Resize;
    if (m_isOpen && (isBody || isWindow))
        place();
    return QWidget::eventFilter(watched, event);
}

void Sheet::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else if (isEnter && event->modifiers() & Qt::ControlModifier)
        submit();
    event->accept(); // nothing reaches what is behind
}

void Sheet::mousePressEvent(QMouseEvent *event)
{
    event->accept();
}

void Sheet::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QColor dim = theme.color(theme.isDark() ? ColorRole::Canvas : ColorRole::Text);
    dim.setAlphaF(theme.isDark() ? 0.75F : 0.45F);
    QPainter(this).fillRect(rect(), dim);
}

} // namespace lakehouse::views
