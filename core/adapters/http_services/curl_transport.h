#pragma once

#include "ports/http_transport.h"

#include <memory>

namespace lakehouse::adapters {

struct CurlOptions {
    qint64 maxBodyBytes = 64 << 20;
};

/// HTTP through libcurl. May be called from any thread; connections are kept for idempotent requests only. A cancel ends an exchange at once.
/// Never follows a redirect: the 3xx status is the answer. Certificates are verified. Loopback addresses never go through a proxy.
class CurlTransport : public ports::HttpTransport {
public:
    explicit CurlTransport(const CurlOptions &options = {});
    ~CurlTransport() override;
    base::Result<ports::HttpResponse> exchange(const ports::HttpRequest &request, base::RunContext &run) override;

private:
    struct Pool;
    std::unique_ptr<Pool> m_pool;
};

} // namespace lakehouse::adapters
