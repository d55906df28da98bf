#pragma once

#include <QPlainTextEdit>

namespace lakehouse::views {

/// A few lines of code as the source stores them, numbered, the quoted one marked by a bar and a colour. Read only, copied without numbers.
class QuotedCode : public QPlainTextEdit {
    Q_OBJECT
public:
    /// Lines count from firstLine; line 0: none is marked.
    QuotedCode(const QString &code, int line, int firstLine, QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    class Numbers;
    void dress();
    void paintNumbers(QPaintEvent *event);
    int numbersWidth() const;
    int shownLines() const;
    bool isMarked(int block) const { return m_line > 0 && m_firstLine + block == m_line; }

    Numbers *m_numbers = nullptr;
    int m_line = 0;
    int m_firstLine = 1;
};

} // namespace lakehouse::views
