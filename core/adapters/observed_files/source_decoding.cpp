#include "adapters/observed_files/source_decoding.h"

#include <QStringDecoder>

namespace lakehouse::adapters {

std::optional<QString> decodedSource(const QByteArray &bytes)
{
    if (const auto marked = QStringConverter::encodingForData(bytes); marked && *marked != QStringConverter::Utf8) {
        QStringDecoder decoder(*marked, QStringConverter::Flag::Stateless);
        const QString text = decoder(bytes);
        if (!decoder.hasError() && !text.contains(QChar(u'\0')))
            return text;
    }
    if (bytes.contains('\0'))
        return {};
    QStringDecoder decoder(QStringConverter::Utf8, QStringConverter::Flag::Stateless); // half a character at the end is an error too
    QString text = decoder(bytes);
    return decoder.hasError() ? QString::fromLatin1(bytes) : text;
}

} // namespace lakehouse::adapters
