#include "pages/extraction/extraction_page.h"

#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/page_header.h"
#include "kit/progress_strip.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_table.h"
#include "pages/extraction/extraction_words.h"
#include "pages/extraction/plan_detail_view.h"
#include "pages/extraction/plan_history.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr qsizetype paletteMost = 200;
constexpr int listShare = 500;   ///< of the width, beside detailShare: SQL side by side needs room
constexpr int detailShare = 600;

QByteArray fromBase64(const QJsonObject &object, const char *key)
{
    return QByteArray::fromBase64(object.value(QLatin1String(key)).toString().toLatin1());
}

} // namespace

ExtractionPage::ExtractionPage(PageHost &host, QWidget *parent)
    : Page(parent), m_host(host), m_presenter(host),
        m_header(new PageHeader(tr("Extraction plan"), tr("What will be loaded, how, and is that right?"))), m_readAt(new QLabel),
      m_error(new ErrorBanner), m_notice(new NoticeBanner), m_strip(new ProgressStrip), m_splitter(new QSplitter),
          m_table(new DataTable(extractionColumns())), m_loading(new LoadingState),
      m_detail(new PlanDetailView(m_presenter, host)), m_decisions(new DecisionPanel)
{
    setObjectName(QStringLiteral("extraction-page"));
    buildCommands();
    m_empty = new EmptyState(IconName::ListChecks, tr("Here stands every table of the source with how it loads, and why."),
                             tr("No plan was made yet: the catalog of the source is read, nothing is loaded by it."), m_plan);
    m_readAt->setObjectName(QStringLiteral("read-at"));
    m_readAt->setTextFormat(Qt::PlainText);
    m_header->addControl(m_readAt);
    m_header->addButton(m_plan);
    m_header->addButton(m_generate);
    m_table->setObjectName(QStringLiteral("extraction-table"));
    m_table->setAccessibleName(tr("Tables of the plan"));
    m_table->setChips(extractionChips(false));
    m_table->setExportName(m_host.projectName() + QStringLiteral("-extraction"));
    m_detail->setObjectName(QStringLiteral("extraction-detail"));
    m_decisions->setObjectName(QStringLiteral("decisions"));
    m_strip->setObjectName(QStringLiteral("work-strip"));
    m_error->setObjectName(QStringLiteral("error"));
    m_notice->setObjectName(QStringLiteral("notice"));
    arrange();
    connectParts();
    tellPart();
    showPlan();
}

ExtractionPage::~ExtractionPage() = default;

