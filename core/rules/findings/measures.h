#pragma once

#include "model/table_profile.h"

#include <map>
#include <vector>

namespace lakehouse::rules {

/// What has to be counted before findings can say more than names do. Sorted, each question once: a set of columns is one, in whatever order they stand.
struct WantedMeasures {
    std::vector<model::ColumnSet> duplicates = {};
    std::vector<model::ColumnSet> nulls = {};
    std::vector<model::ColumnRelation> orphans = {};
    friend bool operator==(const WantedMeasures &, const WantedMeasures &) = default;
};

/// The questions with their answers, in the order of the questions. Questions without an answer were not measured.
struct TakenMeasures {
    WantedMeasures wanted = {};
    std::vector<model::RowCount> duplicates = {};
    std::vector<model::RowCount> nulls = {};
    std::vector<model::RowCount> orphans = {};
};

void sortAndUnite(WantedMeasures &wanted);

/// Looks answers up. Answers that could not be counted are none. Keeps pointers into what it was made of.
class MeasureIndex {
public:
    explicit MeasureIndex(const TakenMeasures &measures);
    /// Null: not measured.
    const model::RowCount *duplicates(const model::ColumnSet &columns) const;
    const model::RowCount *nulls(const model::ColumnSet &columns) const;
    const model::RowCount *orphans(const model::ColumnRelation &relation) const;

private:
    struct SetOrder { ///< the order of the columns makes no difference
        bool operator()(const model::ColumnSet &left, const model::ColumnSet &right) const;
    };
    struct RelationOrder {
        bool operator()(const model::ColumnRelation &left, const model::ColumnRelation &right) const;
    };
    std::map<model::ColumnSet, const model::RowCount *, SetOrder> m_duplicates;
    std::map<model::ColumnSet, const model::RowCount *, SetOrder> m_nulls;
    std::map<model::ColumnRelation, const model::RowCount *, RelationOrder> m_orphans;
    friend void sortAndUnite(WantedMeasures &wanted);
};

} // namespace lakehouse::rules
