#pragma once

#include "api/operations/project.h"
#include "kit/notice_banner.h"
#include "shell/page_host.h"

namespace lakehouse::views {

/// Whether it is for this that a page could not read: the project names no database yet. That is said above the page, and no error.
bool hasNoSource(const std::optional<base::Error> &error);

/// "Add a source first", above every page but that of the sources, while the project names no database. Asks when the settings move.
class SourceNotice : public NoticeBanner {
    Q_OBJECT

public:
    /// `toSources`: leads to the page of the sources; stays the caller's. Lives no longer than the host.
    SourceNotice(PageHost &host, QAction *toSources, QWidget *parent);

    void setPulse(const api::ProjectPulse &pulse);
    /// The page on show.
    void setPage(const QString &pageId);

Q_SIGNALS:
    /// The names of the databases, whenever they were asked for.
    void sourcesRead(const QStringList &names);

private:
    void tell();

    PageHost &m_host;
    QString m_settings; ///< digest of those that were asked about
    QString m_page;
    bool m_hasNoSource = false;
};

} // namespace lakehouse::views
