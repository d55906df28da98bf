#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace lakehouse::views {

/// A field to find text in what is above it, with a count, next, previous and close. Hidden until opened; Esc closes it.
class FindBar : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);

    /// Shows the bar and selects its text; `text` replaces it unless empty.
    void open(const QString &text);
    void close();
    QString needle() const;
    /// "3 of 17"; position 0: none is the current one. Not complete: more may come.
    void setCount(qsizetype position, qsizetype count, bool isComplete);

Q_SIGNALS:
    void needleChanged(const QString &needle);
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QLineEdit *m_field;
    QLabel *m_count;
};

} // namespace lakehouse::views