void ExtractionPage::arrange()
{
    auto *side = new QWidget;
    auto *sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 0, 0, 0);
    sideLayout->addWidget(m_detail, 1);
    sideLayout->addWidget(m_decisions);
    side->setMinimumWidth(Theme::instance().paneMinimum());
    m_splitter->setObjectName(QStringLiteral("extraction-splitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(side);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({listShare, detailShare});

    auto *layout = new QVBoxLayout(this);
    const int margin = Theme::instance().space(Space::Large);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(Theme::instance().space(Space::Medium));
    for (QWidget *part : {static_cast<QWidget *>(m_header), static_cast<QWidget *>(m_error), static_cast<QWidget *>(m_notice),
        static_cast<QWidget *>(m_strip)})
        layout->addWidget(part);
    layout->addWidget(m_splitter, 1);
    m_notice->hide();
}

void ExtractionPage::connectParts()
{
    connect(&m_presenter, &ExtractionPresenter::planChanged, this, &ExtractionPage::showPlan);
    connect(&m_presenter, &ExtractionPresenter::tableChanged, this, &ExtractionPage::showTable);
    connect(&m_presenter, &ExtractionPresenter::workChanged, this, &ExtractionPage::showWork);
    connect(&m_presenter, &ExtractionPresenter::reviewStarted, this, &ExtractionPage::showReview);
    connect(&m_presenter, &ExtractionPresenter::planned, this, [this] {
        m_decisions->close();
        if (m_presenter.state().reviewed.isEmpty())
            m_note = tr("Planned anew: nothing moved, it is plan %1.").arg(m_presenter.state().plan->digest.toShortString());
        showNotice();
    });
    connect(&m_presenter, &ExtractionPresenter::changed, this, &ExtractionPage::showChanged);
    connect(&m_presenter, &ExtractionPresenter::approved, this, &ExtractionPage::showApproved);
    connect(&m_presenter, &ExtractionPresenter::generated, this, &ExtractionPage::showGenerated);
    connect(&m_presenter, &ExtractionPresenter::settled, this, &ExtractionPage::settled);
    connect(m_error, &ErrorBanner::retryRequested, this, &ExtractionPage::refresh);
    connect(m_loading, &LoadingState::stopRequested, &m_presenter, &ExtractionPresenter::stopReading);
    connect(m_strip, &ProgressStrip::stopRequested, &m_presenter, &ExtractionPresenter::stopWork);
    connect(m_strip, &ProgressStrip::leaveRequested, &m_presenter, &ExtractionPresenter::stopWork);
    connectTable();
    connectDecisions();
    connectCommands();
}

void ExtractionPage::connectTable()
{
    connect(m_table, &DataTable::currentChanged, this, [this](const QString &table) {
        m_presenter.select(table);
        Q_EMIT placeChanged();
    });
    connect(m_table, &DataTable::stateChanged, this, &ExtractionPage::stateChanged);
    connect(&m_table->filterBar(), &FilterBar::changed, this, &ExtractionPage::placeChanged);
    connect(m_table, &DataTable::activated, this, [this] { m_detail->setFocus(Qt::OtherFocusReason); });
    connect(m_splitter, &QSplitter::splitterMoved, this, &ExtractionPage::stateChanged);
    connect(m_detail, &DetailPane::currentTabChanged, this, [this] {
        tellPart();
        Q_EMIT placeChanged();
    });
    connect(m_detail, &PlanDetailView::tabsChanged, this, &ExtractionPage::stateChanged);
    connect(m_detail, &PlanDetailView::runActivated, this, [this](const QString &run) { m_host.watchRun(run); });
    connect(m_detail, &PlanDetailView::tableActivated, m_table, &DataTable::setCurrentId);
}

void ExtractionPage::connectDecisions()
{
    connect(m_decisions, &DecisionPanel::confirmed, this, &ExtractionPage::confirmed);
    connect(m_decisions, &DecisionPanel::cancelled, this, &ExtractionPage::updateDecisions);
    connect(m_decisions, &DecisionPanel::draftChanged, this,
        [this](const QString &decision, const QString &text) { m_host.setDraft(QStringLiteral("extraction/") + decision, text); });
    connect(m_decisions, &DecisionPanel::stopRequested, &m_presenter, &ExtractionPresenter::stopWork);
    connect(m_decisions, &DecisionPanel::leaveRequested, &m_presenter, &ExtractionPresenter::stopWork);
}

QString ExtractionPage::id() const
{
    return QStringLiteral("extraction");
}

void ExtractionPage::setPlace(const Place &place)
{
    if (!place.filter.isEmpty() || place.object.isEmpty())
        m_table->filterBar().setText(place.filter);
    if (!place.object.isEmpty())
        m_table->setCurrentId(place.object);
    if (!place.tab.isEmpty())
        m_detail->setCurrentTab(place.tab);
}

Place ExtractionPage::place() const
{
    return {.page = id(), .object = m_presenter.state().table, .tab = m_detail->currentTab(), .filter = m_table->filterBar().text()};
}

void ExtractionPage::refresh()
{
    m_presenter.refresh();
}

void ExtractionPage::pulse(const api::ProjectPulse &pulse)
{
    m_presenter.pulse(pulse);
}

QByteArray ExtractionPage::saveState() const
{
    const QJsonObject state{{QStringLiteral("version"), 1}, {QStringLiteral("table"), QString::fromLatin1(m_table->saveState().toBase64())},
                            {QStringLiteral("splitter"), QString::fromLatin1(m_splitter->saveState().toBase64())},
                                {QStringLiteral("detail"), QString::fromLatin1(m_detail->saveState().toBase64())},
                            {QStringLiteral("tabs"), QString::fromLatin1(m_detail->saveTabs().toBase64())}};
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void ExtractionPage::restoreState(const QByteArray &state)
{
    const QJsonObject object = QJsonDocument::fromJson(state).object();
    if (object.value(QStringLiteral("version")).toInt() != 1)
        return;
    m_table->restoreState(fromBase64(object, "table"));
    m_splitter->restoreState(fromBase64(object, "splitter"));
    m_detail->restoreTabs(fromBase64(object, "tabs"));
    m_detail->restoreState(fromBase64(object, "detail"));
}

std::vector<PaletteItem> ExtractionPage::paletteItems(const QString &words) const
{
    std::vector<PaletteItem> items;
    if (!m_presenter.state().plan || words.isEmpty())
        return items;
    const bool isQualified = words.contains(QLatin1Char('.')); // only then is the whole name put together, which takes time for thousands
    for (const api::PlanRow &row : m_presenter.state().plan->tables) {
        const bool isMatch = isQualified ? row.table.toString().contains(words, Qt::CaseInsensitive)
                                         : row.table.schema().contains(words, Qt::CaseInsensitive)
                                             || row.table.table().contains(words, Qt::CaseInsensitive);
        if (!isMatch)
            continue;
        const QString name = row.table.toString();
        items.push_back({.kind = PaletteKind::Table, .id = QStringLiteral("extraction/") + name, .title = name, .note = tr("Extraction plan · %1")
            .arg(modeWord(row.mode)),
                         .icon = IconName::ListChecks, .place = {.page = id(), .object = name}});
        if (qsizetype(items.size()) == paletteMost)
            break;
    }
    return items;
}

QWidget *ExtractionPage::focusStart()
{
    return m_table;
}

void ExtractionPage::tellPart()
{
    const QString tab = m_detail->currentTab();
    using Part = ExtractionPresenter::Part;
    m_presenter.show(tab == QLatin1String("lineage") ? Part::Lineage : tab == QLatin1String("history") ? Part::History : Part::None);
}

void ExtractionPage::showPlan()
{
    const ExtractionState &state = m_presenter.state();
    const bool isUnmade = !state.plan && state.error && state.error->code == base::ErrorCode::NotFound;
    const QString at = state.readAtUtc ? localized(*state.readAtUtc) : QString();
    m_readAt->setText(at.isEmpty() ? QString() : state.isReading ? tr("from %1, being read again").arg(at) : tr("as of %1").arg(at));
    if (state.error && !isUnmade)
        m_error->showError(*state.error);
    else if (!state.workError)
        m_error->clear();
    if (state.plan) {
        m_loading->finish();
        m_table->setPlaceholder(nullptr);
        showRows();
    } else if (state.isReading) {
        m_loading->start(tr("Reading the extraction plan of %1…").arg(m_host.projectName()));
        m_table->setPlaceholder(m_loading);
    } else {
        m_loading->finish();
        m_table->setPlaceholder(isUnmade ? static_cast<QWidget *>(m_empty) : m_loading);
    }
    showNotice();
    m_detail->showState();
    updateDecisions();
}

void ExtractionPage::showRows()
{
    const ExtractionState &state = m_presenter.state();
    if (m_shown == state.plan && m_marked == state.reviewed)
        return;
    const QStringList moved = state.reviewed.inPlan();
    if (m_marked.inPlan().isEmpty() != moved.isEmpty())
        m_table->setChips(extractionChips(!moved.isEmpty()));
    m_shown = state.plan;
    m_marked = state.reviewed;
    m_note.clear();
    m_table->setRows(std::make_shared<ExtractionTableRows>(state.plan, moved));
    Q_EMIT attentionChanged(int(std::ranges::count_if(state.plan->tables, needsPerson)));
}

void ExtractionPage::showNotice()
{
    const ExtractionState &state = m_presenter.state();
    m_notice->clearButtons();
    if (state.isMoved) {
        m_notice->setNotice(Status::Stale, movedSentence(state.moves));
        m_notice->addButton(m_review);
    } else if (state.plan && state.plan->approval == api::ApprovalState::SettingsMoved) {
        m_notice->setNotice(Status::Stale, tr("ekos.toml was changed since this plan was made. Only a new plan can be approved."));
        m_notice->addButton(m_plan);
    } else if (!state.reviewed.isEmpty()) {
        m_notice->setInformation(tr("Moved against the plan you read before: %n table(s), %1.", nullptr, state.reviewed.count())
            .arg(namesInWords(state.reviewed.all())));
    } else if (!m_note.isEmpty()) {
        m_notice->setInformation(m_note);
    } else {
        m_notice->hide();
    }
}

/// The tables that moved alone, so that they are seen before anything is approved.
void ExtractionPage::showReview()
{
    m_decisions->close();
    const QStringList moved = m_presenter.state().reviewed.inPlan();
    if (moved.isEmpty())
        return;
    m_table->filterBar().setFilter({}, {QStringLiteral("moved")});
    if (!moved.contains(m_presenter.state().table))
        m_table->setCurrentId(moved.front());
}

void ExtractionPage::showTable()
{
    m_detail->showState();
    m_decisions->setEarlierReasons(earlierReasons(m_presenter.state()));
    updateDecisions();
}

void ExtractionPage::showWork()
{
    const ExtractionState &state = m_presenter.state();
    const bool isInPanel = !m_decisions->openId().isEmpty();
    if (state.work.isEmpty()) {
        m_strip->finish();
        m_decisions->setBusy(nullptr);
    } else if (isInPanel) {
        m_decisions->setBusy(&state.progress);
    } else {
        m_strip->setProgress(state.progress);
    }
    if (state.workError && isInPanel)
        m_decisions->showError(*state.workError);
    else if (state.workError)
        m_error->showError(*state.workError);
    updateDecisions();
}

} // namespace lakehouse::views
