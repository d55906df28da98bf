#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace lakehouse::views {

/// Waiting, in three stages: nothing for 200 ms, then rows without words, after 3 s what is being read, with Stop.
class LoadingState : public QWidget {
    Q_OBJECT
public:
    enum class Stage { Idle, Blank, Skeleton, Words };

    explicit LoadingState(QWidget *parent = nullptr);

    /// "Reading 412 tables from pagila…" Begins anew, or only takes the words when it is already under way.
    void start(const QString &what);
    void finish();
    Stage stage() const { return m_stage; }
    QString what() const { return m_what; }

Q_SIGNALS:
    void stageChanged();
    void stopRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void enter(Stage stage);
    void dress();

    Stage m_stage = Stage::Idle;
    QString m_what;
    QTimer m_next;
    QLabel *m_words;
    QPushButton *m_stop;
};

} // namespace lakehouse::views
