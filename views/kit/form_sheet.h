#pragma once

#include "base/secret.h"
#include "kit/sentence_list.h"
#include "kit/sheet.h"

#include <vector>

class QPushButton;

namespace lakehouse::views {

class PlainLabel;

/// One thing a form asks for.
struct FormField {
    enum class Kind { Text, Secret, Choice };
    QString id = {};
    QString label = {};
    QString help = {};                   ///< a sentence below the field
    Kind kind = Kind::Text;
    bool isRequired = false;
    QString value = {};                  ///< of a choice: the id of the option
    QString placeholder = {};            ///< an example: "db.example.com:5432/pagila"
    std::vector<std::pair<QString, QString>> options = {}; ///< of a choice: id and words
};

/// A form on a sheet: labelled fields, each with a line of help and its own error. Ctrl+Enter submits, Esc closes.
/// It stays open after `submitted`: the owner calls accept(), setError() or setBusy().
class FormSheet : public Sheet {
    Q_OBJECT
public:
    explicit FormSheet(QWidget *anchor);

    /// A sentence below the title.
    void setExplanation(const QString &sentence);
    void setFields(const std::vector<FormField> &fields);
    /// As it stands beside the field; empty for a field that there is none of.
    QString label(const QString &id) const;
    /// Without spaces around it; empty for a secret.
    QString value(const QString &id) const;
    /// Takes the secret out of its field, which is empty then.
    base::Secret takeSecret(const QString &id);
    /// The same, and the field keeps it: for a try before it is saved.
    base::Secret copySecret(const QString &id) const;
    bool hasSecret(const QString &id) const;
    void setValue(const QString &id, const QString &value);
    /// Fields that do not matter now are hidden, keep their value and are not required.
    void setFieldVisible(const QString &id, bool isVisible);
    /// Below the field, read out, and the focus goes to the first field with one. Goes away when the field is edited.
    void setError(const QString &id, const QString &sentence);
    void setSubmitVerb(const QString &verb);
    /// Not empty: it cannot be submitted, and this sentence says why.
    void setSubmitBlocked(const QString &why);
    enum class Needs { WholeForm, Nothing };
    /// A second button, as "Test"; its id comes with extraRequested. Unless it needs nothing, only when the form could be submitted.
    void addExtra(const QString &id, const QString &verb, Needs needs = Needs::WholeForm);
    /// What came of it, above the buttons: lines with their signs.
    void setResult(std::vector<Sentence> lines);
    /// Not empty: fields and buttons wait, Stop is offered, and this sentence says for what.
    void setBusy(const QString &sentence);
    /// Closes it: what was submitted was taken.
    void accept() { finish(); }

Q_SIGNALS:
    void submitted(); ///< every required field has a value and none has an error
    void extraRequested(const QString &id);
    void valueChanged(const QString &id, const QString &value);
    void stopRequested();

protected:
    void submit() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row {
        FormField field;
        QWidget *box = nullptr;
        QWidget *input = nullptr;
        PlainLabel *error = nullptr;
        bool isVisible = true;
    };

    void addField(const FormField &field);
    QWidget *makeInput(const FormField &field, QWidget *box);
    QWidget *makeSecret(const FormField &field, QWidget *box);
    QWidget *makeChoice(const FormField &field, QWidget *box);
    void orderStops();
    void edited(const QString &id);
    void updateButtons();
    QString typed(const Row &row) const;
    QString typedSecret(const QString &id) const;
    Row *find(const QString &id);
    const Row *find(const QString &id) const;
    bool complain(); ///< true when something is missing or wrong; says so at each field

    std::vector<Row> m_fields;
    QVBoxLayout *m_form = nullptr;
    PlainLabel *m_explanation = nullptr;
    SentenceList *m_result = nullptr;
    PlainLabel *m_status = nullptr;
    QPushButton *m_submit = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_stop = nullptr;
    std::vector<QPushButton *> m_extras;
    QString m_blockedWhy;
    QString m_busy;
};

} // namespace lakehouse::views
