#include "adapters/http_services/curl_transport.h"

#include "adapters/http_services/http_origin.h"

#include <curl/curl.h>

#include <mutex>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Retry;
using ports::HttpRequest;
using ports::HttpResponse;

namespace {

constexpr int longestPollMs = 100; // a cancel wakes the poll up; this bounds the wait should that wake-up be lost

/// An easy handle inside a multi handle of its own: only the multi interface can be woken up from another thread.
struct Connection {
    CURLM *multi = curl_multi_init();
    CURL *easy = curl_easy_init();
    Connection() = default;
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;
    ~Connection()
    {
        curl_easy_cleanup(easy);
        curl_multi_cleanup(multi);
    }
};

struct HeaderList {
    curl_slist *list = nullptr;
    HeaderList() = default;
    HeaderList(const HeaderList &) = delete;
    HeaderList &operator=(const HeaderList &) = delete;
    ~HeaderList() { curl_slist_free_all(list); }
    void add(const QByteArray &line) { list = curl_slist_append(list, line.constData()); }
};

struct Received {
    HttpResponse response = {};
    qint64 limit = 0;
    bool isTooLarge = false;
};

size_t takeBody(char *bytes, size_t size, size_t count, void *target)
{
    auto *received = static_cast<Received *>(target);
    const auto length = qsizetype(size * count);
    if (received->response.body.size() + length > received->limit) {
        received->isTooLarge = true;
        return 0;
    }
    received->response.body.append(bytes, length);
    return size * count;
}

size_t takeHeader(char *bytes, size_t size, size_t count, void *target)
{
    auto *received = static_cast<Received *>(target);
    const QByteArray line = QByteArray(bytes, qsizetype(size * count)).trimmed();
    const qsizetype colon = line.indexOf(':');
    if (line.startsWith("HTTP/"))
        received->response.headers.clear(); // a new head: the one before was 1xx
    else if (colon > 0)
        received->response.headers.emplace_back(line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed());
    return size * count;
}

Error transferError(CURLcode code, const HttpOrigin &origin, bool wasSent, const char *words)
{
    const bool isLate = code == CURLE_OPERATION_TIMEDOUT;
    Error error{isLate ? ErrorCode::TimedOut : ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 cannot be reached."), origin.origin},
                QT_TRANSLATE_NOOP("core", "Check that the service runs and that the address is right: ekos-lakehouse lakehouse doctor"), origin.origin};
    if (isLate)
        error.message = {QT_TRANSLATE_NOOP("core", "%1 did not answer in time."), origin.origin};
    else if (wasSent)
        error.message = {QT_TRANSLATE_NOOP("core", "%1 broke the connection before its answer was complete."), origin.origin};
    if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CONNECT_ERROR) {
        error.message = {QT_TRANSLATE_NOOP("core", "The TLS connection to %1 was not accepted."), origin.origin};
        error.hint = QT_TRANSLATE_NOOP("core", "Check that the address starts with the right one of http and https, and that the system trusts the certificate's issuer.");
    }
    error.detail = QString::fromUtf8(words);
    error.retry = wasSent ? Retry::Pointless : Retry::Later;
    return error;
}

Result<> fillHeaders(const HttpRequest &request, HeaderList &headers)
{
    for (const auto &[name, value] : request.headers) {
        const QByteArray line = name + (value.isEmpty() ? QByteArray(";") : ": " + value);
        if (line.contains('\r') || line.contains('\n') || line.contains('\0'))
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The HTTP header %1 would hold a line break."), QString::fromLatin1(name.left(40)).simplified()},
                         QT_TRANSLATE_NOOP("core", "Look for a line break in the user name, password or tag that goes into it.")};
        headers.add(line);
    }
    headers.add("Expect:"); // no waiting for "100 Continue"
    return base::Ok{};
}

void setMethod(CURL *easy, const HttpRequest &request)
{
    if (request.method == "HEAD") {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        return;
    }
    if (!request.body.isEmpty() || request.method == "POST" || request.method == "PUT") {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.constData());
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.size()));
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.constData());
}

