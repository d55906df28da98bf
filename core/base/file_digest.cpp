#include "base/file_digest.h"

#ifdef LAKEHOUSE_HAS_OPENSSL
#include <openssl/evp.h>
#else
#include <QCryptographicHash>
#endif

namespace lakehouse::base {

namespace {

QByteArray sha256(const QByteArray &bytes)
{
#ifdef LAKEHOUSE_HAS_OPENSSL
    // The same value, several times faster where the processor knows SHA-256: a plan of thousands of tables has hundreds of megabytes of SQL.
    QByteArray hash(EVP_MAX_MD_SIZE, Qt::Uninitialized);
    unsigned size = 0;
    const bool isDone = EVP_Digest(bytes.constData(), std::size_t(bytes.size()), reinterpret_cast<unsigned char *>(hash.data()), &size, EVP_sha256(), nullptr) == 1;
    Q_ASSERT(isDone);
    Q_UNUSED(isDone)
    hash.truncate(qsizetype(size));
    return hash;
#else
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
#endif
}

} // namespace

QString fileDigest(const QByteArray &bytes)
{
    return QStringLiteral("sha256:") + QString::fromLatin1(sha256(bytes).toHex());
}

} // namespace lakehouse::base
