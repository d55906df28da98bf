#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/filter_bar.h"
#include "pages/review/decide_sheet.h"
#include "pages/review/review_detail.h"
#include "pages/review/review_dialogs.h"
#include "pages/review/review_page.h"
#include "pages/review/review_words.h"
#include "shell/source_notice.h"

#include <algorithm>

namespace lakehouse::views {

using model::ReviewChoice;
using model::ReviewSubject;
using model::ReviewVerdict;

namespace {

QKeySequence shifted(Qt::Key key)
{
    return QKeySequence(Qt::SHIFT | key);
}

} // namespace

void ReviewPage::buildCommands()
{
    buildDecideCommands();
    m_undo = command("review.undo", IconName::Undo, tr("Undo decision"), QKeySequence::Undo, tr("Decide as it was before the last decision made here; not once it is signed."));
    m_signOff = command("signoff.approve", IconName::BadgeCheck, tr("Sign off…"), Qt::Key_A, tr("Answer for the selected subjects exactly as they are on screen."));
    m_revoke = command("signoff.revoke", IconName::Ban, tr("Revoke sign-off…"), Qt::Key_V, tr("Take back the sign-off of the selected subjects. The decisions stay."));
    m_comment = command("review.comment", IconName::MessageSquare, tr("Comment…"), Qt::Key_C, tr("Say something about the selected item; nothing is decided by it."));
    m_ask = command("review.ask", IconName::MessageSquare, tr("Ask for changes…"), Qt::Key_R, tr("Comment on the selected item and assign its subject to who decided it."));
    m_ask->setOperation("review.assign");
    m_assign = command("review.assign", IconName::User, tr("Assign…"), shifted(Qt::Key_A), tr("Ask somebody to decide this subject."));
    m_export = command("review.export", IconName::Download, tr("Export all subjects…"), {}, tr("The items of all six as CSV, to be decided in a spreadsheet."));
    m_exportSubject = command("review.export-subject", IconName::Download, tr("Export this subject…"), {}, tr("Its items as CSV, to be decided in a spreadsheet."));
    m_exportSubject->setOperation("review.export", "subject");
    m_import = command("review.import", IconName::Plus, tr("Import decisions…"), {}, tr("From a CSV file, after a look at what it would change. A line without a decision changes nothing."));
    m_analyze = command("evidence.analyze", IconName::ScanSearch, tr("Analyze the source"), {}, tr("Read its catalog and measure what there is to decide; nothing is loaded."));
    m_reviewMoved = command("review.review-moved", IconName::GitCompareArrows, tr("Review what moved"), {}, tr("Bring the review as it is now on screen, with the items that are other."));
    m_showMoved = command("review.show-moved", IconName::Funnel, tr("Show only those"), {}, tr("Filter the list to the items that are other than they were signed."));
    m_showMoved->setPaletteText(tr("Show only what moved since the sign-off"));
    buildSubjectCommands();
    buildTabCommands();
}

void ReviewPage::buildDecideCommands()
{
    m_decide = command("review.decide", IconName::Pencil, tr("Decide otherwise…"), shifted(Qt::Key_D), tr("Everything that can be decided about the selected items."));
    m_decide->setPaletteText(tr("Decide…"));
    m_accept = command("review.accept", IconName::Check, tr("Decide as proposed…"), shifted(Qt::Key_P), tr("The selected items, each as the evidence proposes it."));
    m_toggle = command("review.toggle-scope", IconName::CircleSlash, tr("Decide in or out of scope…"), Qt::Key_X, tr("The other than it is decided or proposed now."));
    m_masks = {
        decideCommand("review.hash", IconName::KeyRound, tr("Decide to hash…"), shifted(Qt::Key_H), tr("Silver, once there is one, holds a keyed hash of the column: joins still hold."), ReviewChoice::Hash),
        decideCommand("review.redact", IconName::EyeOff, tr("Decide to redact…"), shifted(Qt::Key_R), tr("Silver, once there is one, holds NULL in place of the column."), ReviewChoice::Redact),
        decideCommand("review.keep", IconName::Eye, tr("Decide to keep…"), shifted(Qt::Key_K), tr("Silver, once there is one, holds the column as it is."), ReviewChoice::Keep),
    };
    m_decideShown = command("review.decide-shown", IconName::Pencil, tr("Decide all shown…"), {}, tr("Every item that the filter lets through, with one reason."));
    m_acceptShown = command("review.accept-shown", IconName::Check, tr("Decide all shown as proposed…"), {}, tr("Every item that the filter lets through, each as it is proposed, with one reason."));
    m_accept->setOperation("review.decide", "as-proposed");
    m_acceptShown->setOperation("review.decide", "as-proposed");
    m_toggle->setOperation("review.decide", "decision");
    m_decideShown->setOperation("review.decide", "item");
}

CommandAction *ReviewPage::decideCommand(const char *id, IconName icon, const QString &text, const QKeySequence &key, const QString &explanation, ReviewChoice choice)
{
    CommandAction *action = command(id, icon, text, key, explanation);
    action->setOperation("review.decide", "decision");
    connect(action, &QAction::triggered, this, [this, choice] {
        DecideTarget target = selectedItems();
        target.verdict = ReviewVerdict(choice);
        openTarget(target);
    });
    return action;
}

void ReviewPage::buildSubjectCommands()
{
    int number = 0;
    for (const ReviewSubject subject : model::allReviewSubjects) {
        const QString name = QStringLiteral("review.subject-%1").arg(++number);
        CommandAction *action = command(qPrintable(name), IconName::BadgeCheck, tr("Show %1").arg(subjectWord(subject)), QKeySequence(Qt::Key_0 + number), subjectQuestion(subject));
        connect(action, &QAction::triggered, this, [this, subject] {
            m_subjects->setCurrentId(subjectId(subject));
            chooseSubject(subject);
            table().setFocus(Qt::OtherFocusReason);
        });
    }
}

void ReviewPage::buildTabCommands()
{
    struct Tab {
        const char *tab;
        const char *id;
        IconName icon;
        QString text;
        Qt::Key key;
    };
    for (const Tab &tab : {Tab{"summary", "review.show-summary", IconName::Table, tr("Show the summary"), Qt::Key_S}, Tab{"diff", "review.show-diff", IconName::Diff, tr("Show the SQL diff"), Qt::Key_D},
                           Tab{"lineage", "review.show-lineage", IconName::Waypoints, tr("Show the lineage"), Qt::Key_L},
                           Tab{"evidence", "review.show-evidence", IconName::ScanSearch, tr("Show the evidence"), Qt::Key_E},
                           Tab{"history", "review.show-history", IconName::History, tr("Show history and comments"), Qt::Key_H}}) {
        CommandAction *action = command(tab.id, tab.icon, tab.text, tab.key, tr("Of the selected item."));
        connect(action, &QAction::triggered, this, [this, name = QString::fromLatin1(tab.tab)] { m_detail->setCurrentTab(name); });
    }
}

void ReviewPage::connectCommands()
{
    connect(m_decide, &QAction::triggered, this, [this] { openSheet(selectedItems()); });
    connect(m_decideShown, &QAction::triggered, this, [this] { openSheet(shownItems()); });
    connect(m_accept, &QAction::triggered, this, [this] { openTarget(selectedItems()); });
    connect(m_acceptShown, &QAction::triggered, this, [this] { openTarget(shownItems()); });
    connect(m_toggle, &QAction::triggered, this, [this] {
        const api::ReviewRow *row = m_presenter.state().row();
        if (!row)
            return;
        DecideTarget target = selectedItems();
        target.verdict = ReviewVerdict(row->verdict.value_or(row->proposal).choice() == ReviewChoice::In ? ReviewChoice::Out : ReviewChoice::In);
        openTarget(target);
    });
    connect(m_undo, &QAction::triggered, &m_presenter, &ReviewPresenter::undo);
    connect(m_signOff, &QAction::triggered, this, [this] { openDecision(decision::signOff); });
    connect(m_revoke, &QAction::triggered, this, [this] { openDecision(decision::revokeSignOff); });
    connect(m_comment, &QAction::triggered, m_dialogs, &ReviewDialogs::comment);
    connect(m_ask, &QAction::triggered, m_dialogs, &ReviewDialogs::ask);
    connect(m_assign, &QAction::triggered, m_dialogs, &ReviewDialogs::assign);
    connect(m_export, &QAction::triggered, this, [this] { m_presenter.exportTable(std::nullopt); });
    connect(m_exportSubject, &QAction::triggered, this, [this] { m_presenter.exportTable(m_presenter.state().subject); });
    connect(m_import, &QAction::triggered, m_dialogs, &ReviewDialogs::import);
    connect(m_analyze, &QAction::triggered, &m_presenter, &ReviewPresenter::analyze);
    connect(m_reviewMoved, &QAction::triggered, &m_presenter, &ReviewPresenter::review);
    connect(m_showMoved, &QAction::triggered, this, [this] {
        table().filterBar().setFilter({}, {QStringLiteral("moved")});
        table().setFocus(Qt::OtherFocusReason);
    });
}

std::vector<ReviewSubject> ReviewPage::chosenSubjects() const
{
    std::vector<ReviewSubject> subjects;
    for (const QString &id : m_subjects->selectedIds())
        if (const auto parts = partsOfRowId(id))
            subjects.push_back(parts->first);
    std::ranges::sort(subjects);
    return subjects.empty() ? std::vector{m_presenter.state().subject} : subjects;
}

DecideTarget ReviewPage::selectedItems() const
{
    const ReviewState &state = m_presenter.state();
    DecideTarget target{.subject = state.subject};
    QStringList names;
    for (const QString &id : table().selectedIds())
        if (const auto parts = partsOfRowId(id); parts && parts->first == target.subject)
            names += parts->second;
    if (names.isEmpty() && state.row())
        names += state.item;
    target.items = decidable(std::move(names));
    target.count = target.items.size();
    return target;
}

DecideTarget ReviewPage::shownItems() const
{
    const ReviewState &state = m_presenter.state();
    DecideTarget target{.subject = state.subject, .count = table().shownCount()};
    target.isWhole = state.items && target.count == qsizetype(state.items->rows().size());
    if (target.isWhole) {
        target.count = state.items->decidable();
        return target;
    }
    const qsizetype prefix = rowIdOf(state.subject, {}).size();
    QStringList names;
    for (const QString &id : table().shownIds())
        names += id.sliced(prefix);
    target.items = decidable(std::move(names));
    target.count = target.items.size();
    return target;
}

QStringList ReviewPage::decidable(QStringList names) const
{
    const ReadSubjectPointer &items = m_presenter.state().items;
    if (items && items->decidable() < qsizetype(items->rows().size()))
        names.removeIf([&](const QString &name) {
            const api::ReviewRow *row = items->find(name);
            return row && row->presence == model::ReviewPresence::Gone;
        });
    return names;
}

void ReviewPage::openSheet(const DecideTarget &target)
{
    const bool isOfDetail = target.items.size() == 1 && target.items.front() == m_presenter.state().item;
    auto *sheet = new DecideSheet(target, isOfDetail ? m_presenter.state().detail : std::nullopt, this);
    connect(sheet, &DecideSheet::chosen, this, &ReviewPage::openTarget);
    sheet->open();
}

void ReviewPage::openTarget(const DecideTarget &target)
{
    if (target.count == 0)
        return;
    m_wishes.target = target;
    openDecision(decision::decideItems);
}

void ReviewPage::openDecision(QLatin1String id)
{
    if (id == decision::signOff || id == decision::revokeSignOff)
        m_wishes.subjects = chosenSubjects();
    m_said.clear();
    m_opening = id;
    updateDecisions();
    m_decisions->open(id);
    m_opening.clear();
    updateDecisions();
}

void ReviewPage::confirmed(const QString &decision, const QString &reason)
{
    if (decision == decision::decideItems && m_wishes.target)
        m_presenter.decide(DecideTarget(*m_wishes.target), reason);
    else if (decision == decision::importTable)
        m_presenter.importTable(reason);
    else if (decision == decision::signOff)
        m_presenter.signOff(m_wishes.subjects, reason);
    else if (decision == decision::revokeSignOff)
        m_presenter.revoke(m_wishes.subjects, reason);
    else if (decision == decision::reviewMoved)
        m_presenter.review();
}

QString ReviewPage::notDecidableNow() const
{
    return notDecidable(m_presenter.state(), m_presenter.work().operation());
}

void ReviewPage::updateCommands()
{
    const ReviewState &state = m_presenter.state();
    const QString now = notDecidableNow();
    const auto blocked = [](const QString &first, const QString &second) { return first.isEmpty() ? second : first; };
    const QString none = state.row() ? QString() : tr("Select an item first.");
    const bool isGone = state.row() && state.row()->presence == model::ReviewPresence::Gone;
    const QString ofItem = blocked(now, isGone ? tr("It is no longer found, so there is nothing to decide about it.") : none);
    m_decide->setBlocked(ofItem);
    m_accept->setBlocked(ofItem);
    m_toggle->setBlocked(blocked(ofItem, state.subject == ReviewSubject::Scope ? QString() : tr("Only tables are in or out of scope: subject 1.")));
    for (CommandAction *mask : m_masks)
        mask->setBlocked(blocked(ofItem, state.subject == ReviewSubject::Pii ? QString() : tr("Only personal data is hashed, redacted or kept: subject 2.")));
    const QString noShown = table().shownCount() > 0 ? QString() : tr("No item is shown.");
    m_decideShown->setBlocked(blocked(now, noShown));
    m_acceptShown->setBlocked(blocked(now, noShown));
    m_undo->setBlocked(blocked(now, m_presenter.canUndo() ? QString() : tr("Nothing was decided here that is not signed yet.")));
    const std::vector<Decision> made = ReviewDecisions(state, m_wishes, m_presenter.work().operation()).make();
    const auto why = [&](QLatin1String id) {
        const auto found = std::ranges::find(made, id, &Decision::id);
        return found == made.end() ? blocked(now, tr("Review what moved first.")) : found->blockedWhy;
    };
    m_signOff->setBlocked(why(decision::signOff));
    m_revoke->setBlocked(why(decision::revokeSignOff));
    const QString busy = m_presenter.work().operation().isEmpty() ? QString() : now;
    m_comment->setBlocked(blocked(busy, none));
    m_ask->setBlocked(blocked(blocked(busy, none), !state.row() || state.row()->decidedBy ? QString() : tr("Nobody decided this item yet, so there is nobody to ask.")));
    const QString unread = state.overview ? QString() : now;
    m_assign->setBlocked(blocked(busy, unread));
    m_export->setBlocked(blocked(busy, unread));
    m_exportSubject->setBlocked(blocked(busy, unread));
    m_import->setBlocked(now);
    m_analyze->setBlocked(blocked(busy, hasNoSource(state.error) ? tr("This project has no source yet. Add one first.") : QString()));
    m_reviewMoved->setBlocked(state.arrived ? QString() : tr("What is on screen is the review of the project."));
    const api::SubjectStanding *standing = state.standing(state.subject);
    m_showMoved->setBlocked(standing && standing->moved > 0 ? QString() : tr("Nothing moved since this subject was signed."));
}

} // namespace lakehouse::views
