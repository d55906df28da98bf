#pragma once

#include <QByteArrayView>

namespace lakehouse::views {

/// Which signs occur in a folded text. Each letter, each digit and nearly each sign of ASCII has a bit to itself; the few others share one.
class LetterSet {
public:
    LetterSet() = default;
    static LetterSet of(QByteArrayView folded);
    /// Whether a text contains the word exactly when the set of the text includes that of the word: one sign that has a bit to itself.
    static bool decides(QByteArrayView word);

    /// A text whose set does not include that of a word does not contain the word.
    bool includes(LetterSet other) const { return (m_bits & other.m_bits) == other.m_bits; }
    LetterSet &operator|=(LetterSet other)
    {
        m_bits |= other.m_bits;
        return *this;
    }

private:
    quint64 m_bits = 0;
};

} // namespace lakehouse::views
