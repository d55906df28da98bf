#pragma once

#include "pages/sources/sources_presenter.h"

#include <QPointer>
#include <QWidget>

namespace lakehouse::views {

class SourceForm;

/// The sheets over the sources page: add, edit, set and forget a password, remove. About the selected source where there is one.
class SourceDialogs : public QObject {
    Q_OBJECT
public:
    /// Host and presenter live longer; the sheets open over `page`.
    SourceDialogs(PageHost &host, SourcesPresenter &presenter, QWidget *page);

    /// In the open form; false when none is open.
    bool showError(const base::Error &error);

    void add();
    void edit();
    void setPassword();
    void forgetPassword();
    void remove();

Q_SIGNALS:
    void failed(const base::Error &error); ///< of the keyring

private:
    void openForm(const SourceDraft &draft, bool isNew);
    /// What is typed now, with what a form that edits does not ask for.
    SourceDraft typed() const;
    void keepDraft();
    void testTyped();
    void saveTyped();
    void keepPassword();

    PageHost &m_host;
    SourcesPresenter &m_presenter;
    QWidget *m_page;
    QPointer<SourceForm> m_form;
    QString m_draftKey;     ///< under which what is typed into the form is kept
    QString m_sentKey;      ///< the same, of what is being saved
    SourceDraft m_original; ///< what the form was opened with
    QStringList m_leftOut;  ///< fields whose text an earlier draft left out, until something is typed into them
    bool m_isNew = false;
};

} // namespace lakehouse::views
