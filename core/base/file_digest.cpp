#include "base/file_digest.h"

#include <QCryptographicHash>

namespace lakehouse::base {

QString fileDigest(const QByteArray &bytes)
{
    return QStringLiteral("sha256:") + QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

} // namespace lakehouse::base
