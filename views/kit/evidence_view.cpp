#include "kit/evidence_view.h"

#include "kit/evidence_card.h"
#include "kit/plain_label.h"
#include "kit/rebuilding.h"
#include "kit/theme.h"

#include <QKeyEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

EvidenceView::EvidenceView(QWidget *parent) : QWidget(parent), m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("evidence-view"));
    setAccessibleName(tr("Evidence"));
    auto *body = new QWidget(m_scroll);
    m_rows = new QVBoxLayout(body);
    const int margin = Theme::instance().space(Space::Medium);
    m_rows->setContentsMargins(margin, margin, margin, margin);
    m_rows->setSpacing(Theme::instance().space(Space::Small));
    m_scroll->setWidget(body);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->installEventFilter(this);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    rebuild();
}

void EvidenceView::setItems(std::vector<EvidenceItem> items)
{
    if (items == m_items)
        return;
    m_items = std::move(items);
    rebuild();
}

QString EvidenceView::text() const
{
    QStringList parts;
    for (const EvidenceCard *card : m_cards)
        parts += card->text();
    return parts.join(QLatin1String("\n\n"));
}

void EvidenceView::rebuild()
{
    m_cards.clear();
    setFocusProxy(nullptr);
    discardAll(*m_rows);
    if (m_items.empty()) {
        auto *none = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, m_scroll->widget());
        none->setObjectName(QStringLiteral("evidence-empty"));
        none->setText(tr("Nothing was observed about this yet."));
        m_rows->addWidget(none);
    }
    addGroup(Group::Facts, tr("What was observed"));
    addGroup(Group::Rejected, tr("Why not otherwise?"));
    m_rows->addStretch(1);
    keepTogether(*this);
    if (!m_cards.empty())
        setFocusProxy(m_cards.front());
    m_scroll->verticalScrollBar()->setValue(0);
}

void EvidenceView::addGroup(Group group, const QString &title)
{
    bool isEmpty = true;
    for (const EvidenceItem &item : m_items) {
        if ((item.kind == EvidenceItem::Rejected) != (group == Group::Rejected))
            continue;
        if (isEmpty) {
            auto *heading = new PlainLabel(TextStyle::Heading, ColorRole::Text, m_scroll->widget());
            heading->setObjectName(group == Group::Rejected ? QStringLiteral("evidence-rejected") : QStringLiteral("evidence-facts"));
            heading->setText(title);
            m_rows->addWidget(heading);
            isEmpty = false;
        }
        auto *card = new EvidenceCard(item, m_scroll->widget());
        connect(card, &EvidenceCard::linkActivated, this, &EvidenceView::linkActivated);
        m_rows->addWidget(card);
        card->show();
        m_cards.push_back(card);
    }
}

bool EvidenceView::eventFilter(QObject *watched, QEvent *event)
{
    // Asked before the scroll area, which would scroll by these keys.
    if (watched != m_scroll || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto here = std::find_if(m_cards.begin(), m_cards.end(), [](const EvidenceCard *card) {
        return card->hasFocus() || card->isAncestorOf(card->window()->focusWidget());
    });
    const int index = here == m_cards.end() ? -1 : int(here - m_cards.begin());
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Down: return focusCard(index + 1);
    case Qt::Key_Up: return focusCard(index - 1);
    case Qt::Key_Home: return focusCard(0);
    case Qt::Key_End: return focusCard(int(m_cards.size()) - 1);
    default: return false;
    }
}

bool EvidenceView::focusCard(int index)
{
    if (index >= 0 && index < int(m_cards.size())) {
        m_cards[size_t(index)]->setFocus(Qt::TabFocusReason);
        m_scroll->ensureWidgetVisible(m_cards[size_t(index)]);
    }
    return true;
}

} // namespace lakehouse::views
