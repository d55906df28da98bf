#include "base/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

namespace lakehouse::base {

bool isLoopbackHost(const QString &host)
{
    // other letters could fold to these, and a NUL would end the text early for the parser
    if (!std::ranges::all_of(host, [](QChar c) { return c.unicode() > 0x20 && c.unicode() < 0x7f; }))
        return false;
    if (host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0)
        return true;
    const QByteArray text = host.toLatin1();
    in_addr v4{};
    if (inet_pton(AF_INET, text.constData(), &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == 127;
    in6_addr v6{};
    return inet_pton(AF_INET6, text.constData(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

} // namespace lakehouse::base
