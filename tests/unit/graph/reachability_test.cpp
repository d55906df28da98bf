#include "graph/collapse.h"
#include "graph/column_paths.h"
#include "graph/reachability.h"

#include <QtTest>

using namespace lakehouse::graph;
using Direction = Reach::Direction;

namespace {

/// "a>b b>c": nodes in the order they are named.
Digraph graphOf(const QString &text)
{
    Digraph graph;
    for (const QString &part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QStringList ends = part.split(QLatin1Char('>'));
        const int from = graph.addNode(ends.first());
        if (ends.size() == 2) {
            const int to = graph.addNode(ends.last());
            graph.addEdge(from, to);
        }
    }
    return graph;
}

/// "b0 a1": ids with hops.
QString inWords(const Digraph &graph, const Reach &found)
{
    QStringList words;
    for (const int node : found.nodes)
        words += graph.id(node) + QString::number(found.hops[node]);
    return words.join(QLatin1Char(' '));
}

ColumnPath::Link link(int from, const char *fromColumn, int to, const char *toColumn)
{
    return {from, QLatin1String(fromColumn), to, QLatin1String(toColumn)};
}

} // namespace

class ReachabilityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersAreStable();
    void reaches_data();
    void reaches();
    void columnPathStaysOnItsColumn();
    void columnPathOneWay();
    void columnPathOfAColumnWithoutLinks();
    void columnNamesMayHoldAnything();
    void collapses();
    void collapsesNothing();
};

void ReachabilityTest::numbersAreStable()
{
    Digraph graph = graphOf(QStringLiteral("a>b a>b b>b"));
    QCOMPARE(graph.nodeCount(), 2);
    QCOMPARE(graph.edgeCount(), 3);
    QCOMPARE(graph.addNode(QStringLiteral("a")), 0);
    QCOMPARE(graph.node(QStringLiteral("b")), std::optional(1));
    QVERIFY(!graph.node(QStringLiteral("c")));
    QCOMPARE(graph.outgoing(0), (std::vector<int>{0, 1}));
    QCOMPARE(graph.incoming(1), (std::vector<int>{0, 1, 2}));
}

void ReachabilityTest::reaches_data()
{
    QTest::addColumn<QString>("edges");
    QTest::addColumn<QString>("start");
    QTest::addColumn<int>("direction");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("expected");
    const int up = int(Direction::Upstream);
    const int down = int(Direction::Downstream);
    const int both = int(Direction::Both);
    const int all = Reach::unlimited;
    const QString diamond = QStringLiteral("a>b a>c b>d c>d d>e x>d");
    const auto row = [&](const char *name, const QString &edges, const char *start, int direction, int limit, const char *expected) {
        QTest::newRow(name) << edges << QString(QLatin1String(start)) << direction << limit << QString(QLatin1String(expected));
    };
    row("downstream", diamond, "a", down, all, "a0 b1 c1 d2 e3");
    row("upstream", diamond, "d", up, all, "d0 b1 c1 x1 a2");
    row("both sides, no siblings", diamond, "b", both, all, "b0 a1 d1 e2");
    row("one hop", diamond, "d", both, 1, "d0 b1 c1 e1 x1");
    row("no hop", diamond, "d", both, 0, "d0");
    row("nothing downstream", diamond, "e", down, all, "e0");
    row("circle", QStringLiteral("a>b b>c c>a"), "a", down, all, "a0 b1 c2");
    row("circle, both sides: the shorter way counts", QStringLiteral("a>b b>c c>a"), "a", both, all, "a0 b1 c1");
    row("edge to itself", QStringLiteral("a>a a>b"), "a", down, all, "a0 b1");
    row("alone", QStringLiteral("a b>c"), "a", both, all, "a0");
}

void ReachabilityTest::reaches()
{
    QFETCH(QString, edges);
    QFETCH(QString, start);
    QFETCH(int, direction);
    QFETCH(int, limit);
    QFETCH(QString, expected);
    const Digraph graph = graphOf(edges);
    QCOMPARE(inWords(graph, reach(graph, *graph.node(start), Direction(direction), limit)), expected);
}

