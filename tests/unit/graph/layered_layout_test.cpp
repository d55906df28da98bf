#include "graph/layered_layout.h"

#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace lakehouse::graph;
using namespace std::chrono_literals;

namespace {

constexpr double width = 180;
constexpr double height = 40;

/// Numbers that look random and are the same everywhere.
class Numbers {
public:
    explicit Numbers(quint32 seed) : m_state(seed) {}
    int below(int limit)
    {
        m_state = m_state * 1664525U + 1013904223U;
        return int((m_state >> 8) % quint32(limit));
    }

private:
    quint32 m_state;
};

struct Given {
    Digraph graph;
    std::vector<LayeredLayout::Node> nodes;
};

void addNode(Given &given, int layer)
{
    given.graph.addNode(QStringLiteral("n%1").arg(given.graph.nodeCount()));
    given.nodes.push_back({width, height, layer});
}

/// Tables that flow through layers, with some edges inside a layer and some across two.
Given pipeline(int tables, quint32 seed, int extra)
{
    Given given;
    Numbers numbers(seed);
    for (int layer = 0; layer < 4; ++layer) {
        for (int i = 0; i < tables; ++i)
            addNode(given, layer);
    }
    for (int layer = 0; layer < 3; ++layer) {
        for (int i = 0; i < tables; ++i)
            given.graph.addEdge(layer * tables + i, (layer + 1) * tables + (layer == 0 ? i : numbers.below(tables)));
    }
    for (int i = 0; i < extra; ++i) {
        const int from = numbers.below(3 * tables);
        given.graph.addEdge(from, from + 1 + numbers.below(4 * tables - from - 1));
    }
    return given;
}

Given chain(int nodes, int layer)
{
    Given given;
    for (int i = 0; i < nodes; ++i)
        addNode(given, layer);
    for (int i = 1; i < nodes; ++i)
        given.graph.addEdge(i - 1, i);
    return given;
}

Given circle(int nodes)
{
    Given given = chain(nodes, LayeredLayout::anyLayer);
    given.graph.addEdge(nodes - 1, 0);
    given.graph.addEdge(1, 1);
    return given;
}

LayeredLayout::Placement placed(const Given &given)
{
    LayeredLayout layout(given.graph, given.nodes);
    while (!layout.step(10s)) { }
    return layout.placement();
}

int overlaps(const LayeredLayout::Placement &placement)
{
    int count = 0;
    for (std::size_t i = 0; i < placement.nodes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            count += placement.nodes[i].intersects(placement.nodes[j]) ? 1 : 0;
    }
    return count;
}

/// Edges that do not lead to the right, without those from a node to itself.
int leftwards(const Given &given, const LayeredLayout::Placement &placement)
{
    int count = 0;
    for (const Digraph::Edge &edge : given.graph.edges())
        count += edge.from != edge.to && placement.nodes[edge.to].left() <= placement.nodes[edge.from].right() ? 1 : 0;
    return count;
}

/// The plain method of the textbooks: barycentres, a fixed number of sweeps, from the order of the numbers. Only for edges of one rank.
qint64 baselineCrossings(const Given &given, const LayeredLayout::Placement &placement)
{
    const int ranks = 1 + *std::max_element(placement.ranks.begin(), placement.ranks.end());
    std::vector<std::vector<int>> order(ranks);
    std::vector<double> place(given.graph.nodeCount());
    for (int node = 0; node < given.graph.nodeCount(); ++node)
        order[placement.ranks[node]].push_back(node);
    const auto number = [&](const std::vector<int> &nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i)
            place[nodes[i]] = double(i);
    };
    const auto crossings = [&] {
        qint64 count = 0;
        for (int a = 0; a < given.graph.edgeCount(); ++a) {
            for (int b = 0; b < a; ++b) {
                const Digraph::Edge one = given.graph.edge(a);
                const Digraph::Edge two = given.graph.edge(b);
                if (placement.ranks[one.from] == placement.ranks[two.from])
                    count += (place[one.from] - place[two.from]) * (place[one.to] - place[two.to]) < 0 ? 1 : 0;
            }
        }
        return count;
    };
    std::for_each(order.begin(), order.end(), number);
    qint64 best = crossings();
    for (int sweep = 0; sweep < 24; ++sweep) {
        for (int i = 1; i < ranks; ++i) {
            const bool isRightwards = sweep % 2 == 0;
            std::vector<int> &nodes = order[isRightwards ? i : ranks - 1 - i];
            std::vector<double> wish = place;
            for (const int node : nodes) {
                const std::vector<int> &edges = isRightwards ? given.graph.incoming(node) : given.graph.outgoing(node);
                if (edges.empty())
                    continue;
                wish[node] = 0;
                for (const int edge : edges)
                    wish[node] += place[isRightwards ? given.graph.edge(edge).from : given.graph.edge(edge).to] / double(edges.size());
            }
            std::stable_sort(nodes.begin(), nodes.end(), [&](int left, int right) { return wish[left] < wish[right]; });
            number(nodes);
        }
        best = std::min(best, crossings());
    }
    return best;
}

} // namespace

class LayeredLayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void places_data();
    void places();
    void layersAreKept();
    void circlesAreTolerated();
    void routesTouchTheirBoxes();
    void portsMoveTheEnds();
    void crossesLittle_data();
    void crossesLittle();
    void knownCrossings();
    void straightChain();
    void sameInputSamePlaces();
    void staysWhereItWas();
    void newcomerMovesFew();
    void nothingAndOne();
    void inSlices();
};

void LayeredLayoutTest::places_data()
{
    QTest::addColumn<int>("tables");
    QTest::addColumn<int>("extra");
    QTest::newRow("3 tables") << 3 << 0;
    QTest::newRow("10 tables, some shortcuts") << 10 << 12;
    QTest::newRow("40 tables, many shortcuts") << 40 << 120;
}

void LayeredLayoutTest::places()
{
    QFETCH(int, tables);
    QFETCH(int, extra);
    const Given given = pipeline(tables, 7, extra);
    const LayeredLayout::Placement placement = placed(given);
    QCOMPARE(int(placement.nodes.size()), given.graph.nodeCount());
    QCOMPARE(overlaps(placement), 0);
    QCOMPARE(leftwards(given, placement), 0);
    for (const QRectF &box : placement.nodes)
        QVERIFY(placement.bounds.adjusted(-0.001, -0.001, 0.001, 0.001).contains(box));
}

void LayeredLayoutTest::layersAreKept()
{
    const Given given = pipeline(8, 3, 10);
    const LayeredLayout::Placement placement = placed(given);
    for (int i = 0; i < given.graph.nodeCount(); ++i) {
        for (int j = 0; j < given.graph.nodeCount(); ++j) {
            if (given.nodes[i].layer < given.nodes[j].layer)
                QVERIFY(placement.nodes[i].right() < placement.nodes[j].left());
        }
    }
}

void LayeredLayoutTest::circlesAreTolerated()
{
    const Given given = circle(5);
    const LayeredLayout::Placement placement = placed(given);
    QCOMPARE(overlaps(placement), 0);
    QCOMPARE(leftwards(given, placement), 1);

    Given backwards = chain(2, 0);
    backwards.nodes[0].layer = 2;
    QCOMPARE(leftwards(backwards, placed(backwards)), 1);
}

void LayeredLayoutTest::routesTouchTheirBoxes()
{
    Given given = pipeline(6, 5, 9);
    given.nodes[1].width = 90;
    const LayeredLayout::Placement placement = placed(given);
    for (int edge = 0; edge < given.graph.edgeCount(); ++edge) {
        const QRectF from = placement.nodes[given.graph.edge(edge).from];
        const QRectF to = placement.nodes[given.graph.edge(edge).to];
        const std::vector<QPointF> &route = placement.routes[edge];
        QCOMPARE(route.front(), QPointF(from.right(), from.center().y()));
        QCOMPARE(route.back(), QPointF(to.left(), to.center().y()));
        for (std::size_t i = 1; i < route.size(); ++i)
            QVERIFY(route[i].x() >= route[i - 1].x());
        for (int node = 0; node < given.graph.nodeCount(); ++node) { // the bends of long edges keep clear of the boxes they pass
            for (std::size_t i = 1; i + 1 < route.size(); ++i)
                QVERIFY(!placement.nodes[node].adjusted(1, 1, -1, -1).contains(route[i]));
        }
    }
}

void LayeredLayoutTest::portsMoveTheEnds()
{
    const Given given = chain(2, LayeredLayout::anyLayer);
    LayeredLayout layout(given.graph, given.nodes, {{-10, 12}}, {});
    while (!layout.step(1s)) { }
    const LayeredLayout::Placement &placement = layout.placement();
    QCOMPARE(placement.routes[0].front().y(), placement.nodes[0].center().y() - 10);
    QCOMPARE(placement.routes[0].back().y(), placement.nodes[1].center().y() + 12);
    QCOMPARE(placement.routes[0].front().y(), placement.routes[0].back().y()); // and the boxes moved to keep the line straight
}

void LayeredLayoutTest::crossesLittle_data()
{
    QTest::addColumn<int>("tables");
    QTest::addColumn<quint32>("seed");
    for (const int tables : {5, 10, 20, 40}) {
        for (const quint32 seed : {1U, 2U, 3U, 4U})
            QTest::addRow("%d tables, graph %u", tables, seed) << tables << seed;
    }
}

