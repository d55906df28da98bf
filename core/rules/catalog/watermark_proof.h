#pragma once

#include "base/text.h"
#include "model/catalog.h"

#include <memory>

namespace lakehouse::rules {

/// Whether triggers prove that every UPDATE of a row sets this column to the present.
struct WatermarkVerdict {
    bool isProved = false;
    QString provedBy = {};   ///< "trigger last_updated, function public.last_updated(), line 3"
    base::Text refusal = {}; ///< what breaks the proof, with the line of the function; empty when proved
};

/// Proves columns of many tables; a function that many triggers share is parsed once. For one thread.
class WatermarkProver {
public:
    WatermarkProver();
    ~WatermarkProver();
    WatermarkVerdict prove(const model::SourceTable &table, const QString &column);

private:
    class Functions;
    std::unique_ptr<Functions> m_functions;
};

WatermarkVerdict proveWatermark(const model::SourceTable &table, const QString &column);

} // namespace lakehouse::rules
