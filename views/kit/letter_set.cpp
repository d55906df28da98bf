#include "kit/letter_set.h"

#include <array>

namespace lakehouse::views {

namespace {

constexpr int ownBits = 60; ///< the ones above are shared

/// Folded text has no capitals, so that 60 of its signs fit: the space up to @, the letters, the underscore.
constexpr int bitOf(int byte)
{
    if (byte >= ' ' && byte <= '@')
        return byte - ' ';
    if (byte >= 'a' && byte <= 'z')
        return '@' - ' ' + 1 + byte - 'a';
    if (byte == '_')
        return ownBits - 1;
    return ownBits + byte % 4;
}

constexpr std::array<quint64, 256> bitsOfBytes()
{
    std::array<quint64, 256> bits{};
    for (int byte = 0; byte < int(bits.size()); ++byte)
        bits[std::size_t(byte)] = quint64(1) << bitOf(byte);
    return bits;
}

constexpr std::array<quint64, 256> bits = bitsOfBytes();

} // namespace

LetterSet LetterSet::of(QByteArrayView folded)
{
    LetterSet set;
    for (const char byte : folded)
        set.m_bits |= bits[std::size_t(quint8(byte))];
    return set;
}

bool LetterSet::decides(QByteArrayView word)
{
    return word.size() == 1 && bitOf(quint8(word[0])) < ownBits;
}

} // namespace lakehouse::views
