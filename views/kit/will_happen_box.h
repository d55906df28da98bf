#pragma once

#include <QWidget>

namespace lakehouse::views {

class SentenceList;

/// "This will happen": the consequences of a decision in whole sentences, before it is taken. Hidden when there are none.
class WillHappenBox : public QWidget {
    Q_OBJECT
public:
    enum class Weight { Usual, Dangerous };
    explicit WillHappenBox(QWidget *parent = nullptr, Weight weight = Weight::Usual);

    void setSentences(const QStringList &sentences);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    SentenceList *m_lines = nullptr;
    Weight m_weight;
};

} // namespace lakehouse::views
