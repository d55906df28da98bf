#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/sources/sources_page.h"
#include "support/event_loop_watch.h"
#include "views/support/working_host.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int sources = 2000;
constexpr qint64 mostGapMs = workLimit(50);
constexpr qint64 mostWaitMs = waitLimit(300);

api::SourceList largeList()
{
    api::SourceList list{.settingsDigest = QStringLiteral("sha256:aa")};
    for (int i = 0; i < sources; ++i) {
        const QString name = QStringLiteral("source_%1").arg(i, 4, 10, QLatin1Char('0'));
        list.sources.push_back({.name = name, .engine = QStringLiteral("postgresql"), .address = QStringLiteral("db.example.com:5432/") + name, .user = QStringLiteral("reader"),
                                .passwordEnv = QStringLiteral("EKOS_SALES_PASSWORD"), .secret = model::SecretPlace::Keychain, .serverVersion = QStringLiteral("15.8"),
                                .lastReadAtUtc = base::UtcTime{1'699'999'000'000'000}, .tables = 24, .columns = 210});
    }
    return list;
}

} // namespace

/// Whether the page can be used with very many sources.
class SourcesWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopNeverStandsStill()
    {
        Theme::instance().apply();
        const api::SourceList list = largeList();
        usecases::HandlerRegistry handlers;
        handlers.add<api::ListSources>([&](const api::ListSources &, const api::CallContext &, base::RunContext &) -> base::Result<api::SourceList> { return list; });
        handlers.add<api::ShowLedger>([](const api::ShowLedger &, const api::CallContext &, base::RunContext &) -> base::Result<api::LedgerPage> { return api::LedgerPage{}; });
        handlers.add<api::TestSource>([](const api::TestSource &request, const api::CallContext &, base::RunContext &) -> base::Result<api::SourceTest> {
            return api::SourceTest{.name = request.name, .testedAtUtc = {1'700'000'000'000'000}, .rights = {{.object = QStringLiteral("public.film"), .right = QStringLiteral("SELECT"), .isHeld = true}}};
        });
        WorkingHost host(std::move(handlers));
        SourcesPage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *table = page.findChild<DataTable *>(QStringLiteral("sources-table"));

        EventLoopWatch watch;
        QTest::qWait(20);
        watch.begin(QStringLiteral("read"));
        QElapsedTimer since;
        since.start();
        page.refresh();
        while (table->shownCount() == 0 && since.elapsed() < 60'000)
            QTest::qWait(1);
        const qint64 firstView = since.elapsed();
        QTRY_VERIFY(table->isSettled());
        QCOMPARE(table->shownCount(), sources);
        watch.begin(QStringLiteral("select"));
        table->setCurrentId(QStringLiteral("source_1200"));
        QTest::qWait(50);
        watch.begin(QStringLiteral("test"));
        page.findChild<QAction *>(QStringLiteral("command-sources.test"))->trigger();
        QTRY_COMPARE(page.findChild<DataTable *>(QStringLiteral("rights"))->rows()->count(), 1);
        QTRY_VERIFY(table->isSettled());
        watch.begin(QStringLiteral("filter"));
        table->filterBar().setText(QStringLiteral("source_12"));
        QTRY_COMPARE(table->shownCount(), 100);
        QTest::qWait(50);

        qInfo("first view after %lld ms; %s", firstView, qPrintable(watch.figures()));
        QTRY_VERIFY(watch.ticks() > 5); // it really watched
        QVERIFY2(watch.longestWork().cpuMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY(firstView <= mostWaitMs);
    }
};

QTEST_MAIN(SourcesWatchTest)
#include "sources_watch_test.moc"
