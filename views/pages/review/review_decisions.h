#pragma once

#include "kit/decision.h"
#include "pages/review/review_presenter.h"

#include <QCoreApplication>

namespace lakehouse::views {

/// Ids of what is decided here.
namespace decision {
inline constexpr QLatin1String signOff("signoff.approve");
inline constexpr QLatin1String revokeSignOff("signoff.revoke");
inline constexpr QLatin1String reviewMoved("review.review-moved");
inline constexpr QLatin1String decideItems("review.decide");
inline constexpr QLatin1String importTable("review.import");
} // namespace decision

/// What the person is about to decide; stays as it was when its form opened.
struct DecisionWishes {
    std::vector<model::ReviewSubject> subjects = {};         ///< to be signed, or whose sign-off is to be revoked
    std::optional<DecideTarget> target = {};
};

/// Why nothing can be decided about items now; empty when something can.
QString notDecidable(const ReviewState &state, const QString &work);
/// Whether there is a sign-off to revoke.
bool hasSignOff(const api::SubjectStanding &standing);

/// What can be decided about the review on screen.
class ReviewDecisions {
    Q_DECLARE_TR_FUNCTIONS(ReviewDecisions)
public:
    /// All of it outlives this. `work`: the operation under way; empty: none.
    ReviewDecisions(const ReviewState &state, const DecisionWishes &wishes, const QString &work) : m_state(state), m_wishes(wishes), m_work(work) {}
    std::vector<Decision> make() const;

private:
    Decision signOff() const;
    Decision review() const;
    Decision revoke() const;
    Decision decide() const;
    Decision import() const;
    QString notSignable() const;
    QString notImportable() const;
    QString version() const;

    const ReviewState &m_state;
    const DecisionWishes &m_wishes;
    const QString &m_work;
};

} // namespace lakehouse::views
