#include "pages/review/review_page.h"

#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/loading_state.h"
#include "kit/notice_banner.h"
#include "kit/page_header.h"
#include "kit/progress_strip.h"
#include "kit/state_bundle.h"
#include "kit/theme.h"
#include "pages/review/review_detail.h"
#include "pages/review/review_dialogs.h"
#include "pages/review/review_table.h"
#include "pages/review/review_words.h"
#include "pages/review/subject_table.h"
#include "shell/bar_button.h"

#include <QMenu>
#include <QSplitter>

namespace lakehouse::views {

using model::ReviewSubject;

namespace {

constexpr qsizetype paletteMost = 200;
constexpr int subjectLines = 9; ///< six subjects, their header, the bar that scrolls them sideways and the line below them

QString draftKey(const QString &decision)
{
    return QStringLiteral("review/") + decision;
}

} // namespace

ReviewPage::ReviewPage(PageHost &host, QWidget *parent)
    : ListPage(host, "review", {tr("Review and sign-off"), tr("Do we agree with what was found, and will we answer for it?"), tr("Items of the subject")},
               new DataTable(reviewColumns()), new ReviewDetail, parent),
      m_presenter(host), m_subjects(new DataTable(subjectColumns())), m_notice(new NoticeBanner(this)), m_loading(new LoadingState),
      m_nothing(new EmptyState(IconName::BadgeCheck, {}, {})), m_detail(static_cast<ReviewDetail *>(&detail())), m_decisions(new DecisionPanel),
      m_dialogs(new ReviewDialogs(host, m_presenter, this))
{
    buildCommands();
    m_empty = new EmptyState(IconName::BadgeCheck, {}, {}, m_analyze);
    m_empty->setObjectName(QStringLiteral("review-empty"));
    m_nothing->setObjectName(QStringLiteral("review-nothing"));
    m_detail->setMore(m_decide);
    m_subjects->setObjectName(QStringLiteral("review-subjects"));
    m_subjects->setAccessibleName(tr("Subjects of the review"));
    m_subjects->setExportName(ExportScope::Page, QStringLiteral("subjects"));
    m_subjects->filterBar().hide(); // there are six
    m_lists = addAboveTable(m_subjects);
    divide(3, 2); // no tab is shortened on a screen of 1280
    m_lists->setSizes({subjectLines * Theme::instance().rowHeight(), 2 * (subjectLines - 1) * Theme::instance().rowHeight()});
    table().setChips(reviewChips(JustMoved::None));
    m_decisions->setObjectName(QStringLiteral("decisions"));
    m_notice->setObjectName(QStringLiteral("review-notice"));
    addBanner(m_notice);
    retryFailed(m_presenter.work());
    addBelowDetail(m_decisions);
    fillHeader();
    connectParts();
    tellPart();
    showReview();
    showItem();
}

ReviewPage::~ReviewPage() = default;

void ReviewPage::fillHeader()
{
    header().addButton(m_undo);
    header().addButton(m_acceptShown);
    auto *more = new BarButton(QStringLiteral("more-actions"), IconName::Ellipsis, tr("More actions"), &header());
    auto *menu = new QMenu(more);
    menu->setObjectName(QStringLiteral("more-menu"));
    menu->setToolTipsVisible(true); // of a blocked one: why
    for (CommandAction *action : {m_decideShown, m_comment, m_ask, m_assign, m_exportSubject, m_export, m_import, m_analyze})
        menu->addAction(action);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    header().addControl(more);
}

void ReviewPage::connectParts()
{
    connect(m_subjects, &DataTable::currentChanged, this, [this](const QString &id) {
        if (const auto parts = partsOfRowId(id))
            chooseSubject(parts->first);
    });
    connect(m_subjects, &DataTable::selectionChanged, this, &ReviewPage::updateDecisions);
    connect(m_subjects, &DataTable::stateChanged, this, &Page::stateChanged);
    connect(m_subjects, &DataTable::activated, this, [this] { table().setFocus(Qt::OtherFocusReason); });
    connect(m_lists, &QSplitter::splitterMoved, this, &Page::stateChanged);
    connect(&table(), &DataTable::currentChanged, this, [this](const QString &id) {
        const auto parts = partsOfRowId(id);
        m_presenter.select(parts ? parts->second : QString());
        Q_EMIT placeChanged();
    });
    connect(&table(), &DataTable::selectionChanged, this, &ReviewPage::updateCommands);
    connect(&table(), &DataTable::settled, this, &ReviewPage::updateCommands);
    connect(m_detail, &DetailPane::currentTabChanged, this, &ReviewPage::tellPart);
    connect(m_detail, &ReviewDetail::tabsChanged, this, &Page::stateChanged);
    connect(m_detail, &ReviewDetail::decideRequested, this, [this](const model::ReviewVerdict &verdict) {
        DecideTarget target{.subject = m_presenter.state().subject, .items = {m_presenter.state().item}, .count = 1, .verdict = verdict};
        openTarget(target);
    });
    connect(m_loading, &LoadingState::stopRequested, &m_presenter, &ReviewPresenter::stopReading);
    connect(&workError(), &ErrorBanner::dismissed, &m_presenter, &ReviewPresenter::dismissWorkError);
    connect(&strip(), &ProgressStrip::stopRequested, &m_presenter, &ReviewPresenter::stopWork);
    connect(&strip(), &ProgressStrip::leaveRequested, &m_presenter, &ReviewPresenter::stopWork);
    connectPresenter();
    connectDecisions();
    connectCommands();
}

void ReviewPage::connectPresenter()
{
    connect(&m_presenter, &ReviewPresenter::reviewChanged, this, &ReviewPage::showReview);
    connect(&m_presenter, &ReviewPresenter::itemChanged, this, &ReviewPage::showItem);
    connect(&m_presenter, &ReviewPresenter::workChanged, this, &ReviewPage::showWork);
    connect(&m_presenter, &ReviewPresenter::reviewStarted, this, &ReviewPage::showMoved);
    connect(&m_presenter, &ReviewPresenter::settled, this, &Page::settled);
    connect(&m_presenter, &ReviewPresenter::decided, this, &ReviewPage::showDecided);
    connect(&m_presenter, &ReviewPresenter::undone, this, [this](qint64 items) {
        m_said = tr("%n decision(s) taken back.", nullptr, int(items));
        updateDecisions();
    });
    connect(&m_presenter, &ReviewPresenter::commented, this, [this] { m_detail->setCurrentTab(QStringLiteral("history")); });
    connect(&m_presenter, &ReviewPresenter::assigned, this, [this](ReviewSubject subject, const QString &to) {
        m_said = to.isEmpty() ? tr("%1 is assigned to nobody.").arg(subjectWord(subject)) : tr("%1 is assigned to %2.").arg(subjectWord(subject), to);
        updateDecisions();
    });
    connect(&m_presenter, &ReviewPresenter::signedOff, this, [this](const api::SignOffReceipt &receipt) {
        const bool isNew = std::ranges::any_of(receipt.subjects, &api::SignedSubject::isNew);
        showReceipt(isNew ? tr("Signed off") : tr("You had signed exactly this already"), receipt, m_revoke);
    });
    connect(&m_presenter, &ReviewPresenter::revoked, this, [this](const api::SignOffReceipt &receipt) { showReceipt(tr("The sign-off is revoked"), receipt, nullptr); });
    connect(&m_presenter, &ReviewPresenter::exported, m_dialogs, &ReviewDialogs::save);
    connect(&m_presenter, &ReviewPresenter::previewed, this, [this] { openDecision(decision::importTable); });
    connect(&m_presenter, &ReviewPresenter::imported, this, [this](const api::ReviewImported &report) {
        m_said = tr("%n decision(s) imported.", nullptr, int(report.changes.size()));
        m_decisions->close();
        updateDecisions();
    });
}

void ReviewPage::connectDecisions()
{
    connect(m_decisions, &DecisionPanel::confirmed, this, &ReviewPage::confirmed);
    connect(m_decisions, &DecisionPanel::cancelled, this, &ReviewPage::updateDecisions);
    connect(m_decisions, &DecisionPanel::draftChanged, this, [this](const QString &decision, const QString &text) { host().setDraft(draftKey(decision), text); });
    connect(m_decisions, &DecisionPanel::stopRequested, &m_presenter, &ReviewPresenter::stopWork);
    connect(m_decisions, &DecisionPanel::leaveRequested, &m_presenter, &ReviewPresenter::stopWork);
    for (const QLatin1String id : {decision::signOff, decision::revokeSignOff, decision::decideItems, decision::importTable})
        m_decisions->setDraft(id, host().draft(draftKey(id)));
}

QString ReviewPage::id() const
{
    return QStringLiteral("review");
}

QString ReviewPage::selected() const
{
    const ReviewState &state = m_presenter.state();
    return state.item.isEmpty() ? subjectId(state.subject) : rowIdOf(state.subject, state.item);
}

void ReviewPage::setPlace(const Place &place)
{
    Place inside = place;
    if (const auto parts = partsOfRowId(place.object)) {
        m_subjects->setCurrentId(subjectId(parts->first));
        chooseSubject(parts->first); // also while the list of them is not there yet
        if (parts->second.isEmpty())
            inside.object.clear();
    }
    ListPage::setPlace(inside);
}

void ReviewPage::refresh()
{
    m_presenter.refresh();
}

void ReviewPage::pulse(const api::ProjectPulse &pulse)
{
    m_presenter.pulse(pulse);
}

QByteArray ReviewPage::saveState() const
{
    return bundleStates({{"list", ListPage::saveState()}, {"subjects", m_subjects->saveState()}, {"lists", m_lists->saveState()}, {"tabs", m_detail->saveTabs()}});
}

void ReviewPage::restoreState(const QByteArray &state)
{
    auto states = unbundleStates(state);
    m_subjects->restoreState(states[QStringLiteral("subjects")]);
    m_lists->restoreState(states[QStringLiteral("lists")]);
    m_detail->restoreTabs(states[QStringLiteral("tabs")]);
    ListPage::restoreState(states[QStringLiteral("list")]);
}

std::vector<PaletteItem> ReviewPage::paletteItems(const QString &words) const
{
    std::vector<PaletteItem> items;
    const ReadSubjectPointer &subject = m_presenter.state().items;
    if (!subject || words.isEmpty())
        return items;
    const QString note = tr("Review · %1").arg(subjectWord(subject->subject()));
    for (const api::ReviewRow &row : subject->rows()) {
        if (!row.item.contains(words, Qt::CaseInsensitive))
            continue;
        const QString object = rowIdOf(subject->subject(), row.item);
        items.push_back({.kind = PaletteKind::Table, .id = QStringLiteral("review/") + object, .title = row.item, .note = note, .icon = IconName::BadgeCheck,
                         .place = {.page = id(), .object = object}});
        if (qsizetype(items.size()) == paletteMost)
            break;
    }
    return items;
}

QWidget *ReviewPage::focusStart()
{
    QWidget *start = ListPage::focusStart();
    return start == this && m_shownOverview ? m_subjects : start;
}

/// Also the list of the items of another subject: what was typed to find something in the last one would only hide it.
void ReviewPage::chooseSubject(ReviewSubject subject)
{
    if (subject == m_presenter.state().subject)
        return;
    table().filterBar().setText({});
    m_presenter.setSubject(subject);
    Q_EMIT placeChanged();
}

void ReviewPage::tellPart()
{
    m_presenter.show(m_detail->currentTab() == QLatin1String("lineage") ? ReviewPresenter::Part::Lineage : ReviewPresenter::Part::Other);
}

} // namespace lakehouse::views
