#pragma once

#include "base/secret.h"
#include "kit/form_sheet.h"
#include "pages/sources/sources_presenter.h"

namespace lakehouse::views {

/// Where a typed password is to be kept.
enum class PasswordKeeping { Nowhere, Keyring, Session };

/// What was typed and differs from `original`, to be kept until the form is opened again; empty where nothing does. Never what was typed as
/// the password, and nothing that looks as if it held one: what is typed freely into another field is kept only when it looks like nothing else, and of
/// the rest only the ids of its fields are. A bare word in user, name or schemas cannot be told from a password and is kept.
/// `leftOut`: fields whose text was left out before; those that still are as in `original` go on being named.
QString textOfDraft(const SourceDraft &draft, const SourceDraft &original, const QStringList &leftOut = {});
/// `original` with what was kept; what is not understood is left alone.
SourceDraft draftFromText(const QString &text, const SourceDraft &original);
/// Ids of the fields whose text was left out, in the order of the form.
QStringList leftOutOf(const QString &text);

/// "Add source…" and "Edit…": how a database is reached. The password leaves it only through password(), and is not shown again.
class SourceForm : public FormSheet {
    Q_OBJECT
public:
    enum class Mode { Add, Edit };

    /// `whyNoKeyring`: not empty when passwords cannot be kept in a keyring; the form says so.
    SourceForm(Mode mode, const SourceDraft &draft, const QString &whyNoKeyring, QWidget *anchor);

    /// Fills in what was begun before and says so, and of which fields it was not kept, with a way back to what the form was opened with.
    void takeUp(const SourceDraft &begun, const QStringList &leftOut);

    SourceDraft draft() const;
    PasswordKeeping keeping() const;
    bool hasPassword() const;
    base::Secret password() const; ///< a copy; the field keeps it until the form closes
    /// What is wrong is said below its field. False: there is something.
    bool check();
    void showTrial(const SourceTrial &trial);
    void showError(const base::Error &error);

private:
    void proposeVariable();
    void fill(const SourceDraft &draft);

    Mode m_mode;
    SourceDraft m_original; ///< what the form was opened with
    QString m_proposed; ///< the variable as proposed; one that the person changed is left alone
};

/// Lines of a try, in the order in which things were tried.
std::vector<Sentence> trialSentences(const SourceTrial &trial);

} // namespace lakehouse::views
