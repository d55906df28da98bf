#include "component/usecases/film_project.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "model/fact_bodies.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

SourceTable rental()
{
    return aTable("rental").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("changed"), QStringLiteral("timestamp with time zone")).withPrimaryKey({QStringLiteral("id")});
}

} // namespace

/// How a large plan is read: by its list and by parts, and always as it stands there.
class ExtractionShowTest : public QObject {
    Q_OBJECT

    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static bool write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }
    static ExtractionPage page(FilmProject &film, Door door = Door::InProcess)
    {
        const auto answer = film.doors.ask(ShowExtraction{}, door);
        return answer ? answer.value() : ExtractionPage{};
    }
    static ExtractionPage detail(FilmProject &film, const char *table, Door door = Door::InProcess)
    {
        const auto answer = film.doors.ask(ShowExtraction{.table = selector(QString::fromUtf8(table))}, door);
        return answer ? answer.value() : ExtractionPage{};
    }

private Q_SLOTS:
    void allTablesMayBeAskedForAtOnce()
    {
        FilmProject film;
        std::vector<SourceTable> tables;
        for (int i = 0; i < 1200; ++i)
            tables.push_back(aTable(qPrintable(QStringLiteral("t%1").arg(i))).withColumn(QStringLiteral("id"), QStringLiteral("integer")));
        film.project.setTables(tables);
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const ExtractionPage all, film.doors.ask(ShowExtraction{.limit = 10'000}));
        QCOMPARE(all.tables.size(), 1200u);
        QVERIFY(!all.next);
    }

    void aMissingListIsMadeAnew()
    {
        FilmProject film;
        QVERIFY(film.plan());
        const QString list = film.project.path(QStringLiteral(".ekos/plan.list"));
        const QByteArray kept = contentOf(list);
        const ExtractionPage before = page(film);
        const ExtractionPage tableBefore = detail(film, "film");
        QVERIFY(QFile::remove(list));
        film.project.reopen();
        QCOMPARE(page(film), before);
        QCOMPARE(contentOf(list), kept);
        QVERIFY(write(list, "damaged\n{}\n"));
        film.project.reopen();
        QCOMPARE(detail(film, "film"), tableBefore);
        QCOMPARE(contentOf(list), kept);
    }

    void aListOfAnotherPlanIsNotTaken()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const QString list = film.project.path(QStringLiteral(".ekos/plan.list"));
        const QByteArray old = contentOf(list);
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}));
        QVERIFY(write(list, old));
        film.project.reopen();
        const ExtractionPage now = page(film);
        QCOMPARE(now.digest, changed.digest);
        QCOMPARE(testsupport::rowOf(now.tables, "film")->mode, LoadMode::Full);
        QCOMPARE(detail(film, "film").detail->planned.decision.mode, LoadMode::Full);
    }

    void aPlanChangedByHandIsShownAsItIsAndNotApproved()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const QString path = film.project.path(QStringLiteral(".ekos/plan.json"));
        QVERIFY(write(path, contentOf(path).replace("\"mode\":\"incremental\"", "\"mode\":\"full\"")));
        film.project.reopen();
        const ExtractionPage now = page(film);
        QVERIFY(now.digest != plan.digest);
        QCOMPARE(testsupport::rowOf(now.tables, "film")->mode, LoadMode::Full);
        QCOMPARE(detail(film, "film").detail->planned.decision.mode, LoadMode::Full);
        QCOMPARE(film.doors.ask(ApproveExtraction{now.digest, reason()}).error().code, ErrorCode::Stale);
    }

    void aListChangedByHandIsNotApproved()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const QString path = film.project.path(QStringLiteral(".ekos/plan.list"));
        QVERIFY(write(path, contentOf(path).replace("incremental", "full")));
        film.project.reopen();
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}).error().code, ErrorCode::Stale);
        QVERIFY(film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
    }

    void aProjectThatWasCopiedKeepsItsList()
    {
        FilmProject film;
        QVERIFY(film.plan());
        const ExtractionPage before = page(film);
        const QString path = film.project.path(QStringLiteral(".ekos/plan.json"));
        const QByteArray bytes = contentOf(path);
        QVERIFY(QFile::remove(path) && write(path, bytes)); // the same bytes in another file
        film.project.reopen();
        QCOMPARE(page(film), before);
        QVERIFY(detail(film, "film").detail.has_value());
    }

    void eachTableSaysHowItStandsToWhatWasApproved_data() { LAKEHOUSE_BOTH_DOORS(); }
    void eachTableSaysHowItStandsToWhatWasApproved()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        for (const PlanRow &row : page(film, door).tables)
            QCOMPARE(row.move, PlanMove::Unapproved);
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        for (const PlanRow &row : page(film, door).tables)
            QCOMPARE(row.move, PlanMove::Same);
        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor(), rental()});
        LAKEHOUSE_VALUE(const PlanSummary later, film.doors.ask(MakePlan{}, door));
        const auto moves = [](const std::vector<PlanRow> &rows) {
            return std::vector{testsupport::rowOf(rows, "actor")->move, testsupport::rowOf(rows, "film")->move, testsupport::rowOf(rows, "rental")->move};
        };
        const std::vector expected{PlanMove::Same, PlanMove::Changed, PlanMove::New};
        QCOMPARE(moves(later.tables), expected);
        QCOMPARE(moves(page(film, door).tables), expected);
        for (const char *copy : {".ekos/approved.json", ".ekos/approved.list"}) { // from the ledger, when the copy is gone
            QVERIFY(QFile::remove(film.project.path(QString::fromLatin1(copy))));
            film.project.reopen();
            QCOMPARE(moves(page(film, door).tables), expected);
        }
    }

    void whatWasApprovedStandsBesideTheTable_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatWasApprovedStandsBesideTheTable()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const ExtractionPage before = detail(film, "film", door);
        QVERIFY(!before.detail->approved);
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason("read every line")}, door, person("berta")));
        const ExtractionPage same = detail(film, "film", door);
        QVERIFY(same.detail->approved.has_value());
        QCOMPARE(same.detail->approved->actor, person("berta").toString());
        QCOMPARE(same.detail->approved->atUtc, film.project.clock.now());
        QCOMPARE(same.detail->approved->reason, reason("read every line"));
        QCOMPARE(same.detail->approved->planDigest, plan.digest);
        QVERIFY(same.detail->approved->isSqlAsSeen);
        QCOMPARE(same.detail->approved->sql, before.detail->sql);
        QVERIFY(same.detail->approved->differences.empty());
        QVERIFY(film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}, door));
        for (const bool isCopyThere : {true, false}) {
            if (!isCopyThere) {
                QVERIFY(QFile::remove(film.project.path(QStringLiteral(".ekos/approved.json"))));
                film.project.reopen();
            }
            const ExtractionPage moved = detail(film, "film", door);
            QCOMPARE(moved.detail->approved->sql, before.detail->sql);
            QVERIFY(moved.detail->sql != before.detail->sql);
            const auto mode = std::ranges::find(moved.detail->approved->differences, QStringLiteral("mode"), &FieldDifference::field);
            QVERIFY(mode != moved.detail->approved->differences.end());
            QCOMPARE(*mode, (FieldDifference{QStringLiteral("mode"), QStringLiteral("incremental"), QStringLiteral("full")}));
        }
    }

    void aTableThatWasNotApprovedHasNoSqlThere()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
        film.project.setTables({FilmProject::film(), FilmProject::actor(), rental()});
        QVERIFY(film.plan());
        const ExtractionPage added = detail(film, "rental");
        QVERIFY(added.detail->approved->sql.empty());
        QCOMPARE(added.detail->approved->differences, (std::vector<FieldDifference>{{QStringLiteral("table"), {}, QStringLiteral("public.rental")}}));
    }

    void anotherProgramsSqlIsNotTakenForWhatWasSeen()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
        base::RunContext run;
        ports::Ledger &ledger = *film.project.workspace().ledger(run).value();
        const auto entry = ledger.entries({.kind = FactKind::LakehouseApproval}, run).value().front();
        ApprovalFact fact = describe::readJson<ApprovalFact>(entry.body).value();
        fact.generator = QStringLiteral("ekos-lakehouse 0.0.1");
        QVERIFY(ledger.append({{FactKind::LakehouseApproval, entry.subject, describe::canonicalJson(fact), {}}}, person("anna"), run));
        const ExtractionPage shown = detail(film, "film");
        QCOMPARE(shown.detail->approved->generator, QStringLiteral("ekos-lakehouse 0.0.1"));
        QVERIFY(!shown.detail->approved->isSqlAsSeen);
        QVERIFY(!shown.detail->approved->sql.empty());
    }

    void theChangeOfAPersonStandsInItsRow_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theChangeOfAPersonStandsInItsRow()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.setTables({rental(), FilmProject::actor()});
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(!testsupport::rowOf(plan.tables, "rental")->change && !testsupport::rowOf(plan.tables, "rental")->proof);
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("rental")), PlanEdit::Incremental, reason()}, door, person("berta")));
        QCOMPARE(changed.table.proof, std::optional(WatermarkProof::Person));
        const ExtractionPage applied = page(film, door);
        const PlanRow *row = testsupport::rowOf(applied.tables, "rental");
        QVERIFY(row->change && row->isChanged && row->isAgainstFacts);
        QCOMPARE(row->change->actor, person("berta").toString());
        QCOMPARE(row->change->reason, reason());
        QCOMPARE(row->change->edit, PlanEdit::Incremental);
        QVERIFY(!testsupport::rowOf(applied.tables, "actor")->change);
        SourceTable keyless = rental();
        keyless.keys.clear();
        film.project.setTables({keyless, FilmProject::actor()});
        LAKEHOUSE_VALUE(const PlanSummary stale, film.plan());
        QVERIFY(testsupport::rowOf(stale.tables, "rental")->isChangeStale && testsupport::rowOf(stale.tables, "rental")->change);
        QVERIFY(film.doors.ask(ChangeExtraction{stale.digest, selector(QStringLiteral("rental")), PlanEdit::Undo, FilmProject::noReason()}, door));
        QVERIFY(!testsupport::rowOf(page(film, door).tables, "rental")->change);
    }

    void columnsThatAreNotLoadedAreNotCounted()
    {
        FilmProject film;
        film.project.setTables({aTable("note").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("body"), QStringLiteral("xml"))});
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const PlanRow &row = plan.tables[0];
        QCOMPARE(row.columns + row.refusedColumns, 2);
    }
};

QTEST_GUILESS_MAIN(ExtractionShowTest)
#include "extraction_show_test.moc"
