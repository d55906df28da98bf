#pragma once

#include "rules/writes/written_statement.h"
#include "text/sql_tokens.h"

#include <initializer_list>
#include <optional>

namespace lakehouse::rules {

/// The tokens of a SQL text, and the parts that statements have in common. Positions are places of tokens; every position may be asked for.
class SqlCursor {
public:
    using Words = std::initializer_list<QLatin1String>;
    /// A name in a table list. `name` is empty when it is only known while the program runs.
    struct Table {
        std::vector<WrittenName> name = {};
        QString alias = {};
        int end = 0;
    };
    struct Assignments {
        std::vector<SetColumn> columns = {};
        std::vector<QString> prefixes = {};  ///< of each column: "o" of o.status
        bool isOpen = false;
        int end = 0;
    };

    explicit SqlCursor(const text::LinedText &sql);

    int count() const { return int(m_tokens.size()); }
    const text::LinedText &sql() const { return m_sql; }
    const text::SqlToken &at(int i) const;
    qint64 lineOf(int i) const { return m_sql.lineAt(at(i).at); }
    bool isWord(int i, Words words) const;
    bool isSign(int i, QChar sign) const { return at(i).isSign(sign); }
    bool isHole(int i) const { return at(i).kind == text::SqlToken::Kind::Hole; }
    bool isEnd(int i) const { return i >= count() || isSign(i, u';'); }
    int skipWords(int i, Words words) const;
    /// Behind the parenthesis that closes the one at `i`; `i` when there is none.
    int behindGroup(int i) const;
    /// The first of the words from `i` on in the same statement, outside of parentheses; −1 when there is none.
    int find(int i, Words words) const;

    /// From `i` to the statement's end, with the number 0 where the program puts something in.
    QString statementAt(int i) const;

    /// A name with its schema. Nothing when no name stands there.
    std::optional<Table> name(int i) const;
    /// The same with an alias behind it.
    std::optional<Table> table(int i) const;
    /// All tables from `i` on up to one of `ends` or the end of the statement.
    std::vector<Table> tables(int i, Words ends) const;
    /// a = 1, (b, c) = (…): nothing when no assignment stands there.
    std::optional<Assignments> assignments(int i) const;
    /// (a, b, c) as columns without values.
    std::vector<SetColumn> columnList(int i) const;

private:
    bool isName(int i) const;
    bool touches(int i) const { return at(i).end == at(i + 1).at && i + 1 < count(); }
    int target(int i, Assignments &into) const;
    int value(int i, QString &written, bool &isOpen) const;

    text::LinedText m_sql;
    std::vector<text::SqlToken> m_tokens;
    std::vector<int> m_behindGroup;
};

} // namespace lakehouse::rules
