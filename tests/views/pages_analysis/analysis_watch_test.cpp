#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/filter_bar.h"
#include "kit/lineage_view.h"
#include "kit/theme.h"
#include "pages/analysis/analysis_page.h"
#include "support/event_loop_watch.h"
#include "views/support/working_host.h"

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QTest>

#include <atomic>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int tables = 5'000;
constexpr int columnsOfTable = 20;
constexpr qint64 mostGapMs = workLimit(50); ///< that this thread works or waits, between two looks of its event loop
constexpr qint64 mostWaitMs = waitLimit(300);

/// An analyzed source of so many tables, each with a foreign key to the one before.
class LargeSource {
public:
    LargeSource()
    {
        for (int i = 0; i < tables; ++i) {
            const TableName name = nameOf(i);
            api::AnalyzedTable row{.table = name, .rows = 1000, .columns = columnsOfTable, .key = {QStringLiteral("column_00")}, .watermark = QStringLiteral("column_19"),
                                   .watermarkProof = WatermarkProof::Trigger, .personalData = i % 3 == 0 ? 2 : 0, .conflicts = i % 50 == 0 ? 1 : 0, .profiledAtUtc = base::UtcTime{1'700'000'000'000'000}};
            row.inserts = InsertClass::Seen;
            row.updates = UpdateClass::RawSqlSetsUpdated;
            row.deletes = DeleteClass::Never;
            m_rows.push_back(std::move(row));
        }
    }

    usecases::HandlerRegistry handlers()
    {
        usecases::HandlerRegistry handlers;
        handlers.add<api::ShowAnalysis>([this](const api::ShowAnalysis &request, const api::CallContext &, base::RunContext &) -> base::Result<api::AnalysisPage> { return page(request); });
        handlers.add<api::ShowTimeline>([](const api::ShowTimeline &request, const api::CallContext &, base::RunContext &) -> base::Result<api::LedgerTimeline> { return timeline(request); });
        handlers.add<api::AnalyzeSource>([this](const api::AnalyzeSource &, const api::CallContext &, base::RunContext &) -> base::Result<api::AnalysisReport> {
            ++readings;
            return api::AnalysisReport{.databases = {{.database = QStringLiteral("bench"), .newEntries = 1}}};
        });
        return handlers;
    }

    std::atomic<int> readings = 1;

private:
    static TableName nameOf(int i)
    {
        return TableName::create(QStringLiteral("schema_%1").arg(i / 50, 4, 10, QLatin1Char('0')), QStringLiteral("table_%1").arg(i, 6, 10, QLatin1Char('0'))).value();
    }

    api::AnalysisPage page(const api::ShowAnalysis &request) const
    {
        api::AnalysisPage page{.database = QStringLiteral("bench"), .engine = QStringLiteral("postgresql"), .digest = CatalogDigest::of(QByteArray::number(readings.load())), .isAnalyzed = true};
        page.totals = {.tables = tables, .columns = tables * columnsOfTable};
        page.matching = tables;
        if (request.table) {
            const int i = request.table->table().right(6).toInt();
            page.tables = {m_rows[std::size_t(i)]};
            page.detail = detail(i);
            return page;
        }
        const qint64 from = request.after ? request.after->toLongLong() : 0;
        const qint64 to = std::min<qint64>(from + request.limit, tables);
        page.tables.assign(m_rows.begin() + from, m_rows.begin() + to);
        if (readings > 1 && from <= 17 && 17 < to)
            page.tables[std::size_t(17 - from)].conflicts = 9;
        if (to < tables)
            page.next = QString::number(to);
        return page;
    }

    api::TableAnalysis detail(int i) const
    {
        api::TableAnalysis detail{.profiledRows = 1000, .isProfileComplete = true};
        detail.table.name = detail.planned.decision.table = nameOf(i);
        detail.planned.decision.key = m_rows[std::size_t(i)].key;
        for (int c = 0; c < columnsOfTable; ++c) {
            const QString name = QStringLiteral("column_%1").arg(c, 2, 10, QLatin1Char('0'));
            detail.table.columns.push_back({.name = name, .position = c + 1, .type = {.declared = QStringLiteral("integer")}});
            detail.planned.decision.columns.push_back({.name = name, .bronzeName = name, .bronzeType = QStringLiteral("integer")});
            detail.profile.push_back({name, 0, 1000});
            detail.personalData.push_back({.table = detail.table.name, .column = name, .evidence = {{.place = QStringLiteral("column ") + name, .rows = 1000}}});
        }
        if (i > 0)
            detail.relations.push_back({nameOf(i), {QStringLiteral("column_01")}, nameOf(i - 1), {QStringLiteral("column_00")}, api::RelationBasis::Declared, false});
        return detail;
    }

    static api::LedgerTimeline timeline(const api::ShowTimeline &request)
    {
        api::LedgerTimeline page;
        for (qint64 i = request.after + 1; i <= 400; ++i)
            page.entries.push_back({i, {1'700'000'000'000'000 + i}, FactKind::Column, QStringLiteral("column %1").arg(i), i <= 200 ? api::LedgerChange::Appeared : api::LedgerChange::Changed, {}, QStringLiteral("anna"), {}});
        return page;
    }

    std::vector<api::AnalyzedTable> m_rows;
};

} // namespace

/// Whether the page can be used with a large source: 5,000 tables of 20 columns.
class AnalysisWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopNeverStandsStill()
    {
        Theme::instance().apply();
        LargeSource source;
        WorkingHost host(source.handlers());
        AnalysisPage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *table = page.findChild<DataTable *>(QStringLiteral("analysis-table"));
        auto *rows = table->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        auto *detail = page.findChild<DetailPane *>(QStringLiteral("analysis-detail"));

        EventLoopWatch watch;
        QTest::qWait(20);
        watch.begin(QStringLiteral("read"));
        QElapsedTimer since;
        since.start();
        page.refresh();
        while (!(rows->isVisible() && table->shownCount() > 0) && since.elapsed() < 60'000)
            QTest::qWait(1);
        const qint64 firstView = since.elapsed();
        QTRY_VERIFY(table->isSettled());
        QCOMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("select"));
        table->setCurrentId(QStringLiteral("schema_0002.table_000100"));
        const auto *columns = page.findChild<DataTable *>(QStringLiteral("analysis-columns"));
        QTRY_VERIFY(columns->rows() && columns->rows()->count() == columnsOfTable);
        for (const char *tab : {"lineage", "evidence", "sql", "history", "summary"}) {
            watch.begin(QString::fromLatin1(tab));
            detail->setCurrentTab(QString::fromLatin1(tab));
            QTest::qWait(100);
        }
        watch.begin(QStringLiteral("move"));
        page.activateWindow();
        table->setFocus();
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(rows, Qt::Key_Down);
            QTest::qWait(1);
        }
        watch.begin(QStringLiteral("filter"));
        table->filterBar().setText(QStringLiteral("schema_0042"));
        QTRY_COMPARE(table->shownCount(), 50);
        table->filterBar().clear();
        QTRY_COMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("analyze"));
        page.findChild<QAction *>(QStringLiteral("command-evidence.analyze"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(table->rows()->text(17, 9), QStringLiteral("9"), 60'000);
        QTRY_VERIFY(table->isSettled());
        QTest::qWait(50);

        qInfo("first view after %lld ms; %s", firstView, qPrintable(watch.figures()));
        QVERIFY(watch.ticks() > 20); // it really watched
        QVERIFY2(watch.longestWork().cpuMs < mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs < mostGapMs, qPrintable(watch.figures()));
        QVERIFY(firstView < mostWaitMs);
    }
};

QTEST_MAIN(AnalysisWatchTest)
#include "analysis_watch_test.moc"
