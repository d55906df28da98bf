#include "rules/reconcile/select_text.h"

#include <QStringList>

namespace lakehouse::rules {

QString select(const std::vector<QString> &items, const QString &from, const QString &alias)
{
    QString text = QStringLiteral("SELECT\n    ") + QStringList(items.begin(), items.end()).join(QLatin1String(",\n    "));
    if (from.isEmpty())
        return text;
    if (alias.isEmpty())
        return text + QStringLiteral("\nFROM ") + from;
    // Names may hold line breaks, so the lines of the inner statement stay as they are.
    return text + QStringLiteral("\nFROM (\n") + from + QStringLiteral("\n) AS ") + alias;
}

QString joinedWith(const QString &separator, const std::vector<QString> &parts)
{
    if (parts.size() == 1)
        return parts.front();
    return QStringLiteral("concat_ws(") + separator + QStringLiteral(", ") + QStringList(parts.begin(), parts.end()).join(QLatin1String(", "))
        + QLatin1Char(')');
}

} // namespace lakehouse::rules
