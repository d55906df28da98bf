#pragma once

#include "kit/icons.h"

#include <QWidget>

class QAction;
class QLabel;
class QVBoxLayout;

namespace lakehouse::views {

/// What stands where there is nothing yet: what will be here, why it is empty, and one button.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    /// The action stays the caller's; without one there is no button.
    EmptyState(IconName icon, const QString &what, const QString &why, QAction *action = nullptr, QWidget *parent = nullptr);

    void setWords(const QString &what, const QString &why);

private:
    void dress();

    IconName m_icon;
    QLabel *m_picture;
    QLabel *m_what;
    QLabel *m_why;
};

} // namespace lakehouse::views
