#pragma once

#include "base/strong_id.h"

#include <atomic>

namespace lakehouse::testsupport {

/// Ids that count: 01900000-0000-7000-8000-000000000001, … From any thread. `series` keeps the ids of several processes apart.
class CountingIds final : public base::IdSource {
public:
    explicit CountingIds(quint16 series = 0) : m_series(series) {}
    QUuid next() override
    {
        const quint32 number = ++m_last;
        return QUuid(0x01900000, m_series, 0x7000, 0x80, 0, 0, 0, uchar(number >> 24), uchar(number >> 16), uchar(number >> 8), uchar(number));
    }

private:
    quint16 m_series;
    std::atomic<quint32> m_last = 0;
};

} // namespace lakehouse::testsupport
