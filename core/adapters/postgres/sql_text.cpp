#include "adapters/postgres/sql_text.h"

namespace lakehouse::adapters::postgres {

namespace {
QString inQuotes(QString text, QLatin1Char quote)
{
    return quote + text.replace(quote, QString(2, quote)) + quote;
}
} // namespace

QString quotedIdentifier(const QString &name)
{
    return inQuotes(name, QLatin1Char('"'));
}

QString quotedTable(const model::TableName &table)
{
    return quotedIdentifier(table.schema()) + QLatin1Char('.') + quotedIdentifier(table.table());
}

QString quotedLiteral(const QString &text)
{
    return inQuotes(text, QLatin1Char('\''));
}

QString inOneStatement(const QStringList &queries)
{
    QStringList parts;
    for (const QString &query : queries)
        parts += QStringLiteral("SELECT %1 AS part, q.* FROM (").arg(parts.size()) + query + QStringLiteral(") q");
    return parts.join(QStringLiteral("\nUNION ALL ")) + QStringLiteral("\nORDER BY part");
}

QString quotedTextArray(const std::vector<QString> &values)
{
    QStringList literals;
    for (const QString &value : values)
        literals += quotedLiteral(value);
    return QStringLiteral("ARRAY[") + literals.join(QStringLiteral(", ")) + QStringLiteral("]::text[]");
}

} // namespace lakehouse::adapters::postgres
