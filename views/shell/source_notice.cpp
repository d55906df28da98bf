#include "shell/source_notice.h"

#include "api/operations/sources.h"
#include "model/no_source.h"

namespace lakehouse::views {

bool hasNoSource(const std::optional<base::Error> &error)
{
    return error && model::saysNoSource(*error);
}

SourceNotice::SourceNotice(PageHost &host, QAction *toSources, QWidget *parent) : NoticeBanner(parent), m_host(host)
{
    setObjectName(QStringLiteral("source-notice"));
    addButton(toSources);
}

void SourceNotice::setPulse(const api::ProjectPulse &pulse)
{
    if (std::exchange(m_settings, pulse.settingsDigest) == pulse.settingsDigest)
        return;
    m_host.workbench().ask(api::ListSources{}, m_host.call({})).onSettled(this, [this, asked = m_settings](const base::Result<api::SourceList> &list) {
        if (asked != m_settings)
            return;
        m_hasNoSource = list && list.value().sources.empty(); // why it cannot be read is said by the page of the sources
        tell();
        if (!list)
            return;
        QStringList names;
        for (const api::SourceRow &row : list.value().sources)
            names += row.name;
        Q_EMIT sourcesRead(names);
    });
}

void SourceNotice::setPage(const QString &pageId)
{
    m_page = pageId;
    tell();
}

void SourceNotice::tell()
{
    if (m_hasNoSource && m_page != QLatin1String("sources"))
        setNotice(Status::NeedsYou, tr("Add a source first: this project names no database yet, so there is nothing to plan, load or compare."));
    else
        hide();
}

} // namespace lakehouse::views
