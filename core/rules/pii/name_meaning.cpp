#include "rules/pii/name_meaning.h"

#include <algorithm>

namespace lakehouse::rules {

void Meanings::add(const Meanings &other)
{
    m_bits[0] |= other.m_bits[0];
    m_bits[1] |= other.m_bits[1];
    m_unknown += other.m_unknown;
}

bool Meanings::hasAny(std::initializer_list<Meaning> meanings) const
{
    return std::ranges::any_of(meanings, [this](Meaning meaning) { return has(meaning); });
}

bool Meanings::hasAll(std::initializer_list<Meaning> meanings) const
{
    return std::ranges::all_of(meanings, [this](Meaning meaning) { return has(meaning); });
}

bool Meanings::hasOnly(std::initializer_list<Meaning> meanings) const
{
    Meanings allowed;
    for (const Meaning meaning : meanings)
        allowed.add(meaning);
    return m_unknown == 0 && (m_bits[0] & ~allowed.m_bits[0]) == 0 && (m_bits[1] & ~allowed.m_bits[1]) == 0;
}

} // namespace lakehouse::rules
