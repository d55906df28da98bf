#include "shell/page_shelf.h"

#include "shell/page_host.h"
#include "shell/placeholder_page.h"

#include <QTimer>

#include <algorithm>

namespace lakehouse::views {

PageShelf::PageShelf(PageHost &host, SessionState &session, const std::vector<PageEntry> &entries, QWidget *parent)
    : QStackedWidget(parent), m_host(host), m_session(session), m_entries(entries)
{
    setObjectName(QStringLiteral("page-shelf"));
}

bool PageShelf::has(const QString &pageId) const
{
    return std::ranges::find(m_entries, pageId, &PageEntry::id) != m_entries.end();
}

Page *PageShelf::page(const QString &pageId)
{
    if (const auto made = m_pages.find(pageId); made != m_pages.end())
        return made->second;
    const auto entry = std::ranges::find(m_entries, pageId, &PageEntry::id);
    Q_ASSERT(entry != m_entries.end());
    return make(*entry);
}

Page *PageShelf::current() const
{
    return static_cast<Page *>(currentWidget());
}

QString PageShelf::exportName(ExportScope scope) const
{
    QStringList parts{m_host.projectName()};
    if (const Page *page = current()) {
        const Place place = page->place();
        parts += place.page;
        if (scope == ExportScope::Object && !place.object.isEmpty())
            parts += place.object;
    }
    return parts.join(QLatin1Char('-'));
}

std::vector<Page *> PageShelf::made() const
{
    std::vector<Page *> pages;
    for (const PageEntry &entry : m_entries)
        if (const auto made = m_pages.find(entry.id); made != m_pages.end())
            pages.push_back(made->second);
    return pages;
}

Page *PageShelf::make(const PageEntry &entry)
{
    Page *made = entry.factory ? entry.factory(m_host) : new PlaceholderPage(entry, m_host);
    m_pages[entry.id] = made;
    addWidget(made);
    Q_EMIT pageMade(made);
    made->restoreState(m_session.pageState(entry.id));
    connect(made, &Page::placeChanged, this, [this, made] {
        if (made == current() && !m_isGoing)
            Q_EMIT placeChanged(made->place());
    });
    connect(made, &Page::stateChanged, this, [this, made, id = entry.id] { m_session.setPageState(id, made->saveState()); });
    connect(made, &Page::attentionChanged, this, [this, id = entry.id](int items) { Q_EMIT attentionChanged(id, items); });
    connect(made, &Page::settled, this, [this, made, id = entry.id] {
        m_settled.insert(id);
        if (made == current())
            Q_EMIT currentSettled(id);
        QTimer::singleShot(0, this, &PageShelf::makeNextInBackground);
    });
    if (m_pulse)
        made->pulse(*m_pulse);
    if (!m_host.workflow().steps.empty())
        made->workflowChanged(m_host.workflow());
    made->refresh();
    return made;
}

Place PageShelf::placeFor(const Place &place) const
{
    const auto made = m_pages.find(place.page);
    if (made == m_pages.end() || place != Place{.page = place.page})
        return place;
    Place left = made->second->place();
    left.page = place.page;
    return left;
}

/// The others are made one after another, each when the one before has what it asked for: their counts stand in the rail.
void PageShelf::makeNextInBackground()
{
    const auto next = std::ranges::find_if(m_entries, [this](const PageEntry &entry) { return entry.factory && !m_pages.contains(entry.id); });
    if (next != m_entries.end())
        make(*next);
}

void PageShelf::show(const Place &place)
{
    m_isGoing = true;
    Page *target = page(place.page);
    setCurrentWidget(target);
    if (place != Place{.page = place.page})
        target->setPlace(place);
    m_isGoing = false;
}

void PageShelf::setPulse(const api::ProjectPulse &pulse)
{
    m_pulse = pulse;
    for (Page *page : made())
        page->pulse(pulse);
}

void PageShelf::setWorkflow(const model::WorkflowStatus &workflow)
{
    for (Page *page : made())
        page->workflowChanged(workflow);
}

} // namespace lakehouse::views
