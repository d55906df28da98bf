#include "support/misbehaving_server.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>
#include <QTimer>

#include <mutex>

namespace lakehouse::tests {

struct MisbehavingServer::Private {
    Script script;
    QThread thread;
    QObject context; ///< lives in the thread
    std::unique_ptr<QTcpServer> server;
    quint16 port = 0;
    mutable std::mutex mutex;
    std::vector<Request> requests;
    int connections = 0;

    void listen();
    void accept();
    void read(QTcpSocket *socket, QByteArray &pending, int connection);
    void reply(QTcpSocket *socket, const Reply &reply);
};

namespace {

/// One request off the front of what was received; false while it is not whole.
bool takeRequest(QByteArray &pending, MisbehavingServer::Request &request)
{
    const qsizetype end = pending.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    request.head = pending.left(end);
    qsizetype length = 0;
    for (const QByteArray &line : request.head.split('\n'))
        if (line.toLower().startsWith("content-length:"))
            length = line.mid(15).trimmed().toLongLong();
    if (pending.size() < end + 4 + length)
        return false;
    request.body = pending.mid(end + 4, length);
    pending.remove(0, end + 4 + length);
    const QList<QByteArray> words = request.head.left(request.head.indexOf('\r')).split(' ');
    request.method = words.value(0);
    request.path = words.value(1);
    return true;
}

void trickle(QTcpSocket *socket, const QByteArray &body)
{
    auto *timer = new QTimer(socket);
    QObject::connect(timer, &QTimer::timeout, socket, [socket, timer, body, sent = qsizetype(0)]() mutable {
        if (sent < body.size())
            socket->write(body.mid(sent++, 1));
        else
            timer->stop();
        socket->flush();
    });
    timer->start(20);
}

} // namespace

void MisbehavingServer::Private::listen()
{
    server = std::make_unique<QTcpServer>();
    server->listen(QHostAddress::LocalHost);
    port = server->serverPort();
    QObject::connect(server.get(), &QTcpServer::newConnection, &context, [this] { accept(); });
}

void MisbehavingServer::Private::accept()
{
    while (QTcpSocket *socket = server->nextPendingConnection()) {
        const int connection = ++connections;
        const auto pending = std::make_shared<QByteArray>();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, pending, connection] { read(socket, *pending, connection); });
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
}

void MisbehavingServer::Private::read(QTcpSocket *socket, QByteArray &pending, int connection)
{
    pending += socket->readAll();
    Request request;
    while (takeRequest(pending, request)) {
        request.connection = connection;
        {
            const std::lock_guard lock(mutex);
            requests.push_back(request);
        }
        reply(socket, script(request));
        request = {};
    }
}

void MisbehavingServer::Private::reply(QTcpSocket *socket, const Reply &reply)
{
    if (reply.manner == Manner::Hangs)
        return;
    if (reply.manner == Manner::Resets)
        return socket->abort();
    socket->write("HTTP/1.1 " + QByteArray::number(reply.status) + " Status\r\nContent-Type: " + reply.contentType
                  + "\r\nContent-Length: " + QByteArray::number(reply.body.size()) + "\r\n" + reply.headers + "\r\n");
    if (reply.manner == Manner::Trickles)
        return trickle(socket, reply.body);
    const bool isHalf = reply.manner == Manner::ResetsInBody || reply.manner == Manner::EndsInBody;
    socket->write(isHalf ? reply.body.left(reply.body.size() / 2) : reply.body);
    socket->flush();
    if (reply.manner == Manner::ResetsInBody)
        socket->abort();
    else if (reply.manner != Manner::Answers)
        socket->disconnectFromHost();
}

MisbehavingServer::MisbehavingServer(Script script)
    : m_private(std::make_unique<Private>())
{
    m_private->script = std::move(script);
    m_private->context.moveToThread(&m_private->thread);
    m_private->thread.start();
    QMetaObject::invokeMethod(&m_private->context, [this] { m_private->listen(); }, Qt::BlockingQueuedConnection);
}

MisbehavingServer::~MisbehavingServer()
{
    QMetaObject::invokeMethod(&m_private->context, [this] {
        m_private->server.reset(); // with its sockets
        m_private->context.moveToThread(nullptr);
    }, Qt::BlockingQueuedConnection);
    m_private->thread.quit();
    m_private->thread.wait();
}

QString MisbehavingServer::url() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(m_private->port);
}

std::vector<MisbehavingServer::Request> MisbehavingServer::requests() const
{
    const std::lock_guard lock(m_private->mutex);
    return m_private->requests;
}

QString MisbehavingServer::refusingUrl()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return QStringLiteral("http://127.0.0.1:%1").arg(server.serverPort());
}

} // namespace lakehouse::tests
