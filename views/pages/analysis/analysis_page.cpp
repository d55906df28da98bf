#include "pages/analysis/analysis_page.h"

#include "kit/data_table.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/page_header.h"
#include "kit/plain_label.h"
#include "kit/progress_strip.h"
#include "kit/state_bundle.h"
#include "kit/theme.h"
#include "pages/analysis/analysis_detail.h"
#include "pages/analysis/analysis_table.h"
#include "pages/analysis/analysis_words.h"
#include "shell/bar_button.h"
#include "shell/source_notice.h"

#include <QMenu>
#include <QSplitter>

namespace lakehouse::views {

namespace {

constexpr qsizetype paletteMost = 200;
constexpr int listShare = 11; ///< of the width, beside the detail's: relations and SQL need room, and so do the columns that say how a table stands
constexpr int detailShare = 9;
constexpr int patienceMs = 200;

} // namespace

AnalysisPage::AnalysisPage(PageHost &host, QWidget *parent)
    : ListPage(host, "analysis", {tr("Analysis"), tr("What is in the source, and what did we learn about it?"), tr("Tables of the source")},
               new DataTable(analysisColumns()), new AnalysisDetail, parent),
      m_presenter(host), m_totals(new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this)), m_notice(new NoticeBanner(this)), m_loading(new LoadingState),
      m_noTables(new EmptyState(IconName::Database, tr("Here stands every table of the source with what was learned about it."),
                                tr("The source has no table, or none that its settings let through."))),
      m_detail(static_cast<AnalysisDetail *>(&detail()))
{
    buildCommands();
    m_empty = new EmptyState(IconName::ScanSearch, tr("Here stands every table of the source with what was learned about it."),
                             tr("Not analyzed yet: reading the catalog and looking at rows is done by it, and nothing is loaded."), m_analyze);
    m_empty->setObjectName(QStringLiteral("analysis-empty"));
    m_noSource = new EmptyState(IconName::Database, tr("Here stands every table of the source with what was learned about it."),
                                tr("This project has no source yet, so there is nothing to analyze."), m_toSources);
    m_noSource->setObjectName(QStringLiteral("analysis-no-source"));
    m_noTables->setObjectName(QStringLiteral("analysis-no-tables"));
    m_totals->setObjectName(QStringLiteral("analysis-totals"));
    m_totals->hide();
    m_notice->setObjectName(QStringLiteral("analysis-notice"));
    m_notice->hide();
    table().setChips(analysisChips());
    shareWidth();
    m_patience.setInterval(patienceMs);
    m_patience.setSingleShot(true);
    addBanner(m_totals);
    addBanner(m_notice);
    fillHeader();
    retryFailed(m_presenter.work());
    connectParts();
    tellPart();
    showAnalysis();
    showTable();
}

AnalysisPage::~AnalysisPage() = default;

/// Until a person moves the border.
void AnalysisPage::shareWidth()
{
    auto *splitter = findChild<QSplitter *>(QStringLiteral("analysis-splitter"));
    splitter->setSizes({listShare * Theme::instance().paneMinimum(), detailShare * Theme::instance().paneMinimum()});
    splitter->setStretchFactor(0, listShare);
    splitter->setStretchFactor(1, detailShare);
}

void AnalysisPage::fillHeader()
{
    header().addButton(m_analyze);
    auto *more = new BarButton(QStringLiteral("more-actions"), IconName::Ellipsis, tr("More actions"), &header());
    auto *menu = new QMenu(more);
    menu->setObjectName(QStringLiteral("more-menu"));
    menu->setToolTipsVisible(true); // of a blocked one: why
    for (CommandAction *action : {m_toReview, m_toPlan, m_toSources, m_switch})
        menu->addAction(action);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    header().addControl(more);
}

