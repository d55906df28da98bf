#include "pages/review/review_decisions.h"

#include "pages/review/review_words.h"

#include <algorithm>

namespace lakehouse::views {

using model::ReviewSubject;
using model::SignOffState;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("ReviewDecisions", source);
}

QString busy(const ReviewState &state, const QString &work)
{
    if (!work.isEmpty())
        return PageWork::whyBusyWith(work);
    return state.isOwnPending ? words(QT_TRANSLATE_NOOP("ReviewDecisions", "What you decided is being taken over into the list.")) : QString();
}

} // namespace

QString notDecidable(const ReviewState &state, const QString &work)
{
    if (!state.overview || !state.items)
        return state.isReading ? words(QT_TRANSLATE_NOOP("ReviewDecisions", "The review is being read."))
                               : words(QT_TRANSLATE_NOOP("ReviewDecisions", "The review was not read. Press F5 to read it."));
    if (const QString why = busy(state, work); !why.isEmpty())
        return why;
    return state.arrived ? words(QT_TRANSLATE_NOOP("ReviewDecisions", "The review moved while you were reading. Review what moved first.")) : QString();
}

bool hasSignOff(const api::SubjectStanding &standing)
{
    return standing.state == SignOffState::Signed || standing.state == SignOffState::Stale;
}

std::vector<Decision> ReviewDecisions::make() const
{
    if (!m_state.overview)
        return {};
    std::vector<Decision> decisions{m_state.arrived ? review() : signOff(), revoke()};
    if (m_wishes.target)
        decisions.push_back(decide());
    if (m_state.table)
        decisions.push_back(import());
    return decisions;
}

QString ReviewDecisions::version() const
{
    return m_state.overview->digest.toString();
}

QString ReviewDecisions::notSignable() const
{
    if (const QString why = busy(m_state, m_work); !why.isEmpty())
        return why;
    if (m_wishes.subjects.empty())
        return tr("Select a subject first.");
    if (!m_state.overview->isAnalyzed)
        return tr("The source was not analyzed as it is now, so nothing can be signed. Analyze it first.");
    std::vector<ReviewSubject> open;
    qint64 items = 0;
    bool areAllSigned = true;
    for (const ReviewSubject subject : m_wishes.subjects) {
        const api::SubjectStanding *standing = m_state.standing(subject);
        if (standing && standing->open > 0)
            open.push_back(subject);
        items += standing ? standing->open : 0;
        areAllSigned = areAllSigned && standing && standing->state == SignOffState::Signed;
    }
    if (!open.empty())
        return tr("%n item(s) of %1 are not decided yet. Decide them first: N goes to the next one, Shift+P decides as proposed.", nullptr, int(items)).arg(subjectsInWords(open));
    if (areAllSigned)
        return tr("%1: signed already, exactly as it is.").arg(subjectsInWords(m_wishes.subjects));
    for (const ReviewSubject subject : m_wishes.subjects)
        if (const QString why = notAllowedSentence(m_state.standing(subject)); !why.isEmpty())
            return why;
    return {};
}

Decision ReviewDecisions::signOff() const
{
    return {.id = decision::signOff,
            .verb = m_wishes.subjects.size() == 1 ? tr("Sign %1 off…").arg(subjectWord(m_wishes.subjects.front())) : tr("Sign %n subject(s) off…", nullptr, int(m_wishes.subjects.size())),
            .confirmVerb = tr("Sign off: %1").arg(subjectsInWords(m_wishes.subjects)),
            .willHappen = signOffConsequences(m_wishes.subjects, m_state),
            .reasonRequired = true,
            .blockedWhy = notSignable(),
            .version = version()};
}

Decision ReviewDecisions::review() const
{
    return {.id = decision::reviewMoved,
            .verb = tr("Review %n change(s)", nullptr, m_state.moves.count()),
            .blockedWhy = busy(m_state, m_work),
            .isImmediate = true,
            .version = m_state.arrived->overview.digest.toString(),
            .replaces = decision::signOff,
            .moved = movedSentence(m_state.moves, m_state.subject)};
}

Decision ReviewDecisions::revoke() const
{
    std::vector<ReviewSubject> inForce;
    std::ranges::copy_if(m_wishes.subjects, std::back_inserter(inForce), [&](ReviewSubject subject) {
        const api::SubjectStanding *standing = m_state.standing(subject);
        return standing && hasSignOff(*standing);
    });
    Decision made{.id = decision::revokeSignOff,
                  .verb = tr("Revoke sign-off…"),
                  .confirmVerb = tr("Revoke the sign-off: %1").arg(subjectsInWords(inForce)),
                  .willHappen = revokeConsequences(inForce, m_state),
                  .reasonRequired = true,
                  .blockedWhy = notDecidable(m_state, m_work),
                  .version = version()};
    if (made.blockedWhy.isEmpty() && inForce.empty())
        made.blockedWhy = tr("%1: not signed, so there is no sign-off to revoke.").arg(subjectsInWords(m_wishes.subjects));
    return made;
}

Decision ReviewDecisions::decide() const
{
    return {.id = decision::decideItems,
            .verb = tr("Decide…"),
            .confirmVerb = tr("Decide %1").arg(decideTitle(*m_wishes.target)),
            .willHappen = decideConsequences(*m_wishes.target, m_state),
            .reasonRequired = true,
            .blockedWhy = notDecidable(m_state, m_work),
            .version = version()};
}

QString ReviewDecisions::notImportable() const
{
    if (m_state.isTableMoved() && m_work == QLatin1String(api::ImportReview::operation.name))
        return tr("The review moved since this table was looked at: it is being looked at again.");
    if (const QString why = notDecidable(m_state, m_work); !why.isEmpty())
        return why;
    if (m_state.isTableMoved())
        return tr("The review moved since this table was looked at. Import it again to see what it would change now.");
    return m_state.table->report.changes.empty() ? tr("The table changes nothing: every decision in it stands already.") : QString();
}

/// Of the review that the table was looked at against, which may be an older one than that on screen.
Decision ReviewDecisions::import() const
{
    return {.id = decision::importTable,
            .verb = tr("Import…"),
            .confirmVerb = tr("Import %n decision(s)", nullptr, int(m_state.table->report.changes.size())),
            .willHappen = importConsequences(m_state.table->report),
            .reasonRequired = true,
            .blockedWhy = notImportable(),
            .version = m_state.table->report.digest.toString()};
}

} // namespace lakehouse::views
