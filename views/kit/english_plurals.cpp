#include "kit/english_plurals.h"

#include "base/english_plural.h"

namespace lakehouse::views {

QString EnglishPlurals::translate(const char *, const char *source, const char *, int n) const
{
    const QString words = QString::fromUtf8(source);
    if (n < 0)
        return {};
    const QString counted = base::englishPlural(words, n);
    return counted == words ? QString() : counted;
}

} // namespace lakehouse::views
