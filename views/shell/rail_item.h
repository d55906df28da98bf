#pragma once

#include "kit/status.h"
#include "shell/page_list.h"

#include <QAbstractButton>

namespace lakehouse::views {

/// One entry of the step rail: number or icon, how it stands, name, and how many things there need this person.
class RailItem : public QAbstractButton {
    Q_OBJECT

public:
    RailItem(const PageEntry &entry, int steps, QWidget *parent);

    const QString &pageId() const { return m_entry.id; }
    Status status() const { return m_status; }
    int attention() const { return m_attention; }
    /// `why` explains the status; it stands in the tooltip and is read aloud.
    void setFacts(Status status, const QString &why, int attention);
    /// Icons only.
    void setCompact(bool isCompact);
    bool isCompact() const { return m_isCompact; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    void describe();
    void paintBackground(QPainter &painter) const;
    void paintFull(QPainter &painter) const;
    void paintCompact(QPainter &painter) const;
    QString countWord() const;

    PageEntry m_entry;
    int m_steps;
    Status m_status = Status::Unknown;
    QString m_why;
    int m_attention = 0;
    bool m_isCompact = false;
};

} // namespace lakehouse::views
