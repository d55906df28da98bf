#include "pages/extraction/extraction_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Error;
using base::ErrorCode;
using base::Result;

ExtractionPresenter::ExtractionPresenter(PageHost &host, QObject *parent)
    : QObject(parent), m_calls(host), m_reading(m_calls), m_detailReading(m_calls), m_lineageReading(m_calls), m_changesReading(m_calls),
      m_approvalsReading(m_calls), m_revocationsReading(m_calls), m_work(m_calls)
{
    connect(&m_calls, &PageCalls::settled, this, &ExtractionPresenter::settled);
    connect(&m_work, &PageWork::changed, this, &ExtractionPresenter::followWork);
}

ExtractionPresenter::~ExtractionPresenter() = default;

const api::PlanRow *ExtractionPresenter::row() const
{
    return m_state.plan ? m_state.plan->find(m_state.table) : nullptr;
}

void ExtractionPresenter::pulse(const api::ProjectPulse &pulse)
{
    const bool isFirst = !m_pulse;
    const bool isOther = isFirst || m_pulse->settingsDigest != pulse.settingsDigest || m_pulse->ledgerEntries != pulse.ledgerEntries
        || m_pulse->plan != pulse.plan;
    m_pulse = pulse;
    m_isPulseNew = true;
    if (m_state.isReading || !m_state.work.isEmpty()) { // the end of either looks at this pulse, or reads
        m_isReadAgain |= m_state.isReading && isOther && !isFirst;
        return;
    }
    const model::PlanDigest known = m_state.arrived ? m_state.arrived->digest : m_state.plan ? m_state.plan->digest : model::PlanDigest();
    if (m_state.plan && pulse.plan && *pulse.plan != known && !m_state.isMoved) {
        m_state.isMoved = true;
        Q_EMIT planChanged();
    }
    if (isOther || (pulse.plan && *pulse.plan != known))
        refresh();
}

void ExtractionPresenter::select(const QString &table)
{
    if (table == m_state.table)
        return;
    m_state.table = table;
    m_state.detail.reset();
    m_state.detailError.reset();
    m_state.lineage.reset();
    m_state.lineageError.reset();
    m_state.changes.clear();
    m_state.historyError.reset();
    Q_EMIT tableChanged();
    readTable();
}

void ExtractionPresenter::show(Part part)
{
    if (part == m_part)
        return;
    m_part = part;
    const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table);
    if (!selector || !row())
        return;
    if (part == Part::Lineage && !m_state.lineage)
        readLineage(selector.value());
    if (part == Part::History)
        readChanges(selector.value());
}

template<api::OperationRequest R>
void ExtractionPresenter::start(R request, std::function<void(const typename R::Answer &)> done)
{
    if (m_state.work.isEmpty())
        m_work.start(std::move(request), std::move(done), [this] { refresh(); });
}

void ExtractionPresenter::followWork()
{
    m_isStale = m_work.error() && m_work.error()->code == ErrorCode::Stale;
    if (!m_isStale)
        showWork();
}

void ExtractionPresenter::showWork()
{
    m_state.work = m_work.operation();
    m_state.progress = m_work.progress();
    m_state.workError = m_work.error();
    Q_EMIT workChanged();
}

void ExtractionPresenter::makePlan()
{
    if (!m_state.work.isEmpty())
        return;
    m_work.startFor<base::Ok>(api::MakePlan{}, [](const api::PlanSummary &) { return base::Ok{}; }, // its tables are read with the plan
                              [this](const base::Ok &) { m_isPlanWanted = true; }, [this] { refresh(); });
}

void ExtractionPresenter::change(const QString &table, const std::optional<QString> &column, model::PlanEdit edit, const QString &reason)
{
    const Result<model::TableSelector> selector = model::TableSelector::parse(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (!selector || !why || !m_state.plan)
        return;
    const api::ChangeExtraction request{.expectedDigest = m_state.plan->digest, .table = selector.value(), .edit = edit, .reason = why.value(), .column = column};
    start(request, [this, request](const api::ExtractionChanged &answer) {
        m_own = answer;
        Q_EMIT changed(answer, request);
    });
}

void ExtractionPresenter::approve(const QString &reason)
{
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (!why || !m_state.plan || m_state.isMoved)
        return;
    start(api::ApproveExtraction{.expectedDigest = m_state.plan->digest, .reason = why.value()},
        [this, why = why.value()](const api::ApprovalReceipt &receipt) {
        m_state.reviewed = {}; // what moved before is agreed to
        Q_EMIT approved(receipt, why);
    });
}

void ExtractionPresenter::revoke(const QString &reason)
{
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (why && m_state.plan && m_state.plan->approvedDigest)
        start(api::RevokeExtraction{.expectedDigest = *m_state.plan->approvedDigest, .reason = why.value()},
            [this, why = why.value()](const api::RevocationReceipt &receipt) { Q_EMIT revoked(receipt, why); });
}

void ExtractionPresenter::generate()
{
    if (m_state.plan)
        start(api::GeneratePipeline{.expectedDigest = m_state.plan->digest},
            [this](const api::GenerateReceipt &receipt) { Q_EMIT generated(receipt); });
}

void ExtractionPresenter::stopWork()
{
    if (m_state.work.isEmpty())
        return;
    if (m_isStale)
        m_work.dismissError();
    else
        m_work.stop();
    refresh(); // what it had done stays
}

void ExtractionPresenter::again()
{
    if (m_state.workError)
        m_work.again();
    else
        refresh();
}

} // namespace lakehouse::views
