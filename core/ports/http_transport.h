#pragma once

#include "base/run_context.h"

#include <QByteArray>

#include <utility>
#include <vector>

namespace lakehouse::ports {

struct HttpRequest {
    QByteArray method = "GET";
    QString url = {};
    std::vector<std::pair<QByteArray, QByteArray>> headers = {};
    QByteArray body = {};
    qint64 timeoutMs = 30000;
    qint64 connectTimeoutMs = 5000;
    bool isIdempotent = true; ///< false: sent on a fresh connection, and never again by itself
};

struct HttpResponse {
    int status = 0;
    std::vector<std::pair<QByteArray, QByteArray>> headers = {}; ///< names in lower case
    QByteArray body = {};
    QByteArray header(const QByteArray &name) const;
};

/// One HTTP exchange, blocking. Fails with Unreachable, TimedOut, Cancelled; any status is an answer. Errors name host and port, never a query string.
class HttpTransport {
public:
    virtual ~HttpTransport() = default;
    virtual base::Result<HttpResponse> exchange(const HttpRequest &request, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