void LayeredLayoutTest::crossesLittle()
{
    QFETCH(int, tables);
    QFETCH(quint32, seed);
    Given given;
    Numbers numbers(seed);
    for (int layer = 0; layer < 4; ++layer) {
        for (int i = 0; i < tables; ++i)
            addNode(given, layer);
    }
    for (int i = 0; i < 6 * tables; ++i) {
        const int layer = i % 3;
        given.graph.addEdge(layer * tables + numbers.below(tables), (layer + 1) * tables + numbers.below(tables));
    }
    const LayeredLayout::Placement placement = placed(given);
    const qint64 baseline = baselineCrossings(given, placement);
    QVERIFY2(placement.crossings <= baseline, qPrintable(QStringLiteral("%1 > %2").arg(placement.crossings).arg(baseline)));
}

void LayeredLayoutTest::knownCrossings()
{
    // Two tables that both feed two tables cross once, however they stand.
    Given given;
    for (const int layer : {0, 0, 1, 1})
        addNode(given, layer);
    for (const int from : {0, 1}) {
        for (const int to : {2, 3})
            given.graph.addEdge(from, to);
    }
    QCOMPARE(placed(given).crossings, qint64(1));

    // Crossed as numbered, not as drawn.
    Given crossed;
    for (const int layer : {0, 0, 1, 1})
        addNode(crossed, layer);
    crossed.graph.addEdge(0, 3);
    crossed.graph.addEdge(1, 2);
    QCOMPARE(placed(crossed).crossings, qint64(0));
}

void LayeredLayoutTest::straightChain()
{
    const LayeredLayout::Placement placement = placed(chain(4, 1));
    for (const QRectF &box : placement.nodes)
        QCOMPARE(box.center().y(), placement.nodes[0].center().y());
    QCOMPARE(placement.ranks, (std::vector<int>{0, 1, 2, 3}));
}

void LayeredLayoutTest::sameInputSamePlaces()
{
    const Given given = pipeline(20, 11, 40);
    const LayeredLayout::Placement one = placed(given);
    const LayeredLayout::Placement two = placed(given);
    QCOMPARE(one.nodes, two.nodes);
    QCOMPARE(one.routes, two.routes);
}

void LayeredLayoutTest::staysWhereItWas()
{
    Given given = pipeline(20, 11, 40);
    const LayeredLayout::Placement before = placed(given);
    for (std::size_t i = 0; i < given.nodes.size(); ++i)
        given.nodes[i].earlier = before.nodes[i].center().y();
    const LayeredLayout::Placement after = placed(given);
    for (std::size_t i = 0; i < given.nodes.size(); ++i)
        QVERIFY(qAbs(after.nodes[i].center().y() - before.nodes[i].center().y()) < 0.5);
}

void LayeredLayoutTest::newcomerMovesFew()
{
    Given given = pipeline(20, 11, 40);
    const LayeredLayout::Placement before = placed(given);
    for (std::size_t i = 0; i < given.nodes.size(); ++i)
        given.nodes[i].earlier = before.nodes[i].center().y();
    addNode(given, 2);
    given.graph.addEdge(25, 80);
    given.graph.addEdge(80, 65);
    const LayeredLayout::Placement after = placed(given);
    QCOMPARE(overlaps(after), 0);
    QCOMPARE(leftwards(given, after), 0);
    int moved = 0;
    for (std::size_t i = 0; i < before.nodes.size(); ++i)
        moved += qAbs(after.nodes[i].center().y() - before.nodes[i].center().y()) > height / 2 ? 1 : 0;
    QVERIFY2(moved <= 8, qPrintable(QString::number(moved))); // of 80; all in the newcomer's column
    // Nobody overtook anybody.
    for (std::size_t i = 0; i < before.nodes.size(); ++i) {
        for (std::size_t j = 0; j < before.nodes.size(); ++j) {
            if (before.ranks[i] == before.ranks[j] && before.nodes[i].y() < before.nodes[j].y())
                QVERIFY(after.ranks[i] != after.ranks[j] || after.nodes[i].y() < after.nodes[j].y());
        }
    }
}

void LayeredLayoutTest::nothingAndOne()
{
    QVERIFY(placed({}).nodes.empty());
    Given one;
    addNode(one, 3);
    const LayeredLayout::Placement placement = placed(one);
    QCOMPARE(placement.nodes[0].size(), QSizeF(width, height));
    QCOMPARE(placement.bounds, placement.nodes[0]);
}

void LayeredLayoutTest::inSlices()
{
    const Given given = pipeline(20, 11, 40);
    LayeredLayout layout(given.graph, given.nodes);
    int slices = 1;
    while (!layout.step(0us)) {
        QVERIFY(layout.placement().nodes.empty());
        ++slices;
    }
    QVERIFY(slices > 10);
    QVERIFY(layout.isDone());
    QCOMPARE(layout.placement().nodes, placed(given).nodes);
}

QTEST_APPLESS_MAIN(LayeredLayoutTest)
#include "layered_layout_test.moc"
