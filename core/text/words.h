#pragma once

#include "text/text_range.h"

#include <QStringView>

#include <vector>

namespace lakehouse::text {

/// The words of a line without gaps: runs of letters, digits and underscores; runs of white space; single other characters.
std::vector<TextRange> wordsOf(QStringView line);

/// How much the words of a line weigh, for comparing lines: their lengths, white space nothing, any other character 1. Sorted by word.
class WordWeights {
public:
    explicit WordWeights(QStringView line);
    /// 0 nothing in common, 1 the same words.
    double likeness(const WordWeights &other) const;

private:
    struct Word {
        size_t hash;
        int weight;
    };
    std::vector<Word> m_words;
    int m_total = 0;
};

} // namespace lakehouse::text
