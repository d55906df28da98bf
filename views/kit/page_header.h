#pragma once

#include "kit/button_kind.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;

namespace lakehouse::views {

/// The title of a page, the question that it answers, and its actions at the far side.
class PageHeader : public QWidget {
    Q_OBJECT
public:
    PageHeader(const QString &title, const QString &question, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setQuestion(const QString &question);
    /// Buttons stand in the order they are added. The action stays the caller's.
    void addButton(QAction *action, ButtonKind kind = ButtonKind::Normal);
    /// A control of the caller's between the buttons, such as a chip; owned by the header from then on.
    void addControl(QWidget *control);

private:
    void dress();

    QLabel *m_title;
    QLabel *m_question;
    QHBoxLayout *m_actions;
};

} // namespace lakehouse::views
