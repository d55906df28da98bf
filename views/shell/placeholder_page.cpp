#include "shell/placeholder_page.h"

#include "kit/empty_state.h"
#include "kit/localized.h"
#include "kit/page_header.h"
#include "kit/theme.h"
#include "shell/page_host.h"

#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

PlaceholderPage::PlaceholderPage(const PageEntry &entry, PageHost &host, QWidget *parent)
    : Page(parent), m_entry(entry), m_host(host), m_why(tr("This page is not part of this version; the command line does what it can."))
{
    setObjectName(QStringLiteral("page-") + entry.id);
    setAccessibleName(entry.title);
    m_state = new EmptyState(entry.icon, entry.waitsFor, m_why, nullptr, this);
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
    const auto step = std::ranges::find(workflow.steps, qint64(m_entry.order), &model::WorkflowStep::number);
    if (m_entry.group == PageGroup::Steps && step != workflow.steps.end()) {
        m_why = step->next.isEmpty() ? localized(step->reason) : tr("%1 On the command line: %2").arg(localized(step->reason), step->next);
        m_state->setWords(m_entry.waitsFor, m_why);
    }
    setAccessibleDescription(m_entry.waitsFor + QLatin1Char(' ') + m_why);
}

} // namespace lakehouse::views
