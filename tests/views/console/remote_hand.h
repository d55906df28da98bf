#pragma once

#include <QProcess>
#include <QTcpSocket>

namespace lakehouse::testsupport {

/// The keyboard of a person in front of another program, over the protocol of remote screens (RFB 3.3), which the platform "vnc" of Qt speaks.
class RemoteHand {
public:
    /// Why programs cannot be worked from outside here, as a sentence; empty when they can.
    static QString whyNot();
    /// Has the program draw for a remote screen instead of a display; before it starts.
    void prepare(QProcessEnvironment &environment);
    /// Waits until the program takes keys.
    bool connectTo(int milliseconds);

    void press(int key, Qt::KeyboardModifiers modifiers = {});
    /// Printable ASCII, one key after the other.
    void type(const QString &text);

private:
    void send(quint32 symbol, bool isDown);
    bool shakeHands();

    QTcpSocket m_socket;
    quint16 m_port = 0;
};

} // namespace lakehouse::testsupport
