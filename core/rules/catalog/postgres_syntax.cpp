#include "rules/catalog/postgres_syntax.h"

#include "rules/catalog/syntax_node.h"

#include <pg_query.h>

#include <QJsonDocument>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

Error unreadable(const PgQueryError *error)
{
    return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "PostgreSQL's parser does not read this text."),
                 QT_TRANSLATE_NOOP("core", "Correct the text at the source."), {},
                 error && error->message ? QString::fromUtf8(error->message) : QString()};
}

Result<QJsonDocument> readTree(const char *json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromRawData(json, qsizetype(qstrlen(json))), &error);
    if (error.error == QJsonParseError::NoError)
        return document;
    return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "The parser's tree is nested too deeply to be read."),
                 QT_TRANSLATE_NOOP("core", "Split the text at the source."), {}, error.errorString()};
}

/// $body$ … $body$ around any text: a tag that does not occur in it.
QByteArray dollarQuoted(const QByteArray &text)
{
    QByteArray tag = "$body$";
    for (int number = 1; text.contains(tag); ++number)
        tag = "$body" + QByteArray::number(number) + '$';
    return tag + text + tag;
}

} // namespace

Result<QJsonObject> parseStatement(const QString &text, SyntaxMode mode)
{
    PgQueryParseResult parsed = pg_query_parse_opts(text.toUtf8().constData(), int(mode));
    const auto result = parsed.error ? Result<QJsonDocument>(unreadable(parsed.error)) : readTree(parsed.parse_tree);
    pg_query_free_parse_result(parsed);
    EKOS_TRY(const QJsonDocument document, result);
    const QJsonArray statements = listOf(document.object(), "stmts");
    if (statements.isEmpty())
        return unreadable(nullptr);
    return nodeOf(statements.first().toObject(), "stmt");
}

Result<QJsonObject> parseTriggerBody(const QString &body)
{
    const QByteArray statement = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS " + dollarQuoted(body.toUtf8());
    PgQueryPlpgsqlParseResult parsed = pg_query_parse_plpgsql(statement.constData());
    const auto result = parsed.error ? Result<QJsonDocument>(unreadable(parsed.error)) : readTree(parsed.plpgsql_funcs);
    pg_query_free_plpgsql_parse_result(parsed);
    EKOS_TRY(const QJsonDocument document, result);
    const QJsonArray functions = document.array();
    if (functions.size() != 1)
        return unreadable(nullptr);
    return nodeOf(functions.first().toObject(), "PLpgSQL_function");
}

Result<std::vector<SyntaxToken>> scanTokens(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    PgQueryScanTokensResult scanned = pg_query_scan_tokens(bytes.constData());
    if (scanned.error) {
        const Error error = unreadable(scanned.error);
        pg_query_free_scan_tokens_result(scanned);
        return error;
    }
    std::vector<SyntaxToken> tokens;
    qint64 line = 1;
    int position = 0;
    for (int i = 0; i < scanned.n_tokens; ++i) {
        const PgQueryScanToken &token = scanned.tokens[i];
        line += std::count(bytes.cbegin() + position, bytes.cbegin() + token.start, '\n');
        position = token.start;
        if (token.token != PG_QUERY_TOKEN_SQL_COMMENT && token.token != PG_QUERY_TOKEN_C_COMMENT)
            tokens.push_back({QString::fromUtf8(bytes.constData() + token.start, token.end - token.start), line});
    }
    pg_query_free_scan_tokens_result(scanned);
    return tokens;
}

} // namespace lakehouse::rules
