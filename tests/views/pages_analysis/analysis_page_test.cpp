#include "kit/code_view.h"
#include "kit/english_plurals.h"
#include "kit/evidence_view.h"
#include "kit/filter_bar.h"
#include "kit/lineage_view.h"
#include "kit/progress_strip.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/analysis/analysis_table.h"
#include "pages/analysis/column_table.h"
#include "views/pages_analysis/opened_analysis.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedAnalysis;

/// What a person does on the page, by keyboard and mouse.
class AnalysisPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void opensOnTheTables()
    {
        Opened opened;
        QCOMPARE(opened.table()->shownIds(), (QStringList{QStringLiteral("public.actor"), QStringLiteral("public.customer"), QStringLiteral("public.film"), QStringLiteral("public.film_list"),
                                                          QStringLiteral("public.note"), QStringLiteral("public.payment"), QStringLiteral("public.rental"), QStringLiteral("sales.invoice")}));
        QCOMPARE(opened.host.bench.effects(), 0); // looking analyzes nothing
    }

    void theTotalsStandInTheHeader()
    {
        const Opened opened;
        const QString totals = opened.find<QLabel>("analysis-totals")->text();
        for (const char *part : {"film_rental, PostgreSQL 16.4", "8 tables", "23 columns", "2 routines", "5 tables profiled", "4 proved watermarks", "1 column that may hold personal data", "1 conflict", "1 table without a key"})
            QVERIFY2(totals.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + QStringLiteral(" in ") + totals));
    }

    void theKeyboardGoesThroughTablesAndTabs()
    {
        Opened opened;
        opened.select("public.customer");
        opened.focusRows();
        QTest::keyClick(opened.rows(), Qt::Key_J);
        opened.settle();
        QCOMPARE(opened.page->place().object, QStringLiteral("public.film"));
        for (const auto &[key, tab] : {std::pair(Qt::Key_L, "lineage"), std::pair(Qt::Key_E, "evidence"), std::pair(Qt::Key_D, "sql"), std::pair(Qt::Key_H, "history"), std::pair(Qt::Key_S, "summary")}) {
            QTest::keyClick(opened.rows(), key);
            QCOMPARE(opened.page->place().tab, QLatin1String(tab));
            opened.settle();
        }
        QTest::keyClick(opened.rows(), Qt::Key_Return);
        QVERIFY(opened.detail()->isAncestorOf(QApplication::focusWidget()));
    }

    void theNextThatNeedsALook()
    {
        Opened opened;
        opened.select("public.actor");
        opened.focusRows();
        QTest::keyClick(opened.rows(), Qt::Key_N);
        opened.settle();
        QCOMPARE(opened.table()->currentId(), QStringLiteral("public.customer")); // may hold personal data
    }

    void chipsNarrowToWhatNeedsALook_data()
    {
        QTest::addColumn<QString>("chip");
        QTest::addColumn<QStringList>("tables");
        QTest::newRow("conflicts") << "conflicts" << QStringList{QStringLiteral("public.payment")};
        QTest::newRow("personal data") << "personal-data" << QStringList{QStringLiteral("public.customer")};
        QTest::newRow("no key, and a view needs none") << "no-key" << QStringList{QStringLiteral("public.payment")};
        QTest::newRow("refused, whole or in part") << "refused" << QStringList{QStringLiteral("public.film"), QStringLiteral("sales.invoice")};
        QTest::newRow("not profiled, and a view has no rows") << "not-profiled" << QStringList{QStringLiteral("public.note"), QStringLiteral("sales.invoice")};
    }
    void chipsNarrowToWhatNeedsALook()
    {
        QFETCH(QString, chip);
        Opened opened;
        opened.table()->filterBar().setChosenChips({chip});
        QTRY_VERIFY(opened.table()->isSettled());
        QTEST(opened.table()->shownIds(), "tables");
    }

    void aTableShowsItsColumns()
    {
        Opened opened;
        opened.select("public.customer");
        const TableRows &rows = *opened.columns()->rows();
        QCOMPARE(rows.count(), 4);
        QCOMPARE(rows.id(1), QStringLiteral("email"));
        QCOMPARE(rows.text(1, int(ColumnTableColumn::Type)), QStringLiteral("text"));
        QCOMPARE(rows.text(1, int(ColumnTableColumn::Nulls)), QStringLiteral("12"));
        QCOMPARE(rows.text(1, int(ColumnTableColumn::Distinct)), QStringLiteral("587"));
        QCOMPARE(rows.text(1, int(ColumnTableColumn::LandsAs)), QStringLiteral("varchar"));
        QCOMPARE(rows.text(1, int(ColumnTableColumn::PersonalData)), QStringLiteral("e-mail address, certain"));
        QCOMPARE(rows.text(1, int(ColumnTableColumn::Comment)), QStringLiteral("Where the receipts go"));
        QCOMPARE(rows.text(2, int(ColumnTableColumn::Codes)), QStringLiteral("yes: Y, no: N"));
        const QString said = opened.find<SentenceList>("analysis-sentences")->text();
        QVERIFY2(said.contains(QStringLiteral("Every update moves last_update; that is proved by trigger last_updated, function public.last_updated(), line 3.")), qPrintable(said));
    }

    void relationsSayWhatTheyRestOn()
    {
        Opened opened;
        opened.select("public.customer");
        opened.showTab("lineage");
        auto *graph = opened.find<LineageView>("analysis-relations");
        QTRY_VERIFY(graph->isSettled());
        QStringList drawn = graph->drawnNodes();
        drawn.sort();
        QCOMPARE(drawn, (QStringList{QStringLiteral("public.customer"), QStringLiteral("public.payment"), QStringLiteral("public.rental"), QStringLiteral("sales.invoice")}));
        QCOMPARE(graph->focusNode(), QStringLiteral("public.customer"));
    }

    void vSwitchesGraphAndList()
    {
        Opened opened;
        opened.select("public.customer");
        opened.focusRows();
        QTest::keyClick(opened.rows(), Qt::Key_V); // opens the relations
        QCOMPARE(opened.page->place().tab, QStringLiteral("lineage"));
        auto *graph = opened.find<LineageView>("analysis-relations");
        QCOMPARE(graph->currentTab(), LineageView::Tab::Graph);
        QTest::keyClick(opened.rows(), Qt::Key_V);
        QCOMPARE(graph->currentTab(), LineageView::Tab::List);
        const auto *list = graph->findChild<DataTable *>(QStringLiteral("lineage-list"));
        QTRY_COMPARE(list->shownCount(), 4); // the same tables
        QTest::keyClick(opened.rows(), Qt::Key_V);
        QCOMPARE(graph->currentTab(), LineageView::Tab::Graph);
    }

    void vKeepsTheKeyboardInTheRelations()
    {
        Opened opened;
        opened.select("public.customer");
        opened.showTab("lineage");
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        auto *graph = opened.find<LineageView>("analysis-relations");
        QTRY_VERIFY(graph->isSettled());
        auto *canvas = graph->findChild<QWidget *>(QStringLiteral("lineage-canvas"));
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_V);
        QCOMPARE(graph->currentTab(), LineageView::Tab::List);
        QVERIFY(graph->findChild<DataTable *>(QStringLiteral("lineage-list"))->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_V);
        QCOMPARE(graph->currentTab(), LineageView::Tab::Graph);
        QVERIFY(canvas->hasFocus());
    }

    void aTableInTheGraphIsGoneTo_data()
    {
        QTest::addColumn<bool>("isList");
        QTest::newRow("graph") << false;
        QTest::newRow("list") << true;
    }
    void aTableInTheGraphIsGoneTo()
    {
        QFETCH(bool, isList);
        Opened opened;
        opened.select("public.customer");
        opened.showTab("lineage");
        auto *graph = opened.find<LineageView>("analysis-relations");
        QTRY_VERIFY(graph->isSettled());
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        if (isList) {
            graph->setCurrentTab(LineageView::Tab::List);
            auto *list = graph->findChild<DataTable *>(QStringLiteral("lineage-list"));
            QTRY_COMPARE(list->shownCount(), 4);
            list->setCurrentId(QStringLiteral("public.rental"));
            QTest::keyClick(list->findChild<QAbstractItemView *>(QStringLiteral("table-rows")), Qt::Key_Return);
        } else {
            graph->setSelectedNode(QStringLiteral("public.rental"));
            auto *canvas = graph->findChild<QWidget *>(QStringLiteral("lineage-canvas"));
            canvas->setFocus();
            QTest::keyClick(canvas, Qt::Key_Return);
        }
        QTRY_COMPARE(opened.page->place().object, QStringLiteral("public.rental"));
        QCOMPARE(opened.table()->currentId(), QStringLiteral("public.rental"));
        opened.settle();
        QTRY_VERIFY(graph->isSettled());
        QCOMPARE(graph->focusNode(), QStringLiteral("public.rental"));
        QCOMPARE(graph->drawnNodes().size(), 2); // its own relations
    }

    void aTableWithoutRelationsSaysSo()
    {
        Opened opened;
        opened.select("public.actor");
        opened.showTab("lineage");
        QTRY_VERIFY(isSaid(*opened.find<LineageView>("analysis-relations"), QStringLiteral("public.actor has no relation")));
    }

    void evidenceNamesPlacesAndLines()
    {
        Opened opened;
        opened.select("public.payment");
        opened.showTab("evidence");
        const QString said = opened.find<EvidenceView>("analysis-evidence")->text();
        for (const char *part : {"src/Till.java, line 42", "src/Till.java, line 97", "Conflict in payment_customer_id_fkey: rows that lead nowhere", "3 rows lead nowhere.", "No usable key"})
            QVERIFY2(said.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + QStringLiteral(" in ") + said));
    }

    void theTriggerThatProvesAWatermarkIsQuoted()
    {
        Opened opened;
        opened.select("public.actor");
        opened.showTab("evidence");
        const std::vector<EvidenceItem> &items = opened.find<EvidenceView>("analysis-evidence")->items();
        const auto watermark = std::ranges::find(items, QStringLiteral("Watermark"), &EvidenceItem::about);
        QVERIFY(watermark != items.end());
        QCOMPARE(watermark->line, 3);
        QVERIFY(watermark->code.contains(QStringLiteral("NEW.last_update = now();")));
        QCOMPARE(std::ranges::count_if(items, [](const EvidenceItem &item) { return item.about.startsWith(QStringLiteral("Trigger")); }), 0); // it is said once
    }

    void sqlShowsWhatTheSourceStores()
    {
        Opened opened;
        opened.select("public.film_list");
        opened.showTab("sql");
        QVERIFY(opened.find<CodeView>("analysis-code")->text().contains(QStringLiteral("SELECT film.film_id AS fid,")));
        opened.select("public.customer");
        const QString sql = opened.find<CodeView>("analysis-code")->text();
        QVERIFY2(sql.contains(QStringLiteral("CHECK ((active = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))")), qPrintable(sql));
        QVERIFY2(sql.contains(QStringLiteral("CREATE OR REPLACE FUNCTION public.last_updated()")), qPrintable(sql));
        QVERIFY2(sql.contains(QStringLiteral("CREATE TRIGGER last_updated BEFORE UPDATE\n    ON public.customer FOR EACH ROW\n    EXECUTE FUNCTION public.last_updated();")), qPrintable(sql));
        opened.sample.table("public.note").detail.table.keys.clear();
        opened.select("public.note");
        QVERIFY(isSaid(*opened.find<QWidget>("analysis-no-sql"), QStringLiteral("public.note has no view, key, check, index, trigger or row security.")));
    }

    void theHistoryComparesWithEarlier()
    {
        Opened opened;
        opened.select("public.film");
        QCOMPARE(opened.host.bench.calls<api::ShowTimeline>(), 0); // not before it is wanted
        opened.showTab("history");
        QTRY_COMPARE(opened.host.bench.calls<api::ShowTimeline>(), 1);
        auto *list = opened.find<QWidget>("analysis-history")->findChild<QListWidget *>();
        QTRY_COMPARE(list->count(), 3); // newest first: gone, changed, what became known at first
        QVERIFY(list->item(0)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("public.film.length")));
        QVERIFY(list->item(1)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("not-null: false → true")));
        QVERIFY(list->item(2)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("1 table, 2 columns")));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(opened.host.watched.size(), 1); // the run that wrote it
    }

    void analyzeSaysWhatIsNew()
    {
        Opened opened;
        opened.host.bench.answerBy<api::AnalyzeSource>([&opened](const api::AnalyzeSource &) -> base::Result<api::AnalysisReport> {
            opened.sample.reading = "second";
            opened.sample.table("public.note").row.profiledAtUtc = profiledAt();
            return sampleReport();
        });
        opened.select("public.note");
        opened.action("evidence.analyze")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::AnalyzeSource>().database, std::optional(QStringLiteral("film_rental")));
        QTRY_VERIFY(opened.notice()->isVisible());
        QCOMPARE(opened.notice()->text(), QStringLiteral("film_rental was analyzed. New or other than before: 5 in the catalog, 2 among the findings. Gone: 1."));
        opened.settle();
        QCOMPARE(opened.table()->currentId(), QStringLiteral("public.note")); // where the person was
        QCOMPARE(opened.table()->rows()->text(4, int(AnalysisColumn::State)), QStringLiteral("Known"));
        opened.action("analysis.open-log")->trigger();
        QCOMPARE(opened.host.watched, QStringList{QStringLiteral("0190c2a4-7d3e-7a10-8000-000000000007")});
        opened.action("analysis.hide-report")->trigger();
        QVERIFY(!opened.notice()->isVisible());
    }

    void stopFreesThePageAtOnce()
    {
        Opened opened;
        opened.host.bench.hold<api::AnalyzeSource>();
        opened.action("evidence.analyze")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 1);
        QVERIFY(opened.find<ProgressStrip>("work-strip")->isVisible());
        QVERIFY(opened.action("evidence.analyze")->blockedWhy().contains(QStringLiteral("stop it")));
        opened.host.bench.lastContext<api::AnalyzeSource>().progress({.step = 2, .steps = 9, .what = {"Look at %1", QStringLiteral("public.film")}});
        QTRY_VERIFY(isSaid(*opened.find<ProgressStrip>("work-strip"), QStringLiteral("public.film")));
        QPushButton *stop = nullptr;
        for (QPushButton *button : opened.find<ProgressStrip>("work-strip")->findChildren<QPushButton *>())
            if (button->isVisible() && button->text() == QLatin1String("Stop"))
                stop = button;
        QVERIFY(stop);
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(!opened.find<ProgressStrip>("work-strip")->isVisible());
        QVERIFY(opened.host.bench.lastContext<api::AnalyzeSource>().cancel.isCancelled());
        QVERIFY(opened.action("evidence.analyze")->isEnabled());
        QTRY_VERIFY(opened.host.bench.calls<api::ShowAnalysis>() >= 2); // what it had done is read
    }

    void whatIsFoundLeadsOn()
    {
        Opened opened;
        opened.select("public.film");
        opened.action("analysis.open-review")->trigger();
        opened.action("analysis.open-plan")->trigger();
        QCOMPARE(opened.host.opened.size(), std::size_t(2));
        QCOMPARE(opened.host.opened[0], (Place{.page = QStringLiteral("review"), .object = QStringLiteral("scope/public.film")}));
        QCOMPARE(opened.host.opened[1], (Place{.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film")}));
    }

    void theListIsExportedAsCsv()
    {
        Opened opened;
        QByteArray written;
        opened.table()->setFileSaver([&](const QByteArray &content, const QString &) { written = content; });
        opened.table()->filterBar().setChosenChips({QStringLiteral("conflicts")});
        QTRY_COMPARE(opened.table()->shownCount(), 1);
        opened.table()->findChild<QToolButton *>(QStringLiteral("table-export"))->menu()->actions().first()->trigger();
        QTRY_VERIFY(!written.isEmpty());
        QVERIFY2(written.contains("payment") && !written.contains("actor"), written.constData());
    }

    void theGraphIsExportedAsSvg()
    {
        Opened opened;
        opened.select("public.customer");
        opened.showTab("lineage");
        auto *graph = opened.find<LineageView>("analysis-relations");
        QTRY_VERIFY(graph->isSettled());
        QByteArray svg;
        graph->setFileSaver([&svg](const QByteArray &content, const QString &) { svg = content; });
        const QList<QAction *> items = graph->findChild<QMenu *>(QStringLiteral("lineage-export-menu"))->actions();
        (*std::ranges::find(items, QStringLiteral("lineage-export-whole-svg"), &QAction::objectName))->trigger();
        QTRY_VERIFY(!svg.isEmpty());
        QVERIFY(svg.contains("public.rental"));
        QVERIFY(svg.contains("inferred") && svg.contains("declared"));
        QVERIFY(svg.contains("stroke-dasharray")); // of the one that only the application says
    }
};

QTEST_MAIN(AnalysisPageTest)
#include "analysis_page_test.moc"
