#include "graph/layer_start.h"

#include <algorithm>
#include <limits>

namespace lakehouse::graph::layer_start {

namespace {

using Places = std::vector<std::optional<double>>;

/// Between two boxes that stay where they are.
struct Room {
    double top = 0;
    double bottom = 0;
    int bends = 0; ///< that still fit
};

void placeNewNodes(const LayerGraph &graph, Places &places)
{
    const Places known = places;
    for (int vertex = 0; vertex < graph.nodeCount; ++vertex) {
        if (known[vertex])
            continue;
        double sum = 0;
        int count = 0;
        for (const std::vector<std::vector<int>> *side : {&graph.before, &graph.after}) {
            for (const int other : (*side)[vertex]) {
                if (known[other]) {
                    sum += *known[other];
                    ++count;
                }
            }
        }
        if (count > 0)
            places[vertex] = sum / count;
    }
}

void placeBends(const LayerGraph &graph, Places &places)
{
    for (const std::vector<int> &chain : graph.chains) {
        if (chain.size() < 3 || !places[chain.front()] || !places[chain.back()])
            continue;
        const double begin = *places[chain.front()];
        const double end = *places[chain.back()];
        for (std::size_t i = 1; i + 1 < chain.size(); ++i)
            places[chain[i]] = begin + (end - begin) * double(i) / double(chain.size() - 1);
    }
}

/// Of one rank, from top to bottom, with all the space above and below.
std::vector<Room> roomsBetween(std::vector<int> nodes, const Places &earlier, const std::vector<double> &heights, double nodeGap)
{
    std::sort(nodes.begin(), nodes.end(), [&](int left, int right) { return *earlier[left] < *earlier[right]; });
    constexpr double endless = std::numeric_limits<double>::max() / 4;
    std::vector<Room> rooms{{-endless, endless, std::numeric_limits<int>::max()}};
    for (const int node : nodes) {
        Room &above = rooms.back();
        above.bottom = *earlier[node] - heights[node] / 2 - nodeGap;
        if (rooms.size() > 1)
            above.bends = above.bottom < above.top ? 0 : 1 + int((above.bottom - above.top) / (nodeGap / 2));
        rooms.push_back({*earlier[node] + heights[node] / 2 + nodeGap, endless, std::numeric_limits<int>::max()});
    }
    return rooms;
}

/// Bends move to the nearest room between the boxes that stay, so that a line never pushes them.
void moveBendsToRooms(const LayerGraph &graph, const Places &earlier, const std::vector<double> &heights, double nodeGap, Places &places)
{
    std::vector<std::vector<int>> staying(graph.order.size());
    std::vector<std::vector<int>> bends(graph.order.size());
    for (int vertex = 0; vertex < graph.vertexCount(); ++vertex) {
        if (!graph.isBend(vertex) && earlier[vertex])
            staying[graph.rank[vertex]].push_back(vertex);
        else if (graph.isBend(vertex) && places[vertex])
            bends[graph.rank[vertex]].push_back(vertex);
    }
    for (std::size_t rank = 0; rank < graph.order.size(); ++rank) {
        if (staying[rank].empty())
            continue;
        std::vector<Room> rooms = roomsBetween(staying[rank], earlier, heights, nodeGap);
        for (const int bend : bends[rank]) {
            Room *best = nullptr;
            double leastWay = 0;
            for (Room &room : rooms) {
                const double way = std::max({room.top - *places[bend], *places[bend] - room.bottom, 0.0});
                if (room.bends > 0 && (best == nullptr || way < leastWay)) {
                    best = &room;
                    leastWay = way;
                }
            }
            --best->bends;
            places[bend] = std::clamp(*places[bend], best->top, std::max(best->top, best->bottom));
        }
    }
}

} // namespace

void fromNumbers(LayerGraph &graph)
{
    std::vector<std::vector<int>> order(graph.order.size());
    for (int vertex = 0; vertex < graph.vertexCount(); ++vertex)
        order[graph.rank[vertex]].push_back(vertex);
    for (int rank = 0; rank < int(order.size()); ++rank)
        graph.setOrder(rank, std::move(order[rank]));
}

void fromEdges(LayerGraph &graph)
{
    std::vector<std::vector<int>> order(graph.order.size());
    std::vector<bool> isSeen(graph.vertexCount(), false);
    std::vector<int> stack;
    for (int start = 0; start < graph.nodeCount; ++start) {
        if (isSeen[start] || !graph.before[start].empty())
            continue;
        stack.push_back(start);
        while (!stack.empty()) {
            const int vertex = stack.back();
            stack.pop_back();
            if (isSeen[vertex])
                continue;
            isSeen[vertex] = true;
            order[graph.rank[vertex]].push_back(vertex);
            const std::vector<int> &after = graph.after[vertex];
            stack.insert(stack.end(), after.rbegin(), after.rend());
        }
    }
    for (int rank = 0; rank < int(order.size()); ++rank)
        graph.setOrder(rank, std::move(order[rank]));
}

void fromEarlier(LayerGraph &graph, const Places &earlier, const std::vector<double> &heights, double nodeGap)
{
    Places places(graph.vertexCount());
    std::copy(earlier.begin(), earlier.end(), places.begin());
    for (int round = 0; round < 4; ++round) { // the word spreads along chains of newcomers
        placeNewNodes(graph, places);
        placeBends(graph, places);
    }
    moveBendsToRooms(graph, earlier, heights, nodeGap, places);
    fromNumbers(graph);
    for (int rank = 0; rank < int(graph.order.size()); ++rank) {
        std::vector<int> vertices = graph.order[rank];
        std::stable_sort(vertices.begin(), vertices.end(), [&](int left, int right) {
            return places[left] && (!places[right] || *places[left] < *places[right]);
        });
        graph.setOrder(rank, std::move(vertices));
    }
}

} // namespace lakehouse::graph::layer_start
