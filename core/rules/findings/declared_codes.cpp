#include "rules/findings/declared_codes.h"

#include "rules/findings/evidence_places.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using model::CodeList;
using model::CodeMeaning;
using model::EvidenceClass;
using model::FlagColumn;
using model::TableName;

using Place = std::pair<TableName, QString>;

model::Conflict difference(const CodeList &enforced, const CodeList &declared)
{
    const auto words = [](const std::vector<CodeMeaning> &codes) {
        QStringList names;
        for (const CodeMeaning &code : codes)
            names.append(code.code);
        return names.join(QStringLiteral(", "));
    };
    return {enforced.table, model::ConflictKind::TwoDefinitions, QStringLiteral("codes of ") + model::sqlIdentifier(enforced.column), // its term is another conflict
            {QT_TRANSLATE_NOOP("core", "The database allows %1."), words(enforced.codes)},
            {QT_TRANSLATE_NOOP("core", "The application's dictionary lists %1."), words(declared.codes)}, enforced.evidence, declared.evidence};
}

CodeList listOf(const FlagColumn &flag) { return {flag.table, flag.column, flag.evidenceClass, {{flag.yes, {}}, {flag.no, {}}}, flag.evidence}; }

bool haveSameCodes(const CodeList &left, const CodeList &right)
{
    const auto isIn = [](const std::vector<CodeMeaning> &codes) {
        return [&codes](const CodeMeaning &code) { return std::ranges::find(codes, code.code, &CodeMeaning::code) != codes.end(); };
    };
    return std::ranges::all_of(left.codes, isIn(right.codes)) && std::ranges::all_of(right.codes, isIn(left.codes));
}

/// Whether a meaning is that of the comment.
bool restsOnComment(const CodeList &list)
{
    const QHash<QString, QString> meanings = meaningsInComments(list);
    return std::ranges::any_of(list.codes, [&](const CodeMeaning &code) { return !code.meaning.isEmpty() && meanings.value(code.code) == code.meaning; });
}

class Merge {
public:
    Merge(CodeFindings &codes, std::vector<model::Conflict> &conflicts) : m_conflicts(conflicts)
    {
        for (FlagColumn &flag : codes.flags)
            m_flags.emplace(Place(flag.table, flag.column), std::move(flag));
        for (CodeList &list : codes.lists)
            m_lists.emplace(Place(list.table, list.column), std::move(list));
    }

    void add(const FlagColumn &flag)
    {
        const Place place(flag.table, flag.column);
        if (const auto list = m_lists.find(place); list != m_lists.end())
            m_conflicts.push_back(difference(list->second, listOf(flag)));
        else
            addToFlag(place, flag, listOf(flag));
    }

    void add(const CodeList &list)
    {
        const Place place(list.table, list.column);
        if (m_flags.contains(place)) {
            addToFlag(place, {}, list);
            return;
        }
        const auto [known, isNew] = m_lists.emplace(place, list);
        if (isNew)
            return;
        CodeList &enforced = known->second;
        if (!haveSameCodes(enforced, list))
            m_conflicts.push_back(difference(enforced, list));
        for (CodeMeaning &code : enforced.codes)
            if (const auto declared = std::ranges::find(list.codes, code.code, &CodeMeaning::code); declared != list.codes.end() && !declared->meaning.isEmpty())
                code.meaning = declared->meaning;
        if (!restsOnComment(enforced))
            std::erase_if(enforced.evidence, [](const model::Evidence &evidence) { return evidence.kind == model::EvidenceKind::Comment; });
        std::ranges::copy(list.evidence, std::back_inserter(enforced.evidence));
    }

    CodeFindings take()
    {
        CodeFindings codes;
        for (auto &[place, flag] : m_flags)
            codes.flags.push_back(std::move(flag));
        for (auto &[place, list] : m_lists)
            codes.lists.push_back(std::move(list));
        return codes;
    }

private:
    void addToFlag(const Place &place, const FlagColumn &flag, const CodeList &declared)
    {
        const auto [known, isNew] = m_flags.emplace(place, flag);
        if (isNew)
            return;
        if (!haveSameCodes(listOf(known->second), declared))
            m_conflicts.push_back(difference(listOf(known->second), declared));
        std::ranges::copy(declared.evidence, std::back_inserter(known->second.evidence));
    }

    std::map<Place, FlagColumn> m_flags;
    std::map<Place, CodeList> m_lists;
    std::vector<model::Conflict> &m_conflicts;
};

} // namespace

void addDeclaredCodes(const DictionaryFindings &dictionary, CodeFindings &codes, std::vector<model::Conflict> &conflicts)
{
    Merge merge(codes, conflicts);
    for (const FlagColumn &flag : dictionary.flags)
        merge.add(flag);
    for (const CodeList &list : dictionary.codeLists)
        merge.add(list);
    codes = merge.take();
}

} // namespace lakehouse::rules
