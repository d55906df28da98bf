#include "adapters/http_services/http_origin.h"

#include "base/loopback.h"

#include <algorithm>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;

namespace {

Error unusable()
{
    return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "The address of a service is not a usable URL."),
                 QT_TRANSLATE_NOOP("core", "Write http://host:port or https://host:port, without a user name or password in it.")};
}

} // namespace

base::Result<HttpOrigin> parseOrigin(const QString &url)
{
    HttpOrigin result;
    result.isEncrypted = url.startsWith(QLatin1String("https://"), Qt::CaseInsensitive);
    if (!result.isEncrypted && !url.startsWith(QLatin1String("http://"), Qt::CaseInsensitive))
        return unusable();
    if (std::ranges::any_of(url, [](QChar c) { return c.unicode() <= 0x20 || c.unicode() == 0x7f; }))
        return unusable();
    const qsizetype begin = url.indexOf(QLatin1String("://")) + 3;
    const auto isEnd = [](QChar c) { return c == QLatin1Char('/') || c == QLatin1Char('?') || c == QLatin1Char('#') || c == QLatin1Char('\\'); };
    const qsizetype end = std::find_if(url.begin() + begin, url.end(), isEnd) - url.begin();
    const QString authority = url.mid(begin, end - begin);
    if (authority.isEmpty() || authority.contains(QLatin1Char('@')))
        return unusable();
    result.origin = url.left(end);
    result.path = url.mid(end);
    const qsizetype colon = authority.lastIndexOf(QLatin1Char(':'));
    result.host = colon > authority.lastIndexOf(QLatin1Char(']')) ? authority.left(colon) : authority;
    if (result.host.startsWith(QLatin1Char('[')) && result.host.endsWith(QLatin1Char(']')))
        result.host = result.host.mid(1, result.host.size() - 2);
    if (result.host.isEmpty())
        return unusable();
    result.isLoopback = base::isLoopbackHost(result.host);
    return result;
}

QString withoutTrailingSlash(QString url)
{
    while (url.endsWith(QLatin1Char('/')))
        url.chop(1);
    return url;
}

} // namespace lakehouse::adapters
