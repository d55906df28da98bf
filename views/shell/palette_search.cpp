#include "shell/palette_search.h"

#include "text/fuzzy_match.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

/// Without the marks of accents, and as long as the text: one base letter for one letter, so that ranges fit the text on screen.
QString withoutAccents(const QString &text)
{
    QString plain = text;
    for (QChar &letter : plain)
        if (letter.unicode() > 0x7f && letter.decompositionTag() == QChar::Canonical)
            letter = letter.decomposition().front();
    return plain;
}

int recentRank(const QStringList &recentIds, const QString &id)
{
    const qsizetype index = recentIds.indexOf(id);
    return index < 0 ? int(recentIds.size()) : int(index);
}

} // namespace

PaletteQuery PaletteQuery::parse(const QString &typed)
{
    const QString text = typed.trimmed();
    if (!text.isEmpty() && QStringView(u">@#%:?").contains(text.front()))
        return {text.front(), text.mid(1).trimmed()};
    return {{}, text};
}

bool PaletteQuery::isAbout(PaletteKind kind) const
{
    switch (prefix.unicode()) {
    case u'>': return kind == PaletteKind::Command || kind == PaletteKind::Page;
    case u'@': return kind == PaletteKind::Table || kind == PaletteKind::Column;
    case u'#': return kind == PaletteKind::Run;
    case u'%': return kind == PaletteKind::Mart || kind == PaletteKind::Requirement;
    case u':': return kind == PaletteKind::Setting;
    case u'?': return kind == PaletteKind::Help;
    default: return true;
    }
}

std::vector<PaletteHit> searchPalette(const PaletteQuery &query, const std::vector<PaletteItem> &items, const QStringList &recentIds, int limit)
{
    const QString words = withoutAccents(query.words);
    std::vector<PaletteHit> hits;
    for (const PaletteItem &item : items) {
        if (!query.isAbout(item.kind))
            continue;
        if (auto match = text::fuzzyMatch(words, withoutAccents(item.title)))
            hits.push_back({item, match->score, std::move(match->ranges)});
    }
    std::ranges::stable_sort(hits, [&](const PaletteHit &left, const PaletteHit &right) {
        if (left.score != right.score)
            return left.score > right.score;
        return recentRank(recentIds, left.item.id) < recentRank(recentIds, right.item.id);
    });
    if (int(hits.size()) > limit)
        hits.resize(std::size_t(limit));
    return hits;
}

} // namespace lakehouse::views
