#include "usecases/evidence/ledger_pages.h"

#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "model/fact_bodies.h"
#include "model/review.h"
#include "usecases/evidence/ledger_subjects.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <map>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Result;
using base::RunContext;
using describe::labelOf;

namespace {

constexpr qint64 largestPage = 1000;

QString inWords(const SubjectName &subject)
{
    const bool isImported = isImportedFact(subject);
    const QString part = isImported ? partOfImported(subject) : subject.part;
    QString words = subject.object.isEmpty() ? subject.database : subject.schema.isEmpty() ? subject.object : sqlIdentifier(subject.schema) + QLatin1Char('.') + sqlIdentifier(subject.object);
    if (!part.isEmpty())
        words += subject.schema.isEmpty() ? QStringLiteral(" (%1)").arg(part) : QLatin1Char('.') + sqlIdentifier(part);
    return isImported ? words + QStringLiteral(" (imported)") : words;
}

/// One more than a page holds, so that it shows whether there is another.
qint64 askedFor(qint64 limit)
{
    return std::clamp<qint64>(limit, 1, largestPage) + 1;
}

/// Cuts what was asked for too much; returns after which entry the next page begins.
template<typename Entry>
std::optional<qint64> nextPage(std::vector<Entry> &entries, qint64 asked)
{
    if (qint64(entries.size()) < asked)
        return std::nullopt;
    entries.resize(std::size_t(asked) - 1);
    return entries.back().sequence;
}

QString jsonText(const QJsonValue &value)
{
    if (value.isUndefined())
        return QStringLiteral("none");
    if (value.isString())
        return value.toString();
    QByteArray text = QJsonDocument(QJsonObject{{QStringLiteral("x"), value}}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(text.mid(5, text.size() - 6)); // without {"x": and }
}

/// Each field that another value was given, with both.
std::vector<QString> changedFields(const QByteArray &before, const QByteArray &after)
{
    constexpr qsizetype longest = 200;
    const QJsonObject old = QJsonDocument::fromJson(before).object();
    const QJsonObject now = QJsonDocument::fromJson(after).object();
    QStringList names = old.keys() + now.keys();
    names.removeDuplicates();
    names.sort();
    const auto shown = [](const QJsonValue &value) {
        const QString text = jsonText(value);
        return text.size() > longest ? text.first(longest) + QStringLiteral("…") : text;
    };
    std::vector<QString> changes;
    for (const QString &name : names)
        if (const QJsonValue was = old.value(name), is = now.value(name); was != is)
            changes.push_back(QStringLiteral("%1: %2 → %3").arg(name, shown(was), shown(is)));
    return changes;
}

/// What is current as entries are walked through, oldest first.
class Walk {
public:
    Result<TimelineEntry> next(const LedgerEntry &entry)
    {
        TimelineEntry line{.sequence = entry.sequence, .recordedAtUtc = entry.recordedAtUtc, .kind = entry.kind, .subject = inWords(entry.subject), .actor = entry.actor.toString(), .run = entry.run};
        if (entry.kind == FactKind::Retraction) {
            EKOS_TRY(const RetractionFact fact, describe::readJson<RetractionFact>(entry.body));
            line.kind = fact.kind;
            line.change = LedgerChange::Gone;
            m_current.erase({fact.kind, entry.subject.id().toString()});
            return line;
        }
        QByteArray &known = m_current[{entry.kind, entry.subject.id().toString()}];
        if (!known.isEmpty()) {
            line.change = LedgerChange::Changed;
            line.what = changedFields(known, entry.body);
        }
        known = entry.body;
        return line;
    }

private:
    std::map<std::pair<FactKind, QString>, QByteArray> m_current;
};

bool isAbout(const SubjectName &entry, const KnownSubject &subject)
{
    if (subject.review)
        return entry.kind == SubjectKind::Review && entry.part == labelOf(*subject.review);
    if (entry.kind == SubjectKind::Review)
        return isItemAbout(entry.object, subject);
    return entry.schema == subject.table->schema() && entry.object == subject.table->table() && (!subject.column || entry.part == *subject.column);
}

constexpr FactKind actsOfPersons[] = {FactKind::Decision, FactKind::SignOff, FactKind::ReviewComment, FactKind::ReviewAssignment, FactKind::PlanChange, FactKind::LakehouseApproval,
                                      FactKind::ApprovalRevocation, FactKind::ReloadRequest, FactKind::DeleteOutcome};

template<typename Body>
Result<Body> bodyOf(const LedgerEntry &entry)
{
    return describe::readJson<Body>(entry.body);
}

Result<AuditEntry> auditEntry(const LedgerEntry &entry)
{
    AuditEntry line{.sequence = entry.sequence, .recordedAtUtc = entry.recordedAtUtc, .who = entry.actor.toString(), .kind = entry.kind, .subject = inWords(entry.subject), .run = entry.run};
    switch (entry.kind) {
    case FactKind::Decision: {
        EKOS_TRY(const DecisionFact fact, bodyOf<DecisionFact>(entry));
        line.what = fact.verdict.toString();
        line.reason = fact.reason.toString();
        break;
    }
    case FactKind::SignOff: {
        EKOS_TRY(const SignOffFact fact, bodyOf<SignOffFact>(entry));
        line.what = labelOf(fact.act);
        line.digest = fact.digest.toString();
        line.reason = fact.reason.toString();
        break;
    }
    case FactKind::ReviewComment: {
        EKOS_TRY(const CommentFact fact, bodyOf<CommentFact>(entry));
        line.what = fact.text;
        break;
    }
    case FactKind::ReviewAssignment: {
        EKOS_TRY(const AssignmentFact fact, bodyOf<AssignmentFact>(entry));
        line.what = fact.to;
        break;
    }
    case FactKind::PlanChange: {
        EKOS_TRY(const PlanChange fact, bodyOf<PlanChange>(entry));
        line.what = labelOf(fact.edit);
        line.reason = fact.reason.toString();
        break;
    }
    case FactKind::LakehouseApproval: {
        EKOS_TRY(const ApprovalFact fact, bodyOf<ApprovalFact>(entry));
        line.what = QStringLiteral("approve");
        line.digest = fact.planDigest.toString();
        line.reason = fact.reason.toString();
        break;
    }
    case FactKind::ApprovalRevocation: {
        EKOS_TRY(const RevocationFact fact, bodyOf<RevocationFact>(entry));
        line.what = QStringLiteral("revoke");
        line.digest = fact.planDigest.toString();
        line.reason = fact.reason.toString();
        break;
    }
    case FactKind::ReloadRequest: {
        EKOS_TRY(const ReloadRequest fact, bodyOf<ReloadRequest>(entry));
        line.what = fact.isTakenBack ? QStringLiteral("undo reload") : QStringLiteral("reload");
        line.reason = fact.reason.toString();
        break;
    }
    case FactKind::DeleteOutcome: {
        EKOS_TRY(const DeleteReport fact, bodyOf<DeleteReport>(entry));
        line.what = QStringLiteral("accept deletes");
        if (fact.accepted)
            line.reason = fact.accepted->toString();
        break;
    }
    default:
        break;
    }
    return line;
}

/// Whether a person answered for it: most searches for deletes find what nobody has to.
Result<bool> isOfPerson(const LedgerEntry &entry)
{
    if (entry.kind != FactKind::DeleteOutcome)
        return true;
    EKOS_TRY(const DeleteReport report, bodyOf<DeleteReport>(entry));
    return report.accepted.has_value();
}

} // namespace

Result<LedgerPage> showLedger(const ShowLedger &request, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    const qint64 asked = askedFor(request.limit);
    std::vector<LedgerEntry> entries;
    if (request.table) {
        EKOS_TRY(const KnownSubject subject, knownSubject(*request.table, *ledger, run));
        EKOS_TRY(entries, entriesAbout(subject, request.kind, request.after, asked, *ledger, run));
    } else {
        EKOS_TRY(entries, ledger->entries({.kind = request.kind, .afterSequence = request.after, .limit = asked}, run));
    }
    LedgerPage page{.next = nextPage(entries, asked)};
    for (const LedgerEntry &entry : entries)
        page.entries.push_back({entry.sequence, entry.recordedAtUtc, entry.kind, inWords(entry.subject), entry.subject, entry.actor.toString(), entry.run,
                                QString::fromUtf8(entry.body), entry.hash});
    return page;
}

Result<LedgerTimeline> showTimeline(const ShowTimeline &request, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const KnownSubject subject, knownSubject(request.table, *ledger, run));
    // From the start, whatever the page: an entry is told by the one before it.
    EKOS_TRY(const std::vector<LedgerEntry> entries, entriesAbout(subject, {}, 0, std::numeric_limits<qint64>::max(), *ledger, run));
    const qint64 asked = askedFor(request.limit);
    Walk walk;
    LedgerTimeline timeline;
    for (const LedgerEntry &entry : entries) {
        EKOS_TRY(TimelineEntry line, walk.next(entry));
        if (entry.sequence > request.after && qint64(timeline.entries.size()) < asked)
            timeline.entries.push_back(std::move(line));
    }
    timeline.next = nextPage(timeline.entries, asked);
    return timeline;
}

