#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

const LineageNode *nodeOf(const Lineage &lineage, const char *id)
{
    const auto found = std::ranges::find(lineage.nodes, QString::fromUtf8(id), &LineageNode::id);
    return found == lineage.nodes.end() ? nullptr : &*found;
}

} // namespace

class LineageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEstateFromSourceToBronze_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theEstateFromSourceToBronze()
    {
        QFETCH(Door, door);
        FilmProject film;
        const SourceTable view = aTable("film_list").withColumn(QStringLiteral("title"), QStringLiteral("text")).ofKind(TableKind::View);
        film.project.setTables({FilmProject::film(), FilmProject::actor(), view});
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const Lineage lineage, film.doors.ask(ShowLineage{}, door));
        QStringList ids;
        for (const LineageNode &node : lineage.nodes) {
            ids += node.id;
            QVERIFY(node.columns.empty());
        }
        QCOMPARE(ids, (QStringList{QStringLiteral("source/public.actor"), QStringLiteral("source/public.film"), QStringLiteral("source/public.film_list"),
                                   QStringLiteral("bronze/public.actor"), QStringLiteral("bronze/public.film"), QStringLiteral("bronze/public.film_list")}));
        QCOMPARE(nodeOf(lineage, "source/public.film")->group, QStringLiteral("public"));
        QCOMPARE(nodeOf(lineage, "bronze/public.film")->name, QStringLiteral("lake.bronze_public.film"));
        QCOMPARE(nodeOf(lineage, "bronze/public.film")->group, QStringLiteral("bronze_public"));
        QCOMPARE(nodeOf(lineage, "source/public.film_list")->kind, LineageKind::View);
        QVERIFY(!nodeOf(lineage, "source/public.film_list")->note.isEmpty()); // what a view reads is not known, and that is said
        const LineageNode *unknown = nodeOf(lineage, "bronze/public.film_list");
        QCOMPARE(unknown->kind, LineageKind::Unknown);
        QVERIFY2(unknown->note.toEnglish().startsWith(QStringLiteral("Not loaded, because: Not planned: a view")), qPrintable(unknown->note.toEnglish()));
        QCOMPARE(lineage.edges.size(), 3u);
        QVERIFY(std::ranges::count(lineage.edges, LineageEdge{.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/public.film")}) == 1);
    }

    void oneTableColumnByColumn_data() { LAKEHOUSE_BOTH_DOORS(); }
    void oneTableColumnByColumn()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const Lineage lineage, film.doors.ask(ShowLineage{.table = selector(QStringLiteral("film"))}, door));
        const LineageNode *source = nodeOf(lineage, "source/public.film");
        QVERIFY(source);
        QCOMPARE(source->columns.size(), 3u);
        QCOMPARE(source->columns[0], (LineageColumn{QStringLiteral("film_id"), QStringLiteral("integer")}));
        const LineageNode *bronze = nodeOf(lineage, "bronze/public.film");
        QCOMPARE(bronze->columns[0], (LineageColumn{QStringLiteral("film_id"), QStringLiteral("integer")}));
        const auto id = std::ranges::find(lineage.edges, std::optional(QStringLiteral("film_id")), &LineageEdge::fromColumn);
        QVERIFY(id != lineage.edges.end());
        QCOMPARE(id->toColumn, std::optional(QStringLiteral("film_id")));
        QCOMPARE(id->from, source->id);
        QCOMPARE(id->to, bronze->id);
        // The trigger's function proves the watermark: it stands beside the column that it sets.
        const auto function = std::ranges::find(lineage.nodes, LineageKind::Function, &LineageNode::kind);
        QVERIFY(function != lineage.nodes.end());
        const auto sets = std::ranges::find(lineage.edges, function->id, &LineageEdge::from);
        QCOMPARE(sets->to, source->id);
        QCOMPARE(sets->toColumn, std::optional(QStringLiteral("last_update")));
        QCOMPARE(film.doors.ask(ShowLineage{.table = selector(QStringLiteral("nothing"))}, door).error().code, ErrorCode::NotFound);
    }

    void sameIdsWhicheverWayItIsRead()
    {
        FilmProject film;
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const Lineage estate, film.doors.ask(ShowLineage{}));
        LAKEHOUSE_VALUE(const Lineage table, film.doors.ask(ShowLineage{.table = selector(QStringLiteral("actor"))}));
        for (const LineageNode &node : table.nodes)
            QVERIFY2(nodeOf(estate, node.id.toUtf8().constData()), qPrintable(node.id));
    }

    void withoutAPlanThereIsNone()
    {
        FilmProject film;
        QCOMPARE(film.doors.ask(ShowLineage{}).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(LineageTest)
#include "lineage_test.moc"
