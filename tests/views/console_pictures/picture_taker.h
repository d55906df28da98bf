#pragma once

#include <QSize>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace lakehouse::testsupport {

/// Takes the window as it stands in light and dark: into the folder of LAKEHOUSE_PICTURES, or nowhere, only once and in one size, when there
/// is none. Says what must not be seen and was.
class PictureTaker {
public:
    /// `secrets`: words that no picture may show, such as the name of this machine.
    explicit PictureTaker(QStringList secrets);

    static bool isWanted();
    /// In every size for what a page is about, in the middle one for the rest. False: it did not come to rest, or shows a secret.
    bool take(QWidget &window, const QString &name, bool isMain = false, bool rests = true);
    const QString &trouble() const { return m_trouble; }

private:
    bool takeOne(QWidget &window, const QString &name, QSize size, bool rests);

    QStringList m_secrets;
    QString m_trouble;
};

} // namespace lakehouse::testsupport
