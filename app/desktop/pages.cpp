#include "desktop/pages.h"

#include "pages/analysis/analysis_page.h"
#include "pages/extraction/extraction_page.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/review/review_page.h"
#include "pages/sources/sources_page.h"

namespace lakehouse::app {

namespace {

template<typename P>
views::Page *make(views::PageHost &host)
{
    return new P(host);
}

} // namespace

std::vector<views::PageEntry> consolePages()
{
    std::vector<views::PageEntry> pages = views::pageList();
    setFactory(pages, QStringLiteral("sources"), make<views::SourcesPage>);
    setFactory(pages, QStringLiteral("analysis"), make<views::AnalysisPage>);
    setFactory(pages, QStringLiteral("review"), make<views::ReviewPage>);
    setFactory(pages, QStringLiteral("extraction"), make<views::ExtractionPage>);
    setFactory(pages, QStringLiteral("pipeline"), make<views::PipelinePage>);
    return pages;
}

} // namespace lakehouse::app
