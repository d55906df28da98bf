#include "cli/command_runner.h"

#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/sources.h"
#include "describe/canonical_json.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::api;
using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// Answers by a list of prepared answers and keeps what it was asked.
class ScriptedWorkbench final : public Workbench {
public:
    base::Async<AnyAnswer> invoke(const Operation &operation, AnyRequest request, CallContext) override
    {
        asked += QLatin1String(operation.name) + QLatin1Char(' ') + QString::fromUtf8(describe::canonicalJson(request.type(), request.data()));
        base::AsyncSource<AnyAnswer> source;
        const auto answer = answers.find(&operation);
        if (answer != answers.end())
            source.settle(answer->second);
        else
            source.settle(Error{ErrorCode::Unsupported, "not prepared"});
        return source.async();
    }
    std::map<const Operation *, Result<AnyAnswer>> answers;
    QStringList asked;
};

model::PlanDigest somePlan() { return model::PlanDigest::of("{}"); }

} // namespace

class CommandRunnerTest : public QObject {
    Q_OBJECT

    /// Runs the words against the prepared answers; nothing when it does not end.
    static std::optional<Result<AnyAnswer>> run(ScriptedWorkbench &workbench, const std::vector<std::string> &words, const app::CommandRunner::AskReason &askReason)
    {
        std::optional<Result<AnyAnswer>> end;
        app::CommandRunner runner(workbench, app::parseCommandLine(words, operationTable()).value(), {}, askReason, [&](const auto &answer) { end = answer; });
        runner.start();
        if (!QTest::qWaitFor([&] { return end.has_value(); }, 5000))
            return std::nullopt;
        return end;
    }
    static model::Reason typed(const Operation &, const AnyAnswer *) { return model::Reason::parse(QStringLiteral("typed at the terminal")).value(); }

private Q_SLOTS:
    void takesTheDigestThatIsCurrentAndAsksForAReason()
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&ShowExtraction::operation, AnyAnswer::of(ExtractionPage{.digest = somePlan()}));
        workbench.answers.emplace(&ApproveExtraction::operation, AnyAnswer::of(ApprovalReceipt{.digest = somePlan(), .sequence = 7}));
        model::PlanDigest shown;
        const auto end = run(workbench, {"lakehouse", "extraction", "approve"}, [&](const Operation &operation, const AnyAnswer *about) {
            shown = about->as<ExtractionPage>().digest; // the person sees what is decided on
            return typed(operation, about);
        });
        QVERIFY(end && *end);
        QCOMPARE(shown, somePlan());
        QCOMPARE(end->value().as<ApprovalReceipt>().sequence, 7);
        QCOMPARE(workbench.asked, (QStringList{QStringLiteral("extraction.show {\"all-sql\":false,\"limit\":500}"),
            QStringLiteral("extraction.approve {\"expected-digest\":\"%1\",\"reason\":\"typed at the terminal\"}").arg(somePlan().toString())}));
    }

    void saysWhatIsNotThereToGoBy()
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&ShowExtraction::operation, AnyAnswer::of(ExtractionPage{.digest = somePlan()})); // nothing is approved
        const auto end = run(workbench, {"lakehouse", "extraction", "revoke", "--reason", "a column was overlooked"}, typed);
        QVERIFY(end && !*end);
        QCOMPARE(end->error().code, ErrorCode::NotFound);
        QCOMPARE(end->error().message.toEnglish(), QStringLiteral("lakehouse extraction revoke: there is no approved digest."));
        QCOMPARE(workbench.asked.size(), 1);
    }

    void takesADigestThatMayBeMissing()
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&ShowExtraction::operation, AnyAnswer::of(ExtractionPage{.digest = model::PlanDigest::of("other"), .approvedDigest = somePlan()}));
        workbench.answers.emplace(&RevokeExtraction::operation, AnyAnswer::of(RevocationReceipt{.digest = somePlan(), .sequence = 8}));
        const auto end = run(workbench, {"lakehouse", "extraction", "revoke", "--reason", "a column was overlooked"}, typed);
        QVERIFY(end && *end);
        QCOMPARE(workbench.asked.last(), QStringLiteral("extraction.revoke {\"expected-digest\":\"%1\",\"reason\":\"a column was overlooked\"}").arg(somePlan().toString()));
    }

    void doesNotAskForWhatWasTyped()
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&ApproveExtraction::operation, AnyAnswer::of(ApprovalReceipt{}));
        bool isAsked = false;
        const auto end = run(workbench, {"lakehouse", "extraction", "approve", "--note", "seen", "--expected-digest", somePlan().toString().toStdString()}, [&](const Operation &operation, const AnyAnswer *about) {
            isAsked = true;
            return typed(operation, about);
        });
        QVERIFY(end && *end);
        QVERIFY(!isAsked);
        QCOMPARE(workbench.asked, QStringList{QStringLiteral("extraction.approve {\"expected-digest\":\"%1\",\"reason\":\"seen\"}").arg(somePlan().toString())});
    }

    void takesADigestThatIsPlainText() // that of ekos.toml is no type of its own
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&ListSources::operation, AnyAnswer::of(SourceList{.settingsDigest = QStringLiteral("sha256:aa")}));
        workbench.answers.emplace(&RemoveSource::operation, AnyAnswer::of(SourceSaved{.name = QStringLiteral("archive")}));
        const auto end = run(workbench, {"sources", "remove", "archive", "--reason", "no longer read"}, typed);
        QVERIFY(end && *end);
        QCOMPARE(workbench.asked.back(), QStringLiteral("sources.remove {\"expected-digest\":\"sha256:aa\",\"name\":\"archive\",\"reason\":\"no longer read\"}"));
    }

    void recordsThatNobodyWasAskedWhereNoReasonIsAskedFor()
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&LoadTable::operation, AnyAnswer::of(model::LoadReport{}));
        bool isAsked = false;
        const auto end = run(workbench, {"lakehouse", "load", "--table", "film"}, [&](const Operation &operation, const AnyAnswer *about) {
            isAsked = true;
            return typed(operation, about);
        });
        QVERIFY(end && *end);
        QVERIFY(!isAsked);
        QVERIFY(workbench.asked.front().contains(QStringLiteral("\"reason\":\"none given\"")));
    }

    void aFailureOfTheFirstQuestionEndsTheCommand()
    {
        ScriptedWorkbench workbench;
        workbench.answers.emplace(&ShowExtraction::operation, Error{ErrorCode::NotFound, "There is no plan yet."});
        const auto end = run(workbench, {"lakehouse", "extraction", "approve", "--note", "seen"}, typed);
        QVERIFY(end && !*end);
        QCOMPARE(end->error().code, ErrorCode::NotFound);
        QCOMPARE(workbench.asked.size(), 1);
    }
};

QTEST_GUILESS_MAIN(CommandRunnerTest)
#include "command_runner_test.moc"
