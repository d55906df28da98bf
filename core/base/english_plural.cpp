#include "base/english_plural.h"

#include <QRegularExpression>

namespace lakehouse::base {

namespace {

QString verbOfOne(const QString &verb)
{
    if (verb == QLatin1String(" are"))
        return QStringLiteral(" is");
    if (verb == QLatin1String(" were"))
        return QStringLiteral(" was");
    if (verb == QLatin1String(" have"))
        return QStringLiteral(" has");
    return verb == QLatin1String(" do") ? QStringLiteral(" does") : QString();
}

} // namespace

QString englishPlural(const QString &words, qint64 count)
{
    static const QRegularExpression ending(QStringLiteral("\\((s|es)\\)((?: are| were| have| do)\\b)?"));
    QString result;
    qsizetype done = 0;
    for (auto found = ending.globalMatch(words); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        result += words.mid(done, match.capturedStart() - done);
        result += count == 1 ? verbOfOne(match.captured(2)) : match.captured(1) + match.captured(2);
        done = match.capturedEnd();
    }
    return result + words.mid(done);
}

} // namespace lakehouse::base
