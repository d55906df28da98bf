#include "kit/style_sheet.h"

#include "kit/embedded_files.h"
#include "kit/theme.h"
#include "kit/token_file.h"

#include <QHash>

namespace lakehouse::views {

namespace {
QHash<QString, QString> valuesOf(const Theme &theme)
{
    QHash<QString, QString> values;
    for (int i = 0; i < colorRoleCount; ++i)
        values.insert(QLatin1String(tokenName(ColorRole(i))), theme.color(ColorRole(i)).name());
    const auto pixels = [&values](const char *name, int number) { values.insert(QLatin1String(name), QString::number(number)); };
    pixels("tight", theme.space(Space::Tight));
    pixels("small", theme.space(Space::Small));
    pixels("medium", theme.space(Space::Medium));
    pixels("large", theme.space(Space::Large));
    pixels("radius", theme.radius());
    pixels("cardRadius", theme.cardRadius());
    pixels("focusWidth", theme.focusWidth());
    pixels("controlHeight", theme.controlHeight() - 2 * theme.focusWidth());
    pixels("rowHeight", theme.rowHeight() - 2);
    pixels("target", theme.targetMinimum());
    pixels("icon", theme.iconSize());
    return values;
}
} // namespace

QString themedStyleSheet(const Theme &theme)
{
    const QHash<QString, QString> values = valuesOf(theme);
    const QStringList parts = QString::fromUtf8(styleSheetFile()).split(QLatin1Char('$'));
    Q_ASSERT(parts.size() % 2 == 1);
    QString sheet;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool isName = i % 2 == 1;
        Q_ASSERT_X(!isName || values.contains(parts[i]), "console.qss", qPrintable(parts[i]));
        sheet += isName ? values.value(parts[i]) : parts[i];
    }
    return sheet;
}

QPalette themedPalette(const Theme &theme)
{
    struct Row {
        QPalette::ColorRole role;
        ColorRole color;
    };
    constexpr Row rows[] = {
        {QPalette::Window, ColorRole::Canvas}, {QPalette::WindowText, ColorRole::Text}, {QPalette::Base, ColorRole::Surface},
        {QPalette::Text, ColorRole::Text}, {QPalette::Button, ColorRole::Surface}, {QPalette::ButtonText, ColorRole::Text},
        {QPalette::BrightText, ColorRole::TextOnAccent}, {QPalette::Highlight, ColorRole::Selected}, {QPalette::HighlightedText, ColorRole::Text},
        {QPalette::Link, ColorRole::Link}, {QPalette::LinkVisited, ColorRole::Link}, {QPalette::ToolTipBase, ColorRole::Raised},
        {QPalette::ToolTipText, ColorRole::Text}, {QPalette::PlaceholderText, ColorRole::TextMuted}, {QPalette::Light, ColorRole::Raised},
        {QPalette::Midlight, ColorRole::Divider}, {QPalette::Mid, ColorRole::Divider}, {QPalette::Dark, ColorRole::ControlBorder},
        {QPalette::Shadow, ColorRole::ControlBorder},
    };
    QPalette palette;
    for (const Row &row : rows)
        palette.setColor(QPalette::All, row.role, theme.color(row.color));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.color(ColorRole::TextMuted));
    return palette;
}

} // namespace lakehouse::views
