#pragma once

#include "api/operations/pipeline.h"

#include <QWidget>

namespace lakehouse::views {

class DataTable;
class EmptyState;
class PairBar;
class SentenceList;

/// Source against bronze: both totals, what each tier found, which planted defects were caught, and the keys and columns that differ.
class ReconciliationView : public QWidget {
    Q_OBJECT
public:
    explicit ReconciliationView(QWidget *parent = nullptr);

    /// Nothing: the table was never compared. `when`: the run that compared it began, where that is known.
    void setReconciliation(const std::optional<model::TableReconciliation> &reconciliation, const std::optional<base::UtcTime> &when);

private:
    PairBar *m_totals;
    SentenceList *m_tiers;
    DataTable *m_mismatches;
    EmptyState *m_empty;
    QWidget *m_body = nullptr;
    std::optional<model::TableReconciliation> m_shown;
    std::optional<base::UtcTime> m_shownWhen;
};

} // namespace lakehouse::views
