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
#include "kit/state_bundle.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_table.h"
#include "pages/extraction/extraction_words.h"
#include "pages/extraction/plan_detail_view.h"
#include "pages/extraction/plan_history.h"
#include "pages/extraction/value_questions.h"
#include "shell/bar_button.h"
#include "shell/missing_notice.h"
#include "shell/source_notice.h"

#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

constexpr qsizetype paletteMost = 200;
constexpr int share = 500; ///< of the width for either side: SQL side by side needs room, and so do the columns that say how a table loads
constexpr int fewestRows = 4; ///< that are worth a list beside an open form: its header, its footer and two tables

} // namespace

ExtractionPage::ExtractionPage(PageHost &host, QWidget *parent)
    : Page(parent), m_host(host), m_presenter(host),
        m_header(new PageHeader(tr("Extraction plan"), tr("What will be loaded, how, and is that right?"))), m_readAt(new QLabel),
      m_error(new ErrorBanner), m_notice(new NoticeBanner), m_strip(new ProgressStrip), m_splitter(new QSplitter),
          m_side(new QWidget), m_table(new DataTable(extractionColumns())),
      m_missing(new MissingNotice(*m_table, tr("The plan has no table %1. It is gone from the source, is out of scope, or has another name there."), this)),
      m_loading(new LoadingState),
      m_detail(new PlanDetailView(m_presenter, host)), m_decisions(new DecisionPanel)
{
    setObjectName(QStringLiteral("extraction-page"));
    buildCommands();
    m_empty = new EmptyState(IconName::ListChecks, {}, {}, m_plan);
    fillHeader();
    m_table->setObjectName(QStringLiteral("extraction-table"));
    m_table->setAccessibleName(tr("Tables of the plan"));
    m_table->setChips(extractionChips(false));
    m_table->setExportName(ExportScope::Page);
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

void ExtractionPage::fillHeader()
{
    m_readAt->setObjectName(QStringLiteral("read-at"));
    m_readAt->setTextFormat(Qt::PlainText);
    m_header->addControl(m_readAt);
    m_header->addButton(m_plan);
    m_header->addButton(m_generate);
    auto *more = new BarButton(QStringLiteral("more-actions"), IconName::Ellipsis, tr("More actions"), m_header);
    auto *menu = new QMenu(more);
    menu->setObjectName(QStringLiteral("more-menu"));
    menu->setToolTipsVisible(true); // of a blocked one: why
    menu->addAction(m_changeDeletes);
    menu->addAction(m_changePurges);
    menu->addAction(m_revoke);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    m_header->addControl(more);
}

void ExtractionPage::arrange()
{
    auto *sideLayout = new QVBoxLayout(m_side);
    sideLayout->setContentsMargins(0, 0, 0, 0);
    sideLayout->setSpacing(Theme::instance().space(Space::Small));
    sideLayout->addWidget(m_table, 1);
    sideLayout->addWidget(m_decisions);
    m_side->setMinimumSize(Theme::instance().paneMinimum(), 1); // in a low window the list gives way: see placeDecisions
    m_detail->setMinimumWidth(Theme::instance().paneMinimum());
    m_splitter->setObjectName(QStringLiteral("extraction-splitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_side);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({share, share});

    auto *layout = new QVBoxLayout(this);
    const int margin = Theme::instance().space(Space::Large);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(Theme::instance().space(Space::Medium));
    for (QWidget *part : {static_cast<QWidget *>(m_header), static_cast<QWidget *>(m_error), static_cast<QWidget *>(m_notice),
        static_cast<QWidget *>(m_missing), static_cast<QWidget *>(m_strip)})
        layout->addWidget(part);
    layout->addWidget(m_splitter, 1);
    m_notice->hide();
}

/// It stands below the list, so that the evidence keeps its whole height beside it; in a low window the list gives way to what is open.
void ExtractionPage::placeDecisions()
{
    const bool isOpen = m_decisions->isOpen();
    const int room = height() - m_splitter->y() - layout()->contentsMargins().bottom();
    const int list = m_table->filterBar().height() + fewestRows * Theme::instance().rowHeight();
    m_table->setVisible(!isOpen || room >= list + Theme::instance().paneMinimum());
}

void ExtractionPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    placeDecisions();
}

void ExtractionPage::connectParts()
{
    connect(&m_presenter, &ExtractionPresenter::planChanged, this, &ExtractionPage::showPlan);
    connect(&m_presenter, &ExtractionPresenter::tableChanged, this, &ExtractionPage::showTable);
    connect(&m_presenter, &ExtractionPresenter::workChanged, this, &ExtractionPage::showWork);
    connect(&m_presenter, &ExtractionPresenter::reviewStarted, this, &ExtractionPage::showReview);
    connect(&m_presenter, &ExtractionPresenter::planned, this, [this](bool isFirst) {
        m_decisions->close();
        if (!isFirst && m_presenter.state().reviewed.isEmpty())
            m_note = tr("Planned anew: nothing moved, it is plan %1.").arg(m_presenter.state().plan->digest.toShortString());
        showNotice();
    });
    connect(&m_presenter, &ExtractionPresenter::changed, this, &ExtractionPage::showChanged);
    connect(&m_presenter, &ExtractionPresenter::approved, this, &ExtractionPage::showApproved);
    connect(&m_presenter, &ExtractionPresenter::revoked, this, &ExtractionPage::showRevoked);
    connect(&m_presenter, &ExtractionPresenter::generated, this, &ExtractionPage::showGenerated);
    connect(&m_presenter, &ExtractionPresenter::settled, this, &ExtractionPage::settled);
    connect(m_error, &ErrorBanner::retryRequested, &m_presenter, &ExtractionPresenter::again);
    connect(m_loading, &LoadingState::stopRequested, &m_presenter, &ExtractionPresenter::stopReading);
    connect(m_strip, &ProgressStrip::stopRequested, &m_presenter, &ExtractionPresenter::stopWork);
    connect(m_strip, &ProgressStrip::leaveRequested, &m_presenter, &ExtractionPresenter::stopWork);
    m_undoColumn = new QAction(icon(IconName::Undo), editVerb(model::PlanEdit::Undo), this);
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
    connect(&m_table->filterBar(), &FilterBar::changed, this, &ExtractionPage::stateChanged); // which has the filter too: not later than the place
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
    connect(m_detail, &PlanDetailView::valueChosen, this, [this](const std::optional<QString> &column, model::PlanEdit edit) {
        openDecision(valueDecision(edit, m_presenter.state().table, column));
    });
}

void ExtractionPage::connectDecisions()
{
    connect(m_decisions, &DecisionPanel::openChanged, this, &ExtractionPage::placeDecisions);
    connect(m_decisions, &DecisionPanel::confirmed, this, &ExtractionPage::confirmed);
    connect(m_decisions, &DecisionPanel::cancelled, this, [this](const QString &id) {
        updateDecisions();
        const auto [what, table, column] = decisionParts(id);
        const bool isOfValue = column || what == decision::acceptRowSecurity; // its button stands beside the evidence
        if (isOfValue && table == m_presenter.state().table)
            m_detail->returnToValue(column, *editOf(what));
    });
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
    m_missing->follow();
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
    return bundleStates({{"table", m_table->saveState()}, {"splitter", m_splitter->saveState()}, {"tabs", m_detail->saveTabs()},
        {"detail", m_detail->saveState()}});
}

void ExtractionPage::restoreState(const QByteArray &state)
{
    auto states = unbundleStates(state);
    m_table->restoreState(states[QStringLiteral("table")]);
    m_splitter->restoreState(states[QStringLiteral("splitter")]);
    m_detail->restoreTabs(states[QStringLiteral("tabs")]);
    m_detail->restoreState(states[QStringLiteral("detail")]);
}

std::vector<PaletteItem> ExtractionPage::paletteItems(const QString &words) const
{
    std::vector<PaletteItem> items;
    if (!m_presenter.state().plan || words.isEmpty())
        return items;
    const ReadPlan &plan = *m_presenter.state().plan;
    for (std::size_t row = 0; row < plan.tables.size() && qsizetype(items.size()) < paletteMost; ++row) {
        const QString &name = plan.names[row];
        if (name.contains(words, Qt::CaseInsensitive))
            items.push_back({.kind = PaletteKind::Table, .id = QStringLiteral("extraction/") + name, .title = name,
                             .note = tr("Extraction plan · %1").arg(modeWord(plan.tables[row].mode)), .icon = IconName::ListChecks,
                             .place = {.page = id(), .object = name}});
    }
    return items;
}

QWidget *ExtractionPage::focusStart()
{
    const bool isFirstReading = !m_presenter.state().plan && m_presenter.state().isReading;
    return isFirstReading ? static_cast<QWidget *>(this) : m_table; // a list without rows would hand the focus on to whatever comes next
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
    m_empty->setWords(tr("Here stands every table of the source with how it loads, and why."),
                      hasNoSource(state.error) ? tr("Add a source first: this project has none yet, so there is nothing to plan.")
                                               : tr("No plan was made yet: the catalog of the source is read, nothing is loaded by it."));
    if (state.error && !isUnmade && !hasNoSource(state.error))
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
    m_missing->setRead(state.plan != nullptr);
    showNotice();
    m_detail->showState();
    updateDecisions();
}

void ExtractionPage::showRows()
{
    const ExtractionState &state = m_presenter.state();
    if (m_shown == state.plan && m_marked == state.reviewed)
        return;
    const bool isMarkedOtherwise = m_marked.rows.empty() != state.reviewed.rows.empty();
    m_shown = state.plan;
    m_marked = state.reviewed;
    m_note.clear();
    m_table->setRows(std::make_shared<ExtractionTableRows>(state.plan, state.reviewed.rows));
    if (isMarkedOtherwise)
        m_table->setChips(extractionChips(!state.reviewed.rows.empty())); // after the rows: those that go are not counted once more
    Q_EMIT attentionChanged(int(state.plan->needing));
}

void ExtractionPage::showNotice()
{
    const ExtractionState &state = m_presenter.state();
    const bool isOfOtherSettings = !state.isMoved && state.plan && state.plan->approval == api::ApprovalState::SettingsMoved;
    m_notice->setButtons(state.isMoved ? QList<QAction *>{m_review} : isOfOtherSettings ? QList<QAction *>{m_plan} : QList<QAction *>());
    if (state.isMoved) {
        m_notice->setNotice(Status::Stale, movedSentence(state.moves));
    } else if (isOfOtherSettings) {
        m_notice->setNotice(Status::Stale, tr("ekos.toml was changed since this plan was made. Only a new plan can be approved."));
    } else if (!state.reviewed.isEmpty()) {
        m_notice->setInformation(tr("Moved against the plan you read before: %n table(s), %1.", nullptr, state.reviewed.count())
            .arg(namesInWords(state.reviewed.all)));
    } else if (state.isStopped && !state.plan) {
        m_notice->setInformation(tr("Reading was stopped before the plan was there. F5 reads it again."));
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
    const QStringList moved = m_presenter.state().reviewed.inPlan;
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
