#pragma once

#include "kit/sql_highlighter.h"

#include "text/text_lines.h"

#include <chrono>

namespace lakehouse::views {

/// The colours of one text, made only as far as somebody looked: a line needs all lines before it.
class SqlColours {
public:
    explicit SqlColours(text::TextLines lines);

    /// Nothing while the line is not coloured yet; isBehind() is true then.
    const std::vector<SqlToken> &tokens(qsizetype line);
    /// Something was asked for that is not there.
    bool isBehind() const { return m_wanted > qsizetype(m_tokens.size()); }
    /// Works for about `budget`. True when it is no longer behind.
    bool step(std::chrono::microseconds budget);

private:
    text::TextLines m_lines;
    std::unique_ptr<SqlHighlighter> m_highlighter;
    std::vector<std::vector<SqlToken>> m_tokens;
    qsizetype m_wanted = 0;
};

} // namespace lakehouse::views
