#pragma once

#include "pages/review/review_presenter.h"

#include <QPointer>
#include <QWidget>

namespace lakehouse::views {

class FormSheet;

/// The sheets over the review page: comment, ask for changes, assign; and the system's own choice of a file to import from or to export to.
class ReviewDialogs : public QObject {
    Q_OBJECT
public:
    using FileSaver = std::function<void(const QByteArray &content, const QString &nameHint)>;
    using FileOpener = std::function<void(std::function<void(const QByteArray &content)> take)>;

    /// Host and presenter live longer; the sheets open over `page`.
    ReviewDialogs(PageHost &host, ReviewPresenter &presenter, QWidget *page);

    /// By default the system asks the person for a file.
    void setFileDoors(FileSaver saver, FileOpener opener);
    /// In the open sheet; false when none is open.
    bool showError(const base::Error &error);

    void comment();
    void ask();
    void assign();
    void import();
    void save(const api::ReviewTable &table, const QString &subject);

private:
    void openText(const char *name, const QString &title, const QString &explanation, const QString &verb);
    void close();

    PageHost &m_host;
    ReviewPresenter &m_presenter;
    QWidget *m_page;
    QPointer<FormSheet> m_form;
    QString m_draftKey; ///< of the text in it
    FileSaver m_saver;
    FileOpener m_opener;
};

} // namespace lakehouse::views
