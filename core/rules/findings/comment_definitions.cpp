#include "rules/findings/comment_definitions.h"

#include "rules/findings/comment_claims.h"
#include "rules/findings/evidence_places.h"
#include "rules/findings/name_words.h"

#include <QSet>

namespace lakehouse::rules {

using model::GlossaryTerm;
using model::SourceTable;

namespace {

class CommentReader {
public:
    explicit CommentReader(const DictionaryFindings &dictionary)
    {
        for (const DictionaryTerm &term : dictionary.terms)
            m_titles.insert(comparableText(term.term.term));
    }

    void add(const SourceTable &table, const std::optional<QString> &column, const std::optional<QString> &comment)
    {
        const QString name = column ? *column : table.name.table();
        if (!comment || comment->trimmed().isEmpty() || repeats(name, *comment))
            return;
        const auto named = termInComment(*comment);
        const QString term = named ? named->term : name;
        const QString definition = named ? named->definition : comment->trimmed();
        m_definitions.push_back({GlossaryTerm{term, definition, table.name, column, {commentEvidence(table.name, column, *comment)}}, named.has_value()});
    }

    std::vector<CommentDefinition> take() { return std::move(m_definitions); }

private:
    bool repeats(const QString &name, const QString &comment) const
    {
        return nameWords(comment) == nameWords(name) || m_titles.contains(comparableText(comment));
    }

    QSet<QString> m_titles;
    std::vector<CommentDefinition> m_definitions;
};

} // namespace

QString comparableText(const QString &text)
{
    QString form = text.normalized(QString::NormalizationForm_C).simplified().toCaseFolded();
    while (form.endsWith(QLatin1Char('.')))
        form.chop(1);
    return form;
}

std::vector<CommentDefinition> commentDefinitions(const model::CatalogSnapshot &catalog, const DictionaryFindings &dictionary)
{
    CommentReader reader(dictionary);
    for (const SourceTable &table : catalog.tables) {
        reader.add(table, std::nullopt, table.comment);
        for (const model::SourceColumn &column : table.columns)
            reader.add(table, column.name, column.comment);
    }
    return reader.take();
}

} // namespace lakehouse::rules
