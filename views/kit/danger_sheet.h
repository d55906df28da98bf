#pragma once

#include "kit/sheet.h"

#include <QStringList>

class QLineEdit;
class QPushButton;

namespace lakehouse::views {

class PlainLabel;
class ReasonField;

/// What a dangerous step would do, and what the person has to give before.
struct DangerQuestion {
    QString title = {};          ///< "Reload bronze.rental"
    QStringList willHappen = {}; ///< whole sentences, with numbers: "Empties bronze.rental, 16 044 rows."
    QString confirmVerb = {};    ///< "Empty and reload"
    QString typeToConfirm = {};  ///< the name to type; empty: none
    bool asksReason = false;
    int minimumReason = 10;      ///< characters, when a reason is asked
    QStringList earlierReasons = {};
    QString draft = {};          ///< a reason that was begun before
};

/// Asks before something that cannot be taken back. The focus is on Cancel, Enter there cancels.
class DangerSheet : public Sheet {
    Q_OBJECT
public:
    DangerSheet(const DangerQuestion &question, QWidget *anchor);

    /// Shows it with the focus on Cancel.
    void open();
    QString reason() const; ///< without spaces around it; empty when none is asked

Q_SIGNALS:
    void confirmed(const QString &reason);
    void draftChanged(const QString &text); ///< of the reason, at every change

protected:
    void submit() override;

private:
    void addReason(const DangerQuestion &question);
    void addTypedName();
    QString missing() const;
    void tellWhatIsMissing();

    QString m_name;
    QLineEdit *m_typed = nullptr;
    ReasonField *m_reason = nullptr;
    PlainLabel *m_missing = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_confirm = nullptr;
};

} // namespace lakehouse::views
