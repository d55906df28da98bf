#include "shell/lineage_graph.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using model::LineageKind;
using model::LineageLayer;

/// A lineage as it is drawn on every page.
class LineageGraphTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLayerHasItsWordAndColour_data()
    {
        QTest::addColumn<LineageLayer>("layer");
        QTest::addColumn<LineageKind>("kind");
        QTest::addColumn<QString>("caption");
        QTest::addColumn<ColorRole>("color");
        QTest::addColumn<int>("place");
        QTest::newRow("source") << LineageLayer::Source << LineageKind::Table << "Source" << ColorRole::LayerSource << 0;
        QTest::newRow("view of the source") << LineageLayer::Source << LineageKind::View << "Source, view" << ColorRole::LayerSource << 0;
        QTest::newRow("function") << LineageLayer::Source << LineageKind::Function << "Source, function" << ColorRole::LayerSource << -1; // left of what it sets
        QTest::newRow("bronze") << LineageLayer::Bronze << LineageKind::Table << "Bronze" << ColorRole::LayerBronze << 1;
        QTest::newRow("not loaded") << LineageLayer::Bronze << LineageKind::Unknown << "Not loaded" << ColorRole::LayerBronze << 1;
        QTest::newRow("silver") << LineageLayer::Silver << LineageKind::Table << "Silver" << ColorRole::LayerSilver << 2;
        QTest::newRow("gold") << LineageLayer::Gold << LineageKind::View << "Gold, view" << ColorRole::LayerGold << 3;
        QTest::newRow("mart") << LineageLayer::Mart << LineageKind::Table << "Mart" << ColorRole::LayerMart << 4;
    }
    void everyLayerHasItsWordAndColour()
    {
        QFETCH(LineageLayer, layer);
        QFETCH(LineageKind, kind);
        model::Lineage lineage;
        lineage.nodes = {{.id = QStringLiteral("a/b.c"), .layer = layer, .kind = kind, .name = QStringLiteral("b.c"), .group = QStringLiteral("b")}};
        const GraphNode node = graphNodes(lineage).front();
        QCOMPARE(node.id, QStringLiteral("a/b.c"));
        QCOMPARE(node.label, QStringLiteral("b.c"));
        QCOMPARE(node.group, QStringLiteral("b"));
        QTEST(node.caption, "caption");
        QTEST(node.color, "color");
        QTEST(node.layer, "place");
        QVERIFY(!node.isUnknown); // why something is not loaded is known: its note says so
    }

    void columnsNotesAndLinksAreKept()
    {
        model::Lineage lineage;
        lineage.nodes = {{.id = QStringLiteral("source/public.film"), .name = QStringLiteral("public.film"),
                          .columns = {{QStringLiteral("title"), QStringLiteral("text")}}},
                         {.id = QStringLiteral("bronze/public.film/fulltext"), .layer = LineageLayer::Bronze, .kind = LineageKind::Unknown,
                          .name = QStringLiteral("fulltext"), .note = QT_TRANSLATE_NOOP("core", "Bronze has no form for tsvector.")}};
        lineage.edges = {{.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/public.film/fulltext"), .fromColumn = QStringLiteral("fulltext"),
                          .how = QStringLiteral("CAST")}};
        const std::vector<GraphNode> nodes = graphNodes(lineage);
        QCOMPARE(nodes[0].columns, (std::vector<std::pair<QString, QString>>{{QStringLiteral("title"), QStringLiteral("text")}}));
        QCOMPARE(nodes[1].note, QStringLiteral("Bronze has no form for tsvector."));
        const std::vector<GraphEdge> edges = graphEdges(lineage);
        QCOMPARE(edges.size(), std::size_t(1));
        QCOMPARE(edges[0].from, QStringLiteral("source/public.film"));
        QCOMPARE(edges[0].to, QStringLiteral("bronze/public.film/fulltext"));
        QCOMPARE(edges[0].fromColumn, QStringLiteral("fulltext"));
        QCOMPARE(edges[0].toColumn, QString());
        QCOMPARE(edges[0].how, QStringLiteral("CAST"));
    }

    void nodesLeadToTablesAndBack()
    {
        QCOMPARE(sourceNodeId(QStringLiteral("public.film")), QStringLiteral("source/public.film"));
        QCOMPARE(tableOfNode(QStringLiteral("bronze/public.film")), QStringLiteral("public.film"));
        QCOMPARE(tableOfNode(sourceNodeId(QStringLiteral("\"Sales.EU\".film"))), QStringLiteral("\"Sales.EU\".film"));
        QCOMPARE(tableOfNode(QStringLiteral("source/public.last_updated()")), QString()); // a function is no table
        QCOMPARE(tableOfNode(QString()), QString());
    }
};

QTEST_GUILESS_MAIN(LineageGraphTest)
#include "lineage_graph_test.moc"
