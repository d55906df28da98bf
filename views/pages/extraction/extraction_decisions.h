#pragma once

#include "kit/decision.h"
#include "pages/extraction/extraction_presenter.h"

#include <QCoreApplication>

#include <optional>
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
inline constexpr QLatin1String landAsText("extraction.land-as-text");
inline constexpr QLatin1String setToNull("extraction.set-to-null");
inline constexpr QLatin1String setToNearest("extraction.set-to-nearest");
inline constexpr QLatin1String acceptRowSecurity("extraction.accept-row-security");
inline constexpr QLatin1String deletesEveryRun("extraction.deletes-every-run");
inline constexpr QLatin1String deletesAudit("extraction.deletes-audit");
inline constexpr QLatin1String keepPurged("extraction.keep-purged");
inline constexpr QLatin1String removePurged("extraction.remove-purged");
inline constexpr QLatin1String undoColumn("extraction.undo-column");
inline constexpr QLatin1String plan("extraction.plan");
inline constexpr QLatin1String generate("pipeline.generate");
} // namespace decision

QString tableDecision(QLatin1String id, const QString &table);
/// What is decided about one column of a table, or of the table where there is no column; Undo of the latter is the undo of the table.
QString valueDecision(model::PlanEdit edit, const QString &table, const std::optional<QString> &column);
/// The parts of an id; the table is empty where it is about the plan, the column where it is about a table.
struct DecisionParts {
    QString what = {};
    QString table = {};
    std::optional<QString> column = {};
};
DecisionParts decisionParts(const QString &id);
/// Of an id's first part, where it changes a table: what is asked for.
std::optional<model::PlanEdit> editOf(const QString &what);

/// What can be decided about the plan and the selected table. Keeps what it said of the whole plan, which is long for thousands of tables.
class ExtractionDecisions {
    Q_DECLARE_TR_FUNCTIONS(ExtractionDecisions)
public:
    /// `wanted`: id of a decision about a value or rows that is made besides; there may be thousands of these.
    std::vector<Decision> make(const ExtractionState &state, const QString &wanted);
    /// Why nothing about a table can be changed now; empty: it can.
    static QString notChangeable(const ExtractionState &state);

private:
    Decision approve() const;
    Decision review() const;
    Decision revoke() const;
    /// A change of the selected table; the second words have its name as %1.
    Decision ofTable(QLatin1String id, const QString &verb, const QString &confirmVerb, QStringList willHappen) const;
    Decision setFull(const api::PlanRow &row) const;
    Decision setIncremental(const api::PlanRow &row) const;
    Decision undo(const api::PlanRow &row) const;
    std::vector<model::PlanChange> tableChanges() const;
    std::optional<Decision> ofValue(const QString &id) const;
    Decision plan() const;
    Decision generate() const;
    QString busy() const;

    const ExtractionState *m_state = nullptr; ///< while make() runs
    ReadPlanPointer m_plan;
    QStringList m_approveLines; ///< of m_plan
};

} // namespace lakehouse::views