void AnalysisPage::connectParts()
{
    connect(&table(), &DataTable::currentChanged, this, &AnalysisPage::currentMoved);
    connect(&table(), &DataTable::activated, this, &AnalysisPage::currentMoved); // the current row, while the page is about a table that is gone
    connect(m_detail, &DetailPane::currentTabChanged, this, &AnalysisPage::tellPart);
    connect(m_detail, &AnalysisDetail::tabsChanged, this, &Page::stateChanged);
    connect(m_detail, &AnalysisDetail::tableActivated, &table(), &DataTable::setCurrentId);
    connect(m_detail, &AnalysisDetail::runActivated, this, [this](const QString &run) { host().watchRun(run); });
    connect(m_detail, &AnalysisDetail::tryAgainRequested, &m_presenter, &AnalysisPresenter::readTable);
    connect(m_loading, &LoadingState::stopRequested, &m_presenter, &AnalysisPresenter::stopReading);
    connect(&workError(), &ErrorBanner::dismissed, &m_presenter, &AnalysisPresenter::dismissWorkError);
    connect(&strip(), &ProgressStrip::stopRequested, &m_presenter, &AnalysisPresenter::stopWork);
    connect(&strip(), &ProgressStrip::leaveRequested, &m_presenter, &AnalysisPresenter::stopWork);
    connect(&m_patience, &QTimer::timeout, this, &AnalysisPage::showDetail);
    connectPresenter();
    connectCommands();
}

void AnalysisPage::connectPresenter()
{
    connect(&m_presenter, &AnalysisPresenter::analysisChanged, this, &AnalysisPage::showAnalysis);
    connect(&m_presenter, &AnalysisPresenter::tableChanged, this, &AnalysisPage::showTable);
    connect(&m_presenter, &AnalysisPresenter::workChanged, this, &AnalysisPage::showWork);
    connect(&m_presenter, &AnalysisPresenter::settled, this, &Page::settled);
}

QString AnalysisPage::id() const
{
    return QStringLiteral("analysis");
}

QString AnalysisPage::selected() const
{
    return m_presenter.state().table;
}

void AnalysisPage::setPlace(const Place &place)
{
    ListPage::setPlace(place);
    if (!place.object.isEmpty())
        m_presenter.select(place.object); // also one that is not in the list: what became of it is said
}

/// A table that is gone stays selected until the person goes to another one: what became of it is said beside the list.
void AnalysisPage::currentMoved(const QString &table)
{
    const AnalysisState &state = m_presenter.state();
    if (table.isEmpty() && !state.table.isEmpty() && !state.row())
        return;
    if (table == state.table)
        return;
    m_presenter.select(table);
    Q_EMIT placeChanged();
}

void AnalysisPage::refresh()
{
    m_presenter.refresh();
}

void AnalysisPage::pulse(const api::ProjectPulse &pulse)
{
    m_presenter.pulse(pulse);
}

QByteArray AnalysisPage::saveState() const
{
    return bundleStates({{"list", ListPage::saveState()}, {"tabs", m_detail->saveTabs()}});
}

void AnalysisPage::restoreState(const QByteArray &state)
{
    auto states = unbundleStates(state);
    m_detail->restoreTabs(states[QStringLiteral("tabs")]);
    ListPage::restoreState(states[QStringLiteral("list")]);
}

std::vector<PaletteItem> AnalysisPage::paletteItems(const QString &words) const
{
    std::vector<PaletteItem> items;
    const ReadAnalysisPointer &analysis = m_presenter.state().analysis;
    if (!analysis || words.isEmpty())
        return items;
    for (std::size_t row = 0; row < analysis->names.size() && qsizetype(items.size()) < paletteMost; ++row) {
        const QString &name = analysis->names[row];
        if (name.contains(words, Qt::CaseInsensitive))
            items.push_back({.kind = PaletteKind::Table, .id = QStringLiteral("analysis/") + name, .title = name,
                             .note = tr("Analysis · %1").arg(stateWord(analysis->page.tables[row])), .icon = IconName::ScanSearch, .place = {.page = id(), .object = name}});
    }
    if (const ReadTablePointer &detail = m_presenter.state().detail) // columns of other tables are not held here
        for (const model::SourceColumn &column : detail->analysis.table.columns) {
            const QString title = detail->name + QLatin1Char('.') + column.name;
            if (title.contains(words, Qt::CaseInsensitive) && qsizetype(items.size()) < paletteMost)
                items.push_back({.kind = PaletteKind::Column, .id = QStringLiteral("analysis/column/") + title, .title = title, .note = tr("Analysis · column of this table"),
                                 .icon = IconName::Columns, .place = {.page = id(), .object = detail->name, .tab = QStringLiteral("summary")}});
        }
    return items;
}

