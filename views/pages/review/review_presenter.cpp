#include "pages/review/review_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Result;
using model::Reason;
using model::ReviewSubject;

namespace {

constexpr std::size_t mostSteps = 100; ///< that can be taken back

/// What came of a decision, and how it is taken back.
struct Decided {
    api::ReviewDecided answer;
    UndoStep undo;
};

} // namespace

const api::SubjectStanding *ReviewState::standing(ReviewSubject which) const
{
    if (!overview)
        return nullptr;
    const auto found = std::ranges::find(overview->subjects, which, &api::SubjectStanding::subject);
    return found == overview->subjects.end() ? nullptr : &*found;
}

const api::ReviewRow *ReviewState::row() const
{
    return items && !item.isEmpty() ? items->find(item) : nullptr;
}

ReviewPresenter::ReviewPresenter(PageHost &host, QObject *parent)
    : QObject(parent), m_calls(host), m_reading(m_calls), m_itemReading(m_calls), m_lineageReading(m_calls), m_work(m_calls)
{
    connect(&m_calls, &PageCalls::settled, this, &ReviewPresenter::settled);
    connect(&m_work, &PageWork::changed, this, &ReviewPresenter::workChanged);
}

ReviewPresenter::~ReviewPresenter() = default;

template<api::OperationRequest R>
void ReviewPresenter::start(AskedIn askedIn, R request, std::function<void(const typename R::Answer &)> done)
{
    start(askedIn, std::move(request), std::move(done), [this] { refresh(); });
}

template<api::OperationRequest R>
void ReviewPresenter::start(AskedIn askedIn, R request, std::function<void(const typename R::Answer &)> done, std::function<void()> ended)
{
    if (beginIn(askedIn))
        m_work.start(std::move(request), std::move(done), std::move(ended));
}

/// False: something is under way, whose place stays what it is.
bool ReviewPresenter::beginIn(AskedIn askedIn)
{
    if (!m_work.operation().isEmpty())
        return false;
    m_askedIn = askedIn;
    return true;
}

/// The review as it is after a change that was made here: no surprise when it arrives.
void ReviewPresenter::own(const model::ReviewDigest &digest)
{
    m_own = digest;
    m_state.isOwnPending = true;
}

void ReviewPresenter::decide(const DecideTarget &target, const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (!why || !m_state.overview || !m_state.items || m_state.items->subject() != target.subject)
        return;
    api::DecideReview request{.expectedDigest = m_state.overview->digest, .subject = target.subject, .item = {target.items.begin(), target.items.end()},
                              .decision = target.verdict, .asProposed = !target.verdict, .reason = why.value()};
    if (target.isWhole)
        request.filter = QString();
    if (!beginIn(AskedIn::Form))
        return;
    m_work.startFor<Decided>(std::move(request),
        [target, before = m_state.items, reason](const api::ReviewDecided &answer) { return Decided{answer, undoStep(target, *before, reason)}; },
        [this, target](const Decided &made) {
            own(made.answer.digest);
            if (made.answer.decided > 0 && made.undo.count > 0)
                m_undo.push_back(made.undo);
            if (m_undo.size() > mostSteps)
                m_undo.erase(m_undo.begin());
            Q_EMIT decided(target, made.answer);
        },
        [this] { refresh(); });
}

void ReviewPresenter::undo()
{
    if (m_undo.empty() || !m_state.overview)
        return;
    const UndoStep &step = m_undo.back();
    const Result<Reason> why = Reason::parse(tr("Taken back: %1").arg(step.reason));
    if (!why)
        return;
    const auto taken = [this](const model::ReviewDigest &digest, qint64 items) {
        own(digest);
        m_undo.pop_back();
        Q_EMIT undone(items);
    };
    if (step.count > 1)
        return start(AskedIn::Page, api::ImportReview{.expectedDigest = m_state.overview->digest, .csv = step.csv, .reason = why.value()},
            [taken](const api::ReviewImported &answer) { taken(answer.digest, qint64(answer.changes.size())); });
    start(AskedIn::Page, api::DecideReview{.expectedDigest = m_state.overview->digest, .subject = step.subject, .item = {step.item}, .decision = step.verdict, .reason = why.value()},
        [taken](const api::ReviewDecided &answer) { taken(answer.digest, answer.decided); });
}

