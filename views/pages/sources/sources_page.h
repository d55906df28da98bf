#pragma once

#include "pages/sources/sources_presenter.h"
#include "shell/page.h"

class QLabel;
class QSplitter;

namespace lakehouse::views {

class DataTable;
class DetailPane;
class EmptyState;
class ErrorBanner;
class HistoryView;
class KeyValueList;
class LoadingState;
class NoticeBanner;
class PageHeader;
class ProgressStrip;
class SentenceList;
class SourceDialogs;

/// Which databases are read, and whether they can be reached with exactly the rights that are needed.
class SourcesPage : public Page {
    Q_OBJECT
public:
    explicit SourcesPage(PageHost &host, QWidget *parent = nullptr);
    ~SourcesPage() override;

    QString id() const override;
    void setPlace(const Place &place) override;
    Place place() const override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    QByteArray saveState() const override;
    void restoreState(const QByteArray &state) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;
    QWidget *focusStart() override;

private:
    void buildCommands();
    void buildDetail();
    void connectParts();
    void showList();
    void showSource();
    void showWork();
    void updateCommands();

    PageHost &m_host;
    SourcesPresenter m_presenter;
    PageHeader *m_header;
    QLabel *m_readAt;
    ErrorBanner *m_error;
    NoticeBanner *m_keyring;
    ProgressStrip *m_strip;
    QSplitter *m_splitter;
    DataTable *m_table;
    LoadingState *m_loading;
    EmptyState *m_empty = nullptr;
    DetailPane *m_detail;
    KeyValueList *m_facts;
    SentenceList *m_checks;
    DataTable *m_rights;
    DataTable *m_types;
    HistoryView *m_history;
    SourceDialogs *m_dialogs;
    CommandAction *m_add = nullptr;
    CommandAction *m_test = nullptr;
    CommandAction *m_read = nullptr;
    CommandAction *m_edit = nullptr;
    CommandAction *m_password = nullptr;
    CommandAction *m_forget = nullptr;
    CommandAction *m_remove = nullptr;
};

} // namespace lakehouse::views
