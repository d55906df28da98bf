#include "rules/lineage/lineage.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::rules;

namespace {

TableName tableName(const char *name, const char *schema = "public") { return TableName::create(QString::fromUtf8(schema), QString::fromUtf8(name)).value(); }

PlannedTable film()
{
    PlannedTable table{.decision = {.table = tableName("film"), .mode = LoadMode::Incremental}};
    table.decision.places = {.lakeCatalog = QStringLiteral("lake"), .bronzeSchema = QStringLiteral("bronze_public"), .bronzeTable = QStringLiteral("film")};
    table.decision.watermark = Watermark{.column = QStringLiteral("last_update")};
    table.decision.columns = {
        {.name = QStringLiteral("Id"), .bronzeName = QStringLiteral("id"), .sourceType = QStringLiteral("integer"), .bronzeType = QStringLiteral("integer")},
        {.name = QStringLiteral("rating"), .bronzeName = QStringLiteral("rating"), .sourceType = QStringLiteral("public.rating"), .bronzeType = QStringLiteral("varchar"), .sourceExpression = QStringLiteral("\"rating\"::text")},
        {.name = QStringLiteral("price"), .bronzeName = QStringLiteral("price"), .sourceType = QStringLiteral("numeric"), .bronzeType = QStringLiteral("decimal(38,2)"), .loadExpression = QStringLiteral("CAST(price AS decimal(38,2))")},
        {.name = QStringLiteral("both"), .bronzeName = QStringLiteral("both"), .sourceType = QStringLiteral("interval"), .bronzeType = QStringLiteral("bigint"), .sourceExpression = QStringLiteral("a"), .loadExpression = QStringLiteral("b")},
        {.name = QStringLiteral("shape"), .sourceType = QStringLiteral("xml"), .fidelity = Fidelity::Refused},
    };
    table.refusals = {{QStringLiteral("shape"), "Its type xml cannot be read.", "Leave it out."}};
    return table;
}

const LineageNode &node(const Lineage &lineage, const char *id)
{
    static const LineageNode none;
    const auto found = std::ranges::find(lineage.nodes, QString::fromUtf8(id), &LineageNode::id);
    return found == lineage.nodes.end() ? none : *found;
}

} // namespace

class LineageRuleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsFlowWithWhatHappensOnTheWay_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("how");
        QTest::newRow("as it is") << "Id" << "id" << "";
        QTest::newRow("at the source") << "rating" << "rating" << "\"rating\"::text";
        QTest::newRow("on loading") << "price" << "price" << "CAST(price AS decimal(38,2))";
        QTest::newRow("both") << "both" << "both" << "a → b";
    }
    void columnsFlowWithWhatHappensOnTheWay()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, how);
        const Lineage lineage = tableLineage(film(), {});
        const LineageEdge edge{.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/public.film"), .fromColumn = from, .toColumn = to, .how = how};
        QCOMPARE(std::ranges::count(lineage.edges, edge), 1);
    }

    void aColumnThatIsNotLoadedEndsWithItsReason()
    {
        const Lineage lineage = tableLineage(film(), {});
        const LineageNode &end = node(lineage, "bronze/public.film/shape");
        QCOMPARE(end.kind, LineageKind::Unknown);
        QCOMPARE(end.layer, LineageLayer::Bronze);
        QCOMPARE(end.name, QStringLiteral("shape"));
        QCOMPARE(end.note.toEnglish(), QStringLiteral("Not loaded, because: Its type xml cannot be read."));
        QCOMPARE(node(lineage, "source/public.film").columns.size(), 5u); // it is a column of the source
        QCOMPARE(node(lineage, "bronze/public.film").columns.size(), 4u);
        QCOMPARE(std::ranges::count(lineage.edges, LineageEdge{.from = QStringLiteral("source/public.film"), .to = end.id, .fromColumn = QStringLiteral("shape")}), 1);
        QCOMPARE(lineage.edges.size(), 5u);
    }

    void aRefusedTableEndsWithItsReason()
    {
        PlannedTable table = film();
        table.decision.mode = LoadMode::Refused;
        table.refusals.insert(table.refusals.begin(), {{}, "Nobody may read it.", "Grant it."});
        const Lineage lineage = tableLineage(table, {});
        QCOMPARE(lineage.nodes.size(), 2u); // its columns need no ends of their own
        QCOMPARE(node(lineage, "bronze/public.film").kind, LineageKind::Unknown);
        QCOMPARE(node(lineage, "bronze/public.film").note.toEnglish(), QStringLiteral("Not loaded, because: Nobody may read it."));
        QCOMPARE(lineage.edges, (std::vector<LineageEdge>{{.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/public.film")}}));
    }

    void functionsFeedTheWatermarkThatTheySet()
    {
        const Lineage lineage = tableLineage(film(), {{QStringLiteral("public.touch"), QStringLiteral("a touch")}, {QStringLiteral("public.touch"), QStringLiteral("again")}});
        QCOMPARE(node(lineage, "source/public.touch()").kind, LineageKind::Function);
        QCOMPARE(std::ranges::count(lineage.nodes, LineageKind::Function, &LineageNode::kind), 1); // one function, two triggers
        const LineageEdge edge{.from = QStringLiteral("source/public.touch()"), .to = QStringLiteral("source/public.film"), .toColumn = QStringLiteral("last_update"), .how = QStringLiteral("TRIGGER \"a touch\"")};
        QCOMPARE(std::ranges::count(lineage.edges, edge), 1);
    }

    void kindsOfSources_data()
    {
        QTest::addColumn<TableKind>("kind");
        QTest::addColumn<LineageKind>("shown");
        QTest::newRow("table") << TableKind::Table << LineageKind::Table;
        QTest::newRow("partitioned") << TableKind::PartitionedTable << LineageKind::Table;
        QTest::newRow("foreign") << TableKind::ForeignTable << LineageKind::Table;
        QTest::newRow("view") << TableKind::View << LineageKind::View;
        QTest::newRow("materialized") << TableKind::MaterializedView << LineageKind::View;
    }
    void kindsOfSources()
    {
        QFETCH(TableKind, kind);
        QFETCH(LineageKind, shown);
        const Lineage lineage = estateLineage({{.table = tableName("x"), .kind = kind, .mode = LoadMode::Full, .bronze = QStringLiteral("lake.b.x"), .bronzeSchema = QStringLiteral("b")}});
        QCOMPARE(node(lineage, "source/public.x").kind, shown);
        QCOMPARE(node(lineage, "source/public.x").note.isEmpty(), shown == LineageKind::Table); // what a view reads is not known, and that is said
    }

    void idsAreUniqueWhateverTheNames()
    {
        const Lineage lineage = estateLineage({{.table = tableName("b.c", "a"), .bronze = QStringLiteral("lake.x.y")}, {.table = tableName("c", "a.b"), .bronze = QStringLiteral("lake.x.z")},
                                               {.table = tableName("C", "a"), .bronze = QStringLiteral("lake.x.c")}, {.table = tableName("c", "a"), .mode = LoadMode::Refused}});
        std::vector<QString> ids;
        for (const LineageNode &each : lineage.nodes)
            ids.push_back(each.id);
        std::ranges::sort(ids);
        QVERIFY(std::ranges::adjacent_find(ids) == ids.end());
        QCOMPARE(ids.size(), 8u);
        for (const LineageEdge &edge : lineage.edges)
            QVERIFY(std::ranges::binary_search(ids, edge.from) && std::ranges::binary_search(ids, edge.to));
        QVERIFY(std::ranges::is_sorted(lineage.nodes, {}, &LineageNode::layer));
    }
};

QTEST_GUILESS_MAIN(LineageRuleTest)
#include "lineage_rule_test.moc"
