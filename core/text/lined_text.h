#pragma once

#include <QString>

#include <vector>

namespace lakehouse::text {

/// Stands in a text for a part that only the running program knows.
inline constexpr QChar placeholder = QChar(QChar::ObjectReplacementCharacter);

/// A text that was put together from parts of a file, with the line of the file that each part comes from.
class LinedText {
public:
    /// A placeholder, and the expression that stood there: "tableName"; empty when it is longer than a name.
    struct Hole {
        qsizetype at = 0;
        QString expression = {};
    };

    LinedText() = default;
    /// A whole file: each "\n" begins a new line.
    explicit LinedText(const QString &file);

    const QString &text() const { return m_text; }
    const std::vector<Hole> &holes() const { return m_holes; }
    bool isEmpty() const { return m_text.isEmpty(); }
    /// From 1. `offset` may be the end of the text.
    qint64 lineAt(qsizetype offset) const;

    /// Adds a part that stands on one line, whatever its characters are.
    void append(QStringView part, qint64 line);
    void append(const LinedText &other);
    void appendHole(const QString &expression, qint64 line);
    LinedText mid(qsizetype offset, qsizetype length) const;

private:
    struct Mark {
        qsizetype offset = 0;
        qint64 line = 1;
    };
    void mark(qint64 line);

    QString m_text;
    std::vector<Mark> m_marks; ///< where the line changes
    std::vector<Hole> m_holes;
};

} // namespace lakehouse::text
