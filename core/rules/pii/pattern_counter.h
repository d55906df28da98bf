#pragma once

#include "rules/pii/value_classes.h"

#include <array>

namespace lakehouse::rules {

/// What is kept of the values of a sample: how many there were of each kind, never one of them.
struct ValueCounts {
    qint64 sampled = 0;     ///< values that are not NULL
    qint64 blank = 0;       ///< of them hold no letter and no digit
    std::array<qint64, personalDataClasses> distinctive = {}; ///< by class
    std::array<qint64, personalDataClasses> plausible = {};   ///< by class; the distinctive ones among them
    friend bool operator==(const ValueCounts &, const ValueCounts &) = default;
};

/// Counts the classes of the values of one column.
class PatternCounter {
public:
    explicit PatternCounter(const QDate &today) : m_today(today) {}
    void add(QStringView value);
    const ValueCounts &counts() const { return m_counts; }

private:
    QDate m_today;
    ValueCounts m_counts;
};

} // namespace lakehouse::rules
