#include "rules/findings/table_definitions.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"
#include "rules/findings/sql_statements.h"
#include "text/fold.h"
#include "text/one_of.h"

#include <algorithm>
#include <functional>
#include <map>

namespace lakehouse::rules {

namespace {

/// Numbers in paths count as numbers; those that only differ in case, accents or leading zeros have an order too.
std::pair<QByteArray, QString> orderOf(const SourceText &file)
{
    return {text::sortKey(text::folded(file.path).toUtf8()), file.path};
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

constexpr qint64 mostTimeDigits = 6; // PostgreSQL takes time(9) for time(6)

void readModifiers(const QJsonArray &modifiers, model::SourceType &type)
{
    if (modifiers.isEmpty())
        return;
    const qint64 first = number(modifiers.first().toObject());
    const qint64 second = modifiers.size() > 1 ? number(modifiers.at(1).toObject()) : 0;
    if (type.name == QLatin1String("numeric")) {
        type.precision = first;
        type.scale = second;
    } else if (text::isOneOf(type.name, {u"time", u"timetz", u"timestamp", u"timestamptz"})) {
        type.precision = std::min(first, mostTimeDigits);
    } else if (type.name == QLatin1String("interval") && modifiers.size() > 1) { // the first one names the fields
        type.precision = std::min(second, mostTimeDigits);
    } else if (text::isOneOf(type.name, {u"bpchar", u"varchar", u"bit", u"varbit"})) { // what others mean by theirs is a matter of each
        type.length = first;
    }
}

/// Where the steps of one ALTER TABLE have their turn, whatever the order in which they are written.
int turnOf(const QJsonObject &command)
{
    const QString kind = wordOf(command, "subtype");
    if (text::isOneOf(kind, {u"AT_DropColumn", u"AT_DropNotNull"}))
        return 0;
    if (kind == QLatin1String("AT_AlterColumnType"))
        return 1;
    if (kind == QLatin1String("AT_AddColumn"))
        return 2;
    return kind == QLatin1String("AT_AddConstraint") ? 4 : 3;
}

/// Schema and name of a table that statements are about.
using Place = std::pair<QString, QString>;

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
        std::vector<DefinedTable> all;
        for (auto &[place, tables] : m_tables)
            std::ranges::move(tables, std::back_inserter(all));
        return all;
    }

private:
    /// The one that was created last.
    DefinedTable *find(const Place &place)
    {
        const auto found = m_tables.find(place);
        return found == m_tables.end() ? nullptr : &found->second.back();
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
        DefinedTable table{place.first, place.second, {}, m_path, m_line};
        for (const QJsonValue &element : listOf(statement, "tableElts")) {
            if (element.toObject().contains(QLatin1String("TableLikeClause")))
                return;
            if (const QJsonObject column = nodeOf(element.toObject(), "ColumnDef"); !column.isEmpty())
                table.columns.push_back(columnOf(column));
        }
        for (const QJsonValue &element : listOf(statement, "tableElts")) // which may stand before its columns
            applyConstraint(nodeOf(element.toObject(), "Constraint"), table);
        if (!table.columns.empty())
            m_tables[place].push_back(std::move(table));
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
        column.isTypeQualified = names.size() > 1 && nameIn(names.first()) == QLatin1String("pg_catalog");
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
                column.isNotNull = column.isNotNull || column.name == nameIn(key);
    }

    void alter(const QJsonObject &statement)
    {
        DefinedTable *table = statement.isEmpty() ? nullptr : find(placeOf(nodeOf(statement, "relation")));
        std::vector<QJsonObject> commands;
        for (const QJsonValue &command : table ? listOf(statement, "cmds") : QJsonArray())
            commands.push_back(nodeOf(command.toObject(), "AlterTableCmd"));
        std::ranges::stable_sort(commands, {}, turnOf);
        for (const QJsonObject &command : commands)
            apply(command, *table);
    }

    void apply(const QJsonObject &command, DefinedTable &table)
    {
        const QString kind = wordOf(command, "subtype");
        const QJsonObject definition = nodeOf(nodeOf(command, "def"), "ColumnDef");
        const bool isNew = kind == QLatin1String("AT_AddColumn");
        const auto column = std::ranges::find(table.columns, isNew ? wordOf(definition, "colname") : wordOf(command, "name"), &DefinedColumn::name);
        if (kind == QLatin1String("AT_AddConstraint"))
            applyConstraint(nodeOf(nodeOf(command, "def"), "Constraint"), table);
        if (column == table.columns.end()) {
            if (isNew)
                table.columns.push_back(columnOf(definition));
            return;
        }
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
        const Place place = placeOf(nodeOf(statement, "relation"));
        DefinedTable *table = statement.isEmpty() ? nullptr : find(place);
        if (!table)
            return;
        const QString kind = wordOf(statement, "renameType");
        if (kind == QLatin1String("OBJECT_TABLE")) {
            renameTable(place, wordOf(statement, "newname"));
            return;
        }
        const auto column = std::ranges::find(table->columns, wordOf(statement, "subname"), &DefinedColumn::name);
        if (kind == QLatin1String("OBJECT_COLUMN") && column != table->columns.end())
            column->name = wordOf(statement, "newname");
    }

    void renameTable(const Place &place, const QString &name)
    {
        std::vector<DefinedTable> &tables = m_tables[place];
        DefinedTable table = std::move(tables.back());
        tables.pop_back();
        if (tables.empty())
            m_tables.erase(place);
        table.name = name;
        m_tables[{place.first, name}].push_back(std::move(table));
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
            m_tables.erase(Place(lastNameOf(names), name));
        }
    }

    std::map<Place, std::vector<DefinedTable>> m_tables; ///< never without one
    QString m_path;
    qint64 m_line = 0;
};

} // namespace

std::vector<DefinedTable> readTableDefinitions(std::vector<SourceText> files)
{
    std::ranges::stable_sort(files, std::less<>(), orderOf);
    DefinitionReader reader;
    for (const SourceText &file : files)
        reader.readFile(file);
    return reader.take();
}

} // namespace lakehouse::rules
