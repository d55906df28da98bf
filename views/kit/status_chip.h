#pragma once

#include "kit/status.h"

#include <QWidget>

class QPainter;

namespace lakehouse::views {

/// A status as shape, word and colour; why it is so appears on hover and on focus. Read aloud as "word, reason".
class StatusChip : public QWidget {
    Q_OBJECT
public:
    explicit StatusChip(QWidget *parent = nullptr);

    using QWidget::show;
    /// An empty word stands for the word of the status. A chip with a reason can have the focus.
    void show(Status status, const QString &word = {}, const QString &why = {});
    Status status() const { return m_status; }
    QString word() const;
    QString why() const { return m_why; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void describe();

    Status m_status = Status::Unknown;
    QString m_word;
    QString m_why;
};

/// For cells of tables: a chip at the leading side of the rectangle, in the middle of its height; a word that does not fit is elided.
void paintStatusChip(QPainter *painter, const QRect &rectangle, Status status, const QString &word, Qt::LayoutDirection direction);
/// What a chip with this word needs.
QSize statusChipSize(const QString &word);

} // namespace lakehouse::views
