#pragma once

#include "base/error.h"
#include "base/run_context.h"
#include "kit/decision.h"

#include <QHash>
#include <QList>
#include <QPair>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <vector>

class QAction;

namespace lakehouse::views {

/// The one place where things are decided: a bar of verbs, the form of the opened one, its progress, its error, its receipt.
/// Confirms only what the person saw: an open form keeps what it showed when it was opened, and once the decision behind it moved
/// it says so and cannot be confirmed; its draft stays. Ctrl+Enter confirms, Esc closes and keeps the draft.
class DecisionPanel : public QWidget {
    Q_OBJECT
public:
    explicit DecisionPanel(QWidget *parent = nullptr);
    ~DecisionPanel() override;

    void setDecisions(std::vector<Decision> decisions);
    /// What the bar says beside its verbs, as "This will happen: 3 tables change mode."
    void setSummary(const QString &sentence);
    /// Opens the form of a decision; confirms an immediate one; shows why for a blocked one. Unknown ids and a busy panel: nothing.
    void open(const QString &decisionId);
    /// Of the open form; empty when none is.
    QString openId() const;
    /// A form or a receipt is on show instead of the bar.
    bool isOpen() const { return m_state != State::Bar; }
    /// Closes form, error or receipt; drafts stay.
    void close();
    QString draft(const QString &decisionId) const;
    /// Without draftChanged: this is how a saved one comes back.
    void setDraft(const QString &decisionId, const QString &text);
    /// As they are recorded. Those that were confirmed here are offered before them by themselves.
    void setEarlierReasons(const QStringList &reasons);
    /// While it is being done; may be called again and again. nullptr: no longer. Without steps the progress has no end in sight.
    void setBusy(const base::Progress *progress);
    /// Forgets the draft of what was confirmed, ends the busy state. The action is its owner's; it is the one way back.
    void showReceipt(const QString &title, const QList<QPair<QString, QString>> &lines, QAction *undo);
    /// Ends the busy state; form and text stay.
    void showError(const base::Error &error);

Q_SIGNALS:
    void openChanged();    ///< isOpen() is otherwise; comes before anything in the panel gets the focus, so that it may be moved
    void confirmed(const QString &decisionId, const QString &reason);
    void cancelled(const QString &decisionId);
    void draftChanged(const QString &decisionId, const QString &text);
    void stopRequested();
    void leaveRequested(); ///< it does not stop: the person goes on and lets it run

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Parts;
    enum class State { Bar, Form, Receipt };

    void connectParts();
    void enter(State state);
    void compare();
    void cancel();
    void confirm();
    void askOnSheet();
    void send(const QString &id, const QString &reason);
    void retry();
    const Decision *find(const QString &id) const;

    std::unique_ptr<Parts> m_parts;
    std::vector<Decision> m_decisions;
    QHash<QString, QString> m_drafts;
    State m_state = State::Bar;
    bool m_isBusy = false;
};

} // namespace lakehouse::views
