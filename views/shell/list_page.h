#pragma once

#include "shell/page.h"
#include "shell/page_host.h"

class QLabel;
class QSplitter;
class QVBoxLayout;

namespace lakehouse::views {

class DataTable;
class DetailPane;
class ErrorBanner;
class MissingNotice;
class PageHeader;
class PageWork;
class ProgressStrip;

/// A page with a list on one side and everything about the selected row on the other; above both its header, banners and progress. It keeps place
/// and look; what stands in the parts is the page's.
class ListPage : public Page {
    Q_OBJECT
public:
    void setPlace(const Place &place) override;
    Place place() const override;
    QByteArray saveState() const override;
    void restoreState(const QByteArray &state) override;
    QWidget *focusStart() override;

protected:
    struct Words {
        QString title;
        QString question;
        QString list; ///< what the list holds, for screen readers
    };

    /// `name`: the id of the page; the names of its parts begin with it. Table and detail become the page's.
    ListPage(PageHost &host, const char *name, const Words &words, DataTable *table, DetailPane *detail, QWidget *parent);

    /// Id of the row that the detail is about; empty: none.
    virtual QString selected() const = 0;

    PageHost &host() const { return m_host; }
    PageHeader &header() { return *m_header; }
    DataTable &table() { return *m_table; }
    const DataTable &table() const { return *m_table; }
    DetailPane &detail() { return *m_detail; }
    ProgressStrip &strip() { return *m_strip; }
    /// Why the list could not be read; goes away when it can.
    ErrorBanner &readingError() { return *m_readingError; }
    /// Why something that was asked for was not done; stays until it is put away or the next thing begins.
    ErrorBanner &workError() { return *m_workError; }
    /// *Try again* in workError() does once more what failed there. The work lives as long as the page.
    void retryFailed(const PageWork &work);
    /// When a place or a restored state names a row that the list does not have, this sentence says so; %1 is the row.
    void sayWhatIsMissing(const QString &sentence);
    void addBanner(QWidget *banner);
    void addBelowDetail(QWidget *part);
    /// In these parts list and detail share the width, until a person moves the border.
    void divide(int list, int detail);
    /// Between both a person moves the border; keeping where it is, is the page's.
    QSplitter *addAboveTable(QWidget *part);
    /// "as of 10:42", in the header.
    void showReadAt(const std::optional<base::UtcTime> &time);
    CommandAction *command(const char *id, IconName icon, const QString &text, const QKeySequence &key, const QString &explanation);

private:
    PageHost &m_host;
    QString m_name;
    PageHeader *m_header;
    QLabel *m_readAt;
    ErrorBanner *m_readingError;
    ErrorBanner *m_workError;
    QVBoxLayout *m_banners;
    MissingNotice *m_missing = nullptr; ///< of a page that says what is missing
    ProgressStrip *m_strip;
    QSplitter *m_splitter;
    DataTable *m_table;
    DetailPane *m_detail;
    QVBoxLayout *m_side;
};

} // namespace lakehouse::views
