#include "rules/pii/credential_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lakehouse::rules {

namespace {

struct Mark {
    QStringView prefix;
    qsizetype shortest; ///< of the whole text
};

constexpr Mark marks[] = {
    {u"$1$", 26}, {u"$5$", 40}, {u"$6$", 60}, {u"$y$", 40}, {u"$7$", 40}, {u"$2a$", 60}, {u"$2b$", 60}, {u"$2y$", 60}, {u"$2x$", 60}, {u"$P$", 34}, {u"$H$", 34},
    {u"$argon2id$", 60}, {u"$argon2i$", 60}, {u"$argon2d$", 60}, {u"$scrypt$", 40}, {u"$pbkdf2", 40}, {u"pbkdf2_sha", 40}, {u"bcrypt_sha256$", 60}, {u"{SSHA", 30},
    {u"{SHA", 30}, {u"{CRYPT}", 18}, {u"SCRAM-SHA-256$", 60}, {u"ghp_", 40}, {u"gho_", 40}, {u"ghs_", 40}, {u"github_pat_", 40}, {u"glpat-", 26}, {u"sk_live_", 24},
    {u"sk_test_", 24}, {u"rk_live_", 24}, {u"xoxb-", 24}, {u"xoxp-", 24}, {u"AIza", 39}, {u"SG.", 60},
};

bool isBase64Url(QStringView text)
{
    return text.size() >= 2 && std::ranges::all_of(text, [](QChar sign) {
        return isAsciiLetter(sign.unicode()) || isAsciiDigit(sign.unicode()) || sign == u'-' || sign == u'_' || sign == u'=';
    });
}

/// Three parts of base64url, of which the first is a JSON object.
bool isWebToken(QStringView text)
{
    const qsizetype first = text.indexOf(u'.');
    const qsizetype second = first < 0 ? -1 : text.indexOf(u'.', first + 1);
    return text.startsWith(QStringView(u"eyJ")) && second > 0 && isBase64Url(text.first(first)) && isBase64Url(text.sliced(first + 1, second - first - 1))
           && isBase64Url(text.sliced(second + 1));
}

bool isPrivateKey(QStringView text)
{
    static constexpr QStringView begin(u"-----BEGIN ");
    if (!text.startsWith(begin))
        return false;
    const qsizetype end = text.indexOf(QStringView(u"-----"), begin.size());
    return end > 0 && text.sliced(begin.size(), end - begin.size()).endsWith(QStringView(u"PRIVATE KEY"));
}

/// An access key of AWS: AKIA or ASIA and 16 capitals or digits.
bool isAwsKey(const ValueText &value)
{
    return value.size() == 20 && !value.hasLower() && value.compact().size() == 20 && (value.text().startsWith(QStringView(u"AKIA")) || value.text().startsWith(QStringView(u"ASIA")));
}

/// md5 of password and role, as pg_authid keeps it.
bool isPostgresHash(QStringView text)
{
    return text.size() == 35 && text.startsWith(QStringView(u"md5")) && std::ranges::all_of(text.sliced(3), [](QChar sign) {
        return isAsciiDigit(sign.unicode()) || (sign >= u'a' && sign <= u'f');
    });
}

} // namespace

bool isKnownCredential(const ValueText &value)
{
    const QStringView text = value.text();
    if (text.size() < 18)
        return false;
    if (value.spaces() > 0)
        return isPrivateKey(text);
    const bool isMarked = std::ranges::any_of(marks, [&](const Mark &mark) { return text.size() >= mark.shortest && text.startsWith(mark.prefix); });
    return isMarked || isWebToken(text) || isPostgresHash(text) || isAwsKey(value) || isPrivateKey(text);
}

bool isRandomText(const ValueText &value)
{
    if (value.size() < 20 || value.spaces() > 0 || value.digits() < 2 || value.letters() < 2)
        return false;
    std::array<int, 128> times{};
    for (const QChar sign : value.text()) {
        if (sign.unicode() >= times.size())
            return false;
        ++times[sign.unicode()];
    }
    double bits = 0;
    const double size = double(value.size());
    for (const int count : times)
        if (count > 0)
            bits -= count / size * std::log2(count / size);
    return bits >= 3.0;
}

bool isPossibleCredential(const ValueText &value)
{
    return value.size() >= 4 && value.size() <= 40 && value.spaces() == 0 && (value.digits() > 0 || (value.hasLower() && value.hasUpper()) || value.letters() < value.size());
}

} // namespace lakehouse::rules
