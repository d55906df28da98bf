#include "cli/file_content.h"

#include "describe/json_reader.h"

#include <QFile>
#include <QStringDecoder>

#include <cstdio>

namespace lakehouse::app {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qint64 largestFile = qint64(256) << 20;

Error notRead(const QString &path, base::Text why)
{
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 cannot be read: %2"), path, std::move(why)}, QT_TRANSLATE_NOOP("core", "Name a text file in UTF-8, or - for standard input."), path};
}

Result<QByteArray> bytesOf(const QString &path)
{
    QFile file(path);
    const bool isOpen = path == QLatin1String("-") ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    if (!isOpen)
        return notRead(path, {QT_TRANSLATE_NOOP("core", "%1"), file.errorString()});
    QByteArray bytes = file.read(largestFile + 1);
    if (file.error() != QFileDevice::NoError)
        return notRead(path, {QT_TRANSLATE_NOOP("core", "%1"), file.errorString()});
    if (bytes.size() > largestFile)
        return notRead(path, {QT_TRANSLATE_NOOP("core", "it is larger than %1 MB."), largestFile >> 20});
    return bytes;
}

} // namespace

Result<ParsedCommand> withFiles(ParsedCommand command)
{
    for (const auto &[field, path] : command.files) {
        EKOS_TRY(const QByteArray bytes, bytesOf(path));
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString text = decoder(bytes);
        if (decoder.hasError())
            return notRead(path, QT_TRANSLATE_NOOP("core", "it is not UTF-8."));
        EKOS_CHECK(describe::readWord(text, field->type(), field->at(command.request.data())));
    }
    return command;
}

} // namespace lakehouse::app
