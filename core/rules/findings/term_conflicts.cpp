#include "rules/findings/glossary.h"
#include "rules/findings/name_words.h"

#include <QSet>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using model::Conflict;
using model::GlossaryTerm;

/// Names that every table gives a meaning of its own.
bool isOrdinary(const QString &key)
{
    static const QSet<QString> names{QStringLiteral("id"), QStringLiteral("uuid"), QStringLiteral("name"), QStringLiteral("title"), QStringLiteral("description"), QStringLiteral("code"),
                                     QStringLiteral("type"), QStringLiteral("kind"), QStringLiteral("status"), QStringLiteral("state"), QStringLiteral("comment"),
                                     QStringLiteral("comments"), QStringLiteral("note"), QStringLiteral("notes"), QStringLiteral("remark"), QStringLiteral("remarks"),
                                     QStringLiteral("value"), QStringLiteral("number"), QStringLiteral("position"), QStringLiteral("sequence"), QStringLiteral("line"),
                                     QStringLiteral("key"), QStringLiteral("data"), QStringLiteral("text"), QStringLiteral("label")};
    return names.contains(key);
}

QString keyOf(const QString &name) { return nameWords(name).join(QLatin1Char(' ')); }

/// One wording of a term, and who uses it in the order of their tables.
struct Wording {
    std::vector<const GlossaryTerm *> places = {};
};

/// The wordings of one term by their comparable form.
using Wordings = std::map<QString, Wording>;

const Wording &commonest(const Wordings &wordings)
{
    return std::ranges::max_element(wordings, [](const auto &left, const auto &right) {
        const auto rank = [](const Wording &wording) { return wording.places.size(); };
        if (rank(left.second) != rank(right.second))
            return rank(left.second) < rank(right.second);
        return right.second.places.front()->table < left.second.places.front()->table; // of two as common ones, that of the first table
    })->second;
}

Conflict conflict(const QString &column, const GlossaryTerm &first, const GlossaryTerm &second)
{
    const auto words = [](const GlossaryTerm &term) { return base::Text(QT_TRANSLATE_NOOP("core", "%1: %2"), term.evidence.front().place, term.definition); };
    return {second.table ? *second.table : *first.table, model::ConflictKind::TwoDefinitions, model::sqlIdentifier(column), words(first), words(second), {first.evidence.front()}, {second.evidence.front()}};
}

class TermComparison {
public:
    explicit TermComparison(const std::vector<CommentDefinition> &comments)
    {
        for (const CommentDefinition &definition : comments) {
            if (!definition.term.column)
                continue;
            const QString key = keyOf(definition.isNamedInComment ? definition.term.term : *definition.term.column);
            if (!isOrdinary(key))
                m_comments[key][comparableText(definition.term.definition)].places.push_back(&definition.term);
        }
    }

    std::vector<Conflict> run(const DictionaryFindings &dictionary)
    {
        for (const auto &[key, wordings] : m_comments)
            addOthers(wordings);
        for (const DictionaryTerm &term : dictionary.terms)
            compare(term);
        return std::move(m_conflicts);
    }

private:
    void addOthers(const Wordings &wordings)
    {
        const Wording &first = commonest(wordings);
        for (const auto &[form, wording] : wordings)
            if (&wording != &first)
                m_conflicts.push_back(conflict(*wording.places.front()->column, *first.places.front(), *wording.places.front()));
    }

    /// A term without a table holds for every column of the name, one with a table for its own column.
    void compare(const DictionaryTerm &term)
    {
        const auto wordings = m_comments.find(keyOf(term.column));
        if (term.column.isEmpty() || wordings == m_comments.end())
            return;
        for (const auto &[form, wording] : wordings->second) {
            const auto place = std::ranges::find_if(wording.places, [&](const GlossaryTerm *comment) { return !term.term.table || comment->table == term.term.table; });
            if (place != wording.places.end() && form != comparableText(term.term.definition))
                m_conflicts.push_back(conflict(*(*place)->column, **place, term.term));
        }
    }

    std::map<QString, Wordings> m_comments;
    std::vector<Conflict> m_conflicts;
};

} // namespace

std::vector<Conflict> definitionsThatDiffer(const std::vector<CommentDefinition> &comments, const DictionaryFindings &dictionary)
{
    return TermComparison(comments).run(dictionary);
}

} // namespace lakehouse::rules
