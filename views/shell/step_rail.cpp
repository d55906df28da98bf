#include "shell/step_rail.h"

#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QButtonGroup>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

class Divider : public QWidget {
public:
    explicit Divider(QWidget *parent)
        : QWidget(parent)
    {
        setObjectName(QStringLiteral("rail-divider"));
        setFixedHeight(Theme::instance().space(Space::Large));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const int margin = Theme::instance().space(Space::Small);
        QPainter(this).fillRect(QRect(margin, height() / 2, width() - 2 * margin, 1), Theme::instance().color(ColorRole::Divider));
    }
};

} // namespace

StepRail::StepRail(const std::vector<PageEntry> &pages, QWidget *parent)
    : QWidget(parent), m_title(new PlainLabel(TextStyle::Caption, ColorRole::TextMuted, this)), m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("step-rail"));
    setAccessibleName(tr("Steps and pages"));
    m_title->setText(tr("Steps"));
    m_title->setContentsMargins(Theme::instance().space(Space::Large), Theme::instance().space(Space::Small), 0, 0);
    auto *inside = new QWidget;
    inside->setObjectName(QStringLiteral("rail-pages"));
    auto *items = new QVBoxLayout(inside);
    items->setContentsMargins(0, Theme::instance().space(Space::Tight), 0, Theme::instance().space(Space::Small));
    items->setSpacing(0);
    items->addWidget(m_title);
    auto *group = new QButtonGroup(this);
    const int steps = int(std::ranges::count(pages, PageGroup::Steps, &PageEntry::group));
    for (const PageEntry &page : pages) {
        if (page.group == PageGroup::Support && !m_entries.empty() && m_entries.back().page.group == PageGroup::Steps)
            items->addWidget(new Divider(inside));
        auto *item = new RailItem(page, steps, inside);
        connect(item, &RailItem::clicked, this, [this, id = page.id] { Q_EMIT pageRequested(id); });
        group->addButton(item);
        items->addWidget(item);
        m_entries.push_back({page, item});
        show(m_entries.back());
    }
    items->addStretch();
    m_scroll->setObjectName(QStringLiteral("rail-scroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(inside);
    m_scroll->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
}

RailItem *StepRail::item(const QString &pageId) const
{
    const auto entry = std::ranges::find(m_entries, pageId, [](const Entry &e) { return e.page.id; });
    return entry == m_entries.end() ? nullptr : entry->item;
}

void StepRail::setCurrent(const QString &pageId)
{
    m_current = pageId;
    if (RailItem *current = item(pageId))
        current->setChecked(true);
}

void StepRail::setWorkflow(const model::WorkflowStatus &workflow)
{
    bool isNext = true; // the first open step is the one to do
    for (const model::WorkflowStep &step : workflow.steps) {
        const auto entry = std::ranges::find_if(m_entries,
                                                [&](const Entry &e) { return e.page.group == PageGroup::Steps && e.page.order == step.number; });
        if (entry == m_entries.end())
            continue;
        entry->why = localized(step.reason);
        if (step.state == model::StepState::Open)
            entry->status = std::exchange(isNext, false) ? Status::Ready : Status::NotStarted;
        else
            entry->status = step.state == model::StepState::Done ? Status::Done : Status::DoneWithProblems;
        show(*entry);
    }
}

void StepRail::setAttention(const QString &pageId, int items)
{
    for (Entry &entry : m_entries) {
        if (entry.page.id != pageId)
            continue;
        entry.attention = items;
        show(entry);
    }
}

void StepRail::setRunning(const QStringList &pageIds)
{
    m_running = pageIds;
    for (const Entry &entry : m_entries)
        show(entry);
}

void StepRail::show(const Entry &entry)
{
    Status status = entry.attention > 0 ? worst(entry.status, Status::NeedsYou) : entry.status;
    if (m_running.contains(entry.page.id))
        status = Status::Running;
    entry.item->setFacts(status, entry.why, entry.attention);
}

void StepRail::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    m_title->setVisible(!isCompact);
    m_scroll->setVerticalScrollBarPolicy(isCompact ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded); // there is no room for it beside icons
    for (const Entry &entry : m_entries)
        entry.item->setCompact(isCompact);
}

int StepRail::fullWidth() const
{
    int width = 0;
    for (const Entry &entry : m_entries) {
        const bool was = entry.item->isCompact();
        entry.item->setCompact(false);
        width = std::max(width, entry.item->sizeHint().width());
        entry.item->setCompact(was);
    }
    return width;
}

int StepRail::compactWidth() const
{
    const Theme &theme = Theme::instance();
    return theme.barIconSize() + 2 * theme.space(Space::Medium) + theme.space(Space::Tight) + 1;
}

void StepRail::keyPressEvent(QKeyEvent *event)
{
    const int direction = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const auto focused = std::ranges::find_if(m_entries, [](const Entry &entry) { return entry.item->hasFocus(); });
    if (direction == 0 || focused == m_entries.end())
        return QWidget::keyPressEvent(event);
    const auto index = std::clamp<std::ptrdiff_t>(focused - m_entries.begin() + direction, 0, std::ptrdiff_t(m_entries.size()) - 1);
    m_entries[size_t(index)].item->setFocus(Qt::OtherFocusReason);
}

void StepRail::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Theme::instance().color(ColorRole::Surface));
}

} // namespace lakehouse::views
