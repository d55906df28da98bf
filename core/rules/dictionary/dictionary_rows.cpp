#include "rules/dictionary/dictionary_rows.h"

#include "rules/sqlgen/quoting.h"

#include <algorithm>
#include <set>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using model::SourceColumn;
using model::SourceTable;

namespace {

QString valueOf(const SourceColumn &column)
{
    const QString name = postgresIdentifier(column.name);
    return column.type.name == QLatin1String("jsonb") ? name + QStringLiteral("->>'en_US'") : name + QStringLiteral("::text");
}

Error otherForm(const DictionaryTable &table)
{
    return {ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "What was read of the dictionary's table %1 has another form than expected."), table.table},
            QT_TRANSLATE_NOOP("core", "Analyze the source again; when it stays so, report the version of the application."), table.table};
}

QString queryText(const DictionaryTable &table, const SourceTable &stored)
{
    QStringList values;
    for (const QString &name : table.columns)
        if (const SourceColumn *column = StoredTables::column(stored, name))
            values.append(valueOf(*column));
        else
            values.append(QStringLiteral("NULL::text"));
    QString sql = QStringLiteral("SELECT %1 FROM %2.%3").arg(values.join(QStringLiteral(", ")), postgresIdentifier(stored.name.schema()), postgresIdentifier(stored.name.table()));
    if (const SourceColumn *active = table.activeFlag.isEmpty() ? nullptr : StoredTables::column(stored, table.activeFlag))
        sql += QStringLiteral(" WHERE %1 = 'Y'").arg(postgresIdentifier(active->name));
    return sql;
}

} // namespace

std::vector<QString> schemasWith(const std::vector<DictionaryTable> &wanted, const model::CatalogSnapshot &catalog)
{
    std::set<QString> schemas; // of one of the tables, so that the others are looked for in few
    for (const SourceTable &table : catalog.tables)
        if (table.name.table().compare(wanted.front().table, Qt::CaseInsensitive) == 0)
            schemas.insert(table.name.schema());
    std::vector<QString> found;
    for (const QString &schema : schemas) {
        const StoredTables tables(catalog, schema);
        if (std::ranges::all_of(wanted, [&](const DictionaryTable &table) { return tables.hasColumns(table.table, table.columns); }))
            found.push_back(schema);
    }
    return found;
}

std::vector<DictionaryQuery> queriesFor(const std::vector<DictionaryTable> &wanted, const StoredTables &tables)
{
    std::vector<DictionaryQuery> queries;
    for (const DictionaryTable &table : wanted)
        if (const SourceTable *stored = tables.table(table.table))
            queries.push_back({table.name, queryText(table, *stored)});
    return queries;
}

base::Result<DictionaryRows> DictionaryRows::create(const std::vector<DictionaryTable> &tables, const std::vector<DictionaryAnswer> &answers)
{
    DictionaryRows rows;
    for (const DictionaryTable &table : tables) {
        const auto answer = std::ranges::find(answers, table.name, &DictionaryAnswer::name);
        const auto fits = [&](const DictionaryRow &row) { return qsizetype(row.size()) == table.columns.size(); };
        if (answer == answers.end() || !std::ranges::all_of(answer->rows, fits))
            return otherForm(table);
        rows.m_answers.push_back(&*answer);
    }
    return rows;
}

const std::vector<DictionaryRow> &DictionaryRows::of(QLatin1String name) const
{
    static const std::vector<DictionaryRow> none;
    const auto answer = std::ranges::find_if(m_answers, [&](const DictionaryAnswer *answer) { return answer->name == name; });
    return answer == m_answers.end() ? none : (*answer)->rows;
}

void sortByPlace(DictionaryFindings &findings)
{
    const auto byColumn = [](const auto &left, const auto &right) { return std::tie(left.table, left.column) < std::tie(right.table, right.column); };
    const auto byColumns = [](const auto &left, const auto &right) {
        return left.table == right.table ? std::ranges::lexicographical_compare(left.columns, right.columns) : left.table < right.table;
    };
    std::ranges::stable_sort(findings.flags, byColumn);
    std::ranges::stable_sort(findings.codeLists, byColumn);
    std::ranges::stable_sort(findings.mandatoryColumns, byColumn);
    std::ranges::stable_sort(findings.logicalForeignKeys, byColumns);
    std::ranges::stable_sort(findings.keys, byColumns);
    std::ranges::stable_sort(findings.outOfScope, [](const auto &left, const auto &right) { return left.table < right.table; });
    std::ranges::stable_sort(findings.terms, [](const DictionaryTerm &left, const DictionaryTerm &right) {
        return std::tie(left.term.table, left.column, left.term.term, left.term.definition) < std::tie(right.term.table, right.column, right.term.term, right.term.definition);
    });
}

} // namespace lakehouse::rules
