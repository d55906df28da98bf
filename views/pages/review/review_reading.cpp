#include "pages/review/review_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Error;
using base::ErrorCode;
using base::Result;
using model::ReviewSubject;

namespace {

constexpr qint64 itemsOnPage = 5000; ///< no answer is over 2 MB
constexpr int mostRestarts = 3;

} // namespace

void ReviewPresenter::refresh()
{
    if (m_reading.isUnderWay()) {
        m_isReadAgain = true;
        return;
    }
    m_state.isReading = true;
    m_state.isStopped = false;
    m_isReadAgain = false;
    m_restarts = 0;
    beginReading();
    Q_EMIT reviewChanged();
}

void ReviewPresenter::stopReading()
{
    if (!m_reading.giveUp())
        return;
    m_isReadAgain = m_state.isOwnPending = false;
    m_state.isStopped = true;
    readingEnded();
}

void ReviewPresenter::pulse(const api::ProjectPulse &pulse)
{
    if (std::exchange(m_ledgerEntries, pulse.ledgerEntries) != pulse.ledgerEntries)
        refresh();
}

void ReviewPresenter::beginReading()
{
    m_partial.reset();
    m_reading.ask(api::ListReview{}, [this](const Result<api::ReviewOverview> &answer) { overviewCame(answer); });
}

void ReviewPresenter::overviewCame(const Result<api::ReviewOverview> &answer)
{
    if (!answer)
        return readingFailed(answer.error());
    m_newOverview = answer.value();
    const std::size_t subject = std::size_t(m_state.subject);
    const bool isKnown = m_state.items && m_state.items->digest() == m_newOverview.digest && subject < m_newOverview.subjects.size()
        && m_state.items->standing() == m_newOverview.subjects[subject];
    if (isKnown)
        return arrive(m_state.items, {});
    readPage({});
}

void ReviewPresenter::readPage(const std::optional<QString> &after)
{
    if (!after)
        m_partial = std::make_shared<ReadSubject>(m_state.subject);
    m_reading.askFor<SubjectPage>(api::ShowReview{.subject = m_state.subject, .after = after, .limit = itemsOnPage},
        [partial = m_partial, known = m_state.items](const Result<api::ReviewPage> &answer) -> Result<SubjectPage> {
            if (!answer)
                return answer.error();
            return pageOf(answer.value(), partial, known);
        },
        [this](const Result<SubjectPage> &page) { pageCame(page); });
}

void ReviewPresenter::pageCame(const Result<SubjectPage> &page)
{
    const bool hasMoved = page ? page.value().digest != m_newOverview.digest : page.error().code == ErrorCode::Stale;
    if (hasMoved && restart())
        return;
    if (!page)
        return readingFailed(page.error());
    if (hasMoved)
        return readingFailed({ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The review moved again and again while it was read.")},
                              {QT_TRANSLATE_NOOP("core", "Read it once what changes it has come to rest.")}, {}, {}, base::Retry::Later});
    if (page.value().next)
        return readPage(page.value().next);
    if (page.value().known != m_state.items)
        return beginReading(); // the person brought another review on screen meanwhile: what moved since that one is not known yet
    m_partial.reset();
    arrive(page.value().subject, page.value().moves);
}

bool ReviewPresenter::restart()
{
    if (++m_restarts > mostRestarts)
        return false;
    beginReading();
    return true;
}

void ReviewPresenter::arrive(ReadSubjectPointer items, const ReviewMoves &moves)
{
    const bool isFirst = !m_state.overview || !m_state.items;
    const bool isOwn = m_own == m_newOverview.digest;
    const bool isSame = !isFirst && m_state.overview->digest == m_newOverview.digest; // it was signed or revoked: what moved since a sign-off is other, and nothing that is decided
    if (isFirst || isOwn || isSame || moves.isEmpty()) {
        takeUp(m_newOverview, std::move(items), isFirst || isOwn ? ReviewMoves() : m_state.reviewed);
    } else {
        m_state.arrived = ReadReview{m_newOverview, std::move(items)};
        m_state.moves = moves;
    }
    if (!m_isReadAgain) { // else what was decided here may be in the reading that follows
        m_own.reset();
        m_state.isOwnPending = false;
    }
    m_state.readAtUtc = m_calls.host().clock().now();
    m_state.error.reset();
    readingEnded();
}

