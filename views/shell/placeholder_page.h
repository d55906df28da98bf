#pragma once

#include "shell/page.h"
#include "shell/page_list.h"

namespace lakehouse::views {

class EmptyState;
class NoticeBanner;
class PageHost;

/// Stands where a page is not there yet: what will be here, what the step waits for, from the workflow, and a way there.
class PlaceholderPage : public Page {
    Q_OBJECT

public:
    PlaceholderPage(const PageEntry &entry, PageHost &host, QWidget *parent = nullptr);
    QString id() const override { return m_entry.id; }
    void refresh() override;
    void workflowChanged(const model::WorkflowStatus &workflow) override;
    /// The two sentences, as shown.
    QString what() const;
    QString why() const { return m_why; }
    QWidget *focusStart() override;

private:
    void showWay(const QString &pageId);

    PageEntry m_entry;
    PageHost &m_host;
    QString m_why;
    QString m_way; ///< id of the page that the button opens
    CommandAction *m_go;
    EmptyState *m_state;
};

} // namespace lakehouse::views
