#include "rules/dictionary/odoo_dictionary.h"

#include "rules/dictionary/dictionary_rows.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using model::Evidence;
using model::EvidenceKind;
using model::SourceColumn;
using model::SourceTable;

enum ModelField { ModelName, ModelTitle, ModelTransient };
enum FieldField { FieldId, FieldModel, FieldName, FieldType, FieldRelation, FieldRequired, FieldStore, FieldTitle, FieldHelp };
enum SelectionField { SelectionFieldId, SelectionSequence, SelectionValue, SelectionName };

const std::vector<DictionaryTable> &alwaysThere()
{
    static const std::vector<DictionaryTable> tables{
        {QStringLiteral("models"), QStringLiteral("ir_model"), {QStringLiteral("model"), QStringLiteral("name"), QStringLiteral("transient")}, {}},
        {QStringLiteral("fields"), QStringLiteral("ir_model_fields"),
         {QStringLiteral("id"), QStringLiteral("model"), QStringLiteral("name"), QStringLiteral("ttype"), QStringLiteral("relation"), QStringLiteral("required"), QStringLiteral("store"),
          QStringLiteral("field_description"), QStringLiteral("help")}, {}}};
    return tables;
}

const DictionaryTable &selections()
{
    static const DictionaryTable table{QStringLiteral("selections"), QStringLiteral("ir_model_fields_selection"),
                                       {QStringLiteral("field_id"), QStringLiteral("sequence"), QStringLiteral("value"), QStringLiteral("name")}, {}};
    return table;
}

std::vector<DictionaryTable> tablesOf(const StoredTables &stored)
{
    std::vector<DictionaryTable> tables = alwaysThere();
    if (stored.hasColumns(selections().table, selections().columns))
        tables.push_back(selections());
    return tables;
}

bool isTrue(const DictionaryRow &row, int field) { return text(row, field) == QLatin1String("true") || text(row, field) == QLatin1String("t"); }

QString tableName(QString modelName) { return modelName.replace(QLatin1Char('.'), QLatin1Char('_')); }

struct Selection {
    qint64 sequence = 0;
    model::CodeMeaning code;
};

class OdooReading {
public:
    OdooReading(const model::CatalogSnapshot &catalog, const QString &schema) : m_tables(catalog, schema) {}

    void addModels(const std::vector<DictionaryRow> &rows)
    {
        for (const DictionaryRow &row : rows) {
            const SourceTable *table = m_tables.table(tableName(text(row, ModelName)));
            if (!table || !isTrue(row, ModelTransient))
                continue;
            const Evidence evidence{.kind = EvidenceKind::Dictionary, .place = QStringLiteral("ir_model"), .detail = text(row, ModelName) + QStringLiteral(" is transient")};
            m_findings.outOfScope.push_back({table->name, model::ScopeChoice::Out, QT_TRANSLATE_NOOP("core", "The application empties it by itself: its model is transient."), {evidence}});
        }
    }

    void addSelections(const std::vector<DictionaryRow> &rows)
    {
        for (const DictionaryRow &row : rows)
            m_selections[text(row, SelectionFieldId)].push_back({text(row, SelectionSequence).toLongLong(), {text(row, SelectionValue), text(row, SelectionName)}});
        for (auto &[field, selection] : m_selections)
            std::ranges::sort(selection, [](const Selection &left, const Selection &right) { return std::tie(left.sequence, left.code.code) < std::tie(right.sequence, right.code.code); });
    }

    void addFields(const std::vector<DictionaryRow> &rows)
    {
        for (const DictionaryRow &row : rows) {
            const SourceTable *table = m_tables.table(tableName(text(row, FieldModel)));
            const SourceColumn *column = table && isTrue(row, FieldStore) ? StoredTables::column(*table, text(row, FieldName)) : nullptr;
            if (column)
                addField(*table, *column, row);
        }
    }

    DictionaryFindings take()
    {
        sortByPlace(m_findings);
        return std::move(m_findings);
    }

private:
    static Evidence of(const DictionaryRow &row, const QString &what)
    {
        return {.kind = EvidenceKind::Dictionary, .place = QStringLiteral("ir_model_fields"), .detail = text(row, FieldModel) + QLatin1Char('.') + text(row, FieldName) + QLatin1Char(' ') + what};
    }

    void addField(const SourceTable &table, const SourceColumn &column, const DictionaryRow &row)
    {
        const bool holdsRows = model::holdsRows(table.kind);
        if (holdsRows && isTrue(row, FieldRequired) && !column.isNotNull)
            m_findings.mandatoryColumns.push_back({table.name, column.name, {of(row, QStringLiteral("is required"))}});
        if (text(row, FieldType) == QLatin1String("selection"))
            addSelection(table, column, row);
        if (text(row, FieldType) == QLatin1String("many2one"))
            addRelation(table, column, row);
        if (!text(row, FieldHelp).isEmpty())
            m_findings.terms.push_back({{text(row, FieldTitle), text(row, FieldHelp), table.name, column.name, {of(row, QStringLiteral("has a help text"))}}, column.name});
    }

    void addSelection(const SourceTable &table, const SourceColumn &column, const DictionaryRow &row)
    {
        const auto selection = m_selections.find(text(row, FieldId));
        if (selection == m_selections.end())
            return;
        model::CodeList list{table.name, column.name, model::EvidenceClass::Declared, {}, {of(row, QStringLiteral("is a selection"))}};
        for (const Selection &entry : selection->second)
            list.codes.push_back(entry.code);
        list.evidence.push_back({.kind = EvidenceKind::Dictionary, .place = QStringLiteral("ir_model_fields_selection"), .detail = text(row, FieldModel) + QLatin1Char('.') + text(row, FieldName)});
        m_findings.codeLists.push_back(std::move(list));
    }

    void addRelation(const SourceTable &table, const SourceColumn &column, const DictionaryRow &row)
    {
        const SourceTable *referenced = m_tables.table(tableName(text(row, FieldRelation)));
        const SourceColumn *key = referenced ? StoredTables::column(*referenced, QStringLiteral("id")) : nullptr;
        if (key && !hasForeignKey(table, column.name))
            m_findings.logicalForeignKeys.push_back({table.name, {column.name}, referenced->name, {key->name}, {of(row, QStringLiteral("is many2one of ") + text(row, FieldRelation))}});
    }

    StoredTables m_tables;
    DictionaryFindings m_findings;
    std::map<QString, std::vector<Selection>> m_selections;
};

} // namespace

QString OdooDictionary::application() const { return QStringLiteral("Odoo"); }

std::vector<QString> OdooDictionary::findIn(const model::CatalogSnapshot &catalog) const
{
    return schemasWith(alwaysThere(), catalog);
}

std::vector<DictionaryQuery> OdooDictionary::queries(const model::CatalogSnapshot &catalog, const QString &schema) const
{
    const StoredTables stored(catalog, schema);
    return queriesFor(tablesOf(stored), stored);
}

base::Result<DictionaryFindings> OdooDictionary::read(const model::CatalogSnapshot &catalog, const QString &schema, const std::vector<DictionaryAnswer> &answers) const
{
    EKOS_TRY(const DictionaryRows rows, DictionaryRows::create(tablesOf(StoredTables(catalog, schema)), answers));
    OdooReading reading(catalog, schema);
    reading.addModels(rows.of(QLatin1String("models")));
    reading.addSelections(rows.of(QLatin1String("selections")));
    reading.addFields(rows.of(QLatin1String("fields")));
    return reading.take();
}

} // namespace lakehouse::rules
