#include "pages/review/review_presenter.h"

#include "text/csv.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using base::Result;
using model::Reason;
using model::ReviewChoice;
using model::ReviewSubject;
using model::ReviewVerdict;

namespace {

constexpr std::size_t mostSteps = 100; ///< that can be taken back

using ByVerdict = std::map<QString, std::vector<QString>>;

/// The items of a decision by what was decided about them before it.
ByVerdict decidedBefore(const DecideTarget &target, const ReadSubject &before)
{
    ByVerdict items;
    const QString open = ReviewVerdict().toString();
    const auto add = [&](const api::ReviewRow &row) { items[row.verdict ? row.verdict->toString() : open].push_back(row.item); };
    if (target.isWhole)
        std::ranges::for_each(before.rows(), add);
    for (const QString &item : target.items)
        if (const api::ReviewRow *row = before.find(item))
            add(*row);
    return items;
}

/// The same as a table for review.import, which takes all of it over or nothing.
QString tableOf(ReviewSubject subject, const ByVerdict &items)
{
    QString csv = text::csvLine({QStringLiteral("subject"), QStringLiteral("item"), QStringLiteral("decision")});
    for (const auto &[verdict, names] : items)
        for (const QString &name : names)
            csv += text::csvLine({subjectId(subject), name, verdict});
    return csv;
}

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
void ReviewPresenter::start(R request, std::function<void(const typename R::Answer &)> done)
{
    m_work.start(std::move(request), std::move(done), [this] { refresh(); });
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
    start(std::move(request), [this, step = Step{target, m_state.items, reason}](const api::ReviewDecided &answer) {
        own(answer.digest);
        if (answer.decided > 0)
            m_undo.push_back(step);
        if (m_undo.size() > mostSteps)
            m_undo.erase(m_undo.begin());
        Q_EMIT decided(step.target, answer);
    });
}

void ReviewPresenter::undo()
{
    if (m_undo.empty() || !m_state.overview)
        return;
    const Step &step = m_undo.back();
    const Result<Reason> why = Reason::parse(tr("Taken back: %1").arg(step.reason));
    const ByVerdict before = decidedBefore(step.target, *step.before);
    const ReviewSubject subject = step.target.subject;
    if (!why || before.empty())
        return;
    const auto taken = [this](const model::ReviewDigest &digest, qint64 items) {
        own(digest);
        m_undo.pop_back();
        Q_EMIT undone(items);
    };
    if (before.size() > 1)
        return start(api::ImportReview{.expectedDigest = m_state.overview->digest, .csv = tableOf(subject, before), .reason = why.value()},
            [taken](const api::ReviewImported &answer) { taken(answer.digest, qint64(answer.changes.size())); });
    const Result<ReviewVerdict> verdict = ReviewVerdict::parse(before.begin()->first);
    if (verdict)
        start(api::DecideReview{.expectedDigest = m_state.overview->digest, .subject = subject, .item = before.begin()->second, .decision = verdict.value(), .reason = why.value()},
            [taken](const api::ReviewDecided &answer) { taken(answer.digest, answer.decided); });
}

void ReviewPresenter::comment(const QString &item, const QString &text)
{
    start(api::CommentReview{.subject = m_state.subject, .item = item, .text = text}, [this, item](const api::ReviewNoted &) {
        readItem(); // a comment is in no digest
        Q_EMIT commented(item);
    });
}

void ReviewPresenter::ask(const QString &item, const QString &text, const QString &to)
{
    const ReviewSubject subject = m_state.subject;
    start(api::CommentReview{.subject = subject, .item = item, .text = text}, [this, subject, item, to](const api::ReviewNoted &) {
        readItem();
        Q_EMIT commented(item);
        assign(subject, to);
    });
}

void ReviewPresenter::assign(ReviewSubject subject, const QString &to)
{
    start(api::AssignReview{.subject = subject, .to = to}, [this, subject, to](const api::ReviewNoted &) { Q_EMIT assigned(subject, to); });
}

void ReviewPresenter::signOff(const std::vector<ReviewSubject> &subjects, const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (!why || !m_state.overview || m_state.arrived)
        return;
    start(api::ApproveSignOff{.expectedDigest = m_state.overview->digest, .subject = subjects, .reason = why.value()}, [this](const api::SignOffReceipt &receipt) {
        for (const api::SignedSubject &subject : receipt.subjects)
            std::erase_if(m_undo, [&](const Step &step) { return step.target.subject == subject.subject; });
        Q_EMIT signedOff(receipt);
    });
}

void ReviewPresenter::revoke(const std::vector<ReviewSubject> &subjects, const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (why && m_state.overview)
        start(api::RevokeSignOff{.expectedDigest = m_state.overview->digest, .subject = subjects, .reason = why.value()},
            [this](const api::SignOffReceipt &receipt) { Q_EMIT revoked(receipt); });
}

void ReviewPresenter::exportTable(const std::optional<ReviewSubject> &subject)
{
    m_work.start(api::ExportReview{.subject = subject}, [this, name = subject ? subjectId(*subject) : QString()](const api::ReviewTable &table) { Q_EMIT exported(table, name); },
        [] {});
}

void ReviewPresenter::previewImport(const QString &csv)
{
    if (m_state.overview)
        m_work.start(api::ImportReview{.expectedDigest = m_state.overview->digest, .csv = csv, .dryRun = true},
            [this, csv](const api::ReviewImported &preview) { Q_EMIT previewed(preview, csv); }, [] {});
}

void ReviewPresenter::importTable(const QString &csv, const QString &reason)
{
    const Result<Reason> why = Reason::parse(reason);
    if (!why || !m_state.overview)
        return;
    start(api::ImportReview{.expectedDigest = m_state.overview->digest, .csv = csv, .reason = why.value()}, [this](const api::ReviewImported &report) {
        own(report.digest);
        Q_EMIT imported(report);
    });
}

void ReviewPresenter::analyze()
{
    start(api::AnalyzeSource{}, [](const api::AnalysisReport &) {});
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
