#pragma once

#include <QSize>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace lakehouse::testsupport {

/// Whether what is on screen stays as it is, and is waited for; a run that goes on does not.
enum class Rests { Yes, No };

/// Takes the window as it stands in light and dark and three sizes: into the folder of LAKEHOUSE_PICTURES, or nowhere, only once and in one size, when there
/// is none. Says what must not be seen and was.
class PictureTaker {
public:
    /// `secrets`: words that no picture may show, such as the name of this machine.
    explicit PictureTaker(QStringList secrets);

    static bool isWanted();
    /// False: it did not come to rest, shows a secret, or could not be written.
    bool take(QWidget &window, const QString &name, Rests rests);
    const QString &trouble() const { return m_trouble; }
    /// Everything that is written in the window, also in rows that are scrolled away.
    static QStringList textsOf(const QWidget &window);

private:
    bool takeOne(QWidget &window, const QString &name, QSize size, Rests rests);

    QStringList m_secrets;
    QString m_trouble;
};

} // namespace lakehouse::testsupport
