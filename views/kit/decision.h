#pragma once

#include <QStringList>

namespace lakehouse::views {

/// Something a person can decide about what a page shows.
struct Decision {
    QString id = {};
    QString verb = {};            ///< on the bar; ends in "…" when it asks something: "Approve plan…"
    QString confirmVerb = {};     ///< on the form: "Approve the plan"
    QStringList willHappen = {};  ///< whole sentences, with numbers
    bool asksReason = true;       ///< false: nothing would keep a reason, so none is asked for
    bool reasonRequired = false;
    int minimumReason = 10;       ///< characters
    QString blockedWhy = {};      ///< not empty: it cannot be decided now, and this sentence says why and what helps
    bool isDangerous = false;     ///< asks once more on a sheet, with Cancel as the first choice
    QString typeToConfirm = {};   ///< of a dangerous one: the name that has to be typed on that sheet
    bool isImmediate = false;     ///< nothing to read or type: confirmed by its button, as "Review 3 changes"
    QString version = {};         ///< of what is decided on, as the digest of the plan; another one: it moved
    QString replaces = {};        ///< id of the decision it stands in for, as "Review 3 changes" does for the approval
    QString moved = {};           ///< whole sentence on what moved: "The plan moved while you were reading: public.film."
    friend bool operator==(const Decision &, const Decision &) = default;
};

} // namespace lakehouse::views
