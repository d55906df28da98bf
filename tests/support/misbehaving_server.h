#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace lakehouse::tests {

/// An HTTP server on this machine, in a thread of its own, that answers each request as a script says: well, badly, slowly or not at all.
class MisbehavingServer {
public:
    struct Request {
        QByteArray method;
        QByteArray path;
        QByteArray head; ///< request line and headers as received
        QByteArray body;
        int connection = 0; ///< counts the connections from 1
    };

    enum class Manner {
        Answers,
        Hangs,           ///< reads the request and says nothing
        Resets,          ///< reads the request and breaks the connection
        ResetsInBody,    ///< half of the body, then a broken connection
        EndsInBody,      ///< half of the body, then an orderly end
        Trickles,        ///< one byte of the body every 20 ms
        ClosesAfter,     ///< answers, and closes the connection without saying so
    };

    struct Reply {
        Manner manner = Manner::Answers;
        int status = 200;
        QByteArray contentType = "application/json";
        QByteArray body = {};
        QByteArray headers = {}; ///< further lines, each with \r\n
    };

    /// The script runs in the server's thread, one request at a time.
    using Script = std::function<Reply(const Request &)>;

    explicit MisbehavingServer(Script script);
    ~MisbehavingServer();
    QString url() const; ///< "http://127.0.0.1:port"
    std::vector<Request> requests() const;
    /// An address where nobody listens.
    static QString refusingUrl();

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lakehouse::tests
