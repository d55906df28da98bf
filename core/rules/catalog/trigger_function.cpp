#include "rules/catalog/trigger_function.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qint64 newRow = 0; // the parser gives NEW the first number

Error unreadable(const base::Text &why)
{
    return Error{ErrorCode::InvalidInput, why, QT_TRANSLATE_NOOP("core", "Write the function in a plainer way at the source.")};
}

/// Whether the function sets a search_path of its own in which pg_catalog does not come first.
NameTrust nameTrust(const std::optional<QString> &definition)
{
    if (!definition || !definition->contains(QLatin1String("search_path"), Qt::CaseInsensitive))
        return NameTrust::PgCatalogFirst;
    const auto parsed = parseStatement(*definition, SyntaxMode::Statement);
    if (!parsed)
        return NameTrust::OnlyQualified;
    for (const QJsonValue &option : listOf(nodeOf(parsed.value(), "CreateFunctionStmt"), "options")) {
        const QJsonObject set = nodeOf(nodeOf(nodeOf(option.toObject(), "DefElem"), "arg"), "VariableSetStmt");
        if (wordOf(set, "name") != QLatin1String("search_path"))
            continue;
        const QJsonArray path = listOf(set, "args");
        for (qsizetype i = 1; i < path.size(); ++i)
            if (textIn(path[i].toObject()) == QLatin1String("pg_catalog"))
                return NameTrust::OnlyQualified;
    }
    return NameTrust::PgCatalogFirst;
}

bool isWord(const SyntaxToken &token, const char *word)
{
    return token.text.compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
}

bool isName(const SyntaxToken &token, const QString &name)
{
    return token.text.toLower() == name || token.text == QLatin1Char('"') + name + QLatin1Char('"');
}

} // namespace

qint64 variableNumber(const QJsonObject &holder, const char *key)
{
    return holder.value(QLatin1String(key)).toInteger(newRow);
}

Result<TriggerFunction> TriggerFunction::create(const QString &body, const std::optional<QString> &definition)
{
    TriggerFunction function;
    function.m_source = body;
    if (function.m_source.contains(QLatin1String("\\'")))
        return unreadable(QT_TRANSLATE_NOOP("core", "a text in it has a backslash before a quote, which servers read in two ways"));
    auto parsed = parseTriggerBody(function.m_source);
    if (!parsed)
        return unreadable({QT_TRANSLATE_NOOP("core", "the parser does not read it: %1"), parsed.error().detail});
    function.m_action = nodeOf(parsed.value(), "action");
    function.m_variables = listOf(parsed.value(), "datums");
    function.m_trust = nameTrust(definition);
    function.collectWritten(function.m_action);
    EKOS_CHECK(function.checkVariables());
    EKOS_CHECK(function.readWords());
    return function;
}

Result<> TriggerFunction::checkVariables() const
{
    for (qsizetype i = 0; i < m_variables.size(); ++i) {
        const QJsonObject variable = m_variables[i].toObject();
        const QJsonObject value = variable.begin() == variable.end() ? QJsonObject() : variable.begin().value().toObject();
        if (variable.contains(QLatin1String("PLpgSQL_rec")) && variableNumber(value, "dno") != i)
            return unreadable(QT_TRANSLATE_NOOP("core", "its variables cannot be told apart"));
        if (i > newRow && wordOf(value, "refname") == QLatin1String("new"))
            return unreadable(QT_TRANSLATE_NOOP("core", "it declares another variable called NEW"));
    }
    return base::Ok{};
}

Result<> TriggerFunction::readWords()
{
    const auto scanned = scanTokens(m_source);
    if (!scanned)
        return unreadable(QT_TRANSLATE_NOOP("core", "its words cannot be told apart"));
    const std::vector<SyntaxToken> &tokens = scanned.value();
    const auto at = [&](size_t i) { return i < tokens.size() ? tokens[i] : SyntaxToken{}; };
    qsizetype events = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (isWord(tokens[i], "return")) {
            m_returnLines.insert(tokens[i].line);
            if (!isName(at(i + 1), QStringLiteral("new")) || at(i + 2).text != QLatin1String(";"))
                m_otherReturnLines.insert(tokens[i].line);
        }
        if (isWord(at(i + 1), "alias") && isName(tokens[i], QStringLiteral("new")))
            return unreadable(QT_TRANSLATE_NOOP("core", "it declares another variable called NEW"));
        if (isWord(at(i + 1), "alias") && tokens[i].text.contains(QLatin1String("tg_"), Qt::CaseInsensitive))
            m_isEventKnown = false;
        if (isWord(tokens[i], "call"))
            m_isEventKnown = false; // a procedure may write into its arguments
    }
    for (qsizetype i = 0; i < m_variables.size(); ++i) {
        const QString name = wordOf(nodeOf(m_variables[i].toObject(), "PLpgSQL_var"), "refname");
        if (name != QLatin1String("tg_op") && name != QLatin1String("tg_when") && name != QLatin1String("tg_level"))
            continue;
        events += 1;
        if (m_written.contains(i))
            m_isEventKnown = false;
    }
    m_isEventKnown = m_isEventKnown && events == 3;
    return base::Ok{};
}

/// Every variable that any statement may write to, whatever the path.
void TriggerFunction::collectWritten(const QJsonValue &node)
{
    if (node.isArray()) {
        for (const QJsonValue &element : node.toArray())
            collectWritten(element);
        return;
    }
    const QJsonObject object = node.toObject();
    for (auto field = object.begin(); field != object.end(); ++field) {
        const QJsonObject inner = field.value().toObject();
        if (field.key() == QLatin1String("PLpgSQL_stmt_assign") || field.key() == QLatin1String("PLpgSQL_stmt_foreach_a"))
            m_written.insert(variableNumber(inner, "varno"));
        else if (field.key() == QLatin1String("PLpgSQL_diag_item"))
            m_written.insert(variableNumber(inner, "target"));
        else if (field.key() == QLatin1String("PLpgSQL_rec"))
            m_written.insert(variableNumber(inner, "dno"));
        else if (field.key() == QLatin1String("PLpgSQL_row"))
            for (const QJsonValue &part : listOf(inner, "fields"))
                m_written.insert(variableNumber(part.toObject(), "varno"));
        collectWritten(field.value());
    }
}

TriggerFunction::Written TriggerFunction::writes(qint64 variable, const QString &column) const
{
    const QJsonObject found = m_variables.at(variable).toObject();
    if (variable == newRow || found.isEmpty())
        return Written::WholeRow;
    const QJsonObject field = nodeOf(found, "PLpgSQL_recfield");
    if (field.isEmpty() || variableNumber(field, "recparentno") != newRow)
        return Written::Nothing;
    return wordOf(field, "fieldname") == column ? Written::Column : Written::Nothing;
}

bool TriggerFunction::assigns(const QString &column) const
{
    return std::any_of(m_written.begin(), m_written.end(), [&](qint64 variable) { return writes(variable, column) == Written::Column; });
}

qint64 TriggerFunction::mentionLine(const QString &column) const
{
    qint64 line = 1;
    for (const QString &text : m_source.split(QLatin1Char('\n'))) {
        if (text.contains(QStringLiteral("new.") + column, Qt::CaseInsensitive) || text.contains(QStringLiteral("new.\"") + column, Qt::CaseInsensitive))
            return line;
        ++line;
    }
    return 0;
}

} // namespace lakehouse::rules
