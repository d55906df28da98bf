#include "kit/tool_tip.h"

#include <QTextDocument>

namespace lakehouse::views {

namespace {
constexpr qsizetype longestLine = 70; // Qt never breaks a line of a plain tooltip
}

QString plainToolTip(const QString &text)
{
    if (text.size() <= longestLine && !Qt::mightBeRichText(text))
        return text;
    return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

} // namespace lakehouse::views
