#pragma once

#include "model/evidence.h"

#include <initializer_list>

namespace lakehouse::rules {

inline constexpr std::size_t personalDataClasses = std::size_t(model::PersonalData::FreeText) + 1;

/// A set of classes of personal data.
class PersonalDataSet {
public:
    constexpr PersonalDataSet() = default;
    constexpr PersonalDataSet(std::initializer_list<model::PersonalData> classes)
    {
        for (const model::PersonalData personalData : classes)
            insert(personalData);
    }
    constexpr void insert(model::PersonalData personalData) { m_bits |= bit(personalData); }
    constexpr void insert(const PersonalDataSet &other) { m_bits |= other.m_bits; }
    constexpr bool contains(model::PersonalData personalData) const { return (m_bits & bit(personalData)) != 0; }
    constexpr bool isEmpty() const { return m_bits == 0; }
    friend bool operator==(const PersonalDataSet &, const PersonalDataSet &) = default;

private:
    static constexpr quint32 bit(model::PersonalData personalData) { return quint32(1) << unsigned(personalData); }
    quint32 m_bits = 0;
};

} // namespace lakehouse::rules
