#include "rules/dictionary/compiere_dictionary.h"

#include "rules/dictionary/dictionary_rows.h"
#include "rules/findings/claims.h"
#include "rules/findings/code_findings.h"

#include <algorithm>
#include <map>
#include <set>

namespace lakehouse::rules {

namespace {

using model::CodeList;
using model::Evidence;
using model::EvidenceKind;
using model::SourceColumn;
using model::SourceTable;

enum TableField { TableId, TableName, TableTitle, TableDescription };
enum ColumnField { ColumnId, ColumnTableId, ColumnName, ColumnReferenceId, ColumnReferenceValueId, ColumnIsKey, ColumnIsMandatory };
enum ElementField { ElementColumn, ElementName, ElementDescription };
enum ReferenceField { ReferenceId, ReferenceName, ReferenceValidation };
enum ListField { ListReferenceId, ListValue, ListName };
enum RefTableField { RefTableReferenceId, RefTableTableId, RefTableKey };

const std::vector<DictionaryTable> &dictionaryTables()
{
    static const QString isActive = QStringLiteral("IsActive");
    static const std::vector<DictionaryTable> tables{
        {QStringLiteral("tables"), QStringLiteral("AD_Table"), {QStringLiteral("AD_Table_ID"), QStringLiteral("TableName"), QStringLiteral("Name"), QStringLiteral("Description")}, isActive},
        {QStringLiteral("columns"), QStringLiteral("AD_Column"),
         {QStringLiteral("AD_Column_ID"), QStringLiteral("AD_Table_ID"), QStringLiteral("ColumnName"), QStringLiteral("AD_Reference_ID"), QStringLiteral("AD_Reference_Value_ID"),
          QStringLiteral("IsKey"), QStringLiteral("IsMandatory")}, isActive},
        {QStringLiteral("elements"), QStringLiteral("AD_Element"), {QStringLiteral("ColumnName"), QStringLiteral("Name"), QStringLiteral("Description")}, isActive},
        {QStringLiteral("references"), QStringLiteral("AD_Reference"), {QStringLiteral("AD_Reference_ID"), QStringLiteral("Name"), QStringLiteral("ValidationType")}, isActive},
        {QStringLiteral("lists"), QStringLiteral("AD_Ref_List"), {QStringLiteral("AD_Reference_ID"), QStringLiteral("Value"), QStringLiteral("Name")}, isActive},
        {QStringLiteral("reference-tables"), QStringLiteral("AD_Ref_Table"), {QStringLiteral("AD_Reference_ID"), QStringLiteral("AD_Table_ID"), QStringLiteral("AD_Key")}, isActive}};
    return tables;
}

bool isYes(const DictionaryRow &row, int field) { return text(row, field) == QLatin1String("Y"); }

/// The display types that mean a row of a fixed table.
QString tableOfDisplayType(const QString &reference)
{
    static const std::pair<const char *, const char *> tables[] = {{"21", "C_Location"}, {"25", "C_ValidCombination"}, {"31", "M_Locator"},
                                                                   {"32", "AD_Image"}, {"33", "S_ResourceAssignment"}, {"35", "M_AttributeSetInstance"}};
    for (const auto &[number, table] : tables)
        if (reference == QLatin1String(number))
            return QString::fromLatin1(table);
    return {};
}

constexpr auto listType = QLatin1String("17");
constexpr auto tableType = QLatin1String("18");
constexpr auto tableDirectType = QLatin1String("19");
constexpr auto yesNoType = QLatin1String("20");
constexpr auto buttonType = QLatin1String("28");
constexpr auto searchType = QLatin1String("30");

class CompiereReading {
public:
    CompiereReading(const model::CatalogSnapshot &catalog, const QString &schema) : m_tables(catalog, schema) {}

    void addTables(const std::vector<DictionaryRow> &rows)
    {
        for (const DictionaryRow &row : rows) {
            const SourceTable *table = m_tables.table(text(row, TableName));
            m_tableNames[text(row, TableId)] = text(row, TableName);
            if (!table)
                continue;
            m_tableIds[text(row, TableId)] = table;
            const Evidence evidence = of(QStringLiteral("AD_Table"), text(row, TableName));
            if (!text(row, TableDescription).isEmpty())
                m_findings.terms.push_back({{text(row, TableTitle), text(row, TableDescription), table->name, {}, {evidence}}, {}});
            addScope(*table, text(row, TableName));
        }
    }

