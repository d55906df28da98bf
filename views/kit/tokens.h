#pragma once

namespace lakehouse::views {

/// What a colour is for. Its value in each theme stands in resources/tokens.json.
enum class ColorRole {
    Canvas, Surface, Raised, Hover, Selected, Text, TextSecondary, TextMuted, Link, Accent, TextOnAccent, ControlBorder, FocusRing, Divider,
    DiffAdded, DiffRemoved, DiffAddedWord, DiffRemovedWord, DiffAddedBar, DiffRemovedBar,
    SqlKeyword, SqlString, SqlNumber, SqlComment, SqlFunction,
    LayerSource, LayerBronze, LayerSilver, LayerGold, LayerMart,
    InformationText, InformationFill, DangerText, DangerFill, AccentHover
};
inline constexpr int colorRoleCount = int(ColorRole::AccentHover) + 1;

/// From the least distance to the widest; Theme::space() says how many pixels.
enum class Space { Hair, Tight, Small, Medium, Large, Wide, Page };
enum class TextStyle { Caption, Body, Strong, Heading, PageTitle, Mono };
enum class ThemeChoice { System, Light, Dark, HighContrast };
enum class Density { Compact, Comfortable };
enum class DiffPalette { GreenRed, BlueOrange };

} // namespace lakehouse::views
