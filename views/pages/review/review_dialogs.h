#pragma once

#include "kit/form_sheet.h"
#include "pages/review/review_presenter.h"

#include <QPointer>

namespace lakehouse::views {

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
    /// Work began or ended: a sheet waits for what it asked for, and cannot ask while something else is under way.
    void showWork();
    /// In the open sheet; false when none is open.
    bool showError(const base::Error &error);

    void comment();
    void ask();
    void assign();
    void import();
    void save(const api::ReviewTable &table, const QString &subject);

private:
    /// A sheet with one line to type.
    struct LineSheet {
        const char *name;
        QString about;       ///< rowIdOf, or a subject alone: its draft is kept under it
        QString title;
        QString explanation;
        FormField line;
        QString verb;
        QString busy;        ///< while what it asked for is under way
        std::function<void(const QString &text)> send;
    };

    void open(LineSheet sheet);
    void taken();

    PageHost &m_host;
    ReviewPresenter &m_presenter;
    QWidget *m_page;
    QPointer<FormSheet> m_form; ///< while it is open
    QString m_sentDraft;        ///< key of the draft that was sent
    FileSaver m_saver;
    FileOpener m_opener;
};

} // namespace lakehouse::views
