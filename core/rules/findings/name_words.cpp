#include "rules/findings/name_words.h"

#include <QDate>
#include <QSet>

#include <algorithm>

namespace lakehouse::rules {

namespace {

bool beginsWord(QChar before, QChar character, QChar after)
{
    if (before.isDigit() != character.isDigit())
        return true;
    return character.isUpper() && (before.isLower() || (before.isUpper() && after.isLower()));
}

/// 20240131
bool isDay(const QString &word)
{
    const auto isDigit = [](QChar character) { return character >= u'0' && character <= u'9'; };
    return word.size() == 8 && std::ranges::all_of(word, isDigit) && QDate::isValid(word.mid(0, 4).toInt(), word.mid(4, 2).toInt(), word.mid(6).toInt());
}

QString singular(const QString &word)
{
    return word.size() > 3 && word.endsWith(QLatin1Char('s')) && !word.endsWith(QLatin1String("ss")) ? word.chopped(1) : word;
}

} // namespace

QStringList nameWords(const QString &text)
{
    const QString name = text.normalized(QString::NormalizationForm_C);
    QStringList words;
    QString word;
    QChar before; // without the marks that belong to it
    const auto finish = [&] {
        if (!word.isEmpty())
            words.append(word.toLower());
        word.clear();
    };
    for (qsizetype at = 0; at < name.size(); ++at) {
        const QChar character = name[at];
        if (character.isMark() && !word.isEmpty()) {
            word.append(character);
            continue;
        }
        if (!character.isLetterOrNumber()) {
            finish();
            continue;
        }
        if (!word.isEmpty() && beginsWord(before, character, at + 1 < name.size() ? name[at + 1] : QChar()))
            finish();
        word.append(character);
        before = character;
    }
    finish();
    return words;
}

QString nameStem(const QString &name)
{
    QStringList words = nameWords(name);
    while (words.size() > 1 && (isBackupWord(words.last()) || isVersionWord(words.last()) || (words.last().size() < 3 && words.last().front().isDigit())))
        words.removeLast();
    if (!words.isEmpty())
        words.last() = singular(words.last());
    return words.join(QLatin1Char('_'));
}

bool isBackupWord(const QString &word)
{
    static const QSet<QString> words{QStringLiteral("bak"), QStringLiteral("backup"), QStringLiteral("backups"), QStringLiteral("bkp"), QStringLiteral("bkup"),
                                     QStringLiteral("bck"), QStringLiteral("sicherung")};
    return words.contains(word);
}

bool isVersionWord(const QString &word)
{
    static const QSet<QString> words{QStringLiteral("old"), QStringLiteral("copy"), QStringLiteral("orig"), QStringLiteral("original"), QStringLiteral("save"),
                                     QStringLiteral("saved"), QStringLiteral("alt"), QStringLiteral("kopie"), QStringLiteral("copia")};
    return words.contains(word) || isDay(word);
}

} // namespace lakehouse::rules
