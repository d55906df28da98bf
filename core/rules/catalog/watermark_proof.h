#pragma once

#include "base/text.h"
#include "model/catalog.h"

namespace lakehouse::rules {

/// Whether triggers prove that every UPDATE of a row sets this column to the present.
struct WatermarkVerdict {
    bool isProved = false;
    QString provedBy = {};   ///< "trigger last_updated, function public.last_updated(), line 3"
    base::Text refusal = {}; ///< what breaks the proof, with the line of the function; empty when proved
};

WatermarkVerdict proveWatermark(const model::SourceTable &table, const QString &column);

} // namespace lakehouse::rules
