#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/progress_strip.h"
#include "pages/review/item_words.h"
#include "pages/review/review_detail.h"
#include "pages/review/review_dialogs.h"
#include "pages/review/review_page.h"
#include "pages/review/review_table.h"
#include "pages/review/review_words.h"
#include "pages/review/subject_table.h"
#include "shell/deep_link.h"
#include "shell/source_notice.h"

#include <algorithm>

namespace lakehouse::views {

using model::ReviewSubject;

namespace {

/// No subject has an item: nothing was read of the source yet.
bool isUnread(const ReviewState &state)
{
    return hasNoSource(state.error) || (state.overview && std::ranges::all_of(state.overview->subjects, [](const api::SubjectStanding &subject) { return subject.items == 0; }));
}

} // namespace

QString ReviewPage::standingSummary(const api::SubjectStanding &standing) const
{
    QStringList sentences{tr("%1: %2 of %n item(s) open. %3", nullptr, int(standing.items)).arg(subjectWord(standing.subject), countText(standing.open), standingReason(standing))};
    if (standing.withoutEvidence > 0)
        sentences += tr("No code that writes to %n more table(s) was seen: such a table can be decided, and need not be.", nullptr, int(standing.withoutEvidence));
    if (standing.notAllowed)
        sentences += notAllowedSentence(&standing);
    return sentences.join(QLatin1Char(' '));
}

void ReviewPage::showReview()
{
    const ReviewState &state = m_presenter.state();
    showReadAt(state.readAtUtc);
    if (state.error && !hasNoSource(state.error))
        readingError().showError(*state.error);
    else
        readingError().clear();
    showSubjects();
    showPlaceholder();
    showItems();
    showNotices();
    showItem();
}

void ReviewPage::showSubjects()
{
    const ReviewState &state = m_presenter.state();
    if (!state.overview || m_shownOverview == state.overview)
        return;
    m_shownOverview = state.overview;
    m_subjects->setRows(std::make_shared<SubjectTableRows>(*state.overview));
    if (m_subjects->currentId() != subjectId(state.subject))
        m_subjects->setCurrentId(subjectId(state.subject));
    const auto needing = [&](const api::SubjectStanding &subject) { return needsPerson(subject, state.overview->isSignoffRequired); };
    Q_EMIT attentionChanged(int(std::ranges::count_if(state.overview->subjects, needing)));
}

void ReviewPage::showItems()
{
    const ReviewState &state = m_presenter.state();
    const QStringList marked = state.reviewed.inReview;
    if (m_shownItems == state.items && m_marked == marked)
        return;
    if (m_marked.isEmpty() != marked.isEmpty())
        table().setChips(reviewChips(marked.isEmpty() ? JustMoved::None : JustMoved::Some));
    m_shownItems = state.items;
    m_marked = marked;
    table().setRows(state.items ? std::make_shared<ReviewTableRows>(state.items, marked) : nullptr);
}

void ReviewPage::showPlaceholder()
{
    const ReviewState &state = m_presenter.state();
    if (!state.items && state.isReading && !isUnread(state))
        m_loading->start(tr("Reading the review of %1: %2…").arg(host().projectName(), subjectWord(state.subject)));
    else
        m_loading->finish();
    m_empty->setWords(tr("Here six subjects are read and signed off, item by item."),
                      hasNoSource(state.error) ? tr("Add a source first: this project has none yet, so there is nothing to review.")
                                         : tr("Nothing was analyzed yet: the source is only read by it."));
    m_nothing->setWords(tr("Nothing to review."), nothingFound(state.subject));
    if (isUnread(state))
        table().setPlaceholder(m_empty);
    else if (!state.items)
        table().setPlaceholder(m_loading);
    else
        table().setPlaceholder(state.items->rows().empty() ? m_nothing : nullptr);
}

void ReviewPage::showNotices()
{
    const ReviewState &state = m_presenter.state();
    const api::SubjectStanding *standing = state.standing(state.subject);
    const bool isStale = standing && standing->state == model::SignOffState::Stale;
    const bool isUnanalyzed = state.overview && !state.overview->isAnalyzed && !isUnread(state);
    CommandAction *offered = state.arrived ? m_reviewMoved : isUnanalyzed ? m_analyze : isStale ? m_showMoved : nullptr;
    m_notice->setButtons(offered ? QList<QAction *>{offered} : QList<QAction *>()); // before the words, to come on show with them
    if (state.arrived)
        m_notice->setNotice(Status::Stale, movedSentence(state.moves, state.subject));
    else if (isUnanalyzed)
        m_notice->setNotice(Status::Stale, tr("The source was not analyzed as it is now: the review does not know what is new in it, and nothing can be signed before."));
    else if (isStale)
        m_notice->setNotice(Status::Stale, staleSentence(*standing));
    else if (!state.reviewed.isEmpty())
        m_notice->setInformation(tr("Moved against what you read before: %n item(s), %1.", nullptr, state.reviewed.count()).arg(itemsInWords(state.reviewed.all())));
    else if (!state.movedElsewhere.empty())
        m_notice->setInformation(tr("Moved since you opened this subject: %1. Nothing of %2 is other.").arg(subjectsInWords(state.movedElsewhere), subjectWord(state.subject)));
    else if (state.isStopped && !state.items)
        m_notice->setInformation(tr("Reading was stopped before the items were there. F5 reads them again."));
    else
        m_notice->hide();
}

void ReviewPage::showItem()
{
    const ReviewState &state = m_presenter.state();
    m_decisions->setEarlierReasons(earlierReasons(state));
    m_detail->show(state, host().clock().now());
    updateDecisions();
}

/// Only beginning and end change what can be decided: in between it is progress alone.
void ReviewPage::showWork()
{
    const PageWork &work = m_presenter.work();
    const std::optional<AskedIn> now = work.operation().isEmpty() ? std::nullopt : std::optional(m_presenter.askedIn());
    const std::optional<AskedIn> before = std::exchange(m_shownWork, now);
    if (now == AskedIn::Form)
        m_decisions->setBusy(&work.progress());
    else if (before == AskedIn::Form)
        m_decisions->setBusy(nullptr);
    if (now && now != AskedIn::Form)
        strip().setProgress(work.progress());
    else
        strip().finish();
    if (now != before)
        m_dialogs->showWork();
    if (!now || !before)
        showWorkError();
    if (now != before)
        updateDecisions();
}

void ReviewPage::showWorkError()
{
    const std::optional<base::Error> &error = m_presenter.work().error();
    const AskedIn askedIn = m_presenter.askedIn();
    if (!error)
        workError().clear();
    else if (askedIn == AskedIn::Form && !m_decisions->openId().isEmpty())
        m_decisions->showError(*error);
    else if (askedIn != AskedIn::Sheet || !m_dialogs->showError(*error))
        workError().showError(*error);
}

/// The items that moved alone, so that they are seen before anything is signed.
void ReviewPage::showMoved()
{
    m_decisions->close();
    updateDecisions();
    const ReviewState &state = m_presenter.state();
    if (state.reviewed.inReview.isEmpty())
        return;
    table().filterBar().setFilter({}, {QStringLiteral("just-moved")});
    if (!state.reviewed.inReview.contains(state.item))
        table().setCurrentId(rowIdOf(state.subject, state.reviewed.inReview.front()));
}

/// No receipt: the list says it, and the next item waits.
void ReviewPage::showDecided(const DecideTarget &target, const api::ReviewDecided &answer)
{
    m_said = answer.decided == 0 ? tr("It was decided so already.") : tr("%1, decided just now. Ctrl+Z takes it back.").arg(decideTitle(target));
    m_decisions->close();
    updateDecisions();
    table().setFocus(Qt::OtherFocusReason);
}

void ReviewPage::showReceipt(const QString &title, const api::SignOffReceipt &receipt, CommandAction *undo)
{
    const QString link = DeepLink{host().projectName(), {.page = id(), .object = subjectId(m_presenter.state().subject)}}.toText();
    m_decisions->showReceipt(title, receiptLines(receipt, link), undo);
}

void ReviewPage::updateDecisions()
{
    const ReviewState &state = m_presenter.state();
    const QString open = m_opening.isEmpty() ? m_decisions->openId() : m_opening;
    if (open != decision::signOff && open != decision::revokeSignOff)
        m_wishes.subjects = chosenSubjects();
    if (open != decision::decideItems)
        m_wishes.target.reset();
    if (open != decision::importTable)
        m_presenter.forgetTable();
    const std::vector<Decision> made = ReviewDecisions(state, m_wishes, m_presenter.work().operation()).make();
    std::vector<Decision> onBar;
    std::ranges::copy_if(made, std::back_inserter(onBar), [&](const Decision &decision) {
        return decision.id != decision::revokeSignOff || decision.blockedWhy.isEmpty() || decision.id == open;
    });
    m_decisions->setDecisions(std::move(onBar));
    m_decisions->setVisible(state.overview && !isUnread(state));
    const api::SubjectStanding *standing = state.standing(state.subject);
    m_decisions->setSummary(!m_said.isEmpty() ? m_said : standing ? standingSummary(*standing) : QString());
    m_detail->setBlocked(notDecidableNow());
    updateCommands();
}

} // namespace lakehouse::views
