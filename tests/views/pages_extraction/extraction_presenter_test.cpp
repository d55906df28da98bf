#include "pages/extraction/extraction_presenter.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/support/fake_page_host.h"

#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

const base::Error stale{base::ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The plan is another one by now.")},
    {QT_TRANSLATE_NOOP("core", "Read it again.")}};
constexpr char reason[] = "read and checked";

/// A presenter whose plan is on screen.
struct Opened {
    explicit Opened(const api::ExtractionPage &plan = samplePlan()) : presenter(host)
    {
        show(plan);
        host.bench.answer<api::ShowLedger>(api::LedgerPage{});
        host.bench.answer<api::ShowLineage>(sampleLineage());
        presenter.refresh();
        settle();
    }
    void show(const api::ExtractionPage &plan)
    {
        host.bench.answerBy<api::ShowExtraction>(serving(plan));
    }
    void settle()
    {
        QSignalSpy settled(&presenter, &ExtractionPresenter::settled);
        settled.wait(1000);
    }
    static api::ProjectPulse pulse(const api::ExtractionPage &plan, qint64 ledgerEntries = 7) { return {.plan = plan.digest, .ledgerEntries =
        ledgerEntries}; }
    const ExtractionState &state() const { return presenter.state(); }

    FakePageHost host;
    ExtractionPresenter presenter;
};

} // namespace

class ExtractionPresenterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void looksWithoutActing()
    {
        const Opened opened;
        QVERIFY(opened.state().plan);
        QCOMPARE(opened.state().plan->tables.size(), std::size_t(7));
        QVERIFY(!opened.state().isMoved);
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void readsAllPages()
    {
        Opened opened;
        const api::ExtractionPage all = samplePlan();
        opened.host.bench.answerBy<api::ShowExtraction>([all](const api::ShowExtraction &request) -> base::Result<api::ExtractionPage> {
            api::ExtractionPage page = all;
            page.digest = model::PlanDigest::of("in pages");
            const auto middle = all.tables.begin() + 4;
            page.tables.assign(request.after ? middle : all.tables.begin(), request.after ? all.tables.end() : middle);
            page.tables.front().digest = model::TableDigest::of("another"); // so that two tables moved
            if (!request.after)
                page.next = QStringLiteral("page two");
            return page;
        });
        opened.presenter.refresh();
        opened.settle();
        QVERIFY(opened.state().arrived);
        QCOMPARE(opened.state().arrived->tables.size(), std::size_t(7));
        QCOMPARE(opened.state().moves.count(), 2);
    }

    /// The page does all of its work for it each time.
    void anArrivalIsToldOnce()
    {
        Opened opened;
        QSignalSpy told(&opened.presenter, &ExtractionPresenter::planChanged);
        opened.presenter.refresh();
        opened.settle();
        QCOMPARE(told.size(), 2); // it is being read, and what came
        told.clear();
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{.digest = movedPlan().digest});
        opened.show(movedPlan());
        QStringList order;
        connect(&opened.presenter, &ExtractionPresenter::planChanged, this, [&] { order += opened.state().isReading ? QStringLiteral("reading") : QStringLiteral("changed"); });
        connect(&opened.presenter, &ExtractionPresenter::reviewStarted, this, [&] { order += QStringLiteral("reviewed"); });
        connect(&opened.presenter, &ExtractionPresenter::planned, this, [&] { order += QStringLiteral("planned"); });
        opened.presenter.makePlan();
        opened.settle();
        QCOMPARE(order, (QStringList{QStringLiteral("reading"), QStringLiteral("changed"), QStringLiteral("reviewed"), QStringLiteral("planned")}));
    }

    /// Thousands of tables are taken apart where the next answer is made.
    void aPlanThatWentGoesWithTheNextReading()
    {
        Opened opened;
        const std::weak_ptr<const ReadPlan> first = opened.state().plan;
        opened.show(movedPlan());
        opened.presenter.refresh();
        opened.settle();
        const std::weak_ptr<const ReadPlan> second = opened.state().arrived;
        opened.presenter.review();
        QCOMPARE(opened.state().plan, second.lock());
        QVERIFY(!first.expired());
        ReadPlanPointer shown = first.lock(); // as the list does until it has the other rows
        opened.presenter.refresh();
        opened.settle();
        QCOMPARE(opened.state().plan, second.lock()); // it was read once more, and is the same
        QVERIFY(!first.expired());
        shown.reset();
        QVERIFY(!first.expired()); // whoever let go last does not pay for it
        opened.presenter.refresh();
        opened.settle();
        QVERIFY(first.expired());
        QVERIFY(!second.expired());
    }

    void beginsAnewWhenThePlanMovesBetweenPages()
    {
        Opened opened;
        int asked = 0;
        opened.host.bench.answerBy<api::ShowExtraction>([&asked](const api::ShowExtraction &request) -> base::Result<api::ExtractionPage> {
            api::ExtractionPage page = movedPlan();
            if (request.after)
                return stale;
            if (++asked == 1)
                page.next = QStringLiteral("gone");
            return page;
        });
        opened.presenter.refresh();
        opened.settle();
        QCOMPARE(asked, 2);
        QVERIFY(!opened.state().error);
        QVERIFY(opened.state().arrived);
    }

    void aMovedPlanWaitsUntilItIsReviewed()
    {
        Opened opened;
        const model::PlanDigest before = opened.state().plan->digest;
        opened.show(movedPlan());
        opened.presenter.pulse(Opened::pulse(movedPlan()));
        QVERIFY(opened.state().isMoved); // at once, before what moved is read
        opened.settle();
        QCOMPARE(opened.state().plan->digest, before); // on screen is still what the person reads
        QCOMPARE(opened.state().moves.count(), 4);
        opened.presenter.approve(QString::fromLatin1(reason));
        QCOMPARE(opened.host.bench.calls<api::ApproveExtraction>(), 0);
        QSignalSpy reviewed(&opened.presenter, &ExtractionPresenter::reviewStarted);
        opened.presenter.review();
        QCOMPARE(reviewed.size(), 1);
        QCOMPARE(opened.state().plan->digest, movedPlan().digest);
        QCOMPARE(opened.state().reviewed.changed.size(), 2);
        QVERIFY(!opened.state().isMoved);
    }

    void aPlanThatMovesBackNeedsNoReview()
    {
        Opened opened;
        opened.show(movedPlan());
        opened.presenter.pulse(Opened::pulse(movedPlan()));
        opened.settle();
        QVERIFY(opened.state().isMoved);
        opened.show(samplePlan());
        opened.presenter.pulse(Opened::pulse(samplePlan(), 9));
        opened.settle();
        QVERIFY(!opened.state().isMoved);
        QVERIFY(!opened.state().arrived);
    }

    void anApprovalSendsTheDigestOnScreen()
    {
        Opened opened;
        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{.digest = samplePlan().digest, .sequence = 42});
        QSignalSpy approved(&opened.presenter, &ExtractionPresenter::approved);
        opened.presenter.approve(QString::fromLatin1(reason));
        opened.settle();
        QCOMPARE(approved.size(), 1);
        const auto request = opened.host.bench.lastRequest<api::ApproveExtraction>();
        QCOMPARE(request.expectedDigest, samplePlan().digest);
        QCOMPARE(request.reason.toString(), QString::fromLatin1(reason));
    }

    void aStaleAnswerLeadsToTheReview()
    {
        Opened opened;
        opened.host.bench.fail<api::ApproveExtraction>(stale);
        opened.show(movedPlan());
        opened.presenter.approve(QString::fromLatin1(reason));
        opened.settle();
        QVERIFY(opened.state().isMoved);
        QCOMPARE(opened.state().moves.count(), 4);
        QVERIFY(!opened.state().workError); // what moved says it all
        QVERIFY(opened.state().work.isEmpty());
    }

    void aStaleAnswerWithoutAMovedPlanIsSaid()
    {
        Opened opened;
        opened.host.bench.fail<api::ApproveExtraction>(stale); // as when ekos.toml was changed
        opened.presenter.approve(QString::fromLatin1(reason));
        opened.settle();
        QVERIFY(opened.state().workError);
        QVERIFY(!opened.state().isMoved);
    }

    void aChangeOfOnesOwnNeedsNoReview()
    {
        Opened opened;
        opened.presenter.select(QStringLiteral("public.film"));
        opened.settle();
        api::ExtractionPage after = samplePlan();
        after.digest = model::PlanDigest::of("film in full");
        after.tables[2].mode = model::LoadMode::Full;
        after.tables[2].digest = model::TableDigest::of("film in full");
        opened.host.bench.answer<api::ChangeExtraction>(api::ExtractionChanged{after.digest, after.tables[2]});
        opened.show(after);
        opened.presenter.change(QStringLiteral("public.film"), {}, model::PlanEdit::Full, QString::fromLatin1(reason));
        opened.settle();
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().expectedDigest, samplePlan().digest);
        QVERIFY(!opened.state().isMoved);
        QCOMPARE(opened.state().plan->digest, after.digest);
        QVERIFY(opened.state().reviewed.isEmpty());
        QCOMPARE(opened.state().detail->planned.decision.mode, model::LoadMode::Full); // read again with the new plan
    }

    void whatElseMovedWithAChangeIsReviewed()
    {
        Opened opened;
        api::ExtractionPage after = movedPlan(); // the change read the source again, and more had moved there
        opened.host.bench.answer<api::ChangeExtraction>(api::ExtractionChanged{after.digest, after.tables[2]});
        opened.show(after);
        opened.presenter.change(QStringLiteral("public.film"), {}, model::PlanEdit::Full, QString::fromLatin1(reason));
        opened.settle();
        QVERIFY(opened.state().isMoved);
        QCOMPARE(opened.state().plan->digest, samplePlan().digest);
    }

    void aPlanMadeHereGoesOnScreen()
    {
        Opened opened;
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{.digest = movedPlan().digest});
        opened.show(movedPlan());
        QSignalSpy planned(&opened.presenter, &ExtractionPresenter::planned);
        QSignalSpy reviewed(&opened.presenter, &ExtractionPresenter::reviewStarted);
        opened.presenter.makePlan();
        opened.settle();
        QCOMPARE(planned.size(), 1);
        QCOMPARE(reviewed.size(), 1);
        QCOMPARE(opened.state().plan->digest, movedPlan().digest);
        QCOMPARE(opened.state().reviewed.count(), 4);
    }

    void aDetailOfAnotherPlanIsNotShown()
    {
        Opened opened;
        opened.show(movedPlan()); // nobody told the page yet
        opened.presenter.select(QStringLiteral("public.film"));
        opened.settle();
        QVERIFY(!opened.state().detail);
        QVERIFY(opened.state().isMoved);
        opened.presenter.review();
        opened.settle();
        QVERIFY(opened.state().detail);
    }

    void stopFreesThePageAtOnce()
    {
        Opened opened;
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{});
        opened.host.bench.hold<api::MakePlan>();
        opened.presenter.makePlan();
        QCOMPARE(opened.state().work, QStringLiteral("extraction.plan"));
        opened.presenter.stopWork();
        QVERIFY(opened.state().work.isEmpty());
        QVERIFY(opened.host.bench.lastContext<api::MakePlan>().cancel.isCancelled());
        QSignalSpy planned(&opened.presenter, &ExtractionPresenter::planned);
        opened.settle();
        QCOMPARE(planned.size(), 0); // a late answer is not taken for something that was asked for
        QVERIFY(!opened.state().workError);
    }

    void whatStoppedWorkHadDoneIsRead()
    {
        Opened opened;
        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{});
        opened.host.bench.hold<api::ApproveExtraction>();
        opened.presenter.approve(QString::fromLatin1(reason));
        opened.show(approvedPlan()); // it had come through all the same
        opened.presenter.stopWork();
        opened.settle();
        QCOMPARE(opened.state().plan->approval, api::ApprovalState::Current);
    }

    void aRefusalThatIsNotUnderstoodYetCanBeStopped()
    {
        Opened opened;
        opened.host.bench.fail<api::ApproveExtraction>(stale);
        opened.host.bench.hold<api::ShowExtraction>();
        const int asked = opened.host.bench.calls<api::ShowExtraction>();
        opened.presenter.approve(QString::fromLatin1(reason));
        QTRY_COMPARE(opened.host.bench.calls<api::ShowExtraction>(), asked + 1);
        QCOMPARE(opened.state().work, QStringLiteral("extraction.approve")); // what moved is not known yet
        opened.presenter.revoke(QString::fromLatin1(reason));
        QCOMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 0); // one piece of work at a time
        opened.presenter.stopWork();
        QVERIFY(opened.state().work.isEmpty());
        opened.host.bench.release<api::ShowExtraction>();
        opened.settle();
        QVERIFY(!opened.state().workError); // given up by the person: nothing to say
    }

    void aRevocationSendsTheApprovalInForce()
    {
        Opened opened;
        opened.host.bench.answer<api::RevokeExtraction>(api::RevocationReceipt{.digest = *samplePlan().approvedDigest, .sequence = 43});
        QSignalSpy revoked(&opened.presenter, &ExtractionPresenter::revoked);
        opened.presenter.revoke(QStringLiteral("   "));
        QCOMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 0); // no reason at all
        opened.presenter.revoke(QString::fromLatin1(reason));
        opened.settle();
        QCOMPARE(revoked.size(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::RevokeExtraction>().expectedDigest, *samplePlan().approvedDigest);
        opened.show(unapprovedPlan());
        opened.presenter.refresh();
        opened.settle();
        opened.presenter.revoke(QString::fromLatin1(reason));
        QCOMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 1); // nothing is in force
    }

    void lineageAndHistoryAreReadWhenTheyAreLookedAt()
    {
        Opened opened;
        opened.presenter.select(QStringLiteral("public.film"));
        opened.settle();
        QCOMPARE(opened.host.bench.calls<api::ShowLineage>(), 0);
        opened.presenter.show(ExtractionPresenter::Part::Lineage);
        opened.settle();
        QCOMPARE(opened.host.bench.calls<api::ShowLineage>(), 1);
        opened.presenter.show(ExtractionPresenter::Part::History);
        opened.settle();
        const auto request = opened.host.bench.lastRequest<api::ShowLedger>();
        QCOMPARE(request.kind, std::optional(model::FactKind::PlanChange));
        QCOMPARE(request.table->toString(), QStringLiteral("public.film"));
    }

    void theSamePulseReadsNothing()
    {
        Opened opened;
        opened.presenter.pulse(Opened::pulse(samplePlan()));
        opened.settle();
        const int asked = opened.host.bench.calls<api::ShowExtraction>();
        opened.presenter.pulse(Opened::pulse(samplePlan()));
        QTest::qWait(0);
        QCOMPARE(opened.host.bench.calls<api::ShowExtraction>(), asked);
    }

    void anErrorKeepsThePlan()
    {
        Opened opened;
        opened.host.bench.fail<api::ShowExtraction>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The server does not answer.")}});
        opened.presenter.refresh();
        opened.settle();
        QVERIFY(opened.state().error);
        QVERIFY(opened.state().plan);
    }

    void generateNamesTheDigest()
    {
        Opened opened(approvedPlan());
        opened.host.bench.answer<api::GeneratePipeline>(api::GenerateReceipt{});
        QSignalSpy generated(&opened.presenter, &ExtractionPresenter::generated);
        opened.presenter.generate();
        opened.settle();
        QCOMPARE(generated.size(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::GeneratePipeline>().expectedDigest, std::optional(approvedPlan().digest));
    }
};

QTEST_GUILESS_MAIN(ExtractionPresenterTest)
#include "extraction_presenter_test.moc"
