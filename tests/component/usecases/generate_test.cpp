#include "component/usecases/film_project.h"

#include <QDir>
#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class GenerateTest : public QObject {
    Q_OBJECT

    static void addColumn(FilmProject &film) { film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor()}); }

private Q_SLOTS:
    void generatesWithoutAnythingBefore_data() { LAKEHOUSE_BOTH_DOORS(); }
    void generatesWithoutAnythingBefore()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.doors.ask(GeneratePipeline{}, door));
        QVERIFY(receipt.isNew);
        QCOMPARE(receipt.tables, 2);
        QCOMPARE(receipt.commit.size(), 40);
        QVERIFY(receipt.refused.empty());
        for (const char *file : {"lakehouse.lock.json", "bronze/public/film/load_full.sql", "bronze/public/film/table.lock.json", "dagster/definitions.py"})
            QVERIFY2(QFile::exists(QDir(receipt.folder).filePath(QLatin1String(file))), file);
        base::RunContext run;
        ports::PipelineRepository *repository = film.project.workspace().repository(run).value();
        QCOMPARE(repository->head(run).value(), std::optional(receipt.commit));
        QCOMPARE(repository->newestTrailer(QStringLiteral("Ekos-Plan-Digest"), run).value(), std::optional(receipt.planDigest.toString()));
        QCOMPARE(repository->newestTrailer(QStringLiteral("Ekos-Ledger-Head"), run).value(), std::optional(film.project.workspace().ledger(run).value()->head(run).value().hash->toString()));
    }

    void nothingChangedMakesNoCommit()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const GenerateReceipt first, film.generate());
        film.project.clock.advance(60'000'000);
        LAKEHOUSE_VALUE(const GenerateReceipt second, film.generate());
        QVERIFY(!second.isNew);
        QCOMPARE(second.commit, first.commit);
        QVERIFY(second.changedPaths.empty());
    }

    void aChangedTableChangesItsFilesOnly()
    {
        FilmProject film;
        QVERIFY(film.generate());
        addColumn(film);
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        QVERIFY(receipt.isNew);
        QVERIFY(!receipt.changedPaths.empty());
        for (const QString &path : receipt.changedPaths)
            QVERIFY2(path.contains(QStringLiteral("film")) || path == QStringLiteral("lakehouse.lock.json"), qPrintable(path));
    }

    void refusedTablesAreNamedWithReasonAndRemedy()
    {
        FilmProject film;
        film.project.setTables({FilmProject::actor(), aTable("report").withColumn(QStringLiteral("id"), QStringLiteral("integer")).ofKind(TableKind::View)});
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        QCOMPARE(receipt.tables, 1);
        QCOMPARE(receipt.refused.size(), 1u);
        QCOMPARE(receipt.refused[0].table, tableName("report"));
        QVERIFY(!receipt.refused[0].reason.isEmpty() && !receipt.refused[0].remedy.isEmpty());
        QVERIFY(!QFile::exists(QDir(receipt.folder).filePath(QStringLiteral("bronze/public/report"))));
    }

    void onlyTheApprovedPlanIsGenerated_data() { LAKEHOUSE_BOTH_DOORS(); }
    void onlyTheApprovedPlanIsGenerated()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("require-plan-approval = true"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto none = film.doors.ask(GeneratePipeline{}, door);
        QCOMPARE(none.error().code, ErrorCode::RefusedByRule);
        QVERIFY(none.error().hint.toEnglish().contains(QStringLiteral("extraction approve")));
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        LAKEHOUSE_VALUE(const GenerateReceipt generated, film.doors.ask(GeneratePipeline{}, door));
        addColumn(film);
        const auto moved = film.doors.ask(GeneratePipeline{}, door);
        QCOMPARE(moved.error().code, ErrorCode::RefusedByRule);
        QVERIFY2(moved.error().message.toEnglish().contains(QStringLiteral("public.film")), qPrintable(moved.error().message.toEnglish()));
        QVERIFY(moved.error().message.toEnglish().contains(QStringLiteral("rating")));
        QVERIFY(!moved.error().message.toEnglish().contains(QStringLiteral("public.actor")));
        QCOMPARE(moved.error().subject, QStringLiteral("public.film"));
        base::RunContext run;
        QCOMPARE(film.project.workspace().repository(run).value()->head(run).value(), std::optional(generated.commit)); // nothing was committed
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{}, door));
        QVERIFY(film.doors.ask(ApproveExtraction{page.digest, reason()}, door));
        LAKEHOUSE_VALUE(const GenerateReceipt again, film.doors.ask(GeneratePipeline{}, door));
        QVERIFY(again.isNew);
    }

    void signOffIsAskedForWhereItIsRequired()
    {
        FilmProject film;
        film.project.writeSettings(QStringLiteral("require-signoff = true"));
        const auto refused = film.generate();
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        for (const char *subject : {"scope", "pii", "conflicts", "identity", "write-behaviour", "glossary"})
            QVERIFY2(refused.error().message.toEnglish().contains(QLatin1String(subject)), subject);
        QVERIFY(!QFile::exists(film.project.path(QStringLiteral("pipeline"))));
    }

    void anotherPlanThanWasReadIsRefused_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anotherPlanThanWasReadIsRefused()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        addColumn(film);
        QCOMPARE(film.doors.ask(GeneratePipeline{.expectedDigest = plan.digest}, door).error().code, ErrorCode::Stale);
        LAKEHOUSE_VALUE(const PlanSummary now, film.plan());
        QVERIFY(film.doors.ask(GeneratePipeline{.expectedDigest = now.digest}, door));
    }

    void anEditedFileIsNeverOverwritten_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anEditedFileIsNeverOverwritten()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const GenerateReceipt first, film.doors.ask(GeneratePipeline{}, door));
        QFile file(QDir(first.folder).filePath(QStringLiteral("bronze/public/film/load_full.sql")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("-- mine\n");
        file.close();
        addColumn(film);
        const auto refused = film.doors.ask(GeneratePipeline{}, door);
        QCOMPARE(refused.error().code, ErrorCode::Stale);
        QVERIFY2((refused.error().message.toEnglish() + refused.error().detail + refused.error().subject).contains(QStringLiteral("bronze/public/film/load_full.sql")), qPrintable(refused.error().message.toEnglish()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("-- mine\n"));
    }

    void twoGenerationsAtOnceWaitOrAreBusy()
    {
        FilmProject film;
        QVERIFY(film.plan());
        base::RunContext run;
        LAKEHOUSE_VALUE(const std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("repository"), film.newRun(), 0, run));
        QCOMPARE(film.generate().error().code, ErrorCode::Busy);
        QVERIFY(!QFile::exists(film.project.path(QStringLiteral("pipeline/lakehouse.lock.json"))));
    }
};

QTEST_GUILESS_MAIN(GenerateTest)
#include "generate_test.moc"
