#include "text/fuzzy_match.h"

#include "text/fold.h"

#include <QString>

#include <algorithm>
#include <limits>

namespace lakehouse::text {

namespace {

constexpr qsizetype longestName = 500;
constexpr qsizetype longestWord = 100;
constexpr int never = std::numeric_limits<int>::min() / 2;

constexpr int perCharacter = 16;
constexpr int atNameStart = 12;
constexpr int atWordStart = 9;
constexpr int afterMatched = 7;
constexpr int gapStart = -4;
constexpr int gapMore = -1;
constexpr int wholeName = 50;
constexpr int lettersPerPoint = 8; ///< longer names fit less

char16_t foldedCharacter(QChar c)
{
    if (c.unicode() < 0x80)
        return c.toLower().unicode();
    const QString text = folded(QStringView(&c, 1));
    return text.isEmpty() ? c.unicode() : text.front().unicode();
}

std::vector<char16_t> foldedCharacters(QStringView text)
{
    std::vector<char16_t> characters(std::size_t(text.size()));
    std::ranges::transform(text, characters.begin(), foldedCharacter);
    return characters;
}

int placeBonus(QStringView name, qsizetype index)
{
    if (index == 0)
        return atNameStart;
    const QChar here = name[index], before = name[index - 1];
    const bool isCapital = here.isUpper() && before.isLower(), isNumber = here.isDigit() && before.isLetter();
    return here.isLetterOrNumber() && (!before.isLetterOrNumber() || isCapital || isNumber) ? atWordStart : 0;
}

bool isSubsequence(const std::vector<char16_t> &word, const std::vector<char16_t> &name)
{
    auto next = word.begin();
    for (auto c = name.begin(); c != name.end() && next != word.end(); ++c)
        if (*c == *next)
            ++next;
    return next == word.end();
}

/// The best places of one word; its characters are marked in `isMatched`.
std::optional<int> matchWord(const std::vector<char16_t> &word, const std::vector<char16_t> &name, const std::vector<int> &bonus,
                             std::vector<char> &isMatched)
{
    const std::size_t height = word.size(), width = name.size();
    if (height > width || !isSubsequence(word, name))
        return std::nullopt;
    // For each typed character the best score that ends exactly here, and whether the one before was matched right before.
    std::vector<int> score(height * width, never), origin(height * width, -1);
    for (std::size_t i = 0; i < height; ++i) {
        int bestGap = never, bestGapFrom = -1; // of the typed character before, reached over a gap
        for (std::size_t j = i; j < width; ++j) {
            if (i > 0 && j >= 2 && bestGap > never)
                bestGap += gapMore;
            if (i > 0 && j >= 2 && score[(i - 1) * width + j - 2] + gapStart > bestGap) {
                bestGap = score[(i - 1) * width + j - 2] + gapStart;
                bestGapFrom = int(j) - 2;
            }
            if (word[i] != name[j])
                continue;
            const std::size_t here = i * width + j;
            if (i == 0) {
                score[here] = perCharacter + bonus[j];
                continue;
            }
            const int beside = score[(i - 1) * width + j - 1];
            const int besideScore = beside > never ? beside + afterMatched : never;
            if (besideScore <= never && bestGap <= never / 2)
                continue;
            const bool isBeside = besideScore >= bestGap;
            score[here] = std::max(besideScore, bestGap) + perCharacter + bonus[j];
            origin[here] = isBeside ? int(j) - 1 : bestGapFrom;
        }
    }
    const auto last = score.end() - std::ptrdiff_t(width);
    const auto best = std::max_element(last, score.end());
    std::size_t j = std::size_t(best - last);
    for (std::size_t i = height; i-- > 0; j = std::size_t(std::max(0, origin[i * width + j])))
        isMatched[j] = 1;
    return *best;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView name)
{
    FuzzyMatch match;
    if (typed.trimmed().isEmpty())
        return match;
    const QStringView searched = name.left(longestName);
    const std::vector<char16_t> characters = foldedCharacters(searched);
    std::vector<int> bonus;
    bonus.reserve(characters.size());
    for (qsizetype i = 0; i < searched.size(); ++i)
        bonus.push_back(placeBonus(searched, i));
    std::vector<char> isMatched(characters.size(), 0);
    for (qsizetype start = 0; start < typed.size();) {
        qsizetype end = start;
        while (end < typed.size() && !typed[end].isSpace())
            ++end;
        if (end > start) {
            const QStringView word = typed.mid(start, std::min(end - start, longestWord));
            const std::optional<int> score = matchWord(foldedCharacters(word), characters, bonus, isMatched);
            if (!score)
                return std::nullopt;
            match.score += *score;
        }
        start = end + 1;
    }
    if (foldedCharacters(typed.trimmed()) == characters)
        match.score += wholeName;
    match.score -= int(name.size()) / lettersPerPoint;
    for (qsizetype i = 0; i < searched.size(); ++i) {
        if (!isMatched[std::size_t(i)])
            continue;
        if (!match.ranges.empty() && match.ranges.back().end() == i)
            ++match.ranges.back().length;
        else
            match.ranges.push_back({i, 1});
    }
    return match;
}

} // namespace lakehouse::text
