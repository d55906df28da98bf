#pragma once

#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/trino_sql.h"

#include <QTest>

namespace lakehouse::tests {

/// The address of a service of the running stack, from a variable that `stack.sh env` prints; empty when it is not set.
inline QString stackUrl(const char *variable)
{
    return qEnvironmentVariable(variable);
}

/// Why a test on a service cannot run here; empty when the service answers.
inline QByteArray whyAbsent(const QString &url, const QString &path, adapters::CurlTransport &transport)
{
    if (url.isEmpty())
        return "no stack in the environment; run: eval \"$(installer/stack.sh env)\"";
    base::RunContext run;
    const auto response = transport.exchange({.url = url + path, .timeoutMs = 10000}, run);
    if (!response)
        return response.error().message.toEnglish().toUtf8();
    return response.value().status == 200 ? QByteArray() : "the service answers with HTTP status " + QByteArray::number(response.value().status);
}

} // namespace lakehouse::tests
