#include "shell/password_wanted.h"

namespace lakehouse::views {

std::optional<QString> missingPassword(const base::Text &message)
{
    static const base::Text known{QT_TRANSLATE_NOOP("core", "The environment variable %1 is not set."), QString()};
    if (message.source != known.source || message.arguments.size() != 1)
        return std::nullopt;
    const auto *variable = std::get_if<QString>(&message.arguments.front());
    return variable ? std::optional(*variable) : std::nullopt;
}

std::optional<QString> missingPassword(const base::Error &error)
{
    return error.code == base::ErrorCode::NotFound ? missingPassword(error.message) : std::nullopt;
}

} // namespace lakehouse::views
