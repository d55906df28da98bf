#pragma once

#include <QStringView>

#include <algorithm>
#include <initializer_list>

namespace lakehouse::text {

/// Whether a word is one of these, letter for letter.
inline bool isOneOf(QStringView word, std::initializer_list<QStringView> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace lakehouse::text
