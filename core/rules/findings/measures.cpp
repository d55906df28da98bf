#include "rules/findings/measures.h"

#include <algorithm>

namespace lakehouse::rules {

using model::ColumnRelation;
using model::ColumnSet;
using model::RowCount;

namespace {

template<typename Map, typename Question>
const RowCount *answer(const Map &map, const Question &question)
{
    const auto found = map.find(question);
    return found == map.end() ? nullptr : found->second;
}

template<typename Map, typename Question>
void insertAnswers(Map &map, const std::vector<Question> &questions, const std::vector<RowCount> &answers)
{
    for (std::size_t i = 0; i < std::min(questions.size(), answers.size()); ++i)
        if (answers[i].isCounted())
            map.insert_or_assign(questions[i], &answers[i]);
}

/// Of questions that are the same in this order, the first stays.
template<typename Order, typename Question>
void sortEach(std::vector<Question> &questions, Order order)
{
    std::ranges::stable_sort(questions, order);
    const auto isSame = [&](const Question &left, const Question &right) { return !order(left, right); };
    questions.erase(std::unique(questions.begin(), questions.end(), isSame), questions.end());
}

std::vector<QString> sorted(std::vector<QString> columns)
{
    std::ranges::sort(columns);
    return columns;
}

} // namespace

void sortAndUnite(WantedMeasures &wanted)
{
    sortEach(wanted.duplicates, MeasureIndex::SetOrder());
    sortEach(wanted.nulls, MeasureIndex::SetOrder());
    sortEach(wanted.orphans, MeasureIndex::RelationOrder());
}

// QString has no three-way comparison in Qt 6.4, so neither have vectors of it.

bool MeasureIndex::SetOrder::operator()(const ColumnSet &left, const ColumnSet &right) const
{
    return left.table == right.table ? std::ranges::lexicographical_compare(sorted(left.columns), sorted(right.columns)) : left.table < right.table;
}

bool MeasureIndex::RelationOrder::operator()(const ColumnRelation &left, const ColumnRelation &right) const
{
    if (left.table != right.table)
        return left.table < right.table;
    if (left.columns != right.columns)
        return std::ranges::lexicographical_compare(left.columns, right.columns);
    if (left.referenced != right.referenced)
        return left.referenced < right.referenced;
    return std::ranges::lexicographical_compare(left.referencedColumns, right.referencedColumns);
}

MeasureIndex::MeasureIndex(const TakenMeasures &measures)
{
    insertAnswers(m_duplicates, measures.wanted.duplicates, measures.duplicates);
    insertAnswers(m_nulls, measures.wanted.nulls, measures.nulls);
    insertAnswers(m_orphans, measures.wanted.orphans, measures.orphans);
}

const RowCount *MeasureIndex::duplicates(const ColumnSet &columns) const { return answer(m_duplicates, columns); }
const RowCount *MeasureIndex::nulls(const ColumnSet &columns) const { return answer(m_nulls, columns); }
const RowCount *MeasureIndex::orphans(const ColumnRelation &relation) const { return answer(m_orphans, relation); }

} // namespace lakehouse::rules
