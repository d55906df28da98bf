#pragma once

#include "kit/evidence_view.h"

#include <QWidget>

namespace lakehouse::views {

class QuotedCode;

/// One fact of the evidence: what was observed, where, when and how sure, with the code that shows it.
class EvidenceCard : public QWidget {
    Q_OBJECT
public:
    explicit EvidenceCard(const EvidenceItem &item, QWidget *parent = nullptr);

    QString text() const;

Q_SIGNALS:
    void linkActivated(const QString &link);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void copy();
    QWidget *makeHead();
    void addFoot();

    EvidenceItem m_item;
    QuotedCode *m_code = nullptr;
};

} // namespace lakehouse::views
