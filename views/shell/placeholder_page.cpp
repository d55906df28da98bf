#include "shell/placeholder_page.h"

#include "kit/empty_state.h"
#include "kit/localized.h"
#include "kit/page_header.h"
#include "kit/theme.h"
#include "shell/page_host.h"

#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

PlaceholderPage::PlaceholderPage(const PageEntry &entry, PageHost &host, QWidget *parent)
    : Page(parent), m_entry(entry), m_host(host), m_why(tr("This page is not part of this version; the command line does what it can.")),
      m_go(new CommandAction(entry.id + QStringLiteral(".go-where-it-waits"), IconName::ChevronRight, {}, this))
{
    setObjectName(QStringLiteral("page-") + entry.id);
    setAccessibleName(entry.title);
    m_state = new EmptyState(entry.icon, entry.waitsFor, m_why, m_go, this);
    showWay(entry.leadsTo);
    connect(m_go, &QAction::triggered, this, [this] { m_host.open({.page = m_way}); });
    m_state->setObjectName(QStringLiteral("placeholder-state"));
    const QString title = entry.group == PageGroup::Steps ? tr("%1 (step %2)").arg(entry.title).arg(entry.order) : entry.title;
    auto *header = new PageHeader(title, {}, this);
    auto *column = new QVBoxLayout(this);
    const int margin = Theme::instance().space(Space::Wide);
    column->setContentsMargins(margin, Theme::instance().space(Space::Large), margin, margin);
    column->addWidget(header);
    column->addWidget(m_state, 1);
    setFocusPolicy(Qt::StrongFocus);
}

void PlaceholderPage::showWay(const QString &pageId)
{
    const std::vector<PageEntry> pages = pageList();
    const auto way = std::ranges::find(pages, pageId, &PageEntry::id);
    m_go->setVisible(way != pages.end());
    if (way == pages.end())
        return;
    m_way = pageId;
    m_go->setText(tr("Go to %1", "a page").arg(way->title));
    m_go->setExplanation(tr("What %1 waits for.").arg(m_entry.title));
}

QWidget *PlaceholderPage::focusStart()
{
    auto *button = m_state->findChild<QPushButton *>();
    return button && button->isEnabled() ? static_cast<QWidget *>(button) : this;
}

QString PlaceholderPage::what() const
{
    return m_entry.waitsFor;
}

void PlaceholderPage::refresh()
{
    workflowChanged(m_host.workflow());
    QTimer::singleShot(0, this, &Page::settled);
}

void PlaceholderPage::workflowChanged(const model::WorkflowStatus &workflow)
{
    const auto isOpenBefore = [this](const model::WorkflowStep &before) { return before.number < m_entry.order && before.state != model::StepState::Done; };
    const auto before = std::ranges::find_if(workflow.steps, isOpenBefore);
    if (m_entry.group == PageGroup::Steps && before != workflow.steps.end()) {
        const std::vector<PageEntry> pages = pageList();
        showWay(std::ranges::find(pages, int(before->number), [](const PageEntry &entry) { return entry.group == PageGroup::Steps ? entry.order : 0; })->id);
    } else {
        showWay(m_entry.leadsTo);
    }
    const auto step = std::ranges::find(workflow.steps, qint64(m_entry.order), &model::WorkflowStep::number);
    if (m_entry.group == PageGroup::Steps && step != workflow.steps.end()) {
        m_why = step->next.isEmpty() ? localized(step->reason) : tr("%1 On the command line: %2").arg(localized(step->reason), step->next);
        m_state->setWords(m_entry.waitsFor, m_why);
    }
    setAccessibleDescription(m_entry.waitsFor + QLatin1Char(' ') + m_why);
}

} // namespace lakehouse::views