void ReachabilityTest::columnPathStaysOnItsColumn()
{
    // 0.a and 0.b make 1.s; 1.s makes 2.x and 3.y; 0.b alone makes 1.t.
    const std::vector<ColumnPath::Link> links{link(0, "a", 1, "s"), link(0, "b", 1, "s"), link(0, "b", 1, "t"), link(1, "s", 2, "x"),
                                              link(1, "s", 3, "y"), link(1, "t", 2, "z")};
    const ColumnPath path = columnPath(links, {1, QStringLiteral("s")});
    QCOMPARE(path.links, (std::vector<int>{0, 1, 3, 4}));
    QCOMPARE(path.columns.size(), std::size_t(5));
    QCOMPARE(path.columns.front(), (ColumnPath::Column{1, QStringLiteral("s")}));

    // Seen from 0.a: what else went into s is not its way.
    QCOMPARE(columnPath(links, {0, QStringLiteral("a")}).links, (std::vector<int>{0, 3, 4}));
}

void ReachabilityTest::columnPathOneWay()
{
    const std::vector<ColumnPath::Link> links{link(0, "a", 1, "s"), link(1, "s", 2, "x")};
    QCOMPARE(columnPath(links, {1, QStringLiteral("s")}, Direction::Upstream).links, std::vector<int>{0});
    QCOMPARE(columnPath(links, {1, QStringLiteral("s")}, Direction::Downstream).links, std::vector<int>{1});
}

void ReachabilityTest::columnPathOfAColumnWithoutLinks()
{
    const ColumnPath path = columnPath({}, {7, QStringLiteral("note")});
    QVERIFY(path.links.empty());
    QCOMPARE(path.columns, (std::vector<ColumnPath::Column>{{7, QStringLiteral("note")}}));
}

void ReachabilityTest::columnNamesMayHoldAnything()
{
    // 1 "2/x" and 12 "x" must not become one.
    const std::vector<ColumnPath::Link> links{link(1, "2/x", 3, "a"), link(12, "x", 3, "b")};
    QCOMPARE(columnPath(links, {3, QStringLiteral("a")}).links, std::vector<int>{0});
}

void ReachabilityTest::collapses()
{
    const Digraph graph = graphOf(QStringLiteral("s1>b1 s2>b2 b1>m b2>m s1>s2 b1>b2 m>n m>n"));
    // In the order of the numbers: s1 b1 s2 b2 m n.
    const QString source = QStringLiteral("source/public");
    const QString bronze = QStringLiteral("bronze/public");
    const QStringList groups{source, bronze, source, bronze, QString(), QString()};
    const Collapsed collapsed = collapse(graph, groups, {source});
    QCOMPARE(collapsed.graph.nodeCount(), 5);
    QCOMPARE(collapsed.graph.id(0), source);
    QCOMPARE(collapsed.members[0], (std::vector<int>{0, 2}));
    QCOMPARE(collapsed.nodeOf, (std::vector<int>{0, 1, 0, 2, 3, 4}));
    // s1>s2 is inside; m>n twice stays twice, since both are drawn as they are.
    QCOMPARE(collapsed.graph.edgeCount(), 7);

    const Collapsed both = collapse(graph, groups, {source, bronze});
    QCOMPARE(both.graph.nodeCount(), 4);
    QCOMPARE(both.edges[0], (std::vector<int>{0, 1}));
    QCOMPARE(both.edges[1], (std::vector<int>{2, 3}));
    QCOMPARE(both.graph.edge(0), (Digraph::Edge{0, 1}));
}

void ReachabilityTest::collapsesNothing()
{
    const Digraph graph = graphOf(QStringLiteral("a>b a>a"));
    const Collapsed collapsed = collapse(graph, {QString(), QString()}, {QStringLiteral("elsewhere")});
    QCOMPARE(collapsed.graph.nodeCount(), 2);
    QCOMPARE(collapsed.graph.edgeCount(), 2);
}

QTEST_APPLESS_MAIN(ReachabilityTest)
#include "reachability_test.moc"
