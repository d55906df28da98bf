#include "text/word_diff.h"

#include "text/words.h"

#include <QHash>

#include <algorithm>

namespace lakehouse::text {

namespace {

constexpr double leastLikeness = 1.0 / 3;
constexpr qsizetype longestLine = 2000;
constexpr qsizetype mostCells = 250'000;

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_') || c.isSurrogate() || c.isMark();
}

bool isSpace(QStringView word)
{
    return word.front().isSpace();
}

/// Marks of one side: neighbours are joined, also over white space alone.
std::vector<TextRange> joined(QStringView line, const std::vector<TextRange> &words, const std::vector<char> &isCommon)
{
    std::vector<TextRange> marks;
    qsizetype spaceStart = -1; // of white space right behind the last mark
    for (std::size_t i = 0; i < words.size(); ++i) {
        const TextRange &word = words[i];
        if (isCommon[i]) {
            const bool isGap = !marks.empty() && isSpace(line.mid(word.start, word.length)) && word.start == marks.back().end();
            spaceStart = isGap ? word.start : -1;
        } else if (!marks.empty() && (word.start == marks.back().end() || spaceStart >= 0)) {
            marks.back().length = word.end() - marks.back().start;
            spaceStart = -1;
        } else {
            marks.push_back(word);
        }
    }
    return marks;
}

/// The longest common run of words, by a table of lengths.
void markCommon(QStringView before, const std::vector<TextRange> &a, std::vector<char> &aCommon, QStringView after, const std::vector<TextRange> &b,
                std::vector<char> &bCommon)
{
    const auto isEqual = [&](std::size_t i, std::size_t j) { return before.mid(a[i].start, a[i].length) == after.mid(b[j].start, b[j].length); };
    std::size_t start = 0, aEnd = a.size(), bEnd = b.size();
    for (; start < aEnd && start < bEnd && isEqual(start, start); ++start)
        aCommon[start] = bCommon[start] = 1;
    for (; aEnd > start && bEnd > start && isEqual(aEnd - 1, bEnd - 1); --aEnd, --bEnd)
        aCommon[aEnd - 1] = bCommon[bEnd - 1] = 1;
    const std::size_t rows = aEnd - start, columns = bEnd - start;
    if (rows == 0 || columns == 0 || qsizetype(rows * columns) > mostCells)
        return;
    const std::size_t width = columns + 1;
    std::vector<int> longest((rows + 1) * width, 0);
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = columns; j-- > 0;)
            longest[i * width + j] = isEqual(start + i, start + j) ? longest[(i + 1) * width + j + 1] + 1
                                                                   : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
        if (isEqual(start + i, start + j)) {
            aCommon[start + i++] = 1;
            bCommon[start + j++] = 1;
        } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
}

} // namespace

std::vector<TextRange> wordsOf(QStringView line)
{
    std::vector<TextRange> words;
    for (qsizetype i = 0; i < line.size();) {
        qsizetype end = i + 1;
        if (isWordCharacter(line[i])) {
            while (end < line.size() && isWordCharacter(line[end]))
                ++end;
        } else if (line[i].isSpace()) {
            while (end < line.size() && line[end].isSpace())
                ++end;
        }
        words.push_back({i, end - i});
        i = end;
    }
    return words;
}

WordWeights::WordWeights(QStringView line)
{
    for (const TextRange &range : wordsOf(line.left(longestLine))) {
        const QStringView word = line.mid(range.start, range.length);
        if (isSpace(word))
            continue;
        m_words.push_back({qHash(word), int(range.length)});
        m_total += int(range.length);
    }
    std::ranges::sort(m_words, {}, &Word::hash);
}

double WordWeights::likeness(const WordWeights &other) const
{
    if (m_total + other.m_total == 0)
        return 1;
    int common = 0;
    for (auto left = m_words.begin(), right = other.m_words.begin(); left != m_words.end() && right != other.m_words.end();) {
        if (left->hash < right->hash) {
            ++left;
        } else if (right->hash < left->hash) {
            ++right;
        } else {
            common += left->weight;
            ++left;
            ++right;
        }
    }
    return 2.0 * common / (m_total + other.m_total);
}

double lineLikeness(QStringView before, QStringView after)
{
    return WordWeights(before).likeness(WordWeights(after));
}

WordMarks wordMarks(QStringView before, QStringView after)
{
    if (before.size() > longestLine || after.size() > longestLine || lineLikeness(before, after) < leastLikeness)
        return {};
    const std::vector<TextRange> a = wordsOf(before), b = wordsOf(after);
    std::vector<char> aCommon(a.size(), 0), bCommon(b.size(), 0);
    markCommon(before, a, aCommon, after, b, bCommon);
    return {joined(before, a, aCommon), joined(after, b, bCommon)};
}

} // namespace lakehouse::text