void ReviewPresenter::comment(const QString &item, const QString &text)
{
    start(AskedIn::Sheet, api::CommentReview{.subject = m_state.subject, .item = item, .text = text}, [this, item](const api::ReviewNoted &) {
        readItem(); // a comment is in no digest
        Q_EMIT commented(item);
    });
}

void ReviewPresenter::ask(const QString &item, const QString &text, const QString &to)
{
    const ReviewSubject subject = m_state.subject;
    start(AskedIn::Sheet, api::CommentReview{.subject = subject, .item = item, .text = text}, [this, subject, item, to](const api::ReviewNoted &) {
        readItem();
        Q_EMIT commented(item);
        assign(subject, to);
    });
}

void ReviewPresenter::assign(ReviewSubject subject, const QString &to)
{
    start(AskedIn::Sheet, api::AssignReview{.subject = subject, .to = to}, [this, subject, to](const api::ReviewNoted &) { Q_EMIT assigned(subject, to); });
}

void ReviewPresenter::signOff(const std::vector<ReviewSubject> &subjects, const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (!why || !m_state.overview || m_state.arrived)
        return;
    start(AskedIn::Form, api::ApproveSignOff{.expectedDigest = m_state.overview->digest, .subject = subjects, .reason = why.value()}, [this](const api::SignOffReceipt &receipt) {
        for (const api::SignedSubject &subject : receipt.subjects)
            std::erase_if(m_undo, [&](const UndoStep &step) { return step.subject == subject.subject; });
        Q_EMIT signedOff(receipt);
    });
}

void ReviewPresenter::revoke(const std::vector<ReviewSubject> &subjects, const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (why && m_state.overview)
        start(AskedIn::Form, api::RevokeSignOff{.expectedDigest = m_state.overview->digest, .subject = subjects, .reason = why.value()},
            [this](const api::SignOffReceipt &receipt) { Q_EMIT revoked(receipt); });
}

void ReviewPresenter::exportTable(const std::optional<ReviewSubject> &subject)
{
    start(AskedIn::Page, api::ExportReview{.subject = subject},
        [this, name = subject ? subjectId(*subject) : QString()](const api::ReviewTable &table) { Q_EMIT exported(table, name); }, [this] { lookAgain(); });
}

void ReviewPresenter::lookAtTable(const QString &csv, std::function<void(const api::ReviewImported &)> done)
{
    if (!m_state.overview)
        return;
    start(AskedIn::Page, api::ImportReview{.expectedDigest = m_state.overview->digest, .csv = csv, .dryRun = true}, std::move(done), [this] {
        if (m_work.error() && m_work.error()->code == base::ErrorCode::Stale)
            refresh();
        else
            lookAgain(); // the review on screen may be another one by now
    });
}

void ReviewPresenter::previewImport(const QString &csv)
{
    lookAtTable(csv, [this, csv](const api::ReviewImported &report) {
        if (report.digest != m_state.overview->digest)
            return previewImport(csv); // another review came on screen meanwhile
        m_state.table = TablePreview{csv, report};
        m_lookedAgainAt.reset();
        Q_EMIT previewed();
    });
}

/// Once a review: what failed for it would fail again and again.
void ReviewPresenter::lookAgain()
{
    const bool isBusy = !m_work.operation().isEmpty() || m_state.isOwnPending || m_state.arrived;
    if (!m_state.isTableMoved() || isBusy || m_lookedAgainAt == m_state.overview->digest)
        return;
    m_lookedAgainAt = m_state.overview->digest;
    lookAtTable(m_state.table->csv, [this](const api::ReviewImported &report) {
        if (!m_state.table)
            return; // it was put away meanwhile
        m_state.table->report = report;
        Q_EMIT reviewChanged();
    });
}

void ReviewPresenter::importTable(const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (!why || !m_state.table || m_state.isTableMoved())
        return;
    start(AskedIn::Form, api::ImportReview{.expectedDigest = m_state.table->report.digest, .csv = m_state.table->csv, .reason = why.value()}, [this](const api::ReviewImported &report) {
        own(report.digest);
        Q_EMIT imported(report);
    });
}

void ReviewPresenter::analyze()
{
    start(AskedIn::Page, api::AnalyzeSource{}, [](const api::AnalysisReport &) {});
}

void ReviewPresenter::stopWork()
{
    m_work.stop();
    refresh(); // what it had done stays
}

void ReviewPresenter::dismissWorkError()
{
    m_work.dismissError();
}

} // namespace lakehouse::views
