#pragma once

#include <QList>
#include <QPair>
#include <QPointer>
#include <QWidget>

class QAction;
class QPushButton;

namespace lakehouse::views {

class KeyValueList;
class PlainLabel;

/// What a person holds in hand after a decision: number, digest, time, link, and the one way back.
class ReceiptCard : public QWidget {
    Q_OBJECT
public:
    explicit ReceiptCard(QWidget *parent = nullptr);

    /// The action stays its owner's; nullptr: there is no way back. A disabled one shows its tooltip as the reason.
    void setReceipt(const QString &title, const QList<QPair<QString, QString>> &lines, QAction *undo);
    QString text() const; ///< as it is copied

Q_SIGNALS:
    void closed();

private:
    void followUndo();

    PlainLabel *m_title = nullptr;
    KeyValueList *m_lines = nullptr;
    QPushButton *m_undo = nullptr;
    PlainLabel *m_undoWhy = nullptr;
    QPointer<QAction> m_action;
};

} // namespace lakehouse::views
