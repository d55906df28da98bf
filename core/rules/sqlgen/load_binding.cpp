#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

enum class Language { Trino, Postgres };

/// "2024-05-01 12:34:56.000123"
QString dateAndTime(const base::UtcTime &time)
{
    return time.toString().chopped(1).replace(QLatin1Char('T'), QLatin1Char(' '));
}

QString momentLiteral(const base::UtcTime &time, Language language)
{
    return language == Language::Trino ? QStringLiteral("TIMESTAMP '") + dateAndTime(time) + QStringLiteral(" UTC'")
                                       : QStringLiteral("TIMESTAMPTZ '") + dateAndTime(time) + QStringLiteral("+00'");
}

QString numbers(const std::vector<qint64> &values)
{
    QString list;
    for (const qint64 value : values)
        list += (list.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(value);
    return list;
}

Error brokenSql(const QString &what)
{
    return {ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The load statement cannot be read: %1 has no end."), what},
            QT_TRANSLATE_NOOP("core", "Restore the generated file with \"ekos-lakehouse lakehouse generate\".")};
}

Result<QString> literalFor(const QString &name, const LoadBinding &binding, Language language)
{
    if (name == QLatin1String("run_id") && binding.run.isSet())
        return language == Language::Trino ? trinoLiteral(binding.run.toString()) : postgresLiteral(binding.run.toString());
    if (name == QLatin1String("loaded_at"))
        return momentLiteral(binding.loadedAtUtc, language);
    if (name == QLatin1String("lower_bound") && binding.lowerBoundUtc)
        return momentLiteral(*binding.lowerBoundUtc, language);
    if (name == QLatin1String("upper_bound") && binding.upperBoundUtc)
        return momentLiteral(*binding.upperBoundUtc, language);
    if (name == QLatin1String("buckets") && binding.buckets)
        return QString::number(*binding.buckets);
    if (name == QLatin1String("differing_buckets") && !binding.differingBuckets.empty())
        return numbers(binding.differingBuckets);
    if (name == QLatin1String("delete_limit") && binding.deleteLimit)
        return QString::number(*binding.deleteLimit);
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The load statement asks for ${%1}, which this load does not give."), name},
                 QT_TRANSLATE_NOOP("core", "A load gives run_id, loaded_at and, where the table loads incrementally, lower_bound and upper_bound; a search for "
                                           "deletes also buckets, differing_buckets and delete_limit. Restore the generated file with \"ekos-lakehouse lakehouse generate\".")};
}

/// Walks over one statement, word by word of its language. A placeholder counts outside quotes and comments only, where neither language
/// has a use for "${"; so nothing that came from a name can be one. The one text that is looked into is the argument of `query =>`: it is
/// a statement of the source, and its placeholders become literals of the source's language.
class Binder {
public:
    Binder(const QString &sql, Language language, const LoadBinding &binding) : m_sql(sql), m_language(language), m_binding(binding) {}

    Result<QString> bound()
    {
        m_bound.reserve(m_sql.size() + 256);
        while (m_at < m_sql.size())
            EKOS_CHECK(next());
        return std::move(m_bound);
    }

private:
    bool startsHere(QLatin1String text) const { return QStringView(m_sql).mid(m_at).startsWith(text); }

    Result<> next()
    {
        if (startsHere(QLatin1String("${")))
            return placeholder();
        if (startsHere(QLatin1String("--")))
            return copyTo(lineEnd());
        if (startsHere(QLatin1String("/*")))
            return comment();
        if (startsHere(QLatin1String("\"")))
            return quoted(QLatin1Char('"'), QStringLiteral("a quoted name"));
        if (startsHere(QLatin1String("'")))
            return text();
        if (m_language == Language::Postgres && startsHere(QLatin1String("$")))
            return dollarQuoted();
        return copyTo(m_at + 1);
    }

    Result<> copyTo(qsizetype end)
    {
        m_bound += QStringView(m_sql).mid(m_at, end - m_at);
        m_at = end;
        return base::Ok{};
    }

    qsizetype lineEnd() const
    {
        const qsizetype end = m_sql.indexOf(QLatin1Char('\n'), m_at);
        return end < 0 ? m_sql.size() : end;
    }

