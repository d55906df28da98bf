#pragma once

#include <QString>

#include <optional>

namespace lakehouse::adapters::postgres {

/// The expression of WHEN in what pg_get_triggerdef prints, without its outer parentheses; pg_get_expr cannot print it, since it names OLD and NEW.
std::optional<QString> triggerCondition(const QString &definition);

} // namespace lakehouse::adapters::postgres
