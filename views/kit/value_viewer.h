#pragma once

#include <QFrame>

class QLabel;
class QPlainTextEdit;

namespace lakehouse::views {

/// The whole value of a cell, below the rows. Esc goes back to them.
class ValueViewer : public QFrame {
    Q_OBJECT

public:
    explicit ValueViewer(QWidget *parent = nullptr);

    void showValue(const QString &column, const QString &row, const QString &value);

Q_SIGNALS:
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QLabel *m_title;
    QPlainTextEdit *m_text;
};

} // namespace lakehouse::views
