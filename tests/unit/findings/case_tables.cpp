#include "unit/findings/case_tables.h"

#include <QHash>

#include <algorithm>

namespace lakehouse::test {

using namespace model;

namespace {

const QHash<QString, QString> &storedNames()
{
    static const QHash<QString, QString> names{{QStringLiteral("char"), QStringLiteral("bpchar")},       {QStringLiteral("integer"), QStringLiteral("int4")},
                                               {QStringLiteral("int"), QStringLiteral("int4")},          {QStringLiteral("smallint"), QStringLiteral("int2")},
                                               {QStringLiteral("bigint"), QStringLiteral("int8")},       {QStringLiteral("boolean"), QStringLiteral("bool")},
                                               {QStringLiteral("double precision"), QStringLiteral("float8")}};
    return names;
}

QString place(const TableName &table, const QString &column) { return table.toString() + QLatin1Char('.') + sqlIdentifier(column); }

QString inWords(EvidenceClass evidenceClass) { return evidenceClass == EvidenceClass::Database ? QStringLiteral("database") : QStringLiteral("declared"); }

QString joined(const std::vector<QString> &names) { return QStringList(names.begin(), names.end()).join(QStringLiteral(", ")); }

} // namespace

SourceColumn aColumn(const QString &line)
{
    SourceColumn column;
    QString rest = line;
    if (rest.startsWith(QLatin1Char('"'))) {
        const qsizetype end = rest.indexOf(QStringLiteral("\" "), 1);
        column.name = rest.mid(1, end - 1);
        rest = rest.mid(end + 2);
    } else {
        column.name = rest.section(QLatin1Char(' '), 0, 0);
        rest = rest.section(QLatin1Char(' '), 1);
    }
    column.isNotNull = rest.endsWith(QLatin1String(" NOT NULL"));
    QString type = column.isNotNull ? rest.chopped(9) : rest;
    column.type.declared = type;
    column.type.schema = QStringLiteral("pg_catalog");
    if (type.endsWith(QLatin1String("[]"))) {
        column.type.arrayDimensions = 1;
        type.chop(2);
    }
    const qsizetype bracket = type.indexOf(QLatin1Char('('));
    const QString name = bracket < 0 ? type : type.left(bracket);
    column.type.name = storedNames().value(name, name);
    if (bracket > 0) {
        const QStringList numbers = type.mid(bracket + 1, type.size() - bracket - 2).split(QLatin1Char(','));
        if (name == QLatin1String("numeric")) {
            column.type.precision = numbers.value(0).toLongLong();
            column.type.scale = numbers.value(1).toLongLong();
        } else {
            column.type.length = numbers.value(0).toLongLong();
        }
    }
    return column;
}

SourceTable aTable(const QString &name, std::initializer_list<const char *> columns)
{
    SourceTable table;
    const qsizetype point = name.indexOf(QLatin1Char('.'));
    table.name = TableName::create(point < 0 ? QStringLiteral("public") : name.left(point), point < 0 ? name : name.mid(point + 1)).value();
    for (const char *line : columns) {
        table.columns.push_back(aColumn(QString::fromUtf8(line)));
        table.columns.back().position = qint64(table.columns.size());
    }
    return table;
}

SourceCheck aCheck(const char *name, const char *expression)
{
    const QString text = QString::fromUtf8(expression);
    return {QString::fromUtf8(name), text, !text.endsWith(QLatin1String(" NOT VALID"))};
}

SourceKey aPrimaryKey(std::vector<QString> columns)
{
    SourceKey key;
    key.name = QStringLiteral("pkey");
    key.columns = std::move(columns);
    key.isPrimary = true;
    return key;
}

SourceForeignKey aForeignKey(const char *name, const char *column, const char *referenced)
{
    SourceForeignKey key;
    key.name = QString::fromUtf8(name);
    key.columns = {QString::fromUtf8(column)};
    key.referenced = TableName::create(QStringLiteral("public"), QString::fromUtf8(referenced)).value();
    key.referencedColumns = {QStringLiteral("id")};
    return key;
}

CatalogSnapshot aCatalog(std::vector<SourceTable> tables)
{
    CatalogSnapshot catalog;
    catalog.engine = QStringLiteral("postgresql");
    catalog.tables = std::move(tables);
    std::ranges::sort(catalog.tables, {}, &SourceTable::name);
    return catalog;
}

SourceColumn &columnOf(SourceTable &table, const char *name)
{
    const auto found = std::ranges::find(table.columns, QString::fromUtf8(name), &SourceColumn::name);
    if (found == table.columns.end())
        qFatal("no column %s", name);
    return *found;
}

void setComment(SourceTable &table, const char *column, const char *comment) { columnOf(table, column).comment = QString::fromUtf8(comment); }

QString inWords(const FlagColumn &flag)
{
    return QStringLiteral("%1: %2/%3 %4").arg(place(flag.table, flag.column), flag.yes, flag.no, inWords(flag.evidenceClass));
}

QString inWords(const CodeList &list)
{
    QStringList codes;
    for (const CodeMeaning &code : list.codes)
        codes.append(code.meaning.isEmpty() ? code.code : code.code + QLatin1Char('=') + code.meaning);
    return QStringLiteral("%1: %2 %3").arg(place(list.table, list.column), codes.join(QStringLiteral(", ")), inWords(list.evidenceClass));
}

QString inWords(const LogicalForeignKey &key)
{
    return QStringLiteral("%1(%2) -> %3(%4)").arg(key.table.toString(), joined(key.columns), key.referenced.toString(), joined(key.referencedColumns));
}

QString inWords(const MandatoryColumn &column) { return place(column.table, column.column); }

QString inWords(const Conflict &conflict)
{
    return QStringLiteral("%1 %2: %3 | %4").arg(conflict.table.toString(), conflict.about, conflict.first.toEnglish(), conflict.second.toEnglish());
}

QString inWords(const GlossaryTerm &term)
{
    const QString where = term.table ? (term.column ? place(*term.table, *term.column) : term.table->toString()) : QStringLiteral("everywhere");
    return QStringLiteral("%1 = %2 (%3)").arg(term.term, term.definition, where);
}

QString inWords(const ScopeProposal &proposal)
{
    return QStringLiteral("%1 %2: %3").arg(proposal.table.toString(), proposal.choice == ScopeChoice::In ? QStringLiteral("in") : QStringLiteral("out"), proposal.why.toEnglish());
}

} // namespace lakehouse::test
