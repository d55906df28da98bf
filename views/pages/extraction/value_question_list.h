#pragma once

#include "pages/extraction/value_questions.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace lakehouse::views {

/// What people decide about values and rows of a table, a card each: what it is about, how it stands, and a button for each thing that may be decided.
/// Shows the first cards only when there are many; a button shows the rest.
class ValueQuestionList : public QWidget {
    Q_OBJECT
public:
    explicit ValueQuestionList(QWidget *parent = nullptr);

    /// Hides itself when there are none.
    void setQuestions(std::vector<ValueQuestion> questions);
    /// Why nothing can be decided now; empty: it can.
    void setBlocked(const QString &why);
    /// The first button that can be pressed, else the first sentence; nothing when there are no questions.
    QWidget *first() const;
    /// The one for what may be decided about the column; nothing when that is not offered.
    QWidget *button(const std::optional<QString> &column, model::PlanEdit edit) const;

Q_SIGNALS:
    /// One of the offers of the question with this column was chosen, or Undo.
    void chosen(const std::optional<QString> &column, lakehouse::model::PlanEdit edit);

private:
    void rebuild();
    void addCard(const ValueQuestion &question);
    void addButton(const ValueQuestion &question, model::PlanEdit edit, QLayout *row, QWidget *parent);
    void enableButtons();

    std::vector<ValueQuestion> m_questions;
    QString m_whyBlocked;
    bool m_isWhole = false;
    QVBoxLayout *m_rows = nullptr;
    QWidget *m_firstText = nullptr;
    struct Button {
        QPushButton *button;
        std::optional<QString> column;
        model::PlanEdit edit;
    };
    std::vector<Button> m_buttons;
};

} // namespace lakehouse::views
