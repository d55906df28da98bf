#pragma once

#include <QSize>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace lakehouse::testsupport {

enum class PictureSizes { All, Middle };

/// Takes the window as it stands in light and dark: into the folder of LAKEHOUSE_PICTURES, or nowhere, only once and in one size, when there
/// is none. Says what must not be seen and was.
class PictureTaker {
public:
    /// `secrets`: words that no picture may show, such as the name of this machine.
    explicit PictureTaker(QStringList secrets);

    static bool isWanted();
    /// `rests`: what is on screen does not change by itself, and is waited for. False: it did not come to rest, or shows a secret.
    bool take(QWidget &window, const QString &name, PictureSizes sizes, bool rests);
    const QString &trouble() const { return m_trouble; }

private:
    bool takeOne(QWidget &window, const QString &name, QSize size, bool rests);

    QStringList m_secrets;
    QString m_trouble;
};

} // namespace lakehouse::testsupport
