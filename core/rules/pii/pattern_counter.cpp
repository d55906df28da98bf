#include "rules/pii/pattern_counter.h"

namespace lakehouse::rules {

void PatternCounter::add(QStringView value)
{
    const ValueClasses classes = classifyValue(value, m_today);
    ++m_counts.sampled;
    m_counts.blank += classes.isBlank;
    for (std::size_t place = 0; place < personalDataClasses; ++place) {
        m_counts.distinctive[place] += classes.distinctive.contains(model::PersonalData(place));
        m_counts.plausible[place] += classes.plausible.contains(model::PersonalData(place));
    }
}

} // namespace lakehouse::rules
