#include "pages/pipeline/pipeline_banners.h"

#include "kit/localized.h"
#include "kit/notice_banner.h"

#include <QAction>

#include <algorithm>

namespace lakehouse::views {

PipelineBanners::PipelineBanners(const Offers &offers, QWidget *page)
    : QObject(page), m_trouble(new NoticeBanner(page)), m_problem(new NoticeBanner(page)), m_waiting(new NoticeBanner(page)), m_moved(new NoticeBanner(page)),
      m_running(new NoticeBanner(page)), m_banners{m_trouble, m_problem, m_waiting, m_moved, m_running}, m_offers(offers)
{
    m_trouble->setObjectName(QStringLiteral("orchestrator-notice"));
    m_problem->setObjectName(QStringLiteral("commit-notice"));
    m_waiting->setObjectName(QStringLiteral("waiting-notice"));
    m_moved->setObjectName(QStringLiteral("moved-notice"));
    m_running->setObjectName(QStringLiteral("running-notice"));
    m_waiting->addButton(m_offers.showWaiting);
    m_moved->addButton(m_offers.openPlan);
}

void PipelineBanners::show(const PipelineState &state)
{
    for (NoticeBanner *banner : m_banners)
        banner->hide();
    if (!state.pipeline)
        return;
    const api::PipelineStatus &status = state.pipeline->status();
    if (state.trouble)
        showTrouble(state);
    if (!status.problem.isEmpty())
        m_problem->setNotice(Status::Blocked, tr("Nothing of it is executed. %1").arg(localized(status.problem)));
    if (const api::PipelineRow *waiting = state.pipeline->waiting())
        m_waiting->setNotice(Status::NeedsYou, tr("%1: %2").arg(waiting->table.toString(), localized(waiting->message)));
    if (status.isGenerated && status.isPlanMoved)
        m_moved->setNotice(Status::Stale, tr("The plan moved since this was generated. What runs is still commit %1.").arg(status.commit.left(12)));
    if (!status.active.empty())
        showRun(status);
}

void PipelineBanners::showTrouble(const PipelineState &state)
{
    const OrchestratorTrouble &trouble = *state.trouble;
    m_trouble->setNotice(Status::Failed, tr("The orchestrator was not reached at %1: %2 %3 What stands below is what was known at %4.")
        .arg(localized(trouble.atUtc), localized(trouble.error.message), localized(trouble.error.hint), localized(state.readAtUtc.value_or(trouble.atUtc))));
    QAction *again = trouble.operation == QLatin1String(api::StopRun::operation.name) ? m_offers.stop : m_offers.run;
    if (std::exchange(m_again, again) == again)
        return; // its button may have the focus
    m_trouble->clearButtons();
    m_trouble->addButton(again);
}

void PipelineBanners::showRun(const api::PipelineStatus &status)
{
    const model::Run &run = status.active.front();
    const qint64 done = std::ranges::count_if(status.tables, [&](const api::PipelineRow &row) { return row.run == run.id && row.state != api::TableState::Running; });
    m_running->setNotice(Status::Running, tr("A run of %1 is under way since %2: %3 of %4 tables have a result.")
        .arg(run.actor, localized(run.startedAtUtc)).arg(done).arg(status.tables.size()));
}

} // namespace lakehouse::views
