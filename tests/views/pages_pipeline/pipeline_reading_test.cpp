#include "kit/error_banner.h"
#include "kit/loading_state.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_page.h"
#include "views/support/fake_page_host.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

/// The page before anything was read.
class PipelineReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void stopEndsTheFirstReading()
    {
        FakePageHost host;
        host.bench.hold<api::ShowPipeline>();
        PipelinePage page(host);
        page.show();
        page.refresh();
        QTRY_COMPARE(host.bench.calls<api::ShowPipeline>(), 1);
        auto *loading = page.findChild<LoadingState *>();
        QVERIFY(loading->stage() != LoadingState::Stage::Idle);
        QVERIFY(blockedWhy(page).contains(QStringLiteral("being read")));
        Q_EMIT loading->stopRequested();
        QCOMPARE(loading->stage(), LoadingState::Stage::Idle);
        QVERIFY(host.bench.lastContext<api::ShowPipeline>().cancel.isCancelled());
        QVERIFY(!blockedWhy(page).contains(QStringLiteral("being read")));
        page.refresh();
        QTRY_COMPARE(host.bench.calls<api::ShowPipeline>(), 2);
    }

    void aFailureEndsTheFirstReading()
    {
        FakePageHost host;
        host.bench.fail<api::ShowPipeline>({base::ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "ekos.toml names no source.")}, {QT_TRANSLATE_NOOP("core", "Add one.")}});
        PipelinePage page(host);
        page.show();
        page.refresh();
        auto *banner = page.findChild<ErrorBanner *>(QStringLiteral("error"));
        QTRY_VERIFY(banner->isVisible());
        QCOMPARE(page.findChild<LoadingState *>()->stage(), LoadingState::Stage::Idle);
        QVERIFY(!blockedWhy(page).isEmpty());
        QVERIFY(!blockedWhy(page).contains(QStringLiteral("being read")));
    }

private:
    static QString blockedWhy(const Page &page)
    {
        for (QAction *action : page.actions())
            if (const auto *command = qobject_cast<CommandAction *>(action); command && command->id() == QLatin1String("pipeline.run"))
                return command->blockedWhy();
        return {};
    }
};

QTEST_MAIN(PipelineReadingTest)
#include "pipeline_reading_test.moc"