void AnalysisPage::showAnalysis()
{
    const AnalysisState &state = m_presenter.state();
    showReadAt(state.readAtUtc);
    if (state.error && !hasNoSource(state.error))
        readingError().showError(*state.error);
    else
        readingError().clear();
    const bool isRead = state.analysis && state.analysis->isRead();
    m_totals->tell(isRead ? totalsLine(state.analysis->page) : QString());
    showPlaceholder();
    showRows();
    showNotice();
    showTable();
}

void AnalysisPage::showRows()
{
    const AnalysisState &state = m_presenter.state();
    if (std::exchange(m_shown, state.analysis) == state.analysis)
        return;
    table().setRows(std::make_shared<AnalysisTableRows>(state.analysis));
    Q_EMIT attentionChanged(state.analysis->page.isAnalyzed ? 0 : 1);
}

void AnalysisPage::showPlaceholder()
{
    const AnalysisState &state = m_presenter.state();
    if (!state.analysis && state.isReading && !hasNoSource(state.error))
        m_loading->start(tr("Reading the analysis of %1…").arg(host().projectName()));
    else
        m_loading->finish();
    if (hasNoSource(state.error))
        table().setPlaceholder(m_noSource);
    else if (!state.analysis)
        table().setPlaceholder(m_loading);
    else if (!state.analysis->isRead())
        table().setPlaceholder(m_empty);
    else
        table().setPlaceholder(state.analysis->names.empty() ? m_noTables : nullptr);
}

void AnalysisPage::showNotice()
{
    const AnalysisState &state = m_presenter.state();
    QList<QAction *> offered;
    if (state.report) {
        m_notice->setNotice(reportStatus(*state.report), reportSentence(*state.report));
        offered = {m_toLog, m_hideReport};
    } else if (state.analysis && state.analysis->isRead() && !state.analysis->page.isAnalyzed) {
        m_notice->setNotice(Status::Stale, tr("The source was read at %1 and not analyzed as it is now: what is new in it has no findings yet.").arg(localized(state.analysis->page.readAtUtc)));
        offered = {m_analyze};
    } else if (state.isStopped && !state.analysis) {
        m_notice->setInformation(tr("Reading was stopped before the tables were there. F5 reads them again."));
    } else {
        m_notice->hide();
    }
    m_notice->setButtons(offered);
}

/// What is known of the last table stays until that of the next is there, unless that takes long: moving through the list does not flicker.
void AnalysisPage::showTable()
{
    const AnalysisState &state = m_presenter.state();
    updateCommands();
    if (state.row() && !state.detail && !state.detailError) {
        if (!m_patience.isActive())
            m_patience.start();
        return;
    }
    m_patience.stop();
    showDetail();
}

void AnalysisPage::showDetail()
{
    m_detail->show(m_presenter.state(), host().clock().now());
}

void AnalysisPage::showWork()
{
    const PageWork &work = m_presenter.work();
    if (work.operation().isEmpty())
        strip().finish();
    else
        strip().setProgress(work.progress());
    if (work.error())
        workError().showError(*work.error());
    else
        workError().clear();
    updateCommands();
}

void AnalysisPage::tellPart()
{
    m_presenter.show(m_detail->currentTab() == QLatin1String("history") ? AnalysisPresenter::Part::History : AnalysisPresenter::Part::Other);
}

} // namespace lakehouse::views
