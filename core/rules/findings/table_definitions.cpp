#include "rules/findings/table_definitions.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/findings/sql_statements.h"
#include "rules/findings/syntax_node.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

/// Whether a path comes first when its numbers count as numbers.
bool comesFirst(const QString &left, const QString &right)
{
    const auto digitsFrom = [](const QString &text, qsizetype at) {
        qsizetype end = at;
        while (end < text.size() && text[end].isDigit())
            ++end;
        return text.mid(at, end - at);
    };
    qsizetype a = 0;
    qsizetype b = 0;
    while (a < left.size() && b < right.size()) {
        if (left[a].isDigit() && right[b].isDigit()) {
            const QString first = digitsFrom(left, a);
            const QString second = digitsFrom(right, b);
            const qulonglong firstNumber = first.toULongLong();
            const qulonglong secondNumber = second.toULongLong();
            if (firstNumber != secondNumber)
                return firstNumber < secondNumber;
            a += first.size();
            b += second.size();
            continue;
        }
        if (left[a] != right[b])
            return left[a] < right[b];
        ++a;
        ++b;
    }
    return left.size() - a == right.size() - b ? left < right : left.size() - a < right.size() - b;
}

qint64 number(const QJsonObject &constant) { return nodeOf(nodeOf(constant, "A_Const"), "ival").value(QLatin1String("ival")).toInteger(); }

/// serial and its kin are not types: integers that a sequence fills.
bool readSerial(model::SourceType &type)
{
    static const std::pair<const char *, const char *> serials[] = {{"serial", "int4"}, {"serial4", "int4"}, {"bigserial", "int8"}, {"serial8", "int8"}, {"smallserial", "int2"}, {"serial2", "int2"}};
    for (const auto &[name, integer] : serials)
        if (type.name == QLatin1String(name)) {
            type.name = QString::fromLatin1(integer);
            return true;
        }
    return false;
}

void readModifiers(const QJsonArray &modifiers, model::SourceType &type)
{
    if (modifiers.isEmpty() || type.name == QLatin1String("interval"))
        return;
    const qint64 first = number(modifiers.first().toObject());
    if (type.name == QLatin1String("numeric")) {
        type.precision = first;
        type.scale = modifiers.size() > 1 ? number(modifiers.at(1).toObject()) : 0;
    } else if (type.name.startsWith(QLatin1String("time"))) {
        type.precision = first;
    } else {
        type.length = first;
    }
}

/// The table that the statements are about.
struct Place {
    QString schema;
    QString name;
};

Place placeOf(const QJsonObject &relation) { return {wordOf(relation, "schemaname"), wordOf(relation, "relname")}; }

class DefinitionReader {
public:
    void readFile(const SourceText &file)
    {
        m_path = file.path;
        for (const SqlStatement &statement : splitStatements(file.text)) {
            if (!statement.firstWords.contains(QLatin1String("TABLE")))
                continue;
            const auto parsed = parseStatement(statement.text, SyntaxMode::Statement);
            if (!parsed)
                continue;
            m_line = statement.line;
            create(nodeOf(parsed.value(), "CreateStmt"));
            alter(nodeOf(parsed.value(), "AlterTableStmt"));
            rename(nodeOf(parsed.value(), "RenameStmt"));
            drop(nodeOf(parsed.value(), "DropStmt"));
        }
    }

    std::vector<DefinedTable> take()
    {
        std::ranges::stable_sort(m_tables, [](const DefinedTable &left, const DefinedTable &right) { return std::tie(left.schema, left.name) < std::tie(right.schema, right.name); });
        return std::move(m_tables);
    }

private:
    DefinedTable *find(const Place &place)
    {
        const auto found = std::find_if(m_tables.rbegin(), m_tables.rend(), [&](const DefinedTable &table) { return table.name == place.name && table.schema == place.schema; });
        return found == m_tables.rend() ? nullptr : &*found;
    }

    void create(const QJsonObject &statement)
    {
        const QJsonObject relation = nodeOf(statement, "relation");
        if (statement.isEmpty() || wordOf(relation, "relpersistence") == QLatin1String("t") || statement.contains(QLatin1String("inhRelations"))
            || statement.contains(QLatin1String("ofTypename")))
            return;
        const Place place = placeOf(relation);
        if (statement.value(QLatin1String("if_not_exists")).toBool() && find(place))
            return;
        DefinedTable table{place.schema, place.name, {}, m_path, m_line};
        for (const QJsonValue &element : listOf(statement, "tableElts")) {
            if (element.toObject().contains(QLatin1String("TableLikeClause")))
                return;
            if (const QJsonObject column = nodeOf(element.toObject(), "ColumnDef"); !column.isEmpty())
                table.columns.push_back(columnOf(column));
            applyConstraint(nodeOf(element.toObject(), "Constraint"), table);
        }
        if (!table.columns.empty())
            m_tables.push_back(std::move(table));
    }

