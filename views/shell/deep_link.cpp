#include "shell/deep_link.h"

#include <QStringDecoder>
#include <QUrl>

#include <algorithm>

namespace lakehouse::views {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qsizetype longest = 4096;

Error refusal(base::Text message)
{
    return {ErrorCode::InvalidInput, std::move(message), QT_TRANSLATE_NOOP("core", "Copy the link anew where it was made, with Ctrl+Shift+C.")};
}

QString encoded(const QString &part)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(part));
}

bool isAllowedRaw(char letter)
{
    const auto byte = uchar(letter);
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
        || QByteArrayView("-._~!$'()*,;:@+").contains(letter);
}

/// The characters of one part of the link; every byte must be one that a link may hold, and the whole valid UTF-8.
Result<QString> decoded(QByteArrayView part)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < part.size(); ++i) {
        if (part[i] != '%') {
            if (!isAllowedRaw(part[i]))
                return refusal(QT_TRANSLATE_NOOP("core", "The link holds a character that must be percent-encoded."));
            bytes += part[i];
            continue;
        }
        bool isHex = i + 2 < part.size() && part[i + 1] != '+' && part[i + 1] != '-';
        const int value = isHex ? part.sliced(i + 1, 2).toByteArray().toInt(&isHex, 16) : 0;
        if (!isHex)
            return refusal(QT_TRANSLATE_NOOP("core", "The link is cut off, or its percent-encoding is damaged."));
        bytes += char(value);
        i += 2;
    }
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    if (decoder.hasError() || std::ranges::any_of(text, [](QChar letter) { return letter.category() == QChar::Other_Control; }))
        return refusal(QT_TRANSLATE_NOOP("core", "The link holds characters that are no text."));
    return text;
}

bool isPageId(const QString &id)
{
    return !id.isEmpty() && std::ranges::all_of(id, [](QChar letter) {
        return (letter >= QLatin1Char('a') && letter <= QLatin1Char('z')) || (letter >= QLatin1Char('0') && letter <= QLatin1Char('9'))
            || letter == QLatin1Char('-');
    });
}

Result<> readQuery(QByteArrayView query, Place &place)
{
    for (const QByteArray &pair : query.toByteArray().split('&')) {
        const qsizetype equals = pair.indexOf('=');
        const QByteArray key = pair.left(std::max<qsizetype>(equals, 0));
        QString *target = key == "tab" ? &place.tab : key == "filter" ? &place.filter : nullptr;
        if (!target)
            return refusal({QT_TRANSLATE_NOOP("core", "A link says where to go, with \"tab\" and \"filter\" only; this one says \"%1\"."),
                            QString::fromLatin1(pair.left(40))});
        if (!target->isEmpty())
            return refusal({QT_TRANSLATE_NOOP("core", "The link says \"%1\" twice."), QString::fromLatin1(key)});
        EKOS_TRY(*target, decoded(QByteArrayView(pair).sliced(equals + 1)));
    }
    return base::Ok{};
}

} // namespace

QString DeepLink::toText() const
{
    QString text = QStringLiteral("ekos-lakehouse://open/") + encoded(project) + QLatin1Char('/') + encoded(place.page);
    if (!place.object.isEmpty())
        text += QLatin1Char('/') + encoded(place.object);
    QStringList query;
    if (!place.tab.isEmpty())
        query += QStringLiteral("tab=") + encoded(place.tab);
    if (!place.filter.isEmpty())
        query += QStringLiteral("filter=") + encoded(place.filter);
    return query.isEmpty() ? text : text + QLatin1Char('?') + query.join(QLatin1Char('&'));
}

Result<DeepLink> DeepLink::parse(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    constexpr QByteArrayView start = "ekos-lakehouse://open/";
    if (bytes.size() > longest)
        return refusal(QT_TRANSLATE_NOOP("core", "The link is too long."));
    if (!bytes.startsWith(start))
        return refusal(QT_TRANSLATE_NOOP("core", "A link begins with ekos-lakehouse://open/ and only opens a page."));
    const QByteArray rest = bytes.mid(start.size());
    const qsizetype question = rest.indexOf('?');
    const QList<QByteArray> parts = (question < 0 ? rest : rest.left(question)).split('/');
    if (parts.size() < 2 || parts.size() > 3 || parts.contains(QByteArray()))
        return refusal(QT_TRANSLATE_NOOP("core", "A link names a project and a page, and at most one object."));
    DeepLink link;
    EKOS_TRY(link.project, decoded(parts[0]));
    EKOS_TRY(link.place.page, decoded(parts[1]));
    if (parts.size() == 3) {
        EKOS_TRY(link.place.object, decoded(parts[2]));
    }
    if (!isPageId(link.place.page))
        return refusal({QT_TRANSLATE_NOOP("core", "\"%1\" is no page."), link.place.page.left(40)});
    if (question >= 0)
        EKOS_CHECK(readQuery(QByteArrayView(rest).sliced(question + 1), link.place));
    return link;
}

} // namespace lakehouse::views
