#pragma once

#include "base/result.h"

#include <QJsonObject>

#include <vector>

namespace lakehouse::rules {

/// PostgreSQL's own parser. Each call is independent and may be made from any thread. A text that it refuses is an InvalidInput error
/// with the parser's words in `detail`.

/// How PL/pgSQL meant a text: the numbers are the parser's.
enum class SyntaxMode { Statement = 0, Expression = 2, AssignVariable = 3, AssignField = 4, AssignNestedField = 5 };

/// The first statement of a text, as the parser's tree: {"SelectStmt": {…}}.
base::Result<QJsonObject> parseStatement(const QString &text, SyntaxMode mode);

/// A PL/pgSQL trigger function by its body; lines count from 1 at the body's first character, as PostgreSQL counts them.
/// The tree leaves out every number that is 0 and every empty list, and it does not say what a RETURN returns.
base::Result<QJsonObject> parseTriggerBody(const QString &body);

/// A word or sign outside comments. Texts in quotes are one token.
struct SyntaxToken {
    QString text = {};
    qint64 line = 1;
};
base::Result<std::vector<SyntaxToken>> scanTokens(const QString &text);

} // namespace lakehouse::rules
