#pragma once

#include "api/operations/extraction.h"

#include <QWidget>

#include <optional>

namespace lakehouse::views {

class DiffView;
class EmptyState;
class SentenceList;

/// The SQL of a table as it was approved last against how it is proposed: what is other in words, then all its files.
class SqlDifferenceView : public QWidget {
    Q_OBJECT
public:
    explicit SqlDifferenceView(QWidget *parent = nullptr);

    /// Nothing: no table is selected, or it is not read yet.
    void setDetail(const std::optional<api::TableDetail> &detail);
    DiffView &diff() { return *m_diff; }

private:
    SentenceList *m_notes;
    DiffView *m_diff;
    EmptyState *m_empty;
};

} // namespace lakehouse::views
