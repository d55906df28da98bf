#include "rules/findings/comment_claims.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>

namespace lakehouse::rules {

namespace {

constexpr qsizetype longestTerm = 60;
constexpr qsizetype mostTermWords = 5;
constexpr qsizetype reachOfDenial = 2; // "need not be unique"

QStringList wordsOf(const QString &text)
{
    QStringList words;
    QString word;
    for (const QChar character : text.normalized(QString::NormalizationForm_C)) {
        if (character.isLetterOrNumber() || (character.isMark() && !word.isEmpty())) {
            word.append(character.toLower());
            continue;
        }
        if (!word.isEmpty())
            words.append(word);
        word.clear();
    }
    if (!word.isEmpty())
        words.append(word);
    return words;
}

bool isDenial(const QString &word)
{
    static const QSet<QString> words{QStringLiteral("not"), QStringLiteral("non"), QStringLiteral("no"), QStringLiteral("never"), QStringLiteral("isn"), QStringLiteral("nicht"),
                                     QStringLiteral("kein"), QStringLiteral("keine"), QStringLiteral("pas"), QStringLiteral("nie"), QStringLiteral("without")};
    return words.contains(word);
}

bool claims(const QString &comment, const QSet<QString> &claim)
{
    const QStringList words = wordsOf(comment);
    for (qsizetype at = 0; at < words.size(); ++at) {
        if (!claim.contains(words[at]))
            continue;
        const auto before = words.mid(std::max<qsizetype>(0, at - reachOfDenial), std::min(at, reachOfDenial));
        if (std::ranges::none_of(before, isDenial))
            return true;
    }
    return false;
}

/// Where the code ends and its meaning begins; −1: nowhere.
qsizetype separatorAfter(const QString &text, const QString &code)
{
    if (!text.startsWith(code))
        return -1;
    qsizetype at = code.size();
    while (at < text.size() && (text[at].isSpace() || text[at] == QLatin1Char('\'') || text[at] == QLatin1Char('"')))
        ++at;
    return at < text.size() && (text[at] == QLatin1Char('=') || text[at] == QLatin1Char(':')) ? at : -1;
}

bool isRemark(const QString &head)
{
    static const QSet<QString> remarks{QStringLiteral("note"),    QStringLiteral("notes"),   QStringLiteral("todo"),  QStringLiteral("fixme"),      QStringLiteral("see"),
                                       QStringLiteral("fk"),      QStringLiteral("pk"),      QStringLiteral("values"), QStringLiteral("value"),     QStringLiteral("deprecated"),
                                       QStringLiteral("example"), QStringLiteral("warning"), QStringLiteral("default"), QStringLiteral("format"),   QStringLiteral("unit"),
                                       QStringLiteral("http"),    QStringLiteral("https"),   QStringLiteral("hinweis"), QStringLiteral("achtung"),  QStringLiteral("beispiel"),
                                       QStringLiteral("nota"),    QStringLiteral("type"),    QStringLiteral("allowed values"), QStringLiteral("e g")};
    return remarks.contains(wordsOf(head).join(QLatin1Char(' ')));
}

/// Whether what follows the first meaning has further ones: "not back yet | late: after the due day".
bool goesOnAsList(const QString &definition)
{
    static const QRegularExpression furtherTerm(QStringLiteral("[|;\\n]\\s*[^|;:=\\n]{1,60}[:=]"));
    return furtherTerm.match(definition).hasMatch();
}

} // namespace

bool claimsUnique(const QString &comment)
{
    static const QSet<QString> words{QStringLiteral("unique"), QStringLiteral("eindeutig"), QStringLiteral("unico"), QStringLiteral("unica"),
                                     QStringLiteral("único"), QStringLiteral("única"), QStringLiteral("unívoco"), QStringLiteral("univoco")};
    return claims(comment, words);
}

bool claimsMandatory(const QString &comment)
{
    static const QSet<QString> words{QStringLiteral("mandatory"), QStringLiteral("obligatory"), QStringLiteral("pflichtfeld"), QStringLiteral("muss"), QStringLiteral("obbligatorio"),
                                     QStringLiteral("obbligatoria"), QStringLiteral("obligatorio"), QStringLiteral("obligatoria"), QStringLiteral("obligatoire")};
    return claims(comment, words);
}

QHash<QString, QString> meaningsInComment(const QString &comment, const std::vector<QString> &codes)
{
    QHash<QString, QString> meanings;
    QString parts = comment;
    parts.replace(QLatin1Char(';'), QLatin1Char(',')).replace(QLatin1Char('\n'), QLatin1Char(','));
    for (qsizetype bar = parts.indexOf(QLatin1Char('|')); bar >= 0; bar = parts.indexOf(QLatin1Char('|'), bar + 1)) {
        const QString behind = parts.sliced(bar + 1).trimmed();
        if (std::ranges::any_of(codes, [&](const QString &code) { return !code.isEmpty() && separatorAfter(behind, code) >= 0; }))
            parts[bar] = QLatin1Char(',');
    }
    for (QString text : parts.split(QLatin1Char(','))) {
        text = text.trimmed();
        if (text.startsWith(QLatin1Char('\'')) || text.startsWith(QLatin1Char('"')))
            text.remove(0, 1);
        for (const QString &code : codes) {
            const qsizetype separator = separatorAfter(text, code);
            const QString meaning = separator < 0 ? QString() : text.mid(separator + 1).trimmed();
            if (!code.isEmpty() && !meaning.isEmpty() && !meanings.contains(code))
                meanings.insert(code, meaning);
        }
    }
    return meanings;
}

std::optional<CommentTerm> termInComment(const QString &comment)
{
    const qsizetype colon = comment.indexOf(QLatin1Char(':'));
    if (colon <= 0 || colon > longestTerm)
        return std::nullopt;
    const QString head = comment.left(colon).simplified();
    const QString definition = comment.mid(colon + 1).trimmed();
    const bool isWords = !head.isEmpty() && head.front().isLetter() && std::ranges::all_of(head, [](QChar character) {
        return character.isLetterOrNumber() || character.isMark() || character == QLatin1Char(' ') || character == QLatin1Char('-') || character == QLatin1Char('_');
    });
    if (!isWords || definition.isEmpty() || head.count(QLatin1Char(' ')) >= mostTermWords || isRemark(head) || definition.startsWith(QLatin1String("//")) || goesOnAsList(definition))
        return std::nullopt;
    return CommentTerm{head, definition};
}

} // namespace lakehouse::rules
