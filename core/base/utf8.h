#pragma once

#include <QString>

#include <string_view>

namespace lakehouse::base {

/// The characters of UTF-8 bytes that are data. QString::fromUtf8 takes U+FEFF at the start for a mark of the encoding and drops it; in a value or a name
/// it is a character like any other. What is not UTF-8 becomes U+FFFD.
inline QString fromUtf8(std::string_view bytes)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (!bytes.starts_with(mark)) [[likely]]
        return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
    QString text;
    for (; bytes.starts_with(mark); bytes.remove_prefix(mark.size()))
        text += QChar(0xFEFF);
    return text + QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

} // namespace lakehouse::base
