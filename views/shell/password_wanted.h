#pragma once

#include "base/error.h"

#include <optional>

namespace lakehouse::views {

/// A password that something waits for.
struct PasswordWanted {
    QString variable = {};    ///< of the environment, which ekos.toml names for it
    QString title = {};       ///< empty: names the variable
    QString explanation = {}; ///< whose it is, in a sentence; empty: that the variable is not set
};

/// The variable of a password that was found nowhere, when a message says that; nothing when it says something else.
std::optional<QString> missingPassword(const base::Text &message);
std::optional<QString> missingPassword(const base::Error &error);

} // namespace lakehouse::views
