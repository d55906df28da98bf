#pragma once

#include <QString>

#include <vector>

namespace lakehouse::text {

/// The text with "\n" where its lines end in "\r\n" or "\r".
QString withPlainLineEnds(const QString &text);

/// A text and where its lines begin. Lines end with "\n"; a carriage return before it belongs to the line.
/// Copies share the text. What line() returns lives as long as any copy of this object.
class TextLines {
public:
    TextLines() = default;
    explicit TextLines(QString text);

    const QString &text() const { return m_text; }
    qsizetype count() const { return qsizetype(m_starts.size()); }
    /// Without its line end. `index` is below count().
    QStringView line(qsizetype index) const;
    /// False when the last line is not ended. True for an empty text, which has no lines.
    bool hasFinalNewline() const;

private:
    QString m_text;
    std::vector<qsizetype> m_starts;
};

} // namespace lakehouse::text
