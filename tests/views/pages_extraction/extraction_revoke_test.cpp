#include "kit/decision_form.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/history_view.h"
#include "kit/localized.h"
#include "kit/receipt_card.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "views/pages_extraction/opened_extraction.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

using Opened = OpenedExtraction;

const QString revokeId = QStringLiteral("extraction.revoke");

api::RevocationReceipt revocation()
{
    return {.digest = samplePlan().digest, .sequence = 1240};
}

QString receiptOf(const Opened &opened)
{
    return opened.decisions()->findChild<ReceiptCard *>()->text();
}

QString errorOf(const Opened &opened)
{
    QStringList lines;
    for (const auto *banner : opened.decisions()->findChildren<ErrorBanner *>())
        for (const auto *label : banner->findChildren<QLabel *>())
            if (label->isVisible())
                lines += label->text();
    return lines.join(QLatin1Char('\n'));
}

} // namespace

/// Who may decide, and taking an approval back.
class ExtractionRevokeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void revokeByKeyboard()
    {
        Opened opened(approvedPlan());
        opened.table()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_V);
        QCOMPARE(opened.decisions()->openId(), revokeId);
        QCOMPARE(opened.host.bench.effects(), 0);
        opened.host.bench.answer<api::RevokeExtraction>(revocation());
        opened.decide(QStringLiteral("too soon"));
        QCOMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 0); // at least ten characters
        opened.show(unapprovedPlan());
        opened.decide(QStringLiteral(", the source changes"));
        opened.settle();
        const auto request = opened.host.bench.lastRequest<api::RevokeExtraction>();
        QCOMPARE(request.expectedDigest, approvedPlan().digest);
        QCOMPARE(request.reason.toString(), QStringLiteral("too soon, the source changes"));
        QVERIFY(opened.decisions()->openId().isEmpty());
        const QString receipt = receiptOf(opened);
        for (const QString &part : {QStringLiteral("1240"), approvedPlan().digest.toString(), QStringLiteral("anna@desk.example.com (desktop)"),
                                    QStringLiteral("too soon, the source changes"), localized(opened.host.time.now())})
            QVERIFY2(receipt.contains(part), qPrintable(part + QStringLiteral(" in ") + receipt));
        QVERIFY(opened.host.drafts.empty());
        QVERIFY(opened.action("extraction.approve")->isEnabled()); // it can be approved again
        QVERIFY(!opened.action("extraction.revoke")->isEnabled());
    }

    void itSaysWhatWillHappen()
    {
        const Opened opened(approvedPlan());
        opened.action("extraction.revoke")->trigger();
        const auto *box = opened.decisions()->findChild<SentenceList *>(QStringLiteral("decision-will-happen"));
        for (const QString &part : {approvedPlan().digest.toShortString() + QStringLiteral(" is not approved any more"),
                                    QStringLiteral("require-plan-approval"), QStringLiteral("What was generated and loaded stays")})
            QVERIFY2(box->text().contains(part), qPrintable(part + QStringLiteral(" in ") + box->text()));
    }

    void theApprovalOfAnEarlierPlanCanBeRevoked()
    {
        Opened opened; // moved since it was approved
        opened.host.bench.answer<api::RevokeExtraction>(revocation());
        opened.action("extraction.revoke")->trigger();
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::RevokeExtraction>().expectedDigest, model::PlanDigest::of("approved"));
    }

    void withoutAnApprovalItSaysWhy()
    {
        const Opened opened(unapprovedPlan());
        const CommandAction *revoke = opened.action("extraction.revoke");
        QVERIFY(!revoke->isEnabled());
        QVERIFY2(revoke->blockedWhy().contains(QStringLiteral("no approval to revoke")), qPrintable(revoke->blockedWhy()));
        auto *menu = opened.find<QToolButton>("more-actions")->menu();
        QVERIFY(menu->actions().contains(revoke));
        QVERIFY(menu->toolTipsVisible()); // where the reason is read
        opened.table()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_V);
        QVERIFY(opened.decisions()->openId().isEmpty());
    }

    void afterApprovingRevokeIsRightThere()
    {
        Opened opened;
        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{.digest = samplePlan().digest, .sequence = 1234});
        opened.action("extraction.approve")->trigger();
        opened.show(approvedPlan());
        opened.decide(sampleReason);
        opened.settle();
        auto *back = opened.decisions()->findChild<QAbstractButton *>(QStringLiteral("receipt-undo"));
        QCOMPARE(back->text(), QStringLiteral("Revoke approval…"));
        QVERIFY(back->isVisible());
        QVERIFY(back->isEnabled());
        back->click();
        QCOMPARE(opened.decisions()->openId(), revokeId);
        opened.host.bench.answer<api::RevokeExtraction>(revocation());
        opened.decide(QStringLiteral("approved by mistake"));
        QTRY_COMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::RevokeExtraction>().expectedDigest, approvedPlan().digest);
    }

    void theReceiptOfAnApprovalSaysWhoAndWhy()
    {
        Opened opened;
        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{.digest = samplePlan().digest, .sequence = 1234, .isNew = true});
        opened.action("extraction.approve")->trigger();
        opened.decide(sampleReason);
        opened.settle();
        const QString receipt = receiptOf(opened);
        for (const QString &part : {QStringLiteral("1234"), samplePlan().digest.toString(), QStringLiteral("anna@desk.example.com (desktop)"),
                                    sampleReason, localized(opened.host.time.now())})
            QVERIFY2(receipt.contains(part), qPrintable(part + QStringLiteral(" in ") + receipt));
    }

    void anApprovalThatStoodAlreadyIsShownAsItWasGiven()
    {
        Opened opened;
        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{.digest = samplePlan().digest, .sequence = 12, .isNew = false});
        opened.action("extraction.approve")->trigger();
        opened.decide(sampleReason);
        opened.settle();
        const QString receipt = receiptOf(opened);
        QVERIFY2(receipt.contains(QStringLiteral("checked with the owners of the source")), qPrintable(receipt));
        QVERIFY(receipt.contains(localized(planTime(-1440))));
        QVERIFY(!receipt.contains(sampleReason)); // it was not recorded
    }

    void aRefusalStaysInTheForm_data()
    {
        QTest::addColumn<QString>("decision");
        QTest::newRow("approving") << QStringLiteral("extraction.approve");
        QTest::newRow("revoking") << revokeId;
    }
    /// The rules of [approval] are the use case's; what it says is read where the decision was asked for.
    void aRefusalStaysInTheForm()
    {
        QFETCH(QString, decision);
        Opened opened;
        const base::Error refusal{base::ErrorCode::RefusedByRule,
            {QT_TRANSLATE_NOOP("core", "%1 is not among the approvers of this project."), QStringLiteral("anna@desk.example.com (desktop)")},
            {QT_TRANSLATE_NOOP("core", "Ask one of the approvers listed in ekos.toml.")}};
        opened.host.bench.fail<api::ApproveExtraction>(refusal);
        opened.host.bench.fail<api::RevokeExtraction>(refusal);
        opened.action(decision.toLatin1())->trigger();
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.decisions()->openId(), decision);
        QCOMPARE(opened.decisions()->findChild<DecisionForm *>()->reason(), sampleReason);
        QCOMPARE(opened.decisions()->draft(decision), sampleReason);
        QCOMPARE(opened.host.draft(QStringLiteral("extraction/") + decision), sampleReason);
        const QString said = errorOf(opened);
        QVERIFY2(said.contains(QStringLiteral("is not among the approvers of this project.")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("Ask one of the approvers listed in ekos.toml.")), qPrintable(said));
        QVERIFY(!opened.find<ErrorBanner>("error")->isVisible()); // said once, where it was asked for
        QCOMPARE(opened.table()->shownCount(), 7); // the rest of the page goes on
        QVERIFY(opened.action("extraction.plan")->isEnabled());
    }

    void anotherApprovalMeanwhileIsSeenFirst()
    {
        Opened opened(approvedPlan());
        opened.action("extraction.revoke")->trigger();
        opened.host.bench.fail<api::RevokeExtraction>({base::ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "Another plan was approved since.")}});
        api::ExtractionPage other = approvedPlan();
        other.approvedDigest = model::PlanDigest::of("another");
        opened.show(other);
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.decisions()->openId(), revokeId);
        QCOMPARE(opened.decisions()->draft(revokeId), sampleReason);
        auto *field = opened.decisions()->findChild<QPlainTextEdit *>();
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 1); // what will happen now is another thing than was read
        opened.host.bench.answer<api::RevokeExtraction>(revocation());
        auto *moveOn = opened.decisions()->findChild<QAbstractButton *>(QStringLiteral("decision-move-on"));
        QVERIFY(moveOn->isVisible());
        moveOn->click();
        QTest::keyClick(opened.decisions()->findChild<QPlainTextEdit *>(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 2);
        QCOMPARE(opened.host.bench.lastRequest<api::RevokeExtraction>().expectedDigest, model::PlanDigest::of("another"));
    }

    void stoppedRevokingFreesThePage()
    {
        Opened opened;
        opened.host.bench.answer<api::RevokeExtraction>(revocation());
        opened.host.bench.hold<api::RevokeExtraction>();
        opened.action("extraction.revoke")->trigger();
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::RevokeExtraction>(), 1);
        QVERIFY(!opened.action("extraction.approve")->isEnabled());
        Q_EMIT opened.decisions()->stopRequested();
        QVERIFY(opened.host.bench.lastContext<api::RevokeExtraction>().cancel.isCancelled());
        QVERIFY(opened.action("extraction.approve")->isEnabled());
        QCOMPARE(opened.decisions()->draft(revokeId), sampleReason);
    }

    void theDraftComesBack()
    {
        Opened opened;
        opened.action("extraction.revoke")->trigger();
        QTest::keyClicks(opened.decisions()->findChild<QPlainTextEdit *>(), sampleReason);
        QTest::keyClick(opened.decisions()->findChild<QPlainTextEdit *>(), Qt::Key_Escape);
        QVERIFY(opened.decisions()->openId().isEmpty());
        Opened again;
        again.host.drafts = opened.host.drafts;
        again.page = nullptr;
        again.open();
        again.action("extraction.revoke")->trigger();
        QCOMPARE(again.decisions()->findChild<QPlainTextEdit *>()->toPlainText(), sampleReason);
        QCOMPARE(again.host.bench.effects(), 0);
    }

    void theHistoryShowsRevocations()
    {
        Opened opened;
        opened.select("public.rental");
        opened.detail()->setCurrentTab(QStringLiteral("history"));
        opened.settle();
        const auto *list = opened.find<HistoryView>("plan-history")->findChild<QListWidget *>();
        QCOMPARE(list->count(), 4);
        QStringList said;
        for (int row = 0; row < list->count(); ++row)
            said += list->item(row)->text();
        QVERIFY2(said[2].contains(QStringLiteral("Revoked the approval of plan")), qPrintable(said.join(QLatin1Char('\n')))); // newest first
    }
};

QTEST_MAIN(ExtractionRevokeTest)
#include "extraction_revoke_test.moc"
