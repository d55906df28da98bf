#pragma once

#include "kit/file_saver.h"
#include "shell/page.h"
#include "shell/page_list.h"
#include "shell/session_state.h"

#include <QStackedWidget>

#include <map>
#include <set>

namespace lakehouse::views {

/// The pages: each is made when it is first shown, or in the background after the first one settled, and kept. What they have in their
/// place and state is written down with each change.
class PageShelf : public QStackedWidget, public NamesExports {
    Q_OBJECT

public:
    PageShelf(PageHost &host, SessionState &session, const std::vector<PageEntry> &entries, QWidget *parent = nullptr);

    bool has(const QString &pageId) const;
    /// Makes it when it is not there yet. The id must be one of the entries.
    Page *page(const QString &pageId);
    Page *current() const;
    /// Project, page, and what is selected there.
    QString exportName(ExportScope scope) const override;
    /// Whether everything that the page asked for at first is on screen.
    bool hasSettled(const QString &pageId) const { return m_settled.contains(pageId); }
    std::vector<Page *> made() const;
    /// The place itself; where it is a page alone, what the person left there: selection, tab and filter.
    Place placeFor(const Place &place) const;
    /// Shows the page of the place and takes it there; a page alone stays as it was left.
    void show(const Place &place);
    void setPulse(const api::ProjectPulse &pulse);
    void setWorkflow(const model::WorkflowStatus &workflow);

Q_SIGNALS:
    void pageMade(lakehouse::views::Page *page); ///< it has its commands
    void placeChanged(const lakehouse::views::Place &place); ///< of the page on show
    void attentionChanged(const QString &pageId, int items);
    void currentSettled(const QString &pageId);

private:
    Page *make(const PageEntry &entry);
    void makeNextInBackground();

    PageHost &m_host;
    SessionState &m_session;
    std::vector<PageEntry> m_entries;
    std::map<QString, Page *> m_pages;
    std::set<QString> m_settled;
    std::optional<api::ProjectPulse> m_pulse;
    bool m_isGoing = false; ///< a place is being handed to a page: what it announces meanwhile is that place
};

} // namespace lakehouse::views
