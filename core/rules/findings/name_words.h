#pragma once

#include <QStringList>

namespace lakehouse::rules {

/// The words of a name in lower case, taken apart at signs, at a change from small to large letters, and between letters and digits:
/// "AD_ChangeLog" is ad, change, log; "customers_bak2" is customers, bak, 2. An accent is part of its letter, in Unicode's form C.
QStringList nameWords(const QString &text);

/// What a table is called without the words that make it a copy: words such as bak and old and dates of eight digits at the end, and the plural of the
/// last word. "customers_bak" and "customer_old" are both "customer"; a name that has nothing else keeps it.
QString nameStem(const QString &name);

/// A word that says "a copy" by itself.
bool isBackupWord(const QString &word);
/// A word or number that says "a copy" only where the table without it is there as well.
bool isVersionWord(const QString &word);

} // namespace lakehouse::rules
