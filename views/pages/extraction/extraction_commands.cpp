#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/localized.h"
#include "pages/extraction/extraction_page.h"
#include "pages/extraction/extraction_table.h"
#include "pages/extraction/extraction_words.h"
#include "pages/extraction/plan_detail_view.h"
#include "pages/extraction/plan_history.h"
#include "pages/extraction/table_sentences.h"
#include "pages/extraction/value_questions.h"
#include "shell/deep_link.h"
#include "shell/source_notice.h"

#include <algorithm>

namespace lakehouse::views {

using model::LoadMode;
using model::PlanEdit;

CommandAction *ExtractionPage::addNamed(QLatin1String id, IconName icon, const QString &text, const QKeySequence &key, const QString &explanation)
{
    auto *action = new CommandAction(QString(id), icon, text, this);
    action->setExplanation(explanation);
    if (!key.isEmpty())
        action->setShortcut(key);
    addCommand(action);
    return action;
}

void ExtractionPage::buildCommands()
{
    m_approve = addNamed(decision::approve, IconName::BadgeCheck, tr("Approve plan…"), Qt::Key_A,
        tr("Agree to exactly the plan on screen and the SQL made of it."));
    m_review = addNamed(decision::review, IconName::GitCompareArrows, tr("Review the changes"), Qt::Key_R,
        tr("Bring the plan that moved on screen, with the tables that moved in it."));
    m_revoke = addNamed(decision::revoke, IconName::Ban, tr("Revoke approval…"), Qt::Key_V,
        tr("Take back the approval that is in force. What was generated stays."));
    m_change = addNamed(QLatin1String("extraction.change"), IconName::Pencil, tr("Change mode…"), Qt::Key_M,
        tr("Load the selected table in full, or incrementally."));
    m_changeColumns = addNamed(QLatin1String("extraction.change-columns"), IconName::ListChecks, tr("Change columns…"), QKeySequence(Qt::SHIFT | Qt::Key_M),
        tr("Go to what may be decided about values of the selected table that bronze cannot hold, and about its row security."));
    m_changeColumns->setOperation("extraction.change", "column");
    m_changeDeletes = addNamed(QLatin1String("extraction.change-deletes"), IconName::ListChecks, tr("Change deletes…"), {},
        tr("Look for what the source deleted of the selected table after each load, or now and then."));
    m_changePurges = addNamed(QLatin1String("extraction.change-purges"), IconName::ListChecks, tr("Change purged rows…"), {},
        tr("Keep rows of the selected table that the source no longer has, or remove them."));
    m_undo = addNamed(decision::undo, IconName::Undo, tr("Undo change…"), Qt::Key_Z,
        tr("Take back what a person changed about the selected table."));
    m_comment = addNamed(QLatin1String("extraction.open-comments"), IconName::MessageSquare, tr("Comments on the table"), Qt::Key_C,
        tr("Go to the table in the review: what was said about it stands there, and more can be said or asked for."));
    m_plan = addNamed(decision::plan, IconName::RefreshCw, tr("Plan again…"), {}, tr("Read the source again and decide every table anew."));
    m_generate = addNamed(decision::generate, IconName::Layers, tr("Generate the pipeline…"), {},
        tr("Write the SQL and the Dagster project of the approved plan."));
    m_nextChange = addNamed(QLatin1String("extraction.next-difference"), IconName::ArrowDown, tr("Next change of the SQL"), Qt::Key_F7,
        tr("Go to the next difference between the approved and the proposed SQL."));
    m_previousChange = addNamed(QLatin1String("extraction.previous-difference"), IconName::ArrowUp, tr("Previous change of the SQL"),
        QKeySequence(Qt::SHIFT | Qt::Key_F7),
                                tr("Go to the difference before."));
    buildTabCommands();
}

void ExtractionPage::buildTabCommands()
{
    struct Tab {
        const char *tab;
        QLatin1String id;
        IconName icon;
        QString text;
        Qt::Key key;
    };
    for (const Tab &tab : {Tab{"summary", QLatin1String("extraction.show-summary"), IconName::Table, tr("Show the summary"), Qt::Key_S},
                           Tab{"diff", QLatin1String("extraction.show-diff"), IconName::Diff, tr("Show the SQL diff"), Qt::Key_D},
                           Tab{"lineage", QLatin1String("extraction.show-lineage"), IconName::Waypoints, tr("Show the lineage"), Qt::Key_L},
                           Tab{"evidence", QLatin1String("extraction.show-evidence"), IconName::ScanSearch, tr("Show the evidence"), Qt::Key_E},
                           Tab{"history", QLatin1String("extraction.show-history"), IconName::History, tr("Show the history"), Qt::Key_H}}) {
        CommandAction *action = addNamed(tab.id, tab.icon, tab.text, tab.key, tr("Of the selected table."));
        connect(action, &QAction::triggered, this, [this, name = QString::fromLatin1(tab.tab)] { m_detail->setCurrentTab(name); });
    }
}

void ExtractionPage::connectCommands()
{
    for (CommandAction *action : {m_approve, m_review, m_revoke, m_plan, m_generate})
        connect(action, &QAction::triggered, this, [this, action] { openDecision(action->id()); });
    connect(m_undo, &QAction::triggered, this, [this] { openDecision(tableDecision(decision::undo, m_presenter.state().table)); });
    connect(m_change, &QAction::triggered, this, &ExtractionPage::openChange);
    connect(m_comment, &QAction::triggered, this,
        [this] { m_host.open({.page = QStringLiteral("review"), .object = QStringLiteral("scope/") + m_presenter.state().table}); });
    connect(m_changeColumns, &QAction::triggered, m_detail, &PlanDetailView::goToValues);
    connect(m_undoColumn, &QAction::triggered, this, [this] {
        m_table->setCurrentId(m_columnChanged.table);
        openDecision(valueDecision(PlanEdit::Undo, m_columnChanged.table, m_columnChanged.column));
    });
    connect(m_changeDeletes, &QAction::triggered, this, [this] { openDeletes(model::PlanAspect::Deletes); });
    connect(m_changePurges, &QAction::triggered, this, [this] { openDeletes(model::PlanAspect::Purges); });
    connect(m_nextChange, &QAction::triggered, this, [this] { m_detail->stepChange(true); });
    connect(m_previousChange, &QAction::triggered, this, [this] { m_detail->stepChange(false); });
}

/// The other mode than the present one.
void ExtractionPage::openChange()
{
    const api::PlanRow *row = m_presenter.row();
    if (row)
        openDecision(tableDecision(row->mode == LoadMode::Incremental ? decision::setFull : decision::setIncremental, m_presenter.state().table));
}

/// The other way than the present one.
void ExtractionPage::openDeletes(model::PlanAspect aspect)
{
    const ExtractionState &state = m_presenter.state();
    if (const auto question = state.detail ? deleteQuestion(state.detail->planned, aspect) : std::nullopt)
        openDecision(valueDecision(question->offers.front(), state.table, {}));
}

/// Empty: something may be decided about deletes or purged rows of the selected table.
QString ExtractionPage::whyNoDeletes(model::PlanAspect aspect) const
{
    const ExtractionState &state = m_presenter.state();
    if (!m_presenter.row())
        return state.plan ? tr("Select a table first.") : noPlan();
    if (!state.detail)
        return tr("%1 is being read.").arg(state.table);
    if (deleteQuestion(state.detail->planned, aspect))
        return ExtractionDecisions::notChangeable(state);
    if (state.detail->planned.decision.mode == LoadMode::Refused)
        return tr("%1 is refused. Its summary says what would lift that.").arg(state.table);
    if (aspect == model::PlanAspect::Purges)
        return tr("%1 has no key that tells its rows apart, so none can be kept. Give it a primary key at the source.").arg(state.table);
    if (const model::PlanReason *reason = reasonAbout(state.detail->planned, QStringLiteral("deletes")))
        return localized(reason->statement);
    return state.detail->planned.decision.mode == LoadMode::Full ? tr("Deletes of %1 are not looked for: each load replaces every row.").arg(state.table)
                                                                 : tr("Deletes of %1 are not looked for by this plan. Plan again to learn why.").arg(state.table);
}

void ExtractionPage::openDecision(const QString &id)
{
    m_wanted = id;
    makeDecisions();
    m_decisions->setDecisions(onBar());
    m_decisions->show();
    m_decisions->open(id);
}

/// What belongs to the work at hand; the rest stands in the header, and comes here when it is wanted.
std::vector<Decision> ExtractionPage::onBar() const
{
    const ExtractionState &state = m_presenter.state();
    std::vector<Decision> shown;
    for (const Decision &decision : m_made) {
        const auto [what, table, column] = decisionParts(decision.id);
        const bool isOfTable = !table.isEmpty();
        const std::optional<PlanEdit> edit = editOf(what);
        const bool isOfValue = column || (edit && aspectOf(*edit) != model::PlanAspect::Mode);
        const bool isRest = decision.id == decision::revoke || (decision.id == decision::plan && state.plan)
            || (decision.id == decision::generate && !decision.blockedWhy.isEmpty()) || (isOfTable && state.isMoved) || isOfValue;
        if (!isRest || decision.id == m_wanted || decision.id == m_decisions->openId())
            shown.push_back(decision);
    }
    return shown;
}

const Decision *ExtractionPage::find(const QString &id) const
{
    const auto found = std::ranges::find(m_made, id, &Decision::id);
    return found == m_made.end() ? nullptr : &*found;
}

QString ExtractionPage::blockedWhy(const QString &id, const QString &missing) const
{
    const Decision *decision = find(id);
    return decision ? decision->blockedWhy : missing;
}

/// Why nothing can be done about a plan while there is none on screen.
QString ExtractionPage::noPlan() const
{
    const ExtractionState &state = m_presenter.state();
    if (state.isReading)
        return tr("The plan is being read.");
    if (hasNoSource(state.error))
        return tr("This project has no source yet. Add one first.");
    if (state.isStopped)
        return tr("Reading the plan was stopped. F5 reads it again.");
    return state.error && state.error->code != base::ErrorCode::NotFound ? tr("The plan could not be read. What helps stands above the list.")
        : tr("No plan was made yet. Plan the tables first.");
}

void ExtractionPage::makeDecisions()
{
    const QString open = m_decisions->openId();
    std::vector<Decision> made = m_maker.make(m_presenter.state(), m_wanted.isEmpty() ? open : m_wanted);
    // A form that is open about one table stays while another one is looked at, as long as the plan is the same.
    if (!decisionParts(open).table.isEmpty() && std::ranges::find(made, open, &Decision::id) == made.end()) {
        const Decision *before = find(open);
        if (before && m_presenter.state().plan && before->version == m_presenter.state().plan->digest.toString())
            made.push_back(*before);
    }
    m_made = std::move(made);
    restoreDrafts();
}

void ExtractionPage::updateDecisions()
{
    makeDecisions();
    if (m_decisions->openId() != m_wanted)
        m_wanted.clear();
    m_decisions->setDecisions(onBar());
    m_decisions->setVisible(m_presenter.state().plan || !m_decisions->openId().isEmpty()); // before the first plan the page itself offers to make one
    m_decisions->setSummary(m_presenter.state().plan ? planSummary(*m_presenter.state().plan) : QString());
    m_detail->setValuesBlocked(ExtractionDecisions::notChangeable(m_presenter.state()));
    updateCommands();
}

void ExtractionPage::restoreDrafts()
{
    for (const Decision &decision : m_made)
        if (decision.reasonRequired && decision.id != m_decisions->openId() && m_decisions->draft(decision.id).isEmpty())
            m_decisions->setDraft(decision.id, m_host.draft(QStringLiteral("extraction/") + decision.id));
}

void ExtractionPage::updateCommands()
{
    const ExtractionState &state = m_presenter.state();
    const api::PlanRow *row = m_presenter.row();
    const QString noTable = state.plan ? tr("Select a table first.") : noPlan();
    m_approve->setBlocked(blockedWhy(decision::approve, state.isMoved
        ? tr("The plan moved while you were reading. Review what changed, then approve.") : noPlan()));
    m_review->setBlocked(blockedWhy(decision::review, tr("The plan on screen is the one of the project.")));
    m_revoke->setBlocked(blockedWhy(decision::revoke, noPlan()));
    m_plan->setText(state.plan ? tr("Plan again…") : tr("Plan the tables…"));
    m_plan->setBlocked(blockedWhy(decision::plan, {}));
    m_generate->setBlocked(blockedWhy(decision::generate, noPlan()));
    if (const Decision *review = find(decision::review))
        m_review->setText(review->verb);
    if (!row || row->mode == LoadMode::Refused)
        m_change->setBlocked(row ? tr("%1 is refused, so there is no mode to change. Its summary says what would lift that.").arg(state.table)
            : noTable);
    else
        m_change->setBlocked(blockedWhy(tableDecision(row->mode == LoadMode::Incremental ? decision::setFull : decision::setIncremental, state.table),
            noTable));
    m_changeColumns->setBlocked(!row ? noTable : !state.detail ? tr("%1 is being read.").arg(state.table) : !hasValueQuestions(state.detail->planned)
        ? tr("%1 has no column and no row security about which anything may be decided.").arg(state.table) : QString());
    m_changeDeletes->setBlocked(whyNoDeletes(model::PlanAspect::Deletes));
    m_changePurges->setBlocked(whyNoDeletes(model::PlanAspect::Purges));
    m_undo->setBlocked(row ? blockedWhy(tableDecision(decision::undo, state.table), tr("Nobody changed how %1 loads.").arg(state.table)) : noTable);
    m_comment->setBlocked(row ? QString() : noTable);
    const QString noSql = !row ? noTable : !state.detail ? tr("%1 is being read.").arg(state.table) : state.detail->sql.empty()
        ? tr("%1 is not loaded, so there is no SQL of it.").arg(state.table) : QString();
    m_nextChange->setBlocked(noSql);
    m_previousChange->setBlocked(noSql);
}

void ExtractionPage::confirmed(const QString &id, const QString &reason)
{
    const auto [what, table, column] = decisionParts(id);
    if (what == decision::approve)
        m_presenter.approve(reason);
    else if (what == decision::review)
        m_presenter.review();
    else if (what == decision::revoke)
        m_presenter.revoke(reason);
    else if (what == decision::plan)
        m_presenter.makePlan();
    else if (what == decision::generate)
        m_presenter.generate();
    else if (const std::optional<PlanEdit> edit = editOf(what))
        m_presenter.change(table, column, *edit, reason);
}

void ExtractionPage::showChanged(const api::ExtractionChanged &answer, const api::ChangeExtraction &request)
{
    if (request.column || aspectOf(request.edit) != model::PlanAspect::Mode)
        return showValueChanged(answer, request);
    const QString table = answer.table.table.toString();
    const QString how = answer.table.mode == LoadMode::Incremental
        ? tr("incrementally by %1").arg(answer.table.watermark.value_or(QString())) : answer.table.mode == LoadMode::Full ? tr("in full")
            : tr("not at all");
    m_decisions->showReceipt(tr("%1 now loads %2").arg(table, how),
                             {{tr("Why"), localized(answer.table.why)}, {tr("Plan"), answer.digest.toString()},
                                 {tr("Changed at"), localized(m_host.clock().now())}},
                             answer.table.change ? m_undo : nullptr);
    if (table == m_presenter.state().table)
        m_detail->setCurrentTab(QStringLiteral("diff"));
}

void ExtractionPage::showValueChanged(const api::ExtractionChanged &answer, const api::ChangeExtraction &request)
{
    const QString table = answer.table.table.toString();
    m_columnChanged = {.what = {}, .table = table, .column = request.column};
    QAction *undo = request.edit == PlanEdit::Undo ? nullptr : request.column ? m_undoColumn : static_cast<QAction *>(m_undo);
    m_decisions->showReceipt(changedTitle(request.edit, request.column ? model::columnPlace(answer.table.table, *request.column) : table),
                             {{tr("Reason"), request.reason.toString()}, {tr("Plan"), answer.digest.toString()},
                                 {tr("Changed at"), localized(m_host.clock().now())}}, undo);
    if (table == m_presenter.state().table)
        m_detail->setCurrentTab(QStringLiteral("summary"));
}

QString ExtractionPage::planLink() const
{
    return DeepLink{m_host.projectName(), {.page = id()}}.toText();
}

/// Of what this person just decided.
HistoryItem ExtractionPage::signature(const model::Reason &reason) const
{
    return {.at = m_host.clock().now(), .who = m_host.call({}).actor.toString(), .reason = reason.toString()};
}

void ExtractionPage::showApproved(const api::ApprovalReceipt &receipt, const model::Reason &reason)
{
    HistoryItem signature = this->signature(reason);
    if (!receipt.isNew) // what counts is what was said then
        signature = approvalOf(m_presenter.state(), receipt.sequence).value_or(HistoryItem{.who = signature.who});
    m_decisions->showReceipt(receipt.isNew ? tr("The plan is approved") : tr("You had approved exactly this already"),
        receiptLines(receipt, signature, planLink()), m_revoke);
    m_note.clear();
}

void ExtractionPage::showRevoked(const api::RevocationReceipt &receipt, const model::Reason &reason)
{
    m_decisions->showReceipt(tr("The approval is revoked"), revocationLines(receipt, signature(reason), planLink()), nullptr);
}

void ExtractionPage::showGenerated(const api::GenerateReceipt &receipt)
{
    m_decisions->close();
    m_host.notify({.group = QStringLiteral("pipeline.generate"), .status = receipt.refused.empty() ? Status::Done : Status::DoneWithProblems,
        .title = tr("The pipeline is generated"),
                   .text = generatedWords(receipt), .actionText = tr("Open the pipeline"), .place = {.page = QStringLiteral("pipeline")}});
}

} // namespace lakehouse::views
