#pragma once

#include "kit/decision.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace lakehouse::views {

/// The decision panel while one decision is open: what will happen, the reason, the button that confirms. It keeps what it showed
/// when it was opened: a decision that moved meanwhile can no longer be confirmed here.
class DecisionForm : public QWidget {
    Q_OBJECT
public:
    explicit DecisionForm(QWidget *parent = nullptr);
    ~DecisionForm() override;

    void open(const Decision &decision, const QString &draft);
    const Decision &decision() const;
    void compare(const std::vector<Decision> &now);
    bool isMoved() const;
    QString reason() const;
    void setReason(const QString &text);
    void setEarlierReasons(const QStringList &reasons);
    void setBusy(bool isBusy);
    /// Why it cannot be confirmed now, as a sentence; empty when it can.
    QString whyNot() const;
    /// Has whyNot() read out and moves the focus to where it can be helped.
    void tellWhyNot();
    void focusFirst();

Q_SIGNALS:
    void confirmRequested();
    void closeRequested();
    void reasonEdited(const QString &text);
    /// The person goes on from what moved to this decision.
    void movedOn(const QString &decisionId);

private:
    struct Parts;
    void arrange();
    void follow();
    void tellWhatMoved(const std::vector<Decision> &now);

    std::unique_ptr<Parts> m_parts;
};

} // namespace lakehouse::views
