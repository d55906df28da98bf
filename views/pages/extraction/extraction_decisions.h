#pragma once

#include "kit/decision.h"
#include "pages/extraction/extraction_presenter.h"

#include <QCoreApplication>

#include <vector>

namespace lakehouse::views {

/// Ids of what is decided here. Those about a table end with its name: see tableDecision.
namespace decision {
inline constexpr QLatin1String approve("extraction.approve");
inline constexpr QLatin1String review("extraction.review");
inline constexpr QLatin1String revoke("extraction.revoke");
inline constexpr QLatin1String setFull("extraction.set-full");
inline constexpr QLatin1String setIncremental("extraction.set-incremental");
inline constexpr QLatin1String undo("extraction.undo-change");
inline constexpr QLatin1String plan("extraction.plan");
inline constexpr QLatin1String generate("pipeline.generate");
} // namespace decision

QString tableDecision(QLatin1String id, const QString &table);
/// The two halves of such an id; the table is empty where it is about the plan.
std::pair<QString, QString> decisionParts(const QString &id);

/// What can be decided about the plan and the selected table. Keeps what it said of the whole plan, which is long for thousands of tables.
class ExtractionDecisions {
    Q_DECLARE_TR_FUNCTIONS(ExtractionDecisions)
public:
    std::vector<Decision> make(const ExtractionState &state);

private:
    Decision approve() const;
    Decision review() const;
    Decision revoke() const;
    /// A change of the selected table; the second words have its name as %1.
    Decision ofTable(QLatin1String id, const QString &verb, const QString &confirmVerb, QStringList willHappen) const;
    Decision setFull(const api::PlanRow &row) const;
    Decision setIncremental(const api::PlanRow &row) const;
    Decision undo(const api::PlanRow &row) const;
    Decision plan() const;
    Decision generate() const;
    QString busy() const;
    QString notChangeable() const;

    const ExtractionState *m_state = nullptr; ///< while make() runs
    ReadPlanPointer m_plan;
    QStringList m_approveLines; ///< of m_plan
};

} // namespace lakehouse::views
