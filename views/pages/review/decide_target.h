#pragma once

#include "model/review.h"

#include <QStringList>

#include <optional>

namespace lakehouse::views {

/// What a person is about to decide: about which items of a subject, and how.
struct DecideTarget {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    QStringList items = {};
    bool isWhole = false;                             ///< every item of the subject, of which `items` then names none
    qint64 count = 0;                                 ///< how many they are
    std::optional<model::ReviewVerdict> verdict = {}; ///< nothing: each as it is proposed
    friend bool operator==(const DecideTarget &, const DecideTarget &) = default;
};

} // namespace lakehouse::views
