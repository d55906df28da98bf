#include "views/support/long_words.h"

namespace lakehouse::testsupport {

QString LongWords::translate(const char *, const char *source, const char *, int) const
{
    const QString text = QString::fromUtf8(source);
    const qsizetype more = (text.size() * 4 + 9) / 10;
    return QLatin1Char('[') + text + QString(more, QLatin1Char('~')) + QLatin1Char(']');
}

} // namespace lakehouse::testsupport
