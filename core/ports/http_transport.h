#pragma once

#include "base/run_context.h"

#include <QByteArray>

#include <algorithm>
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
    /// The first header of this name (in lower case); empty when there is none.
    QByteArray header(const QByteArray &name) const
    {
        const auto found = std::ranges::find(headers, name, &std::pair<QByteArray, QByteArray>::first);
        return found == headers.end() ? QByteArray() : found->second;
    }
};

/// One HTTP exchange, blocking. Fails with Unreachable, TimedOut, Cancelled; any status is an answer. Errors name host and port, never a query string.
/// Error::retry tells what became of the request: Later means that it never left, Pointless that the other side may have acted on it.
/// An answer beyond the size limit fails with ExternalFailure, an unusable URL or header with InvalidInput.
class HttpTransport {
public:
    virtual ~HttpTransport() = default;
    virtual base::Result<HttpResponse> exchange(const HttpRequest &request, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
