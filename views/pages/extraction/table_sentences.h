#pragma once

#include "api/operations/extraction.h"
#include "kit/sentence_list.h"

namespace lakehouse::views {

/// A table's decision in whole sentences: what is read, how, by which key and watermark and what proves it, where it lands, what is not
/// loaded and what would lift that, how much it is, what is worth a look.
std::vector<Sentence> tableSentences(const api::TableDetail &detail, const api::PlanRow &row);

/// What the plan says about this, as "mode", "key" or "deletes"; nullptr: nothing.
const model::PlanReason *reasonAbout(const model::PlannedTable &table, const QString &about);

/// Whether the column could be the watermark of the table, and whether it is proved.
struct WatermarkOffer {
    QString column = {};     ///< empty: no column is known to tell when a row changed
    bool isProved = false;
    QString provedBy = {};
};
WatermarkOffer watermarkOffer(const model::PlannedTable &table);

} // namespace lakehouse::views