    Result<> placeholder()
    {
        const qsizetype end = m_sql.indexOf(QLatin1Char('}'), m_at);
        if (end < 0)
            return brokenSql(QStringLiteral("${"));
        EKOS_TRY(const QString literal, literalFor(m_sql.mid(m_at + 2, end - m_at - 2), m_binding, m_language));
        m_bound += literal;
        m_at = end + 1;
        return base::Ok{};
    }

    /// PostgreSQL's comments nest, Trino's do not.
    Result<> comment()
    {
        qsizetype at = m_at + 2;
        for (qsizetype depth = 1; depth > 0;) {
            const qsizetype close = m_sql.indexOf(QLatin1String("*/"), at);
            if (close < 0)
                return brokenSql(QStringLiteral("a comment"));
            const qsizetype open = m_language == Language::Postgres ? m_sql.indexOf(QLatin1String("/*"), at) : -1;
            const bool isNested = open >= 0 && open < close;
            depth += isNested ? 1 : -1;
            at = (isNested ? open : close) + 2;
        }
        return copyTo(at);
    }

    /// The position after the closing quote; -1 without one.
    qsizetype quoteEnd(QChar quote) const
    {
        const bool hasBackslashes = quote == QLatin1Char('\'') && m_language == Language::Postgres && isAfterEscapePrefix();
        for (qsizetype at = m_at + 1; at < m_sql.size(); ++at) {
            if (hasBackslashes && m_sql[at] == QLatin1Char('\\'))
                ++at;
            else if (m_sql[at] == quote && at + 1 < m_sql.size() && m_sql[at + 1] == quote)
                ++at;
            else if (m_sql[at] == quote)
                return at + 1;
        }
        return -1;
    }

    /// Whether an E that is a word of its own stands before the quote.
    bool isAfterEscapePrefix() const
    {
        if (m_at == 0 || m_sql[m_at - 1].toUpper() != QLatin1Char('E'))
            return false;
        return m_at == 1 || !(m_sql[m_at - 2].isLetterOrNumber() || m_sql[m_at - 2] == QLatin1Char('_') || m_sql[m_at - 2] == QLatin1Char('$'));
    }

    Result<> quoted(QChar quote, const QString &what)
    {
        const qsizetype end = quoteEnd(quote);
        return end < 0 ? Result<>(brokenSql(what)) : copyTo(end);
    }

    Result<> text()
    {
        if (m_language != Language::Trino || !m_bound.endsWith(QLatin1String("query => ")))
            return quoted(QLatin1Char('\''), QStringLiteral("a text"));
        const qsizetype end = quoteEnd(QLatin1Char('\''));
        if (end < 0)
            return brokenSql(QStringLiteral("a text"));
        const QString inner = m_sql.mid(m_at + 1, end - m_at - 2).replace(QLatin1String("''"), QLatin1String("'"));
        EKOS_TRY(const QString bound, Binder(inner, Language::Postgres, m_binding).bound());
        m_bound += trinoLiteral(bound);
        m_at = end;
        return base::Ok{};
    }

    /// `$tag$ … $tag$`; a lone dollar is part of a name or of a parameter.
    Result<> dollarQuoted()
    {
        const bool isInsideWord = m_at > 0 && (m_sql[m_at - 1].isLetterOrNumber() || m_sql[m_at - 1] == QLatin1Char('_'));
        qsizetype tagEnd = m_at + 1;
        while (tagEnd < m_sql.size() && (m_sql[tagEnd].isLetterOrNumber() || m_sql[tagEnd] == QLatin1Char('_')))
            ++tagEnd;
        const bool startsWithDigit = tagEnd > m_at + 1 && m_sql[m_at + 1].isDigit();
        if (isInsideWord || startsWithDigit || tagEnd == m_sql.size() || m_sql[tagEnd] != QLatin1Char('$'))
            return copyTo(m_at + 1);
        const QString tag = m_sql.mid(m_at, tagEnd + 1 - m_at);
        const qsizetype close = m_sql.indexOf(tag, tagEnd + 1);
        return close < 0 ? Result<>(brokenSql(QStringLiteral("a text"))) : copyTo(close + tag.size());
    }

    const QString &m_sql;
    Language m_language;
    const LoadBinding &m_binding;
    QString m_bound;
    qsizetype m_at = 0;
};

} // namespace

Result<QString> bindLoad(const QString &sql, const LoadBinding &binding)
{
    return Binder(sql, Language::Trino, binding).bound();
}

} // namespace lakehouse::rules
