#pragma once

#include "base/text.h"
#include "describe/fwd.h"

namespace lakehouse::model {

enum class CheckState { Passed, Warning, Failed, Skipped };

/// One line of `doctor`.
struct ServiceCheck {
    QString service = {};   ///< "trino", "iceberg-catalog", "object-store", "dagster", "source", "pipeline-repository"
    QString check = {};     ///< "answers", "version", "rights", "write-refused", "type-mapping", …
    CheckState state = CheckState::Passed;
    base::Text finding = {};///< what was found: "476", "no answer from http://…"
    base::Text remedy = {}; ///< what to do; empty when passed
    friend bool operator==(const ServiceCheck &, const ServiceCheck &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<CheckState>);
const describe::TypeInfo &typeOf(describe::Describe<ServiceCheck>);

} // namespace lakehouse::model