void setUp(CURL *easy, const HttpRequest &request, const HttpOrigin &origin)
{
    curl_easy_setopt(easy, CURLOPT_URL, request.url.toUtf8().constData());
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); // a cancel does not wait for a name server
#endif
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, long(request.timeoutMs));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, long(request.connectTimeoutMs));
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "ekos-lakehouse/" LAKEHOUSE_VERSION);
    if (origin.isLoopback)
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    if (!request.isIdempotent) { // on a kept connection curl itself would send again when that connection turns out to be dead
        curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
        curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    }
    setMethod(easy, request);
}

/// Runs the transfer to its end; nothing when cancelled first.
std::optional<CURLcode> transfer(const Connection &connection, const base::CancelToken &cancel)
{
    const base::CancelHook hook = cancel.onCancel([multi = connection.multi] { curl_multi_wakeup(multi); });
    curl_multi_add_handle(connection.multi, connection.easy);
    std::optional<CURLcode> outcome;
    for (int running = 1; !outcome && !cancel.isCancelled();) {
        int left = 0;
        if (const CURLMcode code = curl_multi_perform(connection.multi, &running); code != CURLM_OK)
            outcome = CURLE_FAILED_INIT;
        else if (const CURLMsg *message = curl_multi_info_read(connection.multi, &left); message && message->msg == CURLMSG_DONE)
            outcome = message->data.result;
        else
            curl_multi_poll(connection.multi, nullptr, 0, longestPollMs, nullptr);
    }
    curl_multi_remove_handle(connection.multi, connection.easy);
    return outcome;
}

} // namespace

struct CurlTransport::Pool {
    CurlOptions options;
    std::mutex mutex;
    std::vector<std::unique_ptr<Connection>> idle;

    std::unique_ptr<Connection> take()
    {
        const std::lock_guard lock(mutex);
        if (idle.empty())
            return std::make_unique<Connection>();
        std::unique_ptr<Connection> connection = std::move(idle.back());
        idle.pop_back();
        return connection;
    }

    void give(std::unique_ptr<Connection> connection)
    {
        curl_easy_reset(connection->easy); // it points at buffers of the exchange that ends
        const std::lock_guard lock(mutex);
        idle.push_back(std::move(connection));
    }
};

CurlTransport::CurlTransport(const CurlOptions &options)
    : m_pool(std::make_unique<Pool>())
{
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT); // once, and safe against a second thread
    Q_UNUSED(ready);
    m_pool->options = options;
}

CurlTransport::~CurlTransport() = default;

Result<HttpResponse> CurlTransport::exchange(const HttpRequest &request, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const HttpOrigin origin, parseOrigin(request.url));
    HeaderList headers;
    EKOS_CHECK(fillHeaders(request, headers));
    std::unique_ptr<Connection> connection = m_pool->take();
    if (!connection->easy || !connection->multi)
        return Error{ErrorCode::Internal, QT_TRANSLATE_NOOP("core", "The HTTP library could not be started.")};
    CURL *easy = connection->easy;
    Received received{.limit = m_pool->options.maxBodyBytes};
    char words[CURL_ERROR_SIZE] = "";
    setUp(easy, request, origin);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers.list);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, words);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &takeBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &received);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &takeHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &received);

    const std::optional<CURLcode> outcome = transfer(*connection, run.cancel());
    long status = 0;
    long sentBytes = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &sentBytes);
    if (!outcome) {
        EKOS_CHECK(run.cancel().check()); // the handle is thrown away: its connection is in the middle of an answer
    }
    if (received.isTooLarge)
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The answer of %1 is larger than %2 bytes."), origin.origin, m_pool->options.maxBodyBytes},
                     QT_TRANSLATE_NOOP("core", "Check that the address is that of the service and not of something else."), origin.origin};
    if (*outcome != CURLE_OK)
        return transferError(*outcome, origin, sentBytes > 0, words[0] ? words : curl_easy_strerror(*outcome));
    received.response.status = int(status);
    m_pool->give(std::move(connection));
    return std::move(received.response);
}

} // namespace lakehouse::adapters
