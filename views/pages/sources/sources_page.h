#pragma once

#include "pages/sources/sources_presenter.h"
#include "shell/list_page.h"

namespace lakehouse::views {

class DataTable;
class EmptyState;
class HistoryView;
class KeyValueList;
class LoadingState;
class NoticeBanner;
class ProgressStrip;
class SentenceList;
class SourceDialogs;
class SourceTableRows;

/// Which databases are read, and whether they can be reached with exactly the rights that are needed.
class SourcesPage : public ListPage {
    Q_OBJECT
public:
    explicit SourcesPage(PageHost &host, QWidget *parent = nullptr);
    ~SourcesPage() override;

    QString id() const override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;

protected:
    QString selected() const override;

private:
    void buildCommands();
    void buildDetail();
    void connectParts();
    void showList();
    void showRows();
    void showSource();
    void showGrant();
    void showWork();
    void showTrying();
    void updateCommands();

    SourcesPresenter m_presenter;
    std::shared_ptr<const SourceTableRows> m_shown; ///< in the list
    NoticeBanner *m_keyring;
    ProgressStrip *m_trying;
    LoadingState *m_loading;
    EmptyState *m_empty = nullptr;
    KeyValueList *m_facts;
    SentenceList *m_checks;
    SentenceList *m_settings;
    DataTable *m_rights;
    KeyValueList *m_grant;
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
