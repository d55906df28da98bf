#include "rules/reconcile/reconciliation_binding.h"

#include <QStringList>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

QString numbers(const std::vector<qint64> &values)
{
    QStringList texts;
    for (qint64 value : values)
        texts += QString::number(value);
    return texts.isEmpty() ? QStringLiteral("-1") : texts.join(QLatin1String(", ")); // no hash and no bucket is negative
}

Result<QString> literalFor(SqlDialect dialect, const QString &name, const ReconciliationBinding &binding)
{
    if (name == QLatin1String("buckets"))
        return QString::number(binding.buckets);
    if (name == QLatin1String("control_buckets"))
        return QString::number(binding.controlBuckets);
    if (name == QLatin1String("left_out_keys"))
        return numbers(binding.leftOutKeys);
    if (name == QLatin1String("left_out_limit"))
        return QString::number(binding.leftOutLimit);
    if (name == QLatin1String("differing_buckets"))
        return numbers(binding.differingBuckets);
    if (name == QLatin1String("bound") && binding.boundUtc) {
        const QString time = binding.boundUtc->toString().chopped(1).replace(QLatin1Char('T'), QLatin1Char(' '));
        return dialect == SqlDialect::Trino ? QStringLiteral("TIMESTAMP '") + time + QStringLiteral(" UTC'")
                                            : QStringLiteral("TIMESTAMPTZ '") + time + QStringLiteral("+00'");
    }
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The reconciliation statement asks for ${%1}, which has no value here."), name},
                 QT_TRANSLATE_NOOP("core", "Restore the generated file with \"ekos-lakehouse lakehouse generate\".")};
}

/// The end of the comment, text or quoted name that starts at `at`; `at` when none does. An unclosed one goes to the end of the statement.
qsizetype quotedEnd(SqlDialect dialect, const QString &sql, qsizetype at)
{
    const auto after = [&](qsizetype found, qsizetype length) { return found < 0 ? sql.size() : found + length; };
    if (QStringView(sql).mid(at).startsWith(QLatin1String("--")))
        return after(sql.indexOf(QLatin1Char('\n'), at), 1);
    if (QStringView(sql).mid(at).startsWith(QLatin1String("/*")))
        return after(sql.indexOf(QLatin1String("*/"), at + 2), 2);
    const QChar quote = sql[at];
    if (quote != QLatin1Char('\'') && quote != QLatin1Char('"'))
        return at;
    const bool hasBackslashes = dialect == SqlDialect::PostgreSql && quote == QLatin1Char('\'') && at > 0 && sql[at - 1].toUpper() == QLatin1Char('E')
        && (at == 1 || !(sql[at - 2].isLetterOrNumber() || sql[at - 2] == QLatin1Char('_') || sql[at - 2] == QLatin1Char('$')));
    for (qsizetype end = at + 1; end < sql.size(); ++end) {
        if (hasBackslashes && sql[end] == QLatin1Char('\\'))
            ++end;
        else if (sql[end] == quote)
            return end + 1; // a doubled quote starts the rest as a text of its own
    }
    return sql.size();
}

} // namespace

Result<QString> bindReconciliation(SqlDialect dialect, const QString &sql, const ReconciliationBinding &binding)
{
    QString bound;
    bound.reserve(sql.size() + 256);
    for (qsizetype at = 0; at < sql.size();) {
        const qsizetype end = quotedEnd(dialect, sql, at);
        if (end > at) {
            bound += QStringView(sql).mid(at, end - at);
            at = end;
        } else if (QStringView(sql).mid(at).startsWith(QLatin1String("${"))) {
            const qsizetype close = sql.indexOf(QLatin1Char('}'), at);
            EKOS_TRY(const QString literal, literalFor(dialect, close < 0 ? QString() : sql.mid(at + 2, close - at - 2), binding));
            bound += literal;
            at = close + 1;
        } else {
            bound += sql[at++];
        }
    }
    return bound;
}

} // namespace lakehouse::rules
