#include "rules/writes/write_words.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

/// "clean_upOldCarts" → " clean up old carts"
QString wordsOf(const QString &name)
{
    QString words;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const QChar c = name[i];
        const bool isBegin = c.isUpper() && i > 0 && (name[i - 1].isLower() || (i + 1 < name.size() && name[i + 1].isLower()));
        if (!c.isLetterOrNumber() || isBegin || i == 0)
            words += QLatin1Char(' ');
        if (c.isLetterOrNumber())
            words += c.toLower();
    }
    return words;
}

bool isOneOf(const QString &word, std::initializer_list<const char *> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char *one) { return word == QLatin1String(one); });
}

/// "Is_Active" and "isactive" are one name.
QString plainName(const QString &name)
{
    return name.toLower().remove(QLatin1Char('_'));
}

bool saysNo(const QString &value)
{
    return isOneOf(value.toLower(), {"false", "0", "'n'", "'f'", "'false'", "'no'", "'0'", "b'0'", "n'n'"});
}

} // namespace

bool isHousekeeping(const QString &path, const QString &scope)
{
    const QString words = wordsOf(path) + wordsOf(scope);
    for (const char *word : {" purg", " housekeep", " cleanup", " clean up", " archiv", " retention"})
        if (words.contains(QLatin1String(word)))
            return true;
    return words.contains(QLatin1String(" house keep"));
}

bool marksDeleted(const SetColumn &column)
{
    const QString name = plainName(column.name.text);
    const QString value = column.value.toLower();
    if (isOneOf(name, {"active", "isactive", "enabled", "isenabled"}))
        return saysNo(column.value);
    if (isOneOf(name, {"status", "state"}))
        return isOneOf(value, {"'deleted'", "'removed'"});
    const bool isMark = isOneOf(name, {"deleted", "isdeleted", "deletedat", "deletedon", "deleteddate", "datedeleted", "deletiondate", "deletedflag", "deleteflag", "delflag",
                                       "removed", "isremoved", "removedat", "discardedat"});
    return isMark && !saysNo(column.value) && !isOneOf(value, {"null", "none", "nil"}) && plainName(column.value) != name;
}

bool givesNewValue(const SetColumn &column)
{
    const QString value = column.value.mid(column.value.lastIndexOf(QLatin1Char('.')) + 1);
    return column.value.compare(QLatin1String("null"), Qt::CaseInsensitive) != 0 && value.compare(column.name.text, Qt::CaseInsensitive) != 0;
}

} // namespace lakehouse::rules
