#include "adapters/project/setting_values.h"

#include "adapters/project/allowed_variables.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace lakehouse::adapters {

using base::Text;

namespace {

struct Words {
    const char *owner;
    const char *field;
    std::vector<QString> allowed;
};

struct Range {
    const char *field;
    qint64 lowest;
    qint64 highest;
};

std::vector<QString> list(const char *words)
{
    const QStringList parts = QString::fromLatin1(words).split(QLatin1Char(' '));
    return {parts.begin(), parts.end()};
}

const std::vector<Words> &choices()
{
    static const std::vector<Words> all = {
        {"ProjectSection", "environment", list("test production")},
        {"DatabaseEntry", "kind", list("postgresql oracle")},
        {"DatabaseEntry", "tls-mode", list("disable allow prefer require verify-ca verify-full")},
        {"LakehouseSection", "source-engine", list("postgresql oracle")},
        {"LakehouseSection", "source-tls-mode", list("disable allow prefer require verify-ca verify-full")},
        {"DocsSection", "target", list("github azure-devops confluence")},
        {"LlmSection", "provider", list("ollama openai")},
        {"LlmTask", "provider", list("ollama openai")},
        {"", "pii", list("hmac null")},
        {"", "purge-policy", list("propagate retain")},
        {"", "policy", list("commit propose hold")},
    };
    return all;
}

const std::vector<QString> &policyClasses()
{
    static const std::vector<QString> all = list("new-table new-nullable-column widened-type rename drop narrowed-type required-column key-change watermark-trigger");
    return all;
}

constexpr Range ranges[] = {
    {"late-arrival-minutes", 0, 60 * 24 * 365}, {"load-parallelism", 1, 256},         {"reconcile-buckets", 1, 65536},
    {"reconcile-attempts", 1, 100},             {"mass-delete-percent", 0, 100},      {"mass-delete-rows", 0, std::numeric_limits<qint64>::max()},
    {"delete-audit-days", 1, 3650},             {"snapshot-retention-days", 1, 3650},
};

QString joined(const std::vector<QString> &words)
{
    return std::accumulate(words.begin(), words.end(), QString(), [](const QString &text, const QString &word) {
        return (text.isEmpty() ? text : text + QStringLiteral(", ")) + QLatin1Char('"') + word + QLatin1Char('"');
    });
}

Text problemOfWord(const char *owner, const char *field, const QString &value)
{
    const auto choice = std::ranges::find_if(choices(), [&](const Words &words) { return qstrcmp(words.owner, owner) == 0 && qstrcmp(words.field, field) == 0; });
    if (value.isEmpty() || choice == choices().end() || std::ranges::find(choice->allowed, value) != choice->allowed.end())
        return {};
    return {QT_TRANSLATE_NOOP("core", "must be one of %1"), joined(choice->allowed)};
}

qsizetype distance(const QString &left, const QString &right)
{
    std::vector<qsizetype> row(size_t(right.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < left.size(); ++i) {
        qsizetype diagonal = std::exchange(row[0], i + 1);
        for (qsizetype j = 0; j < right.size(); ++j) {
            const qsizetype replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = std::exchange(row[size_t(j) + 1], std::min({replaced, row[size_t(j)] + 1, row[size_t(j) + 1] + 1}));
        }
    }
    return row.back();
}

} // namespace

Text problemOf(const describe::TypeInfo &owner, const char *field, const QString &value)
{
    static const QRegularExpression variableName(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    const QString key = QString::fromLatin1(field);
    if (value.isEmpty())
        return {};
    if (key.endsWith(QLatin1String("-env"))) {
        if (!variableName.match(value).hasMatch())
            return QT_TRANSLATE_NOOP("core", "must be the name of an environment variable, such as EKOS_LH_PG_PASSWORD, and never the password itself");
        if (Text problem = problemOfVariable(value, key == QLatin1String("api-key-env") ? VariableUse::ApiKey : VariableUse::Password); !problem.isEmpty())
            return problem;
    }
    if (key.endsWith(QLatin1String("-url"))) {
        const QUrl url(value, QUrl::StrictMode);
        if (value.contains(QLatin1Char('@')))
            return QT_TRANSLATE_NOOP("core", "must not hold a user name or password");
        if (value.contains(QLatin1Char('?')) || value.contains(QLatin1Char('#')))
            return QT_TRANSLATE_NOOP("core", "must not hold a \"?\" or a \"#\": an address is shown in messages, so no token may stand in it");
        if (!url.isValid() || url.host().isEmpty() || (url.scheme() != QLatin1String("http") && url.scheme() != QLatin1String("https")))
            return QT_TRANSLATE_NOOP("core", "must be an address such as \"http://127.0.0.1:58080\"");
    }
    if ((key == QLatin1String("source") || key == QLatin1String("connect")) && value.contains(QLatin1Char('@')))
        return QT_TRANSLATE_NOOP("core", "must be host and port only, without a user name or password");
    return problemOfWord(owner.name, field, value);
}

Text problemOf(const describe::TypeInfo &, const char *field, qint64 value)
{
    const auto range = std::ranges::find_if(ranges, [field](const Range &known) { return qstrcmp(known.field, field) == 0; });
    if (range == std::end(ranges) || (value >= range->lowest && value <= range->highest))
        return {};
    return {QT_TRANSLATE_NOOP("core", "must be between %1 and %2, not %3"), range->lowest, range->highest, value};
}

Text problemOfNamed(const char *field, const QString &name, const QString &value)
{
    const std::vector<QString> &classes = policyClasses();
    if (qstrcmp(field, "policy") == 0 && std::ranges::find(classes, name) == classes.end())
        return {QT_TRANSLATE_NOOP("core", "is not a class of schema changes; the classes are %1"), joined(classes)};
    return problemOfWord("", field, value);
}

QString nearest(const QString &typed, const std::vector<QString> &known)
{
    const auto best = std::ranges::min_element(known, {}, [&typed](const QString &word) { return distance(typed.toLower(), word); });
    if (best == known.end() || distance(typed.toLower(), *best) > std::max<qsizetype>(2, best->size() / 3))
        return {};
    return *best;
}

} // namespace lakehouse::adapters
