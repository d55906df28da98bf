#pragma once

#include "base/result.h"

namespace lakehouse::adapters {

/// The address of a service, taken apart: "http://host:port" and what follows. Errors show the origin and nothing else.
struct HttpOrigin {
    QString origin = {}; ///< scheme, host and port as given: "https://trino.example:8443"
    QString host = {};   ///< without the brackets of IPv6
    QString path = {};   ///< with a leading "/", or empty; query included
    bool isEncrypted = false;
    bool isLoopback = false;
};

/// Fails with InvalidInput for other schemes than http and https, for credentials inside the URL, and for control characters. Never repeats the URL then.
base::Result<HttpOrigin> parseOrigin(const QString &url);

/// The address without the slash at its end, so that paths can be put behind it.
QString withoutTrailingSlash(QString url);

} // namespace lakehouse::adapters
