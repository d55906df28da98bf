#include "views/pages_review/sample_review.h"

#include "text/csv.h"

#include <algorithm>

namespace lakehouse::testsupport {

using namespace model;
using api::ReviewItemDetail;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;

namespace {

ReviewItemDetail made(ReviewSubject subject, const char *item, Text finding, ReviewVerdict proposal, std::vector<ReviewVerdict> choices)
{
    ReviewItemDetail detail;
    detail.item = {.subject = subject, .item = QString::fromLatin1(item), .finding = std::move(finding), .proposal = std::move(proposal), .choices = std::move(choices)};
    const QStringList parts = detail.item.item.split(QLatin1Char('.'));
    if (parts.size() >= 2)
        detail.item.table = TableName::create(parts[0], parts[1]).value();
    if (parts.size() == 3)
        detail.item.column = parts[2];
    return detail;
}

ReviewItemDetail table(const char *item)
{
    return made(ReviewSubject::Scope, item, {QT_TRANSLATE_NOOP("core", "The table has a key and rows.")}, ReviewVerdict(ReviewChoice::In), {ReviewVerdict(ReviewChoice::In), ReviewVerdict(ReviewChoice::Out)});
}

ReviewItemDetail column(const char *item, ReviewChoice proposal)
{
    ReviewItemDetail detail = made(ReviewSubject::Pii, item, {QT_TRANSLATE_NOOP("core", "May hold e-mail addresses: 599 of 599 values that were looked at.")}, ReviewVerdict(proposal),
                                   {ReviewVerdict(ReviewChoice::Hash), ReviewVerdict(ReviewChoice::Redact), ReviewVerdict(ReviewChoice::Keep)});
    detail.item.evidence = {{.kind = EvidenceKind::Sample, .place = QStringLiteral("column email"), .rows = 599, .statement = {QT_TRANSLATE_NOOP("core", "Every value looks like an e-mail address.")}},
                            {.kind = EvidenceKind::SourceFile, .place = QStringLiteral("src/Mail.java"), .detail = QStringLiteral("sends to customer.email"), .line = 42}};
    detail.item.effects = {{QT_TRANSLATE_NOOP("core", "Silver holds a keyed hash of %1: equal values stay equal, so joins still hold."), QString::fromLatin1(item).section(QLatin1Char('.'), 2)}};
    return detail;
}

api::ReviewRow rowOf(const ReviewItemDetail &detail, const std::vector<QString> &moved)
{
    api::ReviewRow row{.item = detail.item.item, .finding = detail.item.finding, .proposal = detail.item.proposal, .isMoved = std::ranges::find(moved, detail.item.item) != moved.end(),
                       .presence = detail.item.presence};
    if (detail.item.decision) {
        row.verdict = detail.item.decision->verdict;
        row.decidedBy = detail.item.decision->actor;
        row.decidedAtUtc = detail.item.decision->atUtc;
    }
    return row;
}

bool isGone(const ReviewItemDetail &detail)
{
    return detail.item.presence == ReviewPresence::Gone;
}

const QString anna = QStringLiteral("anna@desk.example.com (desktop)");

} // namespace

base::UtcTime reviewTime(int minutes)
{
    return {1'700'000'000'000'000 + qint64(minutes) * 60'000'000};
}

Error movedReview()
{
    return {ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The review moved since it was read.")}, {QT_TRANSLATE_NOOP("core", "Read it again.")}};
}

SampleReview::SampleReview()
{
    of(ReviewSubject::Scope).items = {table("public.customer"), table("public.film"), table("public.rental"), table("public.staff")};
    of(ReviewSubject::Pii).items = {column("public.customer.email", ReviewChoice::Hash), column("public.staff.password", ReviewChoice::Redact)};
    of(ReviewSubject::Identity).items = {made(ReviewSubject::Identity, "public.log", {QT_TRANSLATE_NOOP("core", "The table has no key.")}, ReviewVerdict(ReviewChoice::None),
                                              {ReviewVerdict::key({QStringLiteral("host"), QStringLiteral("line")}), ReviewVerdict(ReviewChoice::None)})};
    of(ReviewSubject::Identity).items.front().item.typed = ReviewChoice::Key;
    const ReviewVerdict classes = ReviewVerdict::classes(UpdateClass::PoOnly, DeleteClass::Soft);
    of(ReviewSubject::WriteBehaviour).items = {made(ReviewSubject::WriteBehaviour, "public.rental", {QT_TRANSLATE_NOOP("core", "The application's code updates and marks.")}, classes, {classes})};
    of(ReviewSubject::Glossary).items = {made(ReviewSubject::Glossary, "rental", {QT_TRANSLATE_NOOP("core", "A film that a customer took home.")}, ReviewVerdict(ReviewChoice::Accept),
                                              {ReviewVerdict(ReviewChoice::Accept), ReviewVerdict(ReviewChoice::Reject)})};
    of(ReviewSubject::WriteBehaviour).items.front().item.typed = ReviewChoice::Classes;
    of(ReviewSubject::Glossary).items.front().item.typed = ReviewChoice::Edit;
    decide(ReviewSubject::Scope, "public.staff", ReviewVerdict(ReviewChoice::Out));
}

SampleReview SampleReview::empty()
{
    return SampleReview(0);
}

ReviewItemDetail &SampleReview::item(ReviewSubject subject, const char *name)
{
    return *std::ranges::find_if(of(subject).items, [&](const ReviewItemDetail &detail) { return detail.item.item == QLatin1String(name); });
}

void SampleReview::record(ReviewItemDetail &item, const ReviewVerdict &verdict, const QString &reason, const QString &actor)
{
    const ReviewDecision decision{verdict, Reason::parse(reason).value(), actor, reviewTime(-60), ++m_sequence};
    item.history.push_back(decision);
    item.item.decision = verdict.choice() == ReviewChoice::Open ? std::nullopt : std::optional(decision);
}

void SampleReview::decide(ReviewSubject subject, const char *name, const ReviewVerdict &verdict, const char *actor)
{
    record(item(subject, name), verdict, QStringLiteral("Agreed in the meeting."), QString::fromLatin1(actor));
}

void SampleReview::decideAll(ReviewSubject subject)
{
    for (ReviewItemDetail &detail : of(subject).items)
        if (!detail.item.decision)
            record(detail, detail.item.proposal, QStringLiteral("Agreed in the meeting."), anna);
}

void SampleReview::vanish(ReviewSubject subject, const char *name)
{
    ReviewItem &gone = item(subject, name).item;
    gone.presence = ReviewPresence::Gone;
    gone.finding = {QT_TRANSLATE_NOOP("core", "No longer found. It was signed as %1."), gone.decision->verdict.toString()};
    gone.choices.clear();
    gone.typed.reset();
    gone.effects.clear();
    of(subject).state = SignOffState::Stale;
    of(subject).moved.push_back(gone.item);
}

ReviewDigest SampleReview::digest() const
{
    QByteArray digests;
    for (const ReviewSubject subject : allReviewSubjects)
        digests += digest(subject).toString().toUtf8();
    return ReviewDigest::of(digests);
}

ReviewDigest SampleReview::digest(ReviewSubject subject) const
{
    QByteArray decided;
    for (const ReviewItemDetail &detail : of(subject).items)
        decided += isGone(detail) ? QByteArray() : (detail.item.item + (detail.item.decision ? detail.item.decision->verdict.toString() : QString()) + QLatin1Char('\n')).toUtf8();
    return ReviewDigest::of(decided);
}

api::SubjectStanding SampleReview::standing(ReviewSubject subject) const
{
    const Subject &part = of(subject);
    const qint64 gone = std::ranges::count_if(part.items, isGone);
    return {.subject = subject, .items = qint64(part.items.size()) - gone, .open = std::ranges::count_if(part.items, [](const ReviewItemDetail &detail) { return !detail.item.decision; }), .state = part.state,
            .moved = qint64(part.moved.size()), .notFound = gone, .movedItems = part.moved, .signedBy = part.signedBy, .signedAtUtc = part.signedAtUtc, .assignee = part.assignee,
            .withoutEvidence = part.withoutEvidence, .notAllowed = part.notAllowed, .digest = digest(subject)};
}

api::ReviewOverview SampleReview::overview() const
{
    api::ReviewOverview overview{.digest = digest(), .isAnalyzed = isAnalyzed, .isSignoffRequired = isSignoffRequired};
    for (const ReviewSubject subject : allReviewSubjects)
        overview.subjects.push_back(standing(subject));
    return overview;
}

Result<api::ReviewPage> SampleReview::show(const api::ShowReview &request) const
{
    const Subject &subject = of(request.subject);
    api::ReviewPage page{.digest = digest(), .standing = standing(request.subject), .events = subject.events, .matching = qint64(subject.items.size())};
    for (const ReviewItemDetail &detail : subject.items) {
        if (!request.item)
            page.items.push_back(rowOf(detail, subject.moved));
        else if (*request.item == detail.item.item)
            page.detail = detail;
    }
    if (request.item && !page.detail)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no such item.")}, {QT_TRANSLATE_NOOP("core", "Look at the list.")}};
    return page;
}

Result<api::ReviewDecided> SampleReview::decided(const api::DecideReview &request)
{
    if (request.expectedDigest != digest())
        return movedReview();
    qint64 changed = 0;
    for (ReviewItemDetail &detail : of(request.subject).items) {
        const bool isNamed = std::ranges::find(request.item, detail.item.item) != request.item.end();
        if (isGone(detail) && isNamed)
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is nothing to decide about it.")}};
        if (isGone(detail) || (!request.filter && !isNamed))
            continue;
        record(detail, request.asProposed ? detail.item.proposal : *request.decision, request.reason.toString(), anna);
        ++changed;
    }
    return api::ReviewDecided{digest(), changed, standing(request.subject)};
}

Result<api::ReviewImported> SampleReview::imported(const api::ImportReview &request)
{
    if (request.expectedDigest != digest())
        return movedReview();
    api::ReviewImported report{.isDryRun = request.dryRun};
    const text::CsvContent content = text::readCsv(request.csv);
    for (std::size_t i = 1; i < content.records.size(); ++i) {
        const std::vector<QString> &fields = content.records[i].fields;
        const auto verdict = ReviewVerdict::parse(fields.at(2));
        if (!verdict)
            return verdict.error();
        for (const ReviewSubject subject : allReviewSubjects)
            for (ReviewItemDetail &detail : of(subject).items)
                if (detail.item.item == fields.at(1) && fields.at(0) == QLatin1String(subject == ReviewSubject::Scope ? "scope" : "pii")) {
                    report.changes.push_back({qint64(content.records[i].line), subject, detail.item.item, detail.item.decision ? std::optional(detail.item.decision->verdict) : std::nullopt, verdict.value()});
                    if (!request.dryRun)
                        record(detail, verdict.value(), request.reason.toString(), anna);
                }
    }
    report.digest = digest();
    return report;
}

Result<api::SignOffReceipt> SampleReview::signedOff(const api::ApproveSignOff &request)
{
    if (request.expectedDigest != digest())
        return movedReview();
    api::SignOffReceipt receipt{.digest = digest(), .actor = anna, .atUtc = reviewTime(0), .reason = request.reason};
    for (const ReviewSubject subject : request.subject) {
        of(subject).state = SignOffState::Signed;
        of(subject).signedBy = anna;
        of(subject).signedAtUtc = reviewTime(0);
        of(subject).moved.clear();
        std::erase_if(of(subject).items, isGone);
        receipt.subjects.push_back({.subject = subject, .digest = digest(subject), .items = qint64(of(subject).items.size()), .sequence = ++m_sequence});
        of(subject).events.push_back({.act = api::SubjectAct::Signed, .actor = anna, .atUtc = reviewTime(0), .reason = request.reason, .sequence = m_sequence});
    }
    return receipt;
}

Result<api::SignOffReceipt> SampleReview::revoked(const api::RevokeSignOff &request)
{
    api::SignOffReceipt receipt{.digest = digest(), .actor = anna, .atUtc = reviewTime(1), .reason = request.reason};
    for (const ReviewSubject subject : request.subject) {
        of(subject).state = SignOffState::Revoked;
        receipt.subjects.push_back({.subject = subject, .digest = digest(subject), .items = qint64(of(subject).items.size()), .sequence = ++m_sequence});
        of(subject).events.push_back({.act = api::SubjectAct::Revoked, .actor = anna, .atUtc = reviewTime(1), .reason = request.reason, .sequence = m_sequence});
    }
    return receipt;
}

void SampleReview::answerOn(ScriptedWorkbench &bench)
{
    bench.answerBy<api::ListReview>([this](const api::ListReview &) -> Result<api::ReviewOverview> { return overview(); });
    bench.answerBy<api::ShowReview>([this](const api::ShowReview &request) { return show(request); });
    bench.answerBy<api::DecideReview>([this](const api::DecideReview &request) { return decided(request); });
    bench.answerBy<api::ImportReview>([this](const api::ImportReview &request) { return imported(request); });
    bench.answerBy<api::ApproveSignOff>([this](const api::ApproveSignOff &request) { return signedOff(request); });
    bench.answerBy<api::RevokeSignOff>([this](const api::RevokeSignOff &request) { return revoked(request); });
    bench.answerBy<api::CommentReview>([this](const api::CommentReview &request) -> Result<api::ReviewNoted> {
        for (ReviewItemDetail &detail : of(request.subject).items)
            if (detail.item.item == request.item)
                detail.comments.push_back({anna, reviewTime(0), request.text});
        return api::ReviewNoted{++m_sequence};
    });
    bench.answerBy<api::AssignReview>([this](const api::AssignReview &request) -> Result<api::ReviewNoted> {
        of(request.subject).assignee = request.to.isEmpty() ? std::nullopt : std::optional(request.to);
        of(request.subject).events.push_back({.act = api::SubjectAct::Assigned, .actor = anna, .atUtc = reviewTime(2), .to = of(request.subject).assignee, .sequence = ++m_sequence});
        return api::ReviewNoted{m_sequence};
    });
    bench.answer<api::ExportReview>({.csv = QStringLiteral("subject,item,decision\r\nscope,public.film,\r\n"), .items = 1});
}

} // namespace lakehouse::testsupport
