#include "rules/findings/code_findings.h"

#include "rules/findings/comment_claims.h"
#include "rules/findings/evidence_places.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

using model::Evidence;
using model::EvidenceClass;
using model::SourceCheck;
using model::SourceColumn;
using model::SourceTable;
using model::SourceType;

/// The values that are left of one column, and what they rest on.
struct Permitted {
    std::optional<std::vector<QString>> values = {};
    std::vector<Evidence> evidence = {};

    void add(const std::vector<QString> &more, Evidence from)
    {
        if (values)
            std::erase_if(*values, [&](const QString &value) { return std::ranges::find(more, value) == more.end(); });
        else
            values = more;
        evidence.push_back(std::move(from));
    }
};

struct PermittedByClass {
    Permitted enforced = {};
    Permitted declared = {};
};

bool isText(const SourceType &type)
{
    return type.kind == model::TypeKind::Base && (type.name == QLatin1String("bpchar") || type.name == QLatin1String("varchar") || type.name == QLatin1String("text")
                                                  || type.name == QLatin1String("char") || type.name == QLatin1String("citext"));
}

bool isOneCharacter(const SourceType &type) { return isText(type) && (type.length == 1 || type.name == QLatin1String("char")); }

bool suits(const FlagCodes &codes, const SourceType &type, EvidenceClass evidenceClass)
{
    const bool isDigits = codes.no == QLatin1String("0");
    if (isDigits && type.kind == model::TypeKind::Base && type.name == QLatin1String("int2"))
        return true;
    if (evidenceClass == EvidenceClass::Database)
        return isText(type) || (type.kind == model::TypeKind::Enum && !isDigits);
    return isOneCharacter(type);
}

class CodeSearch {
public:
    CodeSearch(const std::vector<model::SourceDomain> &domains, CheckReader &reader) : m_reader(reader)
    {
        for (const model::SourceDomain &domain : domains)
            m_domains.insert(model::sqlIdentifier(domain.schema) + QLatin1Char('.') + model::sqlIdentifier(domain.name), &domain);
    }

    void addTable(const SourceTable &table, CodeFindings &findings)
    {
        QHash<QString, PermittedByClass> permitted;
        for (const SourceCheck &check : table.checks)
            for (const ColumnValues &values : m_reader.read(check.expression).values)
                add(permitted[values.column], values.values, check);
        for (const SourceColumn &column : table.columns) {
            if (column.type.arrayDimensions > 0 || column.type.name == QLatin1String("bool"))
                continue;
            PermittedByClass ofColumn = permitted.value(column.name);
            addType(ofColumn, column);
            addColumn(table, column, ofColumn, findings);
        }
    }

private:
    static void add(PermittedByClass &permitted, const std::vector<QString> &values, const SourceCheck &check)
    {
        (check.isValidated ? permitted.enforced : permitted.declared).add(values, checkEvidence(check));
    }

    void addType(PermittedByClass &permitted, const SourceColumn &column)
    {
        if (column.type.kind == model::TypeKind::Enum && !column.type.enumLabels.empty())
            permitted.enforced.add(column.type.enumLabels, {.kind = model::EvidenceKind::Catalog, .place = QStringLiteral("enum ") + column.type.declared});
        // A domain may stand on another one, whose checks hold too.
        for (std::optional<QString> name = column.type.domain; name;) {
            const model::SourceDomain *domain = m_domains.value(*name);
            if (!domain)
                return;
            for (const SourceCheck &check : domain->checks)
                for (const ColumnValues &values : m_reader.read(check.expression).values)
                    add(permitted, values.values, check);
            name = domain->base.domain;
        }
    }

    static void addColumn(const SourceTable &table, const SourceColumn &column, const PermittedByClass &permitted, CodeFindings &findings)
    {
        const bool isEnforced = permitted.enforced.values.has_value();
        const Permitted &used = isEnforced ? permitted.enforced : permitted.declared;
        if (!used.values || used.values->empty())
            return;
        const EvidenceClass evidenceClass = isEnforced ? EvidenceClass::Database : EvidenceClass::Declared;
        if (const auto codes = flagCodes(*used.values, column.type, evidenceClass)) {
            findings.flags.push_back({table.name, column.name, codes->yes, codes->no, evidenceClass, used.evidence});
            return;
        }
        model::CodeList codeList{table.name, column.name, evidenceClass, {}, used.evidence};
        const auto meanings = column.comment ? meaningsInComment(*column.comment, *used.values) : QHash<QString, QString>();
        for (const QString &value : *used.values)
            codeList.codes.push_back({value, meanings.value(value)});
        if (!meanings.isEmpty())
            codeList.evidence.push_back(commentEvidence(table.name, column.name, *column.comment));
        findings.lists.push_back(std::move(codeList));
    }

    CheckReader &m_reader;
    QHash<QString, const model::SourceDomain *> m_domains;
};

} // namespace

const CheckMeaning &CheckReader::read(const QString &definition)
{
    const auto known = m_known.constFind(definition);
    return known == m_known.constEnd() ? *m_known.insert(definition, meaningOfCheck(definition)) : *known;
}

std::optional<FlagCodes> flagCodes(const std::vector<QString> &values, const SourceType &type, EvidenceClass evidenceClass)
{
    static constexpr const char *pairs[][2] = {{"Y", "N"}, {"y", "n"}, {"T", "F"}, {"t", "f"}, {"J", "N"}, {"j", "n"}, {"S", "N"}, {"s", "n"}, {"1", "0"}};
    if (values.size() != 2)
        return std::nullopt;
    for (const auto &pair : pairs) {
        const FlagCodes codes{QString::fromLatin1(pair[0]), QString::fromLatin1(pair[1])};
        if ((values[0] == codes.yes && values[1] == codes.no) || (values[1] == codes.yes && values[0] == codes.no))
            return suits(codes, type, evidenceClass) ? std::optional(codes) : std::nullopt;
    }
    return std::nullopt;
}

QHash<QString, QString> meaningsInComments(const model::CodeList &list)
{
    std::vector<QString> codes;
    for (const model::CodeMeaning &code : list.codes)
        codes.push_back(code.code);
    QHash<QString, QString> meanings;
    for (const Evidence &evidence : list.evidence)
        if (evidence.kind == model::EvidenceKind::Comment)
            meanings.insert(meaningsInComment(evidence.detail, codes));
    return meanings;
}

CodeFindings findCodes(const model::CatalogSnapshot &catalog, CheckReader &reader)
{
    CodeSearch search(catalog.domains, reader);
    CodeFindings findings;
    for (const SourceTable &table : catalog.tables)
        search.addTable(table, findings);
    const auto byPlace = [](const auto &left, const auto &right) { return std::tie(left.table, left.column) < std::tie(right.table, right.column); };
    std::ranges::sort(findings.flags, byPlace);
    std::ranges::sort(findings.lists, byPlace);
    return findings;
}

} // namespace lakehouse::rules
