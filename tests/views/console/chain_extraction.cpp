#include "views/console/console_chain.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/diff_view.h"
#include "kit/evidence_view.h"
#include "kit/filter_bar.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "pages/extraction/extraction_table.h"
#include "shell/command_action.h"

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace lakehouse::testsupport {

using views::DataTable;
using views::ExtractionColumn;

namespace {

constexpr int workMs = 60'000;

QString mode(const DataTable &table, const char *name)
{
    return cell(table, QString::fromLatin1(name), int(ExtractionColumn::Mode));
}

} // namespace

void ConsoleChain::planIsMade()
{
    m_hand.go(Qt::Key_5);
    QTRY_VERIFY(m_hand.visible("extraction-page"));
    QTRY_VERIFY_WITH_TIMEOUT(shownTexts(*m_hand.visible("extraction-page")).contains(QStringLiteral("No plan was made yet")), workMs);
    QVERIFY(decide(QStringLiteral("Plan the tables")));
    const auto *table = m_hand.find<DataTable>("extraction-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 7, workMs);
    QCOMPARE(mode(*table, "shop.customer"), views::modeWord(model::LoadMode::Incremental)); // its trigger proves last_update
    QCOMPARE(mode(*table, "shop.price"), views::modeWord(model::LoadMode::Incremental));
    for (const char *full : {"shop.sale", "shop.visit", "shop.document", "shop.wage"})
        QCOMPARE(mode(*table, full), views::modeWord(model::LoadMode::Full));
    QCOMPARE(mode(*table, "shop.customer_name"), views::modeWord(model::LoadMode::Refused)); // a view
    QCOMPARE(cell(*table, QStringLiteral("shop.customer"), int(ExtractionColumn::Watermark)), QStringLiteral("last_update"));
    QCOMPARE(cell(*table, QStringLiteral("shop.document"), int(ExtractionColumn::RefusedColumns)), QStringLiteral("1"));
    QTRY_VERIFY(m_hand.isFree("extraction.approve"));
    QVERIFY(m_hand.isBlocked("pipeline.generate")); // nothing is generated that nobody approved
}

void ConsoleChain::tableIsRead()
{
    auto *table = m_hand.find<DataTable>("extraction-table");
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.customer")));
    auto *detail = m_hand.find<views::DetailPane>("extraction-detail");
    m_hand.press(Qt::Key_S);
    const auto *sentences = m_hand.find<views::SentenceList>("plan-sentences");
    QTRY_VERIFY2(sentences->text().contains(QStringLiteral("last_update")), qPrintable(sentences->text()));
    m_hand.press(Qt::Key_E);
    QCOMPARE(detail->currentTab(), QStringLiteral("evidence"));
    QTRY_VERIFY(m_hand.visible<views::EvidenceView>("plan-evidence"));
    const QString evidence = m_hand.visible<views::EvidenceView>("plan-evidence")->text();
    QVERIFY2(evidence.contains(QStringLiteral("customer_last_update")), qPrintable(evidence));
    QVERIFY2(evidence.contains(QStringLiteral("NEW.last_update := now();")), qPrintable(evidence));
    m_hand.press(Qt::Key_L);
    QTRY_VERIFY(m_hand.visible("plan-lineage"));
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.customer")));
    m_hand.press(Qt::Key_D);
    QCOMPARE(detail->currentTab(), QStringLiteral("diff"));
    auto *diff = m_hand.find<views::DiffView>("sql-diff");
    QTRY_VERIFY(diff && diff->isSettled() && diff->addedLines() > 10); // all of it is new
    QCOMPARE(diff->removedLines(), 0);
}

void ConsoleChain::planIsApprovedWithAReason()
{
    auto *table = m_hand.find<DataTable>("extraction-table");
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.customer")));
    m_hand.press(Qt::Key_A);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.type(QStringLiteral("too short"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!m_hand.visible<QPushButton>("decision-confirm")->isEnabled());
    const QStringList approvals{QStringLiteral("--json"), QStringLiteral("ledger"), QStringLiteral("show"), QStringLiteral("--kind"), QStringLiteral("lakehouse-approval")};
    const Finished none = m_project->cli(approvals); // the event loop turns meanwhile: what was sent would be answered
    QVERIFY2(none.isFine() && !none.out.contains(QStringLiteral("too short")), qPrintable(none.words()));
    QVERIFY(!m_hand.visible("receipt-card"));
    QCOMPARE(m_hand.visible<QPlainTextEdit>("reason")->toPlainText(), QStringLiteral("too short"));
    m_hand.type(QStringLiteral(", so here is more"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!receipt().isEmpty(), workMs);
    m_firstReceipt = receipt();
    static const QRegularExpression digest(QStringLiteral("sha256:[0-9a-f]{64}|[0-9a-f]{64}"));
    QVERIFY2(m_firstReceipt.contains(QStringLiteral("The plan is approved")) && m_firstReceipt.contains(digest), qPrintable(m_firstReceipt));
    const Finished ledger = m_project->cli(approvals);
    QVERIFY2(ledger.out.contains(QStringLiteral("too short, so here is more")), qPrintable(ledger.words()));
}

void ConsoleChain::modeIsChangedByKeyboard()
{
    auto *table = m_hand.find<DataTable>("extraction-table");
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.price")));
    QTRY_VERIFY(m_hand.isFree("extraction.change"));
    m_hand.press(Qt::Key_M);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    const QString asked = shownTexts(*m_hand.visible("decision-form"));
    QVERIFY2(asked.contains(QStringLiteral("shop.price")), qPrintable(asked));
    m_hand.type(QStringLiteral("prices are few and often corrected by hand"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(mode(*table, "shop.price"), views::modeWord(model::LoadMode::Full), workMs);
    QTRY_VERIFY(receipt().contains(QStringLiteral("shop.price now loads in full")));
    QTRY_VERIFY2(cell(*table, QStringLiteral("shop.price"), int(ExtractionColumn::LastChange)).contains(QStringLiteral("often corrected by hand")),
                 qPrintable(cell(*table, QStringLiteral("shop.price"), int(ExtractionColumn::LastChange))));
}

void ConsoleChain::changeStandsInTheSql()
{
    auto *table = m_hand.find<DataTable>("extraction-table");
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.price")));
    m_hand.press(Qt::Key_D);
    QTRY_VERIFY(m_hand.visible("sql-difference"));
    auto *notes = m_hand.find<views::SentenceList>("sql-notes");
    const QString change = QStringLiteral("load mode was incremental and becomes: full");
    QTRY_VERIFY2_WITH_TIMEOUT(notes->text().contains(change), qPrintable(notes->text()), workMs);
    auto *diff = m_hand.find<views::DiffView>("sql-diff");
    QTRY_VERIFY(diff->isSettled() && diff->removedLines() > 0);
    QVERIFY(diff->addedLines() > 0);
    m_hand.press(Qt::Key_F7); // the next change
}

void ConsoleChain::changedPlanIsApproved()
{
    auto *table = m_hand.find<DataTable>("extraction-table");
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.price")));
    QTRY_VERIFY(m_hand.isFree("extraction.approve"));
    m_hand.press(Qt::Key_A);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.type(QStringLiteral("read the SQL of shop.price"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(receipt().contains(QStringLiteral("The plan is approved")) && receipt() != m_firstReceipt, workMs);
    QTRY_VERIFY(m_hand.isBlocked("extraction.approve")); // it is approved
    QTRY_VERIFY(m_hand.isFree("pipeline.generate"));
}

void ConsoleChain::pipelineIsGenerated()
{
    QVERIFY(decide(QStringLiteral("Generate the pipeline")));
    QTRY_VERIFY_WITH_TIMEOUT(shownTexts(*m_hand.window()).contains(QStringLiteral("The pipeline is generated")), workMs);
    const Finished registered = m_project->registerCode();
    QVERIFY2(registered.isFine(), qPrintable(registered.words()));
    m_hand.press(Qt::Key_Escape);
}

void ConsoleChain::movedPlanIsReviewedBeforeItIsApproved()
{
    m_hand.go(Qt::Key_5);
    QTRY_VERIFY(m_hand.visible("extraction-page"));
    auto *table = m_hand.find<DataTable>("extraction-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 7, workMs);

    const Finished altered = m_project->source(QStringLiteral("ALTER TABLE shop.sale ADD COLUMN remark text"));
    QVERIFY2(altered.isFine(), qPrintable(altered.words()));
    const Finished planned = m_project->cli({QStringLiteral("lakehouse"), QStringLiteral("plan")});
    QVERIFY2(planned.isFine(), qPrintable(planned.words()));

    const auto notice = [this] {
        const auto *banner = m_hand.visible<views::NoticeBanner>("notice");
        return banner ? banner->text() : QString();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(notice().contains(QStringLiteral("shop.sale")), qPrintable(notice()), workMs);
    QCOMPARE(cell(*table, QStringLiteral("shop.sale"), int(ExtractionColumn::Columns)), QStringLiteral("4")); // what was read stays on screen
    QVERIFY(m_hand.isBlocked("extraction.approve"));
    QTRY_COMPARE(m_hand.action("extraction.review")->text(), QStringLiteral("Review 1 change"));
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.customer")));
    m_hand.press(Qt::Key_R);
    QTRY_COMPARE(cell(*table, QStringLiteral("shop.sale"), int(ExtractionColumn::Columns)), QStringLiteral("5"));
    QTRY_COMPARE(table->shownIds(), QStringList{QStringLiteral("shop.sale")}); // only what moved
    QTRY_VERIFY(m_hand.isFree("extraction.approve"));
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.sale")));
    m_hand.press(Qt::Key_A);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.type(QStringLiteral("the remark of a sale is wanted"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(receipt().contains(QStringLiteral("The plan is approved")), workMs);
}

} // namespace lakehouse::testsupport