    void addReferences(const std::vector<DictionaryRow> &references, const std::vector<DictionaryRow> &lists, const std::vector<DictionaryRow> &tables)
    {
        for (const DictionaryRow &row : references)
            m_references[text(row, ReferenceId)] = {text(row, ReferenceName), text(row, ReferenceValidation)};
        for (const DictionaryRow &row : lists)
            m_lists[text(row, ListReferenceId)].push_back({text(row, ListValue), text(row, ListName)});
        for (auto &[reference, codes] : m_lists)
            std::ranges::sort(codes, [](const model::CodeMeaning &left, const model::CodeMeaning &right) { return std::tie(left.code, left.meaning) < std::tie(right.code, right.meaning); });
        for (const DictionaryRow &row : tables)
            m_refTables[text(row, RefTableReferenceId)] = {text(row, RefTableTableId), text(row, RefTableKey)};
    }

    void addColumns(const std::vector<DictionaryRow> &rows)
    {
        for (const DictionaryRow &row : rows)
            m_columnNames[text(row, ColumnId)] = text(row, ColumnName);
        for (const DictionaryRow &row : rows) {
            const auto table = m_tableIds.find(text(row, ColumnTableId));
            const SourceColumn *column = table == m_tableIds.end() ? nullptr : StoredTables::column(*table->second, text(row, ColumnName));
            if (!column) // a column with SQL in place of values is in the dictionary only
                continue;
            m_liveColumns.insert(text(row, ColumnName));
            addColumn(*table->second, *column, row);
        }
    }

    void addElements(const std::vector<DictionaryRow> &rows)
    {
        for (const DictionaryRow &row : rows)
            if (!text(row, ElementDescription).isEmpty() && m_liveColumns.contains(text(row, ElementColumn)))
                m_findings.terms.push_back({{text(row, ElementName), text(row, ElementDescription), {}, {}, {of(QStringLiteral("AD_Element"), text(row, ElementColumn))}}, text(row, ElementColumn)});
    }

    DictionaryFindings take()
    {
        for (const auto &[table, columns] : m_keys)
            addKey(*table, columns);
        sortByPlace(m_findings);
        return std::move(m_findings);
    }

private:
    struct Reference {
        QString name;
        QString validation;
    };
    struct RefTable {
        QString table;
        QString key;
    };

    static Evidence of(const QString &place, const QString &detail) { return {.kind = EvidenceKind::Dictionary, .place = place, .detail = detail}; }

    Evidence ofColumn(const DictionaryRow &row, const QString &what) const
    {
        return of(QStringLiteral("AD_Column"), m_tableNames.at(text(row, ColumnTableId)) + QLatin1Char('.') + text(row, ColumnName) + QLatin1Char(' ') + what);
    }

    void addScope(const SourceTable &table, const QString &name)
    {
        const Evidence evidence = of(QStringLiteral("AD_Table"), name);
        if (name.startsWith(QLatin1String("T_")))
            m_findings.outOfScope.push_back({table.name, model::ScopeChoice::Out,
                                             QT_TRANSLATE_NOOP("core", "By the names of its application, T_ begins tables that reports fill for a moment."), {evidence}});
        else if (name.startsWith(QLatin1String("I_")))
            m_findings.outOfScope.push_back({table.name, model::ScopeChoice::Out,
                                             QT_TRANSLATE_NOOP("core", "By the names of its application, I_ begins tables that rows pass through when they are imported."), {evidence}});
    }

    void addColumn(const SourceTable &table, const SourceColumn &column, const DictionaryRow &row)
    {
        const bool holdsRows = model::holdsRows(table.kind);
        if (holdsRows && isYes(row, ColumnIsMandatory) && !column.isNotNull)
            m_findings.mandatoryColumns.push_back({table.name, column.name, {ofColumn(row, QStringLiteral("is mandatory"))}});
        if (holdsRows && isYes(row, ColumnIsKey))
            m_keys[&table].try_emplace(&column, ofColumn(row, QStringLiteral("is the key")));
        const QString type = text(row, ColumnReferenceId);
        if (type == yesNoType)
            addFlag(table, column, ofColumn(row, QStringLiteral("is Yes-No")));
        else if (type == listType || type == buttonType)
            addList(table, column, row);
        else
            addForeignKey(table, column, row);
    }

    void addFlag(const SourceTable &table, const SourceColumn &column, Evidence evidence)
    {
        if (const auto codes = flagCodes({QStringLiteral("Y"), QStringLiteral("N")}, column.type, model::EvidenceClass::Declared))
            m_findings.flags.push_back({table.name, column.name, codes->yes, codes->no, model::EvidenceClass::Declared, {std::move(evidence)}});
    }

