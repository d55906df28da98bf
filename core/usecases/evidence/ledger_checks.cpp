#include "usecases/evidence/ledger_checks.h"

#include "describe/json_reader.h"
#include "model/fact_bodies.h"
#include "model/review.h"
#include "usecases/authorisation.h"
#include "usecases/run_recorder.h"

#include <QFileInfo>
#include <QStringList>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 largestPage = 1000;

/// Documents that decisions name must be there: the chain covers their digests only.
template<typename Body>
Result<> findMissingDocuments(FactKind kind, BlobDigest Body::*document, const char *finding, ports::Ledger &ledger, ports::LedgerVerification &verification, RunContext &run)
{
    ports::LedgerFilter filter{.kind = kind, .limit = largestPage};
    while (verification.problems.empty()) {
        EKOS_TRY(const std::vector<LedgerEntry> page, ledger.entries(filter, run));
        for (const LedgerEntry &entry : page) {
            EKOS_TRY(const Body body, describe::readJson<Body>(entry.body));
            if (const Result<QByteArray> bytes = ledger.blob(body.*document, run); !bytes) {
                base::Text text;
                text.source = QString::fromUtf8(finding);
                text.arguments.push_back(bytes.error().message);
                verification.problems.push_back({entry.sequence, text});
            }
        }
        if (qint64(page.size()) < filter.limit)
            break;
        filter.afterSequence = page.back().sequence;
    }
    return base::Ok{};
}

/// What the newest commit that names the ledger's head says it is; nothing before the first. It outlives the project's state folder.
Result<std::optional<QString>> sealedHead(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    Result<std::optional<QString>> sealed = repository->newestTrailer(QStringLiteral("Ekos-Ledger-Head"), run);
    if (!sealed && sealed.error().code == ErrorCode::NotFound) // before the first generate there is no repository
        return std::optional<QString>();
    return sealed;
}

Result<> checkIsOnThisMachine(const CallContext &context)
{
    if (context.channel == Channel::CommandLine || context.channel == Channel::Desktop)
        return base::Ok{};
    return Error{ErrorCode::NotAllowed, QT_TRANSLATE_NOOP("core", "Copies of the ledger are files of the machine that holds the project."), QT_TRANSLATE_NOOP("core", "Sign in there and use the command line.")};
}

QString listed(const std::vector<ports::LedgerProblem> &problems)
{
    QStringList lines;
    for (const ports::LedgerProblem &problem : problems)
        lines += problem.sequence > 0 ? QStringLiteral("entry %1: %2").arg(problem.sequence).arg(problem.finding.toEnglish()) : problem.finding.toEnglish();
    return lines.join(QLatin1Char('\n'));
}

/// Heads that witnesses beside the ledger name: the run state and the newest commit.
struct Seals {
    std::vector<EntryHash> heads = {};
    std::optional<QString> noHead = {}; ///< what the commit names as one
};

Result<Seals> readSeals(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const std::optional<EntryHash> noted, runs->notedLedgerHead());
    EKOS_TRY(const std::optional<QString> sealed, sealedHead(workspace, run));
    Seals seals;
    if (noted)
        seals.heads.push_back(*noted);
    if (!sealed)
        return seals;
    if (const Result<EntryHash> head = EntryHash::parse(*sealed); !head)
        seals.noHead = *sealed;
    else if (head.value() != noted)
        seals.heads.push_back(head.value());
    return seals;
}

/// What a walk of the chain cannot see.
Result<> addOtherProblems(const Seals &seals, ports::Ledger &ledger, ports::LedgerVerification &verification, RunContext &run)
{
    if (seals.noHead)
        verification.problems.push_back({0, {QT_TRANSLATE_NOOP("core", "The newest commit names \"%1\" as the ledger's head, which is none."), *seals.noHead}});
    EKOS_CHECK(findMissingDocuments(FactKind::LakehouseApproval, &ApprovalFact::approval, QT_TRANSLATE_NOOP("core", "The plan that this approval was given to cannot be read: %1"), ledger, verification, run));
    return findMissingDocuments(FactKind::SignOff, &SignOffFact::state, QT_TRANSLATE_NOOP("core", "What was signed here cannot be read: %1"), ledger, verification, run);
}

} // namespace

