#pragma once

#include <QStringView>

#include <array>
#include <string_view>

namespace lakehouse::rules {

inline constexpr bool isAsciiDigit(char16_t sign) { return sign >= u'0' && sign <= u'9'; }
inline constexpr bool isAsciiUpper(char16_t sign) { return sign >= u'A' && sign <= u'Z'; }
inline constexpr bool isAsciiLetter(char16_t sign) { return isAsciiUpper(sign) || (sign >= u'a' && sign <= u'z'); }

/// A value looked at once, so that each pattern can tell at a glance that it is not meant. Lives no longer than the text it was made of.
class ValueText {
public:
    explicit ValueText(QStringView value);

    QStringView text() const { return m_text; } ///< without white space around it
    /// Its letters, in upper case, and digits without the blanks, hyphens, dots and slashes that group them; empty when it holds anything else, or more
    /// than 40 of them.
    std::string_view compact() const { return {m_compact.data(), m_compactSize}; }
    qsizetype size() const { return m_text.size(); }
    int digits() const { return m_digits; }             ///< 0 to 9
    int letters() const { return m_letters; }           ///< of any script
    int spaces() const { return m_spaces; }
    int separators() const { return m_separators; }     ///< hyphens, dots and slashes
    int words() const { return m_words; }               ///< runs without white space
    bool hasLower() const { return m_hasLower; }
    bool hasUpper() const { return m_hasUpper; }
    bool has(char16_t sign) const { return m_text.contains(QChar(sign)); }
    bool isBlank() const { return m_digits == 0 && m_letters == 0; }
    bool isDigits() const { return m_digits > 0 && m_digits == m_text.size(); }

private:
    void count(char16_t sign);
    void countLetter(char16_t sign);
    void keep(char sign);

    static constexpr std::size_t mostCompact = 40;
    QStringView m_text;
    std::array<char, mostCompact> m_compact;
    std::size_t m_compactSize = 0;
    bool m_isCompact = true;
    int m_digits = 0;
    int m_letters = 0;
    int m_spaces = 0;
    int m_separators = 0;
    int m_words = 0;
    bool m_hasLower = false;
    bool m_hasUpper = false;
};

} // namespace lakehouse::rules
