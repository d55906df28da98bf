#include "base/uuid7.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lakehouse::base {

QUuid Uuid7Source::next()
{
    quint64 stamp = 0;
    {
        const std::lock_guard lock(m_mutex);
        const quint64 now = quint64(m_clock.now().microseconds / 1000) << 12;
        m_last = std::max(now, m_last + 1); // a counter that runs over takes the next millisecond early
        stamp = m_last;
    }
    const quint64 random = QRandomGenerator::system()->generate64();
    const quint64 time = stamp >> 12;
    const auto byte = [](quint64 value, int shift) { return uchar(value >> shift); };
    return QUuid(uint(time >> 16), ushort(time), ushort(0x7000 | (stamp & 0x0fff)), uchar(0x80 | (byte(random, 56) & 0x3f)), byte(random, 48),
                 byte(random, 40), byte(random, 32), byte(random, 24), byte(random, 16), byte(random, 8), byte(random, 0));
}

} // namespace lakehouse::base