Result<LedgerVerdict> verifyLedger(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const Seals seals, readSeals(workspace, run));
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Walk the chain")));
    EKOS_TRY(ports::LedgerVerification verification, ledger->verify(seals.heads, run));
    EKOS_CHECK(addOtherProblems(seals, *ledger, verification, run));
    LedgerVerdict verdict{.entries = verification.entries, .head = verification.head};
    for (ports::LedgerProblem &problem : verification.problems)
        verdict.findings.push_back({problem.sequence, std::move(problem.finding)});
    return verdict;
}

Result<LedgerBackedUp> backUpLedger(const BackUpLedger &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_CHECK(checkIsOnThisMachine(context));
    const QString file = QFileInfo(request.file).absoluteFilePath();
    return recorded<LedgerBackedUp>(workspace, BackUpLedger::operation, context, run, {}, [&](RunRecorder &) -> Result<Recorded<LedgerBackedUp>> {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        EKOS_TRY(const Seals seals, readSeals(workspace, run));
        ports::LedgerVerification others;
        EKOS_CHECK(addOtherProblems(seals, *ledger, others, run));
        if (!others.problems.empty())
            return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "The ledger is not whole and was not copied."), QT_TRANSLATE_NOOP("core", "See what is wrong with: ekos-lakehouse ledger verify"), {},
                         listed(others.problems)};
        EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Copy the ledger to %1"), file}));
        EKOS_TRY(const ports::LedgerVerification copy, ledger->backUp(file, seals.heads, run));
        if (!copy.problems.empty())
            return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "The ledger is not whole, or its copy at %1 was not: the copy was removed."), file},
                         QT_TRANSLATE_NOOP("core", "See what is wrong with: ekos-lakehouse ledger verify; when that finds nothing, choose another disk."), file, listed(copy.problems)};
        return Recorded<LedgerBackedUp>{{file, copy.entries, copy.head}, {QT_TRANSLATE_NOOP("core", "%n entries copied to %2."), base::Plural{copy.entries}, file}};
    });
}

Result<LedgerRestored> restoreLedger(const RestoreLedger &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_CHECK(checkIsOnThisMachine(context));
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    const QString file = QFileInfo(request.file).absoluteFilePath();
    return recorded<LedgerRestored>(workspace, RestoreLedger::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<LedgerRestored>> {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        // Nobody seals a head meanwhile that the copy does not contain, or approves by a document that it lacks.
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, holdRepository(workspace, recorder, run));
        std::optional<EntryHash> head;
        const ports::SealedHead sealedNow = [&]() -> Result<std::optional<EntryHash>> {
            EKOS_CHECK(lease->check());
            EKOS_TRY(const std::optional<QString> sealed, sealedHead(workspace, run));
            head.reset();
            if (sealed) {
                EKOS_TRY(head, EntryHash::parse(*sealed));
            }
            return head;
        };
        EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Check %1 and put it in the ledger's place"), file}));
        EKOS_TRY(const ports::LedgerRestoration restored, ledger->restore(file, sealedNow, run));
        if (restored.isSealMissing)
            return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 does not fit: the newest commit of the pipeline repository names the head %2, which it does not contain."), file, head->toShortString()},
                         QT_TRANSLATE_NOOP("core", "Name a newer copy of this project's ledger. Nothing was changed."), file};
        if (restored.keptAs.isEmpty())
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 is not whole."), file}, QT_TRANSLATE_NOOP("core", "Name another copy. Nothing was changed."), file, listed(restored.copy.problems)};
        recorder.warning("ledger", file, {QT_TRANSLATE_NOOP("core", "The ledger of %1 entries was replaced by a copy of %2 entries by %3: %4. It is kept at %5."), restored.before, restored.copy.entries,
            context.actor.toString(), request.reason.toString(), restored.keptAs});
        const LedgerRestored answer{restored.copy.entries, restored.copy.head, restored.before, restored.keptAs};
        return Recorded<LedgerRestored>{answer, {QT_TRANSLATE_NOOP("core", "%n entries restored from %2."), base::Plural{answer.entries}, file}};
    });
}

} // namespace lakehouse::usecases
