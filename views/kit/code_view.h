#pragma once

#include <QWidget>

#include <memory>
#include <vector>

namespace lakehouse::views {

/// SQL and PL/pgSQL to read: line numbers, colours, highlighted lines, find (Ctrl+F, F3, Shift+F3), copy. Never editable.
class CodeView : public QWidget {
    Q_OBJECT

public:
    /// Lines count from 1, both included.
    struct LineRange {
        int first = 1;
        int last = 1;
        friend bool operator==(const LineRange &, const LineRange &) = default;
    };

    explicit CodeView(QWidget *parent = nullptr);
    ~CodeView() override;

    /// Replaces the text; highlighted lines are forgotten. The same text again changes nothing. A long text is filled in while the program stays free.
    void setText(const QString &text);
    QString text() const;
    /// What the text is: read by screen readers, and the head of the view unless empty.
    void setTitle(const QString &title);
    /// Lines outside the text are left out.
    void setHighlightedLines(const std::vector<LineRange> &ranges);
    /// Brings a line into view and makes it the current one.
    void showLine(int line);
    int currentLine() const;
    /// Opens the search field, filled with what is selected.
    void openFind();
    QByteArray saveState() const; ///< current line and scroll
    void restoreState(const QByteArray &state);

Q_SIGNALS:
    void currentLineChanged(int line);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lakehouse::views
