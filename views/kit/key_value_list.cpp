#include "kit/key_value_list.h"

#include "kit/button_kind.h"
#include "kit/focus_ring.h"
#include "kit/plain_label.h"
#include "kit/rebuilding.h"
#include "kit/selectable_text.h"
#include "kit/status_sign.h"
#include "kit/theme.h"

#include <QClipboard>
#include <QFontMetrics>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>

namespace lakehouse::views {

KeyValueList::KeyValueList(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("key-value-list"));
    setFocusPolicy(Qt::StrongFocus);
    const Theme &theme = Theme::instance();
    const int ring = theme.space(Space::Tight);
    m_grid->setContentsMargins(ring, ring, ring, ring);
    m_grid->setHorizontalSpacing(theme.space(Space::Large));
    m_grid->setVerticalSpacing(theme.space(Space::Hair));
    m_grid->setColumnStretch(1, 1);
}

void KeyValueList::setItems(std::vector<KeyValue> items)
{
    if (items == m_items)
        return;
    m_items = std::move(items);
    rebuild();
}

void KeyValueList::setItems(const QList<QPair<QString, QString>> &items)
{
    std::vector<KeyValue> values;
    for (const auto &[key, value] : items)
        values.push_back({.key = key, .value = value});
    setItems(std::move(values));
}

QString KeyValueList::text() const
{
    QStringList lines;
    for (const KeyValue &item : m_items)
        lines += tr("%1: %2").arg(item.key, item.value);
    return lines.join(QLatin1Char('\n'));
}

void KeyValueList::rebuild()
{
    discardAll(*m_grid);
    for (size_t i = 0; i < m_items.size(); ++i)
        addItem(m_items[i], int(2 * i));
    // What is left of the height goes below the last row.
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretch(row, 0);
    m_grid->setRowStretch(int(2 * m_items.size()), 1);
    keepTogether(*this);
    setAccessibleName(text());
    updateGeometry();
}

void KeyValueList::addItem(const KeyValue &item, int row)
{
    auto *key = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this);
    key->setText(item.key);
    key->setWordWrap(m_isNarrow);
    key->setContentsMargins(0, m_isNarrow && row > 0 ? Theme::instance().space(Space::Small) : 0, 0, 0);
    auto *value = new QWidget(this);
    auto *line = new QHBoxLayout(value);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Theme::instance().space(Space::Small));
    if (item.status)
        line->addWidget(new StatusSign(*item.status, value), 0, Qt::AlignTop);
    line->addWidget(new SelectableText(item.value, item.isMono ? TextStyle::Mono : TextStyle::Body, ColorRole::Text, value), 1,
                    item.link.isEmpty() ? Qt::Alignment() : Qt::AlignVCenter);
    if (!item.link.isEmpty()) {
        auto *open = new QPushButton(tr("Open"), value);
        open->setObjectName(QStringLiteral("value-link"));
        open->setAccessibleName(tr("Open %1").arg(item.key));
        setButtonKind(open, ButtonKind::Quiet);
        connect(open, &QPushButton::clicked, this, [this, link = item.link] { Q_EMIT linkActivated(link); });
        line->addWidget(open, 0, Qt::AlignTop);
    }
    m_grid->addWidget(key, row, 0, 1, m_isNarrow ? 2 : 1, (item.link.isEmpty() ? Qt::AlignTop : Qt::AlignVCenter) | Qt::AlignLeading);
    m_grid->addWidget(value, m_isNarrow ? row + 1 : row, m_isNarrow ? 0 : 1, 1, m_isNarrow ? 2 : 1);
}

int KeyValueList::widestKey() const
{
    const QFontMetrics metrics(Theme::instance().font(TextStyle::Body));
    int widest = 0;
    for (const KeyValue &item : m_items)
        widest = qMax(widest, metrics.horizontalAdvance(item.key));
    return widest;
}

void KeyValueList::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // Below this a value would have less room than its name or break after a few letters.
    const int room = qMax(widestKey(), QFontMetrics(Theme::instance().font(TextStyle::Body)).averageCharWidth() * 28);
    const bool isNarrow = width() - widestKey() < room;
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    rebuild();
}

void KeyValueList::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy))
        return QWidget::keyPressEvent(event);
    const QString marked = markedText(*this);
    QGuiApplication::clipboard()->setText(marked.isEmpty() ? text() : marked);
}

void KeyValueList::paintEvent(QPaintEvent *)
{
    paintFocusRing(*this);
}

} // namespace lakehouse::views
