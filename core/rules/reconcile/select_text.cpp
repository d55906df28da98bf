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

QString withValue(const QString &pattern, const QString &value)
{
    constexpr QLatin1String place("{x}");
    QString text;
    text.reserve(pattern.size() + 2 * value.size());
    qsizetype done = 0;
    for (qsizetype at = pattern.indexOf(place); at >= 0; at = pattern.indexOf(place, done)) {
        text.append(QStringView(pattern).mid(done, at - done)).append(value);
        done = at + place.size();
    }
    return text.append(QStringView(pattern).mid(done));
}

} // namespace lakehouse::rules
