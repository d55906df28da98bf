#pragma once

#include "kit/sql_colours.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <optional>

namespace lakehouse::views {

/// The text of a CodeView: a read-only editor with line numbers, colours and marked lines. Copies what the text holds, also where control
/// characters are shown by signs.
class CodeEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEdit(QWidget *parent = nullptr);

    /// The first lines are there at once, those of a long text come piece by piece.
    void setCode(const QString &text);
    const QString &code() const { return m_code; }
    /// Of the whole text, at least one.
    int lineCount() const;
    /// Counts from 0: the one that has the cursor, or gets it once it is there.
    int currentLine() const;
    /// Selects a part of the whole text and brings it into view, as soon as it is there; with a scroll position that goes before.
    void select(int position, int length, std::optional<int> scroll = {});
    /// The same with the beginning of a line, which counts from 0.
    void showLine(int line, std::optional<int> scroll = {});
    /// Lines count from 0, both included.
    void setMarkedLines(std::vector<std::pair<int, int>> ranges);
    void setNeedle(const QString &needle);
    /// Where the needle stands, in the whole text.
    const std::vector<int> &matches() const { return m_matches; }
    int numbersWidth() const;
    void paintNumbers(QPaintEvent *event);
    /// Selects whole lines between two heights of the view.
    void selectLines(int fromY, int toY);

protected:
    void resizeEvent(QResizeEvent *event) override;
    QMimeData *createMimeDataFromSelection() const override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    struct Wanted {
        int position = 0;
        int length = 0;
        std::optional<int> scroll = {};
    };

    void dress();
    void work();
    bool fill();
    bool colour();
    void goTo(const Wanted &wanted);
    void applyColours(int line);
    void showMarks();
    bool isMarked(int line) const;

    QString m_code;
    text::TextLines m_lines;
    qsizetype m_filled = 0;         ///< lines that are in the document
    std::optional<Wanted> m_wanted; ///< not in the document yet
    QWidget *m_numbers;
    std::unique_ptr<SqlColours> m_colours;
    std::vector<char> m_isColoured;
    QTimer m_timer;
    std::vector<std::pair<int, int>> m_marked;
    QString m_needle;
    std::vector<int> m_matches;
};

} // namespace lakehouse::views
