#include "kit/sql_highlighter.h"

#include "kit/sql_syntax.h"

#include "text/sql_lexer.h"

namespace lakehouse::views {

namespace {

using text::SqlLexeme;
using text::SqlPart;

class PlainSqlHighlighter : public SqlHighlighter {
public:
    void reset() override { m_state = {}; }

    std::vector<SqlToken> nextLine(const QString &line) override
    {
        std::vector<SqlToken> tokens;
        for (const SqlLexeme &lexeme : text::lexSqlLine(line, m_state))
            if (const ColorRole role = roleOf(lexeme, line); role != ColorRole::Text)
                appendSqlToken(tokens, {int(lexeme.range.start), int(lexeme.range.length), role});
        return tokens;
    }

private:
    static ColorRole roleOf(const SqlLexeme &lexeme, const QString &line)
    {
        switch (lexeme.part) {
        case SqlPart::String: return ColorRole::SqlString;
        case SqlPart::Number: return ColorRole::SqlNumber;
        case SqlPart::Comment: return ColorRole::SqlComment;
        case SqlPart::QuotedName:
        case SqlPart::Sign: return ColorRole::Text;
        case SqlPart::Word: break;
        }
        const QString word = line.mid(lexeme.range.start, lexeme.range.length).toLower();
        if (sqlWords().keywords.contains(word))
            return ColorRole::SqlKeyword;
        return sqlWords().functions.contains(word) && isCallAt(line, lexeme.range.end()) ? ColorRole::SqlFunction : ColorRole::Text;
    }

    text::SqlLexerState m_state;
};

} // namespace

std::unique_ptr<SqlHighlighter> createPlainSqlHighlighter()
{
    return std::make_unique<PlainSqlHighlighter>();
}

void appendSqlToken(std::vector<SqlToken> &tokens, const SqlToken &token)
{
    if (!tokens.empty() && tokens.back().role == token.role && tokens.back().start + tokens.back().length == token.start)
        tokens.back().length += token.length;
    else
        tokens.push_back(token);
}

} // namespace lakehouse::views
