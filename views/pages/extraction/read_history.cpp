#include "pages/extraction/read_history.h"

#include "describe/json_reader.h"
#include "model/fact_bodies.h"

namespace lakehouse::views {

using model::ApprovalFact;
using model::FactKind;
using model::PlanChange;
using model::RevocationFact;
using Kind = PlanEvent::Kind;

namespace {

template<typename Body>
std::optional<Body> bodyOf(const api::LedgerLine &line)
{
    base::Result<Body> body = describe::readJson<Body>(line.body.toUtf8());
    return body ? std::optional(std::move(body).value()) : std::nullopt;
}

PlanEvent eventOf(const api::LedgerLine &line)
{
    PlanEvent event{.sequence = line.sequence, .atUtc = line.recordedAtUtc, .actor = line.actor, .run = line.run ? line.run->toString() : QString()};
    const auto fill = [&event](Kind kind, const model::Reason &reason) {
        event.kind = kind;
        event.reason = reason.toString();
    };
    if (line.kind == FactKind::PlanChange) {
        if (const auto change = bodyOf<PlanChange>(line)) {
            fill(Kind::Change, change->reason);
            event.edit = change->edit;
            event.column = change->column;
        }
    } else if (line.kind == FactKind::ApprovalRevocation) {
        if (const auto revocation = bodyOf<RevocationFact>(line)) {
            fill(Kind::Revocation, revocation->reason);
            event.plan = revocation->planDigest;
        }
    } else if (const auto approval = bodyOf<ApprovalFact>(line)) {
        fill(Kind::Approval, approval->reason);
        event.plan = approval->planDigest;
    }
    return event;
}

} // namespace

HistoryPage historyOf(const api::LedgerPage &answer, const api::ShowLedger &request, std::shared_ptr<std::vector<PlanEvent>> events)
{
    if (!events)
        events = std::make_shared<std::vector<PlanEvent>>();
    for (const api::LedgerLine &line : answer.entries)
        events->push_back(eventOf(line));
    HistoryPage page{.events = std::move(events)};
    if (answer.next) {
        page.more = request;
        page.more->after = *answer.next;
    }
    return page;
}

} // namespace lakehouse::views