Result<LedgerAudit> showAudit(const ShowAudit &request, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    std::optional<KnownSubject> subject;
    if (request.table) {
        EKOS_TRY(subject, knownSubject(*request.table, *ledger, run));
    }
    const qint64 asked = askedFor(request.limit);
    std::vector<LedgerEntry> acts;
    for (const FactKind kind : actsOfPersons) {
        // all of a kind when something is meant: what they are about stands in their items
        const bool isFiltered = subject || kind == FactKind::DeleteOutcome;
        EKOS_TRY(std::vector<LedgerEntry> entries, ledger->entries({.kind = kind, .afterSequence = request.after, .limit = isFiltered ? std::numeric_limits<qint64>::max() : asked}, run));
        if (subject)
            std::erase_if(entries, [&](const LedgerEntry &entry) { return !isAbout(entry.subject, *subject); });
        for (LedgerEntry &entry : entries) {
            EKOS_TRY(const bool isAct, isOfPerson(entry));
            if (isAct)
                acts.push_back(std::move(entry));
        }
    }
    std::ranges::sort(acts, {}, &LedgerEntry::sequence);
    if (qint64(acts.size()) > asked)
        acts.resize(std::size_t(asked));
    LedgerAudit audit{.next = nextPage(acts, asked)};
    for (const LedgerEntry &entry : acts) {
        EKOS_TRY(AuditEntry line, auditEntry(entry));
        audit.entries.push_back(std::move(line));
    }
    return audit;
}

} // namespace lakehouse::usecases
