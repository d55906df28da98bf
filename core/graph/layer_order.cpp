#include "graph/layer_order.h"

#include "graph/layer_start.h"

#include <algorithm>

namespace lakehouse::graph {

namespace {

/// Above this many lines, exchanging neighbours one by one takes longer than it is worth.
constexpr qint64 mostLinksForExchange = 4000;
constexpr int sweepsInVain = 6;

double meanOf(const std::vector<int> &neighbours, const std::vector<int> &position)
{
    double sum = 0;
    for (const int other : neighbours)
        sum += position[other];
    return sum / double(neighbours.size());
}

double medianOf(const std::vector<int> &neighbours, const std::vector<int> &position)
{
    std::vector<int> places;
    places.reserve(neighbours.size());
    for (const int other : neighbours)
        places.push_back(position[other]);
    std::sort(places.begin(), places.end());
    const std::size_t middle = places.size() / 2;
    return places.size() % 2 == 1 ? places[middle] : (places[middle - 1] + places[middle]) / 2.0;
}

} // namespace

LayerOrder::LayerOrder(LayerGraph &graph, std::vector<std::optional<double>> earlier, const std::vector<double> &heights, Options options)
    : m_graph(graph), m_earlier(std::move(earlier)), m_options(options)
{
    const auto known = std::count_if(m_earlier.begin(), m_earlier.end(), [](const std::optional<double> &place) { return place.has_value(); });
    m_isKept = known > 0 && known * 2 >= graph.nodeCount;
    if (m_isKept)
        m_search = Search::Kept;
    qint64 links = 0;
    for (const std::vector<int> &neighbours : graph.after)
        links += qint64(neighbours.size());
    m_isSmall = links <= mostLinksForExchange;
    if (known > 0)
        layer_start::fromEarlier(graph, m_earlier, heights, options.nodeGap);
    else
        layer_start::fromEdges(graph);
    m_bestOrder = graph.order;
    m_best = countCrossings();
}

qint64 LayerOrder::crossingsAfter(int rank) const
{
    if (rank + 1 >= int(m_graph.order.size()))
        return 0;
    // Inversions, counted with a tree of sums over the places of the right rank.
    std::vector<int> sums(m_graph.order[rank + 1].size() + 1, 0);
    std::vector<int> places;
    qint64 crossings = 0;
    qint64 seen = 0;
    for (const int vertex : m_graph.order[rank]) {
        places.clear();
        for (const int other : m_graph.after[vertex])
            places.push_back(m_graph.position[other]);
        for (const int place : places) {
            qint64 notBelow = 0;
            for (int i = place + 1; i > 0; i -= i & -i)
                notBelow += sums[i];
            crossings += seen - notBelow;
        }
        seen += qint64(places.size());
        for (const int place : places) {
            for (int i = place + 1; i < int(sums.size()); i += i & -i)
                ++sums[i];
        }
    }
    return crossings;
}

qint64 LayerOrder::countCrossings() const
{
    qint64 crossings = 0;
    for (int rank = 0; rank + 1 < int(m_graph.order.size()); ++rank)
        crossings += crossingsAfter(rank);
    return crossings;
}

qint64 LayerOrder::crossingsOf(int upper, int lower) const
{
    qint64 crossings = 0;
    for (const std::vector<std::vector<int>> *side : {&m_graph.before, &m_graph.after}) {
        for (const int above : (*side)[upper]) {
            for (const int below : (*side)[lower])
                crossings += m_graph.position[above] > m_graph.position[below] ? 1 : 0;
        }
    }
    return crossings;
}

void LayerOrder::sweep()
{
    const bool isRightwards = m_sweep % 2 == 0;
    // Means and medians get stuck at different places, so they take turns.
    const bool isMedian = m_search == Search::Exchanging && (m_sweep / 4) % 2 == 1;
    const int ranks = int(m_graph.order.size());
    std::vector<double> wish(m_graph.vertexCount());
    for (int i = 1; i < ranks; ++i) {
        const int rank = isRightwards ? i : ranks - 1 - i;
        std::vector<int> vertices = m_graph.order[rank];
        for (const int vertex : vertices) {
            const std::vector<int> &neighbours = isRightwards ? m_graph.before[vertex] : m_graph.after[vertex];
            if (neighbours.empty())
                wish[vertex] = m_graph.position[vertex];
            else
                wish[vertex] = isMedian ? medianOf(neighbours, m_graph.position) : meanOf(neighbours, m_graph.position);
        }
        std::stable_sort(vertices.begin(), vertices.end(), [&](int left, int right) { return wish[left] < wish[right]; });
        m_graph.setOrder(rank, std::move(vertices));
    }
    ++m_sweep;
}

bool LayerOrder::exchange()
{
    const auto stays = [&](int vertex) { return m_isKept && !m_graph.isBend(vertex) && m_earlier[vertex]; };
    const auto isNew = [&](int vertex) { return !m_graph.isBend(vertex) && !m_earlier[vertex]; };
    bool isChanged = false;
    for (std::vector<int> &vertices : m_graph.order) {
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            const int upper = vertices[i - 1];
            const int lower = vertices[i];
            // A line that passes a box which stays would push it away.
            if ((stays(upper) && !isNew(lower)) || (stays(lower) && !isNew(upper)))
                continue;
            if (crossingsOf(upper, lower) <= crossingsOf(lower, upper))
                continue;
            std::swap(vertices[i - 1], vertices[i]);
            std::swap(m_graph.position[upper], m_graph.position[lower]);
            isChanged = true;
        }
    }
    return isChanged;
}

void LayerOrder::exchangeAll()
{
    bool isChanged = m_isSmall;
    for (int round = 0; round < 8 && isChanged; ++round)
        isChanged = exchange();
}

void LayerOrder::keepIfBetter()
{
    const qint64 crossings = countCrossings();
    ++m_inVain;
    if (crossings >= m_best)
        return;
    m_best = crossings;
    m_bestOrder = m_graph.order;
    m_inVain = 0;
}

void LayerOrder::restore(const std::vector<std::vector<int>> &order)
{
    for (int rank = 0; rank < int(order.size()); ++rank)
        m_graph.setOrder(rank, order[rank]);
}

void LayerOrder::nextSearch()
{
    if (m_search == Search::Exchanging && m_isSmall && m_best > 0) {
        m_search = Search::Plain;
        m_sweep = 0;
        m_inVain = 0;
        layer_start::fromNumbers(m_graph);
        return;
    }
    m_search = Search::Done;
    restore(m_bestOrder);
}

bool LayerOrder::step()
{
    if (m_best == 0 || m_sweep >= m_options.sweeps || m_inVain >= sweepsInVain) {
        nextSearch();
        return m_search == Search::Done;
    }
    if (m_search == Search::Kept) {
        exchangeAll();
        keepIfBetter();
        m_sweep = m_options.sweeps;
        return false;
    }
    sweep();
    const std::vector<std::vector<int>> swept = m_search == Search::Plain ? m_graph.order : std::vector<std::vector<int>>();
    exchangeAll();
    keepIfBetter();
    if (m_search == Search::Plain)
        restore(swept);
    return false;
}

} // namespace lakehouse::graph
