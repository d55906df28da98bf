// Analyses a PostgreSQL source of N tables with 20 columns each, twice, on a server of its own: lakehouse_bench_analyze [N …]
// Prints a table on standard error and one JSON line per size on standard output.

#include "api/operations/evidence.h"
#include "base/system_clock.h"
#include "base/uuid7.h"
#include "common/local_workspace.h"
#include "support/postgres_cluster.h"
#include "usecases/all_handlers.h"
#include "usecases/in_process_workbench.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <cstdio>
#include <sys/resource.h>

using namespace lakehouse;
using namespace lakehouse::api;

namespace {

constexpr char variable[] = "EKOS_BENCH_SOURCE_PASSWORD";

/// What business tables are made of: a key, a code list, a foreign key, times; every second one has a trigger. Ten rows each.
const char *const schema = R"(CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN NEW.c19 := now(); RETURN NEW; END$$;
CREATE TABLE base (id bigint PRIMARY KEY); INSERT INTO base SELECT generate_series(1, 10);
SELECT format('CREATE TABLE t%s (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, c2 bigint REFERENCES base, c3 text CHECK (c3 IN (''a'', ''b'')), c4 numeric(12,2), c5 integer, c6 boolean, c7 date, c8 uuid, c9 text, c10 varchar(40),'
              'c11 text, c12 numeric(12,2), c13 integer, c14 boolean, c15 text, c16 bigint, c17 jsonb, c18 text, c19 timestamptz, c20 timestamptz DEFAULT now())', n) FROM generate_series(1, %1) n \gexec
SELECT format('CREATE INDEX ON t%s (c5, c7)', n) FROM generate_series(1, %1) n \gexec
SELECT format('CREATE TRIGGER touch BEFORE UPDATE ON t%s FOR EACH ROW EXECUTE FUNCTION touch()', n) FROM generate_series(1, %1, 2) n \gexec
SELECT format('INSERT INTO t%s (c2, c3, c4, c5, c7, c9, c19) SELECT g, ''a'', g, g, current_date, ''text '' || g, now() FROM generate_series(1, 10) g', n) FROM generate_series(1, %1) n \gexec
GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
ANALYZE;
)";

class Project {
public:
    explicit Project(const testing::PostgresCluster &cluster, const QByteArray &database)
    {
        QFile file(m_folder.filePath(QStringLiteral("ekos.toml")));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write ekos.toml");
        file.write("[extensions.lakehouse]\nsource-database = \"bench\"\n[[databases]]\nname = \"bench\"\nkind = \"postgresql\"\nconnect = \"127.0.0.1:" + QByteArray::number(cluster.port()) + '/' + database
                   + "\"\nuser = \"reader\"\npassword-env = \"" + variable + "\"\n");
        file.close();
        base::RunContext run;
        if (!m_workspaces.init(run))
            qFatal("no project");
    }

    DatabaseAnalysis analyze()
    {
        const auto async = m_workbench.ask(AnalyzeSource{}, {.actor = {.systemUser = QStringLiteral("bench"), .channel = QStringLiteral("cli")}});
        QObject receiver;
        std::optional<base::Result<AnalysisReport>> report;
        async.onSettled(&receiver, [&](const auto &answer) { report = answer; });
        if (!QTest::qWaitFor([&] { return report.has_value(); }, 1'200'000) || !*report)
            qFatal("not analysed: %s", report ? qPrintable(report->error().message.toEnglish() + report->error().detail) : "no answer");
        return report->value().databases.at(0);
    }

private:
    QTemporaryDir m_folder;
    base::SystemClock m_clock;
    base::Uuid7Source m_ids{m_clock};
    app::LocalWorkspaces m_workspaces{m_folder.path(), m_clock, m_ids};
    usecases::InProcessWorkbench m_workbench{usecases::allHandlers(m_workspaces)};
};

void measure(const testing::PostgresCluster &cluster, int tables)
{
    const QByteArray database = "bench_" + QByteArray::number(tables);
    QString error;
    cluster.run(QStringLiteral("CREATE DATABASE %1").arg(QString::fromLatin1(database)), QStringLiteral("postgres"), &error);
    if (!error.isEmpty())
        qFatal("%s", qPrintable(error));
    const auto psql = cluster.session(QString::fromLatin1(database)); // thousands of tables take minutes
    psql->write(QByteArray(schema).replace("%1", QByteArray::number(tables)));
    psql->closeWriteChannel();
    if (!psql->waitForFinished(1'200'000) || psql->exitCode() != 0)
        qFatal("%s", psql->readAllStandardError().constData());
    Project project(cluster, database);
    QElapsedTimer timer;
    timer.start();
    const DatabaseAnalysis first = project.analyze();
    const qint64 firstMs = timer.restart();
    const DatabaseAnalysis second = project.analyze();
    const qint64 secondMs = timer.elapsed();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const qint64 peakMb = usage.ru_maxrss / 1024;
    std::fprintf(stderr, "%8d %10lld %10lld %12lld %12lld %12lld %10lld\n", tables, first.queries, firstMs, first.newEntries, secondMs, second.newEntries, peakMb);
    const QJsonObject json{{QStringLiteral("tables"), tables}, {QStringLiteral("columns"), first.columns}, {QStringLiteral("catalog-queries"), first.queries}, {QStringLiteral("first-ms"), firstMs},
                           {QStringLiteral("first-entries"), first.newEntries}, {QStringLiteral("second-ms"), secondMs}, {QStringLiteral("second-entries"), second.newEntries}, {QStringLiteral("peak-mb"), peakMb}};
    std::printf("%s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    qputenv(variable, "bench");
    QString reason;
    const auto cluster = testing::PostgresCluster::start({QStringLiteral("fsync = off")}, &reason);
    if (!cluster) {
        std::fprintf(stderr, "no PostgreSQL: %s\n", qPrintable(reason));
        return 1;
    }
    cluster->run(QStringLiteral("CREATE ROLE reader LOGIN PASSWORD 'bench'"));
    std::fprintf(stderr, "%8s %10s %10s %12s %12s %12s %10s\n", "tables", "queries", "1st (ms)", "new entries", "2nd (ms)", "new entries", "peak (MB)");
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::max(1, std::atoi(argv[i])));
    if (sizes.empty())
        sizes = {1000, 5000};
    for (const int size : sizes)
        measure(*cluster, size);
    return 0;
}
