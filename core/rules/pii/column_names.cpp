#include "rules/pii/column_names.h"

#include "rules/findings/evidence_places.h"
#include "rules/pii/column_classes.h"
#include "rules/pii/folded_words.h"

#include <algorithm>

namespace lakehouse::rules {

using model::Evidence;
using model::EvidenceKind;
using model::SourceColumn;
using model::SourceTable;

namespace {

constexpr qsizetype wordsOfSummary = 14;

/// The first sentence of a comment says what a column is; what follows are details.
QStringList summaryWords(const QString &comment)
{
    const auto isEnd = [](QChar sign) { return sign == u'.' || sign == u';' || sign == u':' || sign == u'\n' || sign == u'('; };
    const QStringView sentence = QStringView(comment).first(std::ranges::find_if(comment, isEnd) - comment.begin());
    return foldedWords(sentence).mid(0, wordsOfSummary);
}

/// "public.email_address": the name behind the schema.
QStringList domainWords(const QString &domain)
{
    const auto names = model::readSqlIdentifiers(domain, QLatin1Char('.'));
    return foldedWords(names ? names->back() : domain);
}

/// A number that leads to a row of another table.
bool isReference(const SourceTable &table, const SourceColumn &column)
{
    return classesOfType(column.type).reading != ValueReading::Always && std::ranges::any_of(table.foreignKeys, [&](const model::SourceForeignKey &key) {
        return std::ranges::find(key.columns, column.name) != key.columns.end();
    });
}

/// Empty: the columns do not share their first word, or are too few to tell.
QString commonPrefix(const SourceTable &table)
{
    static constexpr qsizetype fewest = 4;
    QString prefix;
    for (const SourceColumn &column : table.columns) {
        const QStringList words = foldedWords(column.name);
        if (words.size() < 2 || (!prefix.isEmpty() && words.front() != prefix))
            return {};
        prefix = words.front();
    }
    return std::ssize(table.columns) >= fewest ? prefix : QString();
}

QStringList columnWords(const SourceColumn &column, const NameContext &context)
{
    const QStringList words = foldedWords(column.name);
    return context.prefix.isEmpty() ? words : words.mid(1);
}

class NamesOfColumn {
public:
    NamesOfColumn(const SourceTable &table, const SourceColumn &column, const NameContext &context)
        : m_context(context), m_possible(isReference(table, column) ? PersonalDataSet() : classesOfType(column.type).possible),
          m_isNumber(classesOfType(column.type).reading == ValueReading::WhereNamed)
    {
    }

    void take(const Meanings &meanings, Wording wording, const Evidence &evidence)
    {
        const NameVerdict verdict = judgeName(meanings, m_context, wording);
        m_names.excluded.insert(verdict.excluded);
        const bool isOtherNumber = m_isNumber && verdict.clue && verdict.clue->personalData == model::PersonalData::Address && !meanings.has(Meaning::PostCode);
        if (!verdict.clue || !m_possible.contains(verdict.clue->personalData) || isOtherNumber)
            return;
        if (!m_names.clue)
            m_names.clue = verdict.clue;
        else if (m_names.clue->personalData != verdict.clue->personalData)
            return;
        else
            m_names.clue->isStrong = true;
        m_names.evidence.push_back(evidence);
    }
    ColumnNames names() const
    {
        const bool isExcluded = m_names.clue && m_names.excluded.contains(m_names.clue->personalData)
                                && (!m_names.clue->isStrong || m_names.clue->personalData == model::PersonalData::IpAddress);
        return isExcluded ? ColumnNames{.excluded = m_names.excluded} : m_names;
    }

private:
    const NameContext &m_context;
    PersonalDataSet m_possible;
    bool m_isNumber;
    ColumnNames m_names;
};

} // namespace

NameContext contextOf(const SourceTable &table)
{
    NameContext context{.words = foldedWords(table.name.table()), .prefix = commonPrefix(table)};
    context.table = meaningsOf(context.words);
    for (const SourceColumn &column : table.columns) {
        const Meanings meanings = meaningsOf(columnWords(column, context));
        context.hasPersonNames = context.hasPersonNames || meanings.hasAny({Meaning::GivenName, Meaning::Surname});
        context.hasStreet = context.hasStreet || (meanings.has(Meaning::Street) && meanings.unknown() == 0);
    }
    return context;
}

ColumnNames readNames(const SourceTable &table, const SourceColumn &column, const NameContext &context)
{
    NamesOfColumn names(table, column, context);
    Evidence named = columnEvidence(table.name, column.name, {});
    named.statement = {QT_TRANSLATE_NOOP("core", "The column is named so.")};
    names.take(meaningsOf(columnWords(column, context), context.words), Wording::Name, named);
    if (column.type.domain)
        names.take(meaningsOf(domainWords(*column.type.domain)), Wording::Name,
                   {.kind = EvidenceKind::Catalog, .place = QStringLiteral("domain ") + *column.type.domain,
                    .statement = {QT_TRANSLATE_NOOP("core", "Its domain is named so.")}});
    if (column.comment) {
        Evidence commented = commentEvidence(table.name, column.name, *column.comment);
        commented.statement = {QT_TRANSLATE_NOOP("core", "Its comment says so.")};
        names.take(meaningsOf(summaryWords(*column.comment)), Wording::Sentence, commented);
    }
    return names.names();
}

} // namespace lakehouse::rules
