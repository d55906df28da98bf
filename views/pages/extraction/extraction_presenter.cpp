#include "pages/extraction/extraction_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Error;
using base::ErrorCode;
using base::Result;

ExtractionPresenter::ExtractionPresenter(PageHost &host, QObject *parent) : QObject(parent), m_host(host) {}

ExtractionPresenter::~ExtractionPresenter()
{
    m_readCancel.cancel();
    m_tableCancel.cancel();
    m_workCancel.cancel();
}

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
void ExtractionPresenter::work(R request, std::function<void(const typename R::Answer &)> done)
{
    if (!m_state.work.isEmpty())
        return;
    const quint64 number = ++m_workNumber;
    m_state.work = QString::fromLatin1(R::operation.name);
    m_state.progress = {};
    m_state.workError.reset();
    m_workCancel = {};
    ++m_asked;
    Q_EMIT workChanged();
    const api::CallContext context = m_host.callFor(this, m_workCancel, [this, number](const base::Progress &progress) {
        if (number != m_workNumber || m_state.work.isEmpty())
            return;
        m_state.progress = progress;
        Q_EMIT workChanged();
    });
    m_host.workbench().ask(std::move(request), context).onSettled(this,
        [this, number, done = std::move(done)](const Result<typename R::Answer> &answer) {
        if (number == m_workNumber) {
            if (answer) {
                workEnded({});
                done(answer.value());
            } else if (answer.error().code == ErrorCode::Stale) {
                m_stale = answer.error(); // the work ends when it is known what moved
            } else {
                workEnded(answer.error());
            }
        }
        refresh();
        endedOne();
    });
}

void ExtractionPresenter::workEnded(const std::optional<Error> &error)
{
    m_state.work.clear();
    if (error && error->code != ErrorCode::Cancelled)
        m_state.workError = error;
    Q_EMIT workChanged();
}

void ExtractionPresenter::makePlan()
{
    work(api::MakePlan{}, [this](const api::PlanSummary &) { m_isPlanWanted = true; });
}

void ExtractionPresenter::change(const QString &table, model::PlanEdit edit, const QString &reason)
{
    const Result<model::TableSelector> selector = model::TableSelector::parse(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (!selector || !why || !m_state.plan)
        return;
    work(api::ChangeExtraction{.expectedDigest = m_state.plan->digest, .table = selector.value(), .edit = edit, .reason = why.value()},
        [this](const api::ExtractionChanged &answer) {
        m_own = answer;
        Q_EMIT changed(answer);
    });
}

void ExtractionPresenter::approve(const QString &reason)
{
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (!why || !m_state.plan || m_state.isMoved)
        return;
    work(api::ApproveExtraction{.expectedDigest = m_state.plan->digest, .reason = why.value()}, [this](const api::ApprovalReceipt &receipt) {
        m_state.reviewed = {}; // what moved before is agreed to
        Q_EMIT approved(receipt);
    });
}

void ExtractionPresenter::generate()
{
    if (m_state.plan)
        work(api::GeneratePipeline{.expectedDigest = m_state.plan->digest},
            [this](const api::GenerateReceipt &receipt) { Q_EMIT generated(receipt); });
}

void ExtractionPresenter::stopWork()
{
    if (m_state.work.isEmpty())
        return;
    m_workCancel.cancel();
    ++m_workNumber;
    m_stale.reset();
    workEnded({});
}

void ExtractionPresenter::endedOne()
{
    if (--m_asked == 0)
        Q_EMIT settled();
}

} // namespace lakehouse::views
