#include "views/console/remote_hand.h"

#include <QElapsedTimer>
#include <QFile>
#include <QLibraryInfo>
#include <QTcpServer>
#include <QTest>
#include <QtEndian>

#include <map>

namespace lakehouse::testsupport {

namespace {

constexpr int answerMs = 5000;
constexpr int versionSize = 12;     ///< "RFB 003.003\n"
constexpr quint32 noPassword = 1;   ///< the kind of sign-in that asks for nothing
constexpr char keyEvent = 4;

/// X11's names of keys that print nothing.
quint32 symbolOf(int key)
{
    static const std::map<int, quint32> symbols{{Qt::Key_Return, 0xff0d}, {Qt::Key_Escape, 0xff1b}, {Qt::Key_Tab, 0xff09}, {Qt::Key_Backspace, 0xff08}};
    const auto found = symbols.find(key);
    return found != symbols.end() ? found->second : quint32(QChar(key).toLower().unicode());
}

} // namespace

QString RemoteHand::whyNot()
{
    const QString plugin = QLibraryInfo::path(QLibraryInfo::PluginsPath) + QStringLiteral("/platforms/libqvnc.so");
    return QFile::exists(plugin) ? QString() : QStringLiteral("Qt has no platform \"vnc\" here: %1 is missing").arg(plugin);
}

void RemoteHand::prepare(QProcessEnvironment &environment)
{
    QTcpServer free;
    if (free.listen(QHostAddress::LocalHost))
        m_port = free.serverPort();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("vnc:port=%1:size=1440x900").arg(m_port));
}

bool RemoteHand::connectTo(int milliseconds)
{
    QElapsedTimer since;
    since.start();
    while (!since.hasExpired(milliseconds)) {
        m_socket.connectToHost(QHostAddress::LocalHost, m_port);
        if (QTest::qWaitFor([this] { return m_socket.state() == QAbstractSocket::ConnectedState; }, 500) && shakeHands())
            return true;
        m_socket.abort();
        QTest::qWait(100);
    }
    return false;
}

bool RemoteHand::shakeHands()
{
    const auto arrived = [this](qint64 bytes) { return QTest::qWaitFor([&] { return m_socket.bytesAvailable() >= bytes; }, answerMs); };
    if (!arrived(versionSize) || !m_socket.read(versionSize).startsWith("RFB"))
        return false;
    m_socket.write("RFB 003.003\n");
    if (!arrived(sizeof(quint32)) || qFromBigEndian<quint32>(m_socket.read(sizeof(quint32)).constData()) != noPassword)
        return false;
    m_socket.write(QByteArray(1, '\1')); // beside others
    return arrived(1); // the size of its screen
}

void RemoteHand::send(quint32 symbol, bool isDown)
{
    QByteArray message(8, '\0');
    message[0] = keyEvent;
    message[1] = char(isDown);
    qToBigEndian(symbol, message.data() + 4);
    m_socket.write(message);
}

void RemoteHand::press(int key, Qt::KeyboardModifiers modifiers)
{
    constexpr quint32 control = 0xffe3;
    if (modifiers & Qt::ControlModifier)
        send(control, true);
    send(symbolOf(key), true);
    send(symbolOf(key), false);
    if (modifiers & Qt::ControlModifier)
        send(control, false);
    QTest::qWait(20);
}

void RemoteHand::type(const QString &text)
{
    for (const QChar letter : text) {
        send(letter.unicode(), true);
        send(letter.unicode(), false);
        QTest::qWait(5);
    }
}

} // namespace lakehouse::testsupport
