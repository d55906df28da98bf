#include "rules/findings/glossary.h"

#include "rules/findings/code_findings.h"
#include "rules/findings/view_predicate.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using model::GlossaryTerm;
using model::SourceTable;

auto placeOf(const GlossaryTerm &term) { return std::tie(term.table, term.column); }

class Glossary {
public:
    void add(GlossaryTerm term)
    {
        if (term.term.trimmed().isEmpty() || term.definition.trimmed().isEmpty())
            return;
        const auto key = std::pair(comparableText(term.term), comparableText(term.definition));
        const auto [known, isNew] = m_terms.try_emplace(key, term);
        if (isNew)
            return;
        std::ranges::copy(term.evidence, std::back_inserter(known->second.evidence));
        if (placeOf(term) < placeOf(known->second)) {
            term.evidence = std::move(known->second.evidence);
            known->second = std::move(term);
        }
    }

    std::vector<GlossaryTerm> take()
    {
        std::vector<GlossaryTerm> terms;
        for (auto &[key, term] : m_terms) {
            std::ranges::stable_sort(term.evidence, {}, &model::Evidence::place);
            term.evidence.erase(std::unique(term.evidence.begin(), term.evidence.end()), term.evidence.end());
            terms.push_back(std::move(term));
        }
        return terms;
    }

private:
    std::map<std::pair<QString, QString>, GlossaryTerm> m_terms;
};

/// "CO: Completed; DR: Drafted"; empty where no meaning is known.
QString meanings(const model::CodeList &list)
{
    QStringList parts;
    for (const model::CodeMeaning &code : list.codes)
        if (!code.meaning.isEmpty())
            parts.append(code.code + QStringLiteral(": ") + code.meaning);
    return parts.join(QStringLiteral("; "));
}

/// Whether comments say every meaning that is known.
bool isInComment(const model::CodeList &list)
{
    const QHash<QString, QString> ofComments = meaningsInComments(list);
    return std::ranges::all_of(list.codes, [&](const model::CodeMeaning &code) { return code.meaning.isEmpty() || ofComments.value(code.code) == code.meaning; });
}

void addView(const SourceTable &table, Glossary &glossary)
{
    if (!table.view)
        return;
    const auto predicate = predicateOfView(table.view->definition);
    if (!predicate)
        return;
    const auto below = model::TableName::create(predicate->schema.isEmpty() ? table.name.schema() : predicate->schema, predicate->table);
    if (!below)
        return;
    const QString definition = QStringLiteral("%1 WHERE %2").arg(below.value().toString(), predicate->condition);
    glossary.add({table.name.table(), definition, table.name, {}, {{.kind = model::EvidenceKind::View, .place = QStringLiteral("view ") + table.name.toString(), .detail = predicate->condition}}});
}

} // namespace

std::vector<GlossaryTerm> findTerms(const model::CatalogSnapshot &catalog, const std::vector<CommentDefinition> &comments, const std::vector<model::CodeList> &codeLists,
                                    const DictionaryFindings &dictionary)
{
    Glossary glossary;
    for (const CommentDefinition &definition : comments)
        glossary.add(definition.term);
    for (const DictionaryTerm &term : dictionary.terms)
        glossary.add(term.term);
    for (const model::CodeList &list : codeLists)
        if (!isInComment(list)) // the comment is the definition already
            glossary.add({list.column, meanings(list), list.table, list.column, list.evidence});
    for (const SourceTable &table : catalog.tables)
        addView(table, glossary);
    return glossary.take();
}

} // namespace lakehouse::rules
