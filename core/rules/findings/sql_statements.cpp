#include "rules/findings/sql_statements.h"

#include "rules/catalog/postgres_syntax.h"

namespace lakehouse::rules {

namespace {

constexpr qsizetype keptWords = 4;

bool copiesFromHere(const QString &line)
{
    const QString words = line.simplified().toUpper();
    return words.startsWith(QLatin1String("COPY ")) && words.contains(QLatin1String("FROM STDIN")) && words.endsWith(QLatin1Char(';'));
}

/// The lines of the file that are SQL; the others are empty, so that lines keep their numbers.
QString withoutPsql(const QString &file)
{
    QStringList lines = file.split(QLatin1Char('\n'));
    bool isData = false;
    for (QString &line : lines) {
        const bool isEnd = isData && line.trimmed() == QLatin1String("\\.");
        const bool beginsData = !isData && copiesFromHere(line);
        if (isData || line.startsWith(QLatin1Char('\\')))
            line.clear();
        isData = (isData && !isEnd) || beginsData;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

std::vector<SqlStatement> splitStatements(const QString &file)
{
    const auto tokens = scanTokens(withoutPsql(file));
    if (!tokens)
        return {};
    std::vector<SqlStatement> statements;
    SqlStatement statement;
    qint64 line = 1;
    for (const SyntaxToken &token : tokens.value()) {
        if (token.text == QLatin1String(";")) {
            if (!statement.text.isEmpty())
                statements.push_back(std::move(statement));
            statement = {};
            continue;
        }
        if (statement.text.isEmpty())
            statement.line = token.line;
        else
            statement.text += token.line == line ? QLatin1Char(' ') : QLatin1Char('\n'); // texts in quotes are joined over a line end only
        if (statement.firstWords.size() < keptWords)
            statement.firstWords.append(token.text.toUpper());
        statement.text += token.text;
        line = token.line;
    }
    if (!statement.text.isEmpty())
        statements.push_back(std::move(statement));
    return statements;
}

} // namespace lakehouse::rules
