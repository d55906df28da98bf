#pragma once

#include "base/result.h"
#include "kit/status.h"
#include "kit/tokens.h"

#include <QColor>

#include <array>

namespace lakehouse::views {

struct StatusColors {
    QColor text;
    QColor fill;
};

struct ThemeTokens {
    bool isDark = false;
    std::array<std::array<QColor, size_t(colorRoleCount)>, 2> colors; ///< by DiffPalette, by ColorRole
    std::array<StatusColors, size_t(statusCount)> status;
};

struct TypeToken {
    double size = 1; ///< times the font of the system
    int weight = 400;
};

/// What resources/tokens.json says; lengths in pixels.
struct Tokens {
    std::array<int, 7> space = {};
    int controlRadius = 0;
    int cardRadius = 0;
    std::array<int, 2> row = {};     ///< by Density
    std::array<int, 2> control = {}; ///< by Density
    int rowIcon = 0;
    int barIcon = 0;
    int paneMinimum = 0;
    int targetMinimum = 0;
    int focusWidth = 0;
    int motionMs = 0;
    std::array<TypeToken, 6> type = {};
    double textLine = 1;
    double codeLine = 1;
    ThemeTokens light;
    ThemeTokens dark;
    ThemeTokens highContrast;

    /// Corrupt, naming the entry that is missing or wrong.
    static base::Result<Tokens> parse(const QByteArray &json);
};

/// The names of the entries, in the order of the enums.
const char *tokenName(ColorRole role);
const char *tokenName(Status status);

} // namespace lakehouse::views
