#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lakehouse::ports {

/// What a query answered, every value as the engine's text; an absent value is NULL.
struct SqlRows {
    std::vector<QString> columns = {};
    std::vector<std::vector<std::optional<QString>>> rows = {};
};

} // namespace lakehouse::ports
