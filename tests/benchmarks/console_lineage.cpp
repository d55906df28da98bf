// Places graphs of N nodes and 2 N edges, in memory: lakehouse_bench_console_lineage [N …]
// Prints a table on standard error and one JSON line per size on standard output.

#include "graph/layered_layout.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace lakehouse::graph;

namespace {

/// With layers: tables that flow through source, bronze, silver and marts. Without: any table may lead to any later one, the worst case.
void measure(int nodes, bool hasLayers)
{
    Digraph graph;
    std::vector<LayeredLayout::Node> boxes;
    for (int i = 0; i < nodes; ++i) {
        graph.addNode(QStringLiteral("n%1").arg(i));
        boxes.push_back({200, 44, hasLayers ? i * 4 / nodes : LayeredLayout::anyLayer});
    }
    quint32 state = 1;
    const auto below = [&](int limit) {
        state = state * 1664525U + 1013904223U;
        return int((state >> 8) % quint32(limit));
    };
    const int quarter = nodes / 4;
    for (int i = 0; i < nodes * 2; ++i) {
        const int from = hasLayers ? below(3 * quarter) : below(nodes - 1);
        const int reach = hasLayers ? quarter + below(quarter) : 1 + below(std::min(50, nodes - from - 1));
        graph.addEdge(from, std::min(nodes - 1, from + reach));
    }

    QElapsedTimer timer;
    timer.start();
    LayeredLayout layout(graph, boxes);
    qint64 longest = 0;
    int slices = 0;
    for (bool isDone = false; !isDone; ++slices) {
        QElapsedTimer slice;
        slice.start();
        isDone = layout.step(std::chrono::milliseconds(6));
        longest = std::max(longest, slice.nsecsElapsed() / 1000);
    }
    const qint64 total = timer.nsecsElapsed() / 1000;
    const int ranks = 1 + *std::max_element(layout.placement().ranks.begin(), layout.placement().ranks.end());
    const char *kind = hasLayers ? "layers" : "edges";
    const qint64 crossings = layout.placement().crossings;
    std::fprintf(stderr, "%8d %8d %8s %8d %12.1f %16.1f %12lld\n", nodes, graph.edgeCount(), kind, ranks, double(total) / 1000,
                 double(longest) / 1000, crossings);
    const QJsonObject json{{QStringLiteral("nodes"), nodes}, {QStringLiteral("edges"), graph.edgeCount()},
                           {QStringLiteral("ranks-by"), QLatin1String(kind)}, {QStringLiteral("ranks"), ranks},
                           {QStringLiteral("layout-us"), total}, {QStringLiteral("longest-slice-us"), longest},
                           {QStringLiteral("slices"), slices}, {QStringLiteral("crossings"), crossings}};
    std::printf("%s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::max(8, std::atoi(argv[i])));
    if (sizes.empty())
        sizes = {150, 2000};
    std::fprintf(stderr, "%8s %8s %8s %8s %12s %16s %12s\n", "nodes", "edges", "ranks by", "ranks", "layout (ms)", "longest (ms)", "crossings");
    for (const int size : sizes) {
        measure(size, true);
        measure(size, false);
    }
    return 0;
}
