#pragma once

#include "kit/sql_colours.h"

#include <QPlainTextEdit>
#include <QTimer>

namespace lakehouse::views {

/// The text of a CodeView: a read-only editor with line numbers, colours and marked lines. Copies what the text holds, also where control
/// characters are shown by signs.
class CodeEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEdit(QWidget *parent = nullptr);

    void setCode(const QString &text);
    const QString &code() const { return m_code; }
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
    void dress();
    void colour();
    void applyColours(int line);
    void showMarks();
    bool isMarked(int line) const;

    QString m_code;
    QWidget *m_numbers;
    std::unique_ptr<SqlColours> m_colours;
    std::vector<char> m_isColoured;
    QTimer m_timer;
    std::vector<std::pair<int, int>> m_marked;
    QString m_needle;
    std::vector<int> m_matches;
};

} // namespace lakehouse::views
