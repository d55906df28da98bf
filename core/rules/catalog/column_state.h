#pragma once

#include "base/text.h"

namespace lakehouse::rules {

/// What is known of NEW.<column> at one point while triggers fire for an UPDATE.
struct ColumnState {
    enum class Standing {
        Unreachable, ///< no path leads here
        Present,     ///< on every path the column was set to the present, and nothing changed it since
        Unproved
    };
    /// How much a reason explains; where paths meet the weightier one stays.
    enum class Weight { NeverAssigned, MissedOnAPath, Broken };

    Standing standing = Standing::Unreachable;
    QString provedBy = {};    ///< of Present
    base::Text reason = {};   ///< of Unproved
    Weight weight = Weight::NeverAssigned;

    static ColumnState present(const QString &provedBy) { return {Standing::Present, provedBy, {}, {}}; }
    static ColumnState unproved(const base::Text &reason, Weight weight) { return {Standing::Unproved, {}, reason, weight}; }
    bool isPresent() const { return standing == Standing::Present; }
    bool isUnproved() const { return standing == Standing::Unproved; }
};

/// Two paths meet. `missed` says why, when the column was set on one of them and never on the other.
inline ColumnState joined(const ColumnState &left, const ColumnState &right, const base::Text &missed)
{
    if (left.standing == ColumnState::Standing::Unreachable)
        return right;
    if (right.standing == ColumnState::Standing::Unreachable || (left.isPresent() && right.isPresent()))
        return left;
    if (left.isUnproved() && right.isUnproved())
        return right.weight > left.weight ? right : left;
    const ColumnState &unproved = left.isUnproved() ? left : right;
    return unproved.weight == ColumnState::Weight::NeverAssigned ? ColumnState::unproved(missed, ColumnState::Weight::MissedOnAPath) : unproved;
}

} // namespace lakehouse::rules
