#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lakehouse::views {

/// "37 of 412 · 3 selected · hidden by filter: 375 — Clear", and what the table is busy with.
class TableFooter : public QWidget {
    Q_OBJECT

public:
    explicit TableFooter(QWidget *parent = nullptr);

    void showCounts(qsizetype shown, qsizetype all, int selected);
    /// Empty: nothing is going on.
    void showWork(const QString &text);
    /// The same with a button that stops it.
    void showStoppableWork(const QString &text);

Q_SIGNALS:
    void clearAsked();
    void stopAsked();

private:
    QLabel *m_counts;
    QPushButton *m_clear;
    QLabel *m_work;
    QPushButton *m_stop;
};

} // namespace lakehouse::views