void ReviewPresenter::takeUp(api::ReviewOverview overview, ReadSubjectPointer items, ReviewMoves reviewed)
{
    noteMovedElsewhere(overview);
    if (!m_state.overview || m_state.overview->digest != overview.digest)
        m_read.clear();
    m_state.overview = std::move(overview);
    m_state.items = items;
    m_state.events = items->events();
    m_read[m_state.subject] = std::move(items);
    m_state.arrived.reset();
    m_state.moves = {};
    m_state.reviewed = std::move(reviewed);
    readItem(); // also where nothing moved: comments are in no digest
}

void ReviewPresenter::noteMovedElsewhere(const api::ReviewOverview &overview)
{
    for (const api::SubjectStanding &standing : overview.subjects) {
        const api::SubjectStanding *before = m_state.standing(standing.subject);
        const bool isNoted = std::ranges::find(m_state.movedElsewhere, standing.subject) != m_state.movedElsewhere.end();
        if (before && before->digest != standing.digest && standing.subject != m_state.subject && !isNoted)
            m_state.movedElsewhere.push_back(standing.subject);
    }
}

void ReviewPresenter::readingFailed(const Error &error)
{
    m_state.error = error;
    m_state.isOwnPending = false; // the list says itself that it is an older one
    readingEnded();
}

void ReviewPresenter::readingEnded()
{
    m_state.isReading = false;
    const bool isAgain = std::exchange(m_isReadAgain, false);
    Q_EMIT reviewChanged();
    if (isAgain)
        refresh();
    else
        lookAgain();
}

void ReviewPresenter::setSubject(ReviewSubject subject)
{
    if (subject == m_state.subject)
        return;
    m_reading.giveUp();
    m_isReadAgain = false;
    m_state.subject = subject;
    std::erase(m_state.movedElsewhere, subject);
    const auto kept = m_read.find(subject);
    m_state.items = kept == m_read.end() ? nullptr : kept->second;
    m_state.events = m_state.items ? m_state.items->events() : std::vector<api::SubjectEvent>();
    m_state.arrived.reset(); // it was about the items of the other subject
    m_state.moves = m_state.reviewed = {};
    m_state.item.clear();
    forgetItem();
    Q_EMIT itemChanged();
    refresh();
}

void ReviewPresenter::review()
{
    if (!m_state.arrived)
        return;
    const ReadReview arrived = *m_state.arrived;
    takeUp(arrived.overview, arrived.items, ReviewMoves(m_state.moves));
    Q_EMIT reviewChanged();
    Q_EMIT reviewStarted();
}

void ReviewPresenter::forgetItem()
{
    m_itemReading.giveUp();
    m_lineageReading.giveUp();
    m_state.detail.reset();
    m_state.detailError.reset();
    m_state.lineage.reset();
    m_state.lineageError.reset();
    m_missed.reset();
}

void ReviewPresenter::select(const QString &item)
{
    if (item == m_state.item)
        return;
    m_state.item = item;
    forgetItem();
    Q_EMIT itemChanged();
    readItem();
}

void ReviewPresenter::show(Part part)
{
    m_part = part;
    if (part == Part::Lineage && !m_state.lineage)
        readLineage();
}

void ReviewPresenter::readItem()
{
    m_itemReading.giveUp();
    if (!m_state.row()) {
        forgetItem();
        return;
    }
    m_itemReading.ask(api::ShowReview{.subject = m_state.subject, .item = m_state.item}, [this](const Result<api::ReviewPage> &answer) { itemCame(answer); });
}

void ReviewPresenter::itemCame(const Result<api::ReviewPage> &answer)
{
    if (!answer) {
        m_state.detailError = answer.error();
    } else if (answer.value().digest == m_state.overview->digest) {
        m_state.detail = answer.value().detail;
        m_state.events = answer.value().events;
        m_state.detailError.reset();
        m_missed.reset();
        if (m_part == Part::Lineage && !m_state.lineage)
            readLineage();
    } else if (std::exchange(m_missed, answer.value().digest) != answer.value().digest && !m_state.arrived) {
        refresh(); // of another review than the one on screen: that one is read and compared first
    }
    Q_EMIT itemChanged();
}

void ReviewPresenter::readLineage()
{
    if (!m_state.detail || !m_state.detail->item.table)
        return;
    const Result<model::TableSelector> table = model::TableSelector::parse(m_state.detail->item.table->toString());
    if (!table)
        return;
    m_lineageReading.ask(api::ShowLineage{.table = table.value()}, [this](const Result<model::Lineage> &answer) {
        m_state.lineageError.reset();
        if (answer)
            m_state.lineage = std::make_shared<const model::Lineage>(answer.value());
        else
            m_state.lineageError = answer.error();
        Q_EMIT itemChanged();
    });
}

} // namespace lakehouse::views