    DefinedColumn columnOf(const QJsonObject &definition) const
    {
        DefinedColumn column{.name = wordOf(definition, "colname"), .path = m_path, .line = m_line};
        column.isNotNull = readType(nodeOf(definition, "typeName"), column);
        for (const QJsonValue &constraint : listOf(definition, "constraints")) {
            const QString kind = wordOf(nodeOf(constraint.toObject(), "Constraint"), "contype");
            column.isNotNull = column.isNotNull || kind == QLatin1String("CONSTR_NOTNULL") || kind == QLatin1String("CONSTR_PRIMARY") || kind == QLatin1String("CONSTR_IDENTITY");
        }
        return column;
    }

    /// Whether the type brings NOT NULL with it.
    static bool readType(const QJsonObject &typeName, DefinedColumn &column)
    {
        const QJsonArray names = listOf(typeName, "names");
        column.type = {};
        column.type.name = lastNameOf(names);
        column.isTypeQualified = names.size() > 1 && wordOf(nodeOf(names.first().toObject(), "String"), "sval") == QLatin1String("pg_catalog");
        column.type.arrayDimensions = listOf(typeName, "arrayBounds").size();
        const bool isSerial = readSerial(column.type);
        column.isTypeQualified = column.isTypeQualified || isSerial;
        readModifiers(listOf(typeName, "typmods"), column.type);
        return isSerial;
    }

    static void applyConstraint(const QJsonObject &constraint, DefinedTable &table)
    {
        if (wordOf(constraint, "contype") != QLatin1String("CONSTR_PRIMARY"))
            return;
        for (const QJsonValue &key : listOf(constraint, "keys"))
            for (DefinedColumn &column : table.columns)
                column.isNotNull = column.isNotNull || column.name == wordOf(nodeOf(key.toObject(), "String"), "sval");
    }

    void alter(const QJsonObject &statement)
    {
        DefinedTable *table = statement.isEmpty() ? nullptr : find(placeOf(nodeOf(statement, "relation")));
        for (const QJsonValue &command : table ? listOf(statement, "cmds") : QJsonArray())
            apply(nodeOf(command.toObject(), "AlterTableCmd"), *table);
    }

    void apply(const QJsonObject &command, DefinedTable &table)
    {
        const QString kind = wordOf(command, "subtype");
        const QJsonObject definition = nodeOf(nodeOf(command, "def"), "ColumnDef");
        const auto column = std::ranges::find(table.columns, kind == QLatin1String("AT_AddColumn") ? wordOf(definition, "colname") : wordOf(command, "name"), &DefinedColumn::name);
        if (kind == QLatin1String("AT_AddColumn") && column == table.columns.end())
            table.columns.push_back(columnOf(definition));
        else if (kind == QLatin1String("AT_AddConstraint"))
            applyConstraint(nodeOf(nodeOf(command, "def"), "Constraint"), table);
        if (column == table.columns.end())
            return;
        if (kind == QLatin1String("AT_DropColumn")) {
            table.columns.erase(column);
            return;
        }
        if (kind == QLatin1String("AT_AlterColumnType"))
            readType(nodeOf(definition, "typeName"), *column);
        else if (kind == QLatin1String("AT_SetNotNull") || kind == QLatin1String("AT_DropNotNull"))
            column->isNotNull = kind == QLatin1String("AT_SetNotNull");
        else
            return;
        column->path = m_path;
        column->line = m_line;
    }

    void rename(const QJsonObject &statement)
    {
        DefinedTable *table = statement.isEmpty() ? nullptr : find(placeOf(nodeOf(statement, "relation")));
        if (!table)
            return;
        const QString kind = wordOf(statement, "renameType");
        if (kind == QLatin1String("OBJECT_TABLE"))
            table->name = wordOf(statement, "newname");
        const auto column = std::ranges::find(table->columns, wordOf(statement, "subname"), &DefinedColumn::name);
        if (kind == QLatin1String("OBJECT_COLUMN") && column != table->columns.end())
            column->name = wordOf(statement, "newname");
    }

    void drop(const QJsonObject &statement)
    {
        if (wordOf(statement, "removeType") != QLatin1String("OBJECT_TABLE"))
            return;
        for (const QJsonValue &object : listOf(statement, "objects")) {
            QJsonArray names = listOf(nodeOf(object.toObject(), "List"), "items");
            const QString name = lastNameOf(names);
            if (!names.isEmpty())
                names.removeLast();
            const QString schema = lastNameOf(names);
            std::erase_if(m_tables, [&](const DefinedTable &table) { return table.name == name && table.schema == schema; });
        }
    }

    std::vector<DefinedTable> m_tables;
    QString m_path;
    qint64 m_line = 0;
};

} // namespace

std::vector<DefinedTable> readTableDefinitions(std::vector<SourceText> files)
{
    std::ranges::stable_sort(files, [](const SourceText &left, const SourceText &right) { return comesFirst(left.path, right.path); });
    DefinitionReader reader;
    for (const SourceText &file : files)
        reader.readFile(file);
    return reader.take();
}

} // namespace lakehouse::rules
