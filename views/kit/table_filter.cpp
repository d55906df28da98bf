#include "kit/table_filter.h"

#include "text/fold.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

/// One word as typed: quotes taken away, with the place of the first colon outside of them.
struct Token {
    QString text;
    qsizetype colon = -1;
};

std::vector<Token> tokensOf(const QString &text)
{
    std::vector<Token> tokens;
    Token token;
    bool isQuoted = false;
    for (const QChar sign : text) {
        if (sign == QLatin1Char('"')) {
            isQuoted = !isQuoted;
        } else if (sign.isSpace() && !isQuoted) {
            if (!token.text.isEmpty())
                tokens.push_back(std::move(token));
            token = {};
        } else {
            if (sign == QLatin1Char(':') && !isQuoted && token.colon < 0)
                token.colon = token.text.size();
            token.text += sign;
        }
    }
    if (!token.text.isEmpty())
        tokens.push_back(std::move(token));
    return tokens;
}

QString nameKey(const QString &name)
{
    QString key = text::folded(name);
    key.removeIf([](QChar sign) { return sign == QLatin1Char(' ') || sign == QLatin1Char('-') || sign == QLatin1Char('_'); });
    return key;
}

int columnNamed(const QString &name, const std::vector<TableColumn> &columns)
{
    const QString key = nameKey(name);
    if (key.isEmpty())
        return -1;
    const auto isNamed = [&key](const TableColumn &column) { return nameKey(column.id) == key || nameKey(column.title) == key; };
    const auto column = std::find_if(columns.begin(), columns.end(), isNamed);
    return column == columns.end() ? -1 : int(column - columns.begin());
}

} // namespace

TableFilter TableFilter::parse(const QString &text, const std::vector<TableColumn> &columns)
{
    TableFilter filter;
    for (const Token &token : tokensOf(text)) {
        Word word;
        QString value = token.text;
        if (token.colon > 0) {
            word.column = columnNamed(token.text.left(token.colon), columns);
            if (word.column >= 0)
                value = token.text.mid(token.colon + 1);
        }
        word.folded = text::folded(value).toUtf8();
        // "mode:" on the way to "mode:full" hides nothing yet.
        if (!word.folded.isEmpty())
            filter.m_words.push_back(std::move(word));
    }
    return filter;
}

bool TableFilter::isNarrowerThan(const TableFilter &other) const
{
    return std::all_of(other.m_words.begin(), other.m_words.end(), [this](const Word &wide) {
        return std::any_of(m_words.begin(), m_words.end(), [&wide](const Word &narrow) {
            return wide.column == narrow.column && narrow.folded.contains(wide.folded);
        });
    });
}

} // namespace lakehouse::views
