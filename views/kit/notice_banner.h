#pragma once

#include "kit/button_kind.h"
#include "kit/status.h"

#include <QFrame>

#include <optional>

class QAction;
class QHBoxLayout;
class QLabel;

namespace lakehouse::views {

/// A sentence that belongs to what is below it, with what can be done about it: "7 items changed since 12 Nov", a guard that stopped a load.
/// It shows itself with a notice: its parent is given before.
class NoticeBanner : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBanner(QWidget *parent = nullptr);

    /// In the colours and with the shape of the status; its word is read aloud before the text. Shows the banner.
    void setNotice(Status status, const QString &text);
    /// In the colours of information. Shows the banner.
    void setInformation(const QString &text);
    QString text() const;
    /// The action stays the caller's.
    void addButton(QAction *action, ButtonKind kind = ButtonKind::Normal);
    /// What is offered from now on, from left to right. A button that is offered already stays as it is, with the keyboard focus that it may have.
    /// The actions stay the caller's.
    void setButtons(const QList<QAction *> &actions);
    void clearButtons();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int placeOf(const QAction *action) const;
    void setWords(std::optional<Status> status, const QString &text);
    void dress();

    std::optional<Status> m_status;
    QLabel *m_icon;
    QLabel *m_text;
    QHBoxLayout *m_buttons;
};

} // namespace lakehouse::views
