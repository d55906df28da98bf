#include "base/file_digest.h"

#include "base/sha256.h"

#include <QCryptographicHash>

#ifdef LAKEHOUSE_HAS_OPENSSL
#include <memory>
#include <openssl/evp.h>
#endif

namespace lakehouse::base {

namespace {

#ifdef LAKEHOUSE_HAS_OPENSSL

struct ContextFree {
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};

/// The same value, several times faster where the processor knows SHA-256: a plan of thousands of tables has hundreds of megabytes of SQL, a ledger of
/// such a source hundreds of thousands of entries. Empty where the library has no such function.
QByteArray sha256OfOpenSsl(std::initializer_list<QByteArrayView> parts)
{
    static EVP_MD *const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr); // to look it up takes longer than to hash a short text
    const std::unique_ptr<EVP_MD_CTX, ContextFree> context(EVP_MD_CTX_new());
    if (!algorithm || !context || EVP_DigestInit_ex2(context.get(), algorithm, nullptr) != 1)
        return {};
    for (const QByteArrayView part : parts)
        if (EVP_DigestUpdate(context.get(), part.data(), std::size_t(part.size())) != 1)
            return {};
    QByteArray hash(EVP_MD_get_size(algorithm), Qt::Uninitialized);
    return EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char *>(hash.data()), nullptr) == 1 ? hash : QByteArray();
}

#else

QByteArray sha256OfOpenSsl(std::initializer_list<QByteArrayView>)
{
    return {};
}

#endif

} // namespace

QByteArray sha256(std::initializer_list<QByteArrayView> parts)
{
    if (QByteArray hash = sha256OfOpenSsl(parts); !hash.isEmpty())
        return hash;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArrayView part : parts)
        hash.addData(part);
    return hash.result();
}

QString fileDigest(const QByteArray &bytes)
{
    return QStringLiteral("sha256:") + QString::fromLatin1(sha256({bytes}).toHex());
}

} // namespace lakehouse::base
