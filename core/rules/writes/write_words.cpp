#include "rules/writes/write_words.h"

#include "model/name.h"
#include "text/one_of.h"

namespace lakehouse::rules {

using text::isOneOf;

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

/// Of a value that is a column: its name without the table's, "o"."updated". Of any other nothing that is a column's name.
QString columnIn(const QString &value)
{
    const auto names = model::readSqlIdentifiers(value, QLatin1Char('.'));
    return names ? names->back() : value;
}

/// "Is_Active" and "isactive" are one name.
QString plainName(const QString &name)
{
    return name.toLower().remove(QLatin1Char('_'));
}

bool saysNo(const QString &value)
{
    return isOneOf(value.toLower(), {u"false", u"0", u"'n'", u"'f'", u"'false'", u"'no'", u"'0'", u"b'0'", u"n'n'"});
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
    if (isOneOf(name, {u"active", u"isactive", u"enabled", u"isenabled"}))
        return saysNo(column.value);
    if (isOneOf(name, {u"status", u"state"}))
        return isOneOf(value, {u"'deleted'", u"'removed'"});
    const bool isMark = isOneOf(name, {u"deleted", u"isdeleted", u"deletedat", u"deletedon", u"deleteddate", u"datedeleted", u"deletiondate", u"deletedflag", u"deleteflag", u"delflag",
                                       u"removed", u"isremoved", u"removedat", u"discardedat"});
    return isMark && !saysNo(column.value) && !isOneOf(value, {u"null", u"none", u"nil"}) && plainName(columnIn(column.value)) != name;
}

bool givesNewValue(const SetColumn &column)
{
    return column.value.compare(QLatin1String("null"), Qt::CaseInsensitive) != 0 && columnIn(column.value).compare(column.name.text, Qt::CaseInsensitive) != 0;
}

} // namespace lakehouse::rules
