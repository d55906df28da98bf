#pragma once

#include <QByteArray>

#include <vector>

namespace lakehouse::adapters {

/// Replacements in a TOML text that are collected first and made at once. What is not replaced stays byte for byte; comments inside of what is
/// replaced or removed are kept as lines of their own.
class TextEdits {
public:
    explicit TextEdits(const QByteArray &text) : m_text(text) {}

    const QByteArray &text() const { return m_text; }
    /// What ends a line of this text.
    QByteArray lineEnd() const;
    qsizetype lineBegin(qsizetype position) const;
    /// The white space at the beginning of the line.
    QByteArray indentation(qsizetype position) const;
    /// Where the first word of the line stands.
    qsizetype statementBegin(qsizetype position) const;
    /// Whether nothing but white space follows on the line.
    bool isLastOnLine(qsizetype position) const;

    void insert(qsizetype position, const QByteArray &text) { m_edits.push_back({position, position, text}); }
    void replace(qsizetype begin, qsizetype end, const QByteArray &text);
    /// `begin` to `end`, and the whole line when nothing else stands on it.
    void remove(qsizetype begin, qsizetype end);
    /// The blank lines that follow the line of `position`.
    void removeBlankLinesAfter(qsizetype position);
    /// What is inserted belongs to the table above, or begins one: at the same place the table above comes first.
    enum class Lines { OfTheTableAbove, OfATableOfTheirOwn };
    /// Whole lines below the line of `position`, without the last one's end.
    void insertLinesBelow(qsizetype position, const QByteArray &lines, Lines whose = Lines::OfTheTableAbove);
    QByteArray result() const;

private:
    struct Edit {
        qsizetype begin;
        qsizetype end;
        QByteArray text;
        Lines whose = Lines::OfTheTableAbove;
    };
    qsizetype nextLine(qsizetype position) const;
    /// The comments between two positions as lines, each indented as the line of `begin`.
    QByteArray commentLines(qsizetype begin, qsizetype end) const;

    const QByteArray &m_text;
    std::vector<Edit> m_edits;
};

} // namespace lakehouse::adapters
