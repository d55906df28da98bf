#pragma once

#include "kit/decision.h"

#include <QWidget>

#include <vector>

class QBoxLayout;
class QPushButton;

namespace lakehouse::views {

class PlainLabel;
class SentenceList;
class WrappingRow;

/// The decision panel while nothing is open: what would happen in a sentence, the verbs, and for each that is blocked the reason.
/// The first verb that is not blocked is the main one.
class DecisionBar : public QWidget {
    Q_OBJECT
public:
    explicit DecisionBar(QWidget *parent = nullptr);

    void setSummary(const QString &sentence);
    void setDecisions(const std::vector<Decision> &decisions);
    /// Moves the focus to the reasons why something is blocked and has them read out.
    void tellWhy();
    /// Moves the focus to a verb, or to the first that can be chosen.
    void focusOn(const QString &decisionId);

Q_SIGNALS:
    void chosen(const QString &decisionId);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Place { Main, Beside };
    QPushButton *makeVerb(const QString &id);
    void showVerb(QPushButton &button, const Decision &decision, Place place);
    void putInOrder(const std::vector<QPushButton *> &gone);

    PlainLabel *m_summary = nullptr;
    QWidget *m_row = nullptr;
    SentenceList *m_why = nullptr;
    QBoxLayout *m_line = nullptr;
    WrappingRow *m_verbs = nullptr;
    std::vector<QPushButton *> m_buttons;
};

} // namespace lakehouse::views
