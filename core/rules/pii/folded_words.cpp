#include "rules/pii/folded_words.h"

#include "rules/pii/name_vocabulary.h"
#include "text/fold.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace lakehouse::rules {

namespace {

constexpr qsizetype shortestCompound = 6;
constexpr qsizetype longestWord = 64; ///< of a name; PostgreSQL's end at 63 bytes

/// A word ends before this sign: "customerName", "IPAddress". Accents belong to the letter before them.
bool isBoundary(QStringView name, qsizetype place)
{
    const auto isNoMark = [](QChar sign) { return !sign.isMark(); };
    const QChar sign = name[place];
    if (!sign.isUpper())
        return false;
    const auto last = std::find_if(std::make_reverse_iterator(name.begin() + place), name.rend(), isNoMark);
    const auto next = std::find_if(name.begin() + place + 1, name.end(), isNoMark);
    const QChar before = last == name.rend() ? QChar() : *last;
    const bool isFollowedByLower = next != name.end() && next->isLower();
    return before.isLower() || (before.isUpper() && isFollowedByLower) || before.isDigit();
}

void appendWord(QStringList &words, QString &word)
{
    if (!word.isEmpty())
        words += text::folded(word);
    word.clear();
}

/// Letters that join the parts of a compound, and endings of the plural.
bool isJoint(QStringView part)
{
    return part == QStringView(u"s") || part == QStringView(u"es") || part == QStringView(u"n") || part == QStringView(u"en") || part == QStringView(u"e");
}

/// Heads of compounds whose first part may be anything.
bool isHead(QStringView part)
{
    static constexpr QStringView heads[] = {u"name", u"nummer", u"datum", u"adresse", u"anschrift", u"strasse", u"telefon", u"handynummer",
                                            u"telefonnummer", u"passwort", u"kennwort", u"bemerkung", u"kommentar", u"naam"};
    return std::ranges::find(heads, part) != std::end(heads);
}

/// A word, or a long enough filler between words.
std::optional<Meanings> partOf(QStringView part)
{
    if (part.size() >= 4 && isFillerWord(part))
        return Meanings();
    return meaningsOf(part);
}

/// Every part known, the longest first; empty: it cannot be taken apart so. `isHopeless` remembers the ends that cannot, by their lengths.
std::optional<Meanings> compound(QStringView word, std::vector<bool> &isHopeless)
{
    if (isHopeless[std::size_t(word.size())])
        return std::nullopt;
    for (qsizetype size = word.size(); size >= 2; --size) {
        const std::optional<Meanings> first = partOf(word.first(size));
        if (!first || (size == 2 && word.size() > 2 && word.first(size) != QStringView(u"ip")))
            continue;
        const QStringView rest = word.sliced(size);
        if (rest.isEmpty() || (size >= 4 && isJoint(rest)))
            return first;
        for (qsizetype joint = 0; joint <= 2 && joint < rest.size(); ++joint) {
            if (joint > 0 && !isJoint(rest.first(joint)))
                continue;
            if (std::optional<Meanings> others = compound(rest.sliced(joint), isHopeless)) {
                others->add(*first);
                return others;
            }
        }
    }
    isHopeless[std::size_t(word.size())] = true;
    return std::nullopt;
}

Meanings behindUnknown(QStringView word)
{
    Meanings meanings;
    meanings.addUnknown();
    for (qsizetype size = word.size() - 2; size >= 4; --size)
        if (isHead(word.last(size)))
            meanings.add(*meaningsOf(word.last(size)));
    return meanings;
}

Meanings meaningsOfWord(const QString &word)
{
    if (const std::optional<Meanings> whole = meaningsOf(QStringView(word)))
        return *whole;
    if (isFillerWord(word))
        return {};
    if (word.size() >= shortestCompound && word.size() <= longestWord) {
        std::vector<bool> isHopeless(std::size_t(word.size()) + 1, false);
        if (const std::optional<Meanings> parts = compound(word, isHopeless))
            return *parts;
    }
    return behindUnknown(word);
}

} // namespace

QStringList foldedWords(QStringView name)
{
    QStringList words;
    QString word;
    for (qsizetype place = 0; place < name.size(); ++place) {
        const QChar sign = name[place];
        if (place > 0 && isBoundary(name, place))
            appendWord(words, word);
        if (sign.isLetter() || (sign.isMark() && !word.isEmpty()))
            word += sign;
        else if (sign == u'4' && word.endsWith(QStringView(u"last"), Qt::CaseInsensitive))
            words += QStringLiteral("masked");
        else
            appendWord(words, word);
    }
    appendWord(words, word);
    return words;
}

Meanings meaningsOf(const QStringList &words, const QStringList &known)
{
    Meanings meanings;
    for (const QString &word : words) {
        const Meanings of = meaningsOfWord(word);
        if (of.unknown() == 0 || !known.contains(word))
            meanings.add(of);
    }
    return meanings;
}

} // namespace lakehouse::rules
