#include "live_stack.h"

#include "adapters/http_services/dagster_orchestrator.h"
#include "adapters/http_services/iceberg_rest.h"
#include "adapters/http_services/object_store.h"

#include "support/source_folder.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::RunContext;
using ports::AssetProgress;
using ports::OrchestratorRun;
using ports::OrchestratorRunState;

/// DagsterOrchestrator, and the checks of the other services, against the running stack with a project of this test's own.
class DagsterLiveTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<CurlTransport> m_transport = std::make_shared<CurlTransport>();
    std::unique_ptr<DagsterOrchestrator> m_dagster;
    QTemporaryDir m_folder;
    QString m_name = QStringLiteral("services-test-%1").arg(QCoreApplication::applicationPid());
    RunContext m_run;

    static QByteArray definitions()
    {
        QFile file(lakehouse::testing::sourcePath("tests/component/http_services/live_definitions.py"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static bool stack(const QStringList &arguments)
    {
        QProcess process;
        process.start(lakehouse::testing::sourcePath("installer/stack.sh"), arguments);
        const bool isDone = process.waitForFinished(240000) && process.exitCode() == 0;
        if (!isDone)
            qWarning("%s", process.readAllStandardError().constData());
        return isDone;
    }

    bool writeDefinitions(const QByteArray &text)
    {
        QDir(m_folder.path()).mkpath(QStringLiteral("pipeline/dagster"));
        QFile file(m_folder.filePath(QStringLiteral("pipeline/dagster/definitions.py")));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }

    std::unique_ptr<DagsterOrchestrator> opened(const QString &location)
    {
        auto result = DagsterOrchestrator::open(tests::stackUrl("EKOS_STACK_DAGSTER_URL"), location, m_transport);
        return result ? std::move(result).value() : nullptr;
    }

    OrchestratorRun ended(const QString &id)
    {
        OrchestratorRun run;
        (void)QTest::qWaitFor([&] {
            const auto state = m_dagster->state(id, m_run);
            if (state)
                run = state.value();
            return state && run.state != OrchestratorRunState::Queued && run.state != OrchestratorRunState::Running;
        }, 120000);
        return run;
    }

    static AssetProgress progress(const OrchestratorRun &run, const char *asset)
    {
        const auto found = std::ranges::find(run.assets, QString::fromLatin1(asset), &AssetProgress::asset);
        return found == run.assets.end() ? AssetProgress{} : *found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QByteArray why = tests::whyAbsent(tests::stackUrl("EKOS_STACK_DAGSTER_URL"), QStringLiteral("/server_info"), *m_transport); !why.isEmpty())
            QSKIP(("Dagster is absent: " + why).constData());
        QVERIFY(writeDefinitions(definitions()));
        QVERIFY(stack({QStringLiteral("project"), QStringLiteral("add"), m_folder.path(), QStringLiteral("--name"), m_name}));
        m_dagster = opened(m_name);
        QVERIFY(m_dagster);
    }

    void cleanupTestCase()
    {
        if (m_dagster)
            QVERIFY(stack({QStringLiteral("project"), QStringLiteral("remove"), m_name}));
    }

    void doctorPasses()
    {
        for (const model::ServiceCheck &line : m_dagster->check(m_run))
            QVERIFY2(line.state == model::CheckState::Passed, qPrintable(line.check + QStringLiteral(": ") + line.finding.toEnglish()));
        const auto catalog = checkIcebergCatalog(tests::stackUrl("EKOS_STACK_CATALOG_URL") + QStringLiteral("/q/health"), *m_transport, m_run);
        QVERIFY2(catalog.at(0).state == model::CheckState::Passed, qPrintable(catalog[0].finding.toEnglish()));
        const auto store = checkObjectStore(tests::stackUrl("EKOS_STACK_S3_URL"), *m_transport, m_run);
        QVERIFY2(store.at(0).state == model::CheckState::Passed, qPrintable(store[0].finding.toEnglish()));
    }

    void unknownLocationIsNotFound()
    {
        const auto other = opened(QStringLiteral("nowhere"));
        const auto reloaded = other->reload(m_run);
        QVERIFY(!reloaded);
        QCOMPARE(int(reloaded.error().code), int(ErrorCode::NotFound));
        QVERIFY(reloaded.error().hint.toEnglish().contains(QStringLiteral("installer/stack.sh project add")));
        const auto launched = other->launch({}, m_run);
        QVERIFY(!launched);
        QCOMPARE(int(launched.error().code), int(ErrorCode::NotFound));
        QVERIFY(launched.error().hint.toEnglish().contains(QStringLiteral("installer/stack.sh project add")));
        QVERIFY(std::ranges::any_of(other->check(m_run), [](const model::ServiceCheck &line) { return line.check == QLatin1String("code-location") && line.state == model::CheckState::Failed; }));
    }

    void unknownAssetIsNotFound()
    {
        const auto launched = m_dagster->launch({.assets = {QStringLiteral("bronze/public/no_such_table")}}, m_run);
        QVERIFY(!launched);
        QCOMPARE(int(launched.error().code), int(ErrorCode::NotFound));
        QVERIFY(launched.error().detail.contains(QStringLiteral("no_such_table")));
    }

    void unknownRunIsNotFound()
    {
        const QString id = QStringLiteral("00000000-0000-7000-8000-000000000000");
        QCOMPARE(int(m_dagster->state(id, m_run).error().code), int(ErrorCode::NotFound));
        QCOMPARE(int(m_dagster->terminate(id, m_run).error().code), int(ErrorCode::NotFound));
    }

    void runIsFollowedToItsEnd()
    {
        const auto launched = m_dagster->launch({.assets = {QStringLiteral("bronze/public/film"), QStringLiteral("bronze/public/broken"), QStringLiteral("bronze/Sales_EU/checked")},
                                                 .mode = ports::LaunchMode::InProcess, .runId = QStringLiteral("run-7")}, m_run);
        QVERIFY2(launched, launched ? "" : qPrintable(launched.error().detail));
        const OrchestratorRun run = ended(launched.value());
        QCOMPARE(int(run.state), int(OrchestratorRunState::Failed));
        QCOMPARE(run.assets.size(), 3u);
        QVERIFY2(progress(run, "bronze/public/film").isDone, qPrintable(progress(run, "bronze/public/film").message));
        QVERIFY(!progress(run, "bronze/public/film").isFailed);
        QVERIFY(progress(run, "bronze/public/broken").isFailed);
        QVERIFY(!progress(run, "bronze/public/broken").isDone);
        QVERIFY2(progress(run, "bronze/public/broken").message.contains(QStringLiteral("broken on purpose")), qPrintable(progress(run, "bronze/public/broken").message));
        QVERIFY(progress(run, "bronze/Sales_EU/checked").isFailed);
        QVERIFY(progress(run, "bronze/Sales_EU/checked").message.contains(QStringLiteral("V1 differs")));
        QVERIFY(run.failure.contains(QStringLiteral("broken")));
        QVERIFY(m_dagster->terminate(launched.value(), m_run)); // it is over: nothing to do
    }

    void eachAssetInItsProcess()
    {
        const auto launched = m_dagster->launch({.assets = {QStringLiteral("bronze/public/film")}, .runId = QStringLiteral("run-7")}, m_run);
        QVERIFY(launched);
        const OrchestratorRun run = ended(launched.value());
        QVERIFY2(run.state == OrchestratorRunState::Succeeded, qPrintable(run.failure));
        QVERIFY(progress(run, "bronze/public/film").isDone);
    }

    void runIsTerminated()
    {
        const auto launched = m_dagster->launch({.assets = {QStringLiteral("bronze/public/slow")}, .mode = ports::LaunchMode::InProcess}, m_run);
        QVERIFY(launched);
        QVERIFY(QTest::qWaitFor([&] {
            const auto state = m_dagster->state(launched.value(), m_run);
            return state && state.value().state == OrchestratorRunState::Running;
        }, 60000));
        const auto terminated = m_dagster->terminate(launched.value(), m_run);
        QVERIFY2(terminated, terminated ? "" : qPrintable(terminated.error().detail));
        const OrchestratorRun run = ended(launched.value());
        QCOMPARE(int(run.state), int(OrchestratorRunState::Cancelled));
        QVERIFY(!progress(run, "bronze/public/slow").isDone);
    }

    void reloadSeesNewAssetsAndNamesErrors()
    {
        QVERIFY(writeDefinitions(definitions() + "\nraise ValueError('not loadable today')\n"));
        const auto broken = m_dagster->reload(m_run);
        QVERIFY(!broken);
        QCOMPARE(int(broken.error().code), int(ErrorCode::ExternalFailure));
        QVERIFY2(broken.error().detail.contains(QStringLiteral("not loadable today")), qPrintable(broken.error().detail));

        QByteArray renamed = definitions();
        renamed.replace("\"film\"", "\"film_new\"");
        QVERIFY(writeDefinitions(renamed));
        const auto reloaded = m_dagster->reload(m_run);
        QVERIFY2(reloaded, reloaded ? "" : qPrintable(reloaded.error().detail));
        const auto launched = m_dagster->launch({.assets = {QStringLiteral("bronze/public/film_new")}, .mode = ports::LaunchMode::InProcess, .runId = QStringLiteral("run-7")}, m_run);
        QVERIFY2(launched, launched ? "" : qPrintable(launched.error().detail));
        QCOMPARE(int(ended(launched.value()).state), int(OrchestratorRunState::Succeeded));
    }
};

QTEST_GUILESS_MAIN(DagsterLiveTest)
#include "dagster_live_test.moc"
