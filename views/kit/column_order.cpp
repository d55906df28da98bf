#include "kit/column_order.h"

#include "text/fold.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lakehouse::views {

namespace {

constexpr std::size_t runLength = 512;
constexpr std::size_t rowsAtOnce = 256;

/// A whole number with the same order as the floating one.
quint64 ordered(double number)
{
    const quint64 bits = std::bit_cast<quint64>(number == 0.0 ? 0.0 : number);
    constexpr quint64 sign = quint64(1) << 63;
    return bits & sign ? ~bits : bits | sign;
}

/// How many of the others a status is worse than, turned round: the worst has the least.
quint64 ordered(Status status)
{
    quint64 number = 0;
    for (int other = 0; other < statusCount; ++other)
        number += worst(status, Status(other)) != status ? 1 : 0;
    return number;
}

} // namespace

ColumnOrder::ColumnOrder(const TableRows &rows, const TableKeys &keys, int column, CellKind kind)
    : m_rows(rows), m_keys(keys), m_column(column), m_kind(kind), m_count(rows.count())
{
    m_heads.reserve(std::size_t(m_count));
    m_sorted.reserve(std::size_t(m_count));
    if (kind == CellKind::Text)
        m_rests.reserve(std::size_t(m_count));
}

bool ColumnOrder::step(const QDeadlineTimer &deadline)
{
    do {
        switch (m_phase) {
        case Phase::Reading: read(deadline); break;
        case Phase::Presorting: presort(deadline); break;
        case Phase::Merging: merge(deadline); break;
        case Phase::Grouping: group(); break;
        case Phase::Done: return true;
        }
    } while (!deadline.hasExpired());
    return m_phase == Phase::Done;
}

double ColumnOrder::progress() const
{
    const double done = m_count == 0 ? 1.0 : double(m_heads.size()) / double(m_count);
    switch (m_phase) {
    case Phase::Reading: return done / 3;
    case Phase::Presorting: return 1.0 / 3 + double(m_left) / double(m_sorted.size() + 1) / 3;
    case Phase::Merging: return 2.0 / 3 + double(m_width) / double(m_sorted.size() + 1) / 3;
    default: return 1.0;
    }
}

void ColumnOrder::read(const QDeadlineTimer &deadline)
{
    while (qsizetype(m_heads.size()) < m_count) {
        const std::size_t stop = std::min(std::size_t(m_count), m_heads.size() + rowsAtOnce);
        while (m_heads.size() < stop)
            readRow(quint32(m_heads.size()));
        if (deadline.hasExpired())
            return;
    }
    m_phase = Phase::Presorting;
}

void ColumnOrder::readRow(quint32 row)
{
    quint64 head = 0;
    bool isEmpty = true;
    if (m_kind == CellKind::Text) {
        const QByteArray key = text::sortKey(m_keys.cell(row, m_column));
        isEmpty = key.isEmpty();
        for (qsizetype i = 0; i < 8; ++i)
            head = (head << 8) | (i < key.size() ? quint8(key[i]) : 0);
        if (key.size() > 8)
            m_bytes.append(key.constData() + 8, key.size() - 8);
        m_rests.push_back(m_bytes.size());
    } else if (m_kind == CellKind::Status) {
        if (const std::optional<Status> status = m_rows.status(row, m_column)) {
            isEmpty = false;
            head = ordered(*status);
        }
    } else if (const std::optional<double> number = m_rows.number(row, m_column); number && *number == *number) {
        isEmpty = false;
        head = ordered(*number);
    }
    m_heads.push_back(head);
    (isEmpty ? m_empty : m_sorted).push_back(row);
}

QByteArrayView ColumnOrder::rest(quint32 row) const
{
    const qsizetype from = row == 0 ? 0 : m_rests[row - 1];
    return QByteArrayView(m_bytes).sliced(from, m_rests[row] - from);
}

bool ColumnOrder::isLess(quint32 left, quint32 right) const
{
    if (m_heads[left] != m_heads[right] || m_kind != CellKind::Text)
        return m_heads[left] < m_heads[right];
    const QByteArrayView first = rest(left);
    const QByteArrayView second = rest(right);
    const int order = std::memcmp(first.data(), second.data(), std::size_t(std::min(first.size(), second.size())));
    return order != 0 ? order < 0 : first.size() < second.size();
}

void ColumnOrder::presort(const QDeadlineTimer &deadline)
{
    const auto less = [this](quint32 left, quint32 right) { return isLess(left, right); };
    while (m_left < m_sorted.size()) {
        const std::size_t stop = std::min(m_sorted.size(), m_left + runLength);
        std::stable_sort(m_sorted.begin() + qsizetype(m_left), m_sorted.begin() + qsizetype(stop), less);
        m_left = stop;
        if (deadline.hasExpired())
            return;
    }
    m_width = runLength;
    m_left = m_first = 0;
    m_second = m_width;
    m_merged.reserve(m_sorted.size());
    m_phase = Phase::Merging;
}

/// Two neighbouring runs at a time; m_first and m_second say how far each is taken, so that a slice may end anywhere.
void ColumnOrder::merge(const QDeadlineTimer &deadline)
{
    const std::size_t count = m_sorted.size();
    while (m_width < count) {
        const std::size_t middle = std::min(count, m_left + m_width);
        const std::size_t end = std::min(count, m_left + 2 * m_width);
        for (std::size_t i = 0; i < rowsAtOnce && (m_first < middle || m_second < end); ++i) {
            const bool takesSecond = m_first >= middle || (m_second < end && isLess(m_sorted[m_second], m_sorted[m_first]));
            m_merged.push_back(m_sorted[takesSecond ? m_second++ : m_first++]);
        }
        if (m_first >= middle && m_second >= end) {
            m_left = m_first = end;
            if (end == count) {
                m_sorted.swap(m_merged);
                m_merged.clear();
                m_width *= 2;
                m_left = m_first = 0;
            }
            m_second = std::min(count, m_left + m_width);
        }
        if (deadline.hasExpired())
            return;
    }
    m_phase = Phase::Grouping;
}

void ColumnOrder::group()
{
    for (std::size_t i = 0; i < m_sorted.size(); ++i) {
        if (i == 0 || isLess(m_sorted[i - 1], m_sorted[i]))
            m_groups.push_back(quint32(i));
    }
    m_heads = {};
    m_rests = {};
    m_bytes = {};
    m_merged = {};
    m_phase = Phase::Done;
}

std::vector<quint32> ColumnOrder::rows(Qt::SortOrder order) const
{
    std::vector<quint32> rows;
    rows.reserve(std::size_t(m_count));
    if (order == Qt::AscendingOrder) {
        rows = m_sorted;
    } else {
        std::size_t end = m_sorted.size();
        for (std::size_t i = m_groups.size(); i-- > 0; end = m_groups[i])
            rows.insert(rows.end(), m_sorted.begin() + qsizetype(m_groups[i]), m_sorted.begin() + qsizetype(end));
    }
    rows.insert(rows.end(), m_empty.begin(), m_empty.end());
    return rows;
}

} // namespace lakehouse::views