    void addList(const SourceTable &table, const SourceColumn &column, const DictionaryRow &row)
    {
        const auto codes = m_lists.find(text(row, ColumnReferenceValueId));
        const auto reference = m_references.find(text(row, ColumnReferenceValueId));
        if (codes == m_lists.end() || reference == m_references.end() || reference->second.validation != QLatin1String("L"))
            return;
        std::vector<QString> values;
        for (const model::CodeMeaning &code : codes->second)
            values.push_back(code.code);
        const Evidence ofList = of(QStringLiteral("AD_Ref_List"), reference->second.name);
        const Evidence evidence = ofColumn(row, QStringLiteral("has the list ") + reference->second.name);
        if (const auto flag = flagCodes(values, column.type, model::EvidenceClass::Declared))
            m_findings.flags.push_back({table.name, column.name, flag->yes, flag->no, model::EvidenceClass::Declared, {evidence, ofList}});
        else
            m_findings.codeLists.push_back({table.name, column.name, model::EvidenceClass::Declared, codes->second, {evidence, ofList}});
    }

    /// The table and the column that values of a column name.
    std::pair<QString, QString> target(const DictionaryRow &row) const
    {
        const QString type = text(row, ColumnReferenceId);
        const QString name = text(row, ColumnName);
        const auto refTable = m_refTables.find(text(row, ColumnReferenceValueId));
        if ((type == tableType || type == searchType) && refTable != m_refTables.end()) {
            const auto table = m_tableNames.find(refTable->second.table);
            const auto key = m_columnNames.find(refTable->second.key);
            return table == m_tableNames.end() || key == m_columnNames.end() ? std::pair<QString, QString>() : std::pair(table->second, key->second);
        }
        if ((type == tableDirectType || type == searchType) && text(row, ColumnReferenceValueId).isEmpty() && name.endsWith(QLatin1String("_ID")))
            return {name.chopped(3), name};
        const QString table = tableOfDisplayType(type);
        return table.isEmpty() ? std::pair<QString, QString>() : std::pair(table, table + QStringLiteral("_ID"));
    }

    void addForeignKey(const SourceTable &table, const SourceColumn &column, const DictionaryRow &row)
    {
        const auto [tableName, keyName] = target(row);
        const SourceTable *referenced = tableName.isEmpty() ? nullptr : m_tables.table(tableName);
        const SourceColumn *key = referenced ? StoredTables::column(*referenced, keyName) : nullptr;
        const bool isItself = referenced == &table && key == &column; // a table's own key is its first column, and of type ID or TableDir
        if (!key || isItself || hasForeignKey(table, column.name))
            return;
        m_findings.logicalForeignKeys.push_back({table.name, {column.name}, referenced->name, {key->name}, {ofColumn(row, QStringLiteral("leads to %1.%2").arg(tableName, keyName))}});
    }

    /// Columns stand in a key as they stand in the table, where the dictionary gives them no order.
    using KeyColumns = std::map<const SourceColumn *, Evidence>;

    void addKey(const SourceTable &table, const KeyColumns &columns)
    {
        UniqueClaim claim{table.name, {}, {}};
        for (const auto &[column, evidence] : columns) {
            claim.columns.push_back(column->name);
            claim.evidence.push_back(evidence);
        }
        if (!isEnforcedUnique(table, claim.columns))
            m_findings.keys.push_back(std::move(claim));
    }

    StoredTables m_tables;
    DictionaryFindings m_findings;
    std::map<QString, const SourceTable *> m_tableIds;
    std::map<QString, QString> m_tableNames;
    std::map<QString, QString> m_columnNames;
    std::set<QString> m_liveColumns;
    std::map<QString, Reference> m_references;
    std::map<QString, std::vector<model::CodeMeaning>> m_lists;
    std::map<QString, RefTable> m_refTables;
    std::map<const SourceTable *, KeyColumns> m_keys;
};

} // namespace

QString CompiereDictionary::application() const { return QStringLiteral("iDempiere or ADempiere"); }

std::vector<QString> CompiereDictionary::findIn(const model::CatalogSnapshot &catalog) const
{
    return schemasWith(dictionaryTables(), catalog);
}

std::vector<DictionaryQuery> CompiereDictionary::queries(const model::CatalogSnapshot &catalog, const QString &schema) const
{
    return queriesFor(dictionaryTables(), StoredTables(catalog, schema));
}

base::Result<DictionaryFindings> CompiereDictionary::read(const model::CatalogSnapshot &catalog, const QString &schema, const std::vector<DictionaryAnswer> &answers) const
{
    EKOS_TRY(const DictionaryRows rows, DictionaryRows::create(dictionaryTables(), answers));
    CompiereReading reading(catalog, schema);
    reading.addTables(rows.of(QLatin1String("tables")));
    reading.addReferences(rows.of(QLatin1String("references")), rows.of(QLatin1String("lists")), rows.of(QLatin1String("reference-tables")));
    reading.addColumns(rows.of(QLatin1String("columns")));
    reading.addElements(rows.of(QLatin1String("elements")));
    return reading.take();
}

} // namespace lakehouse::rules
