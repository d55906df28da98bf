#pragma once

#include "rules/pii/name_meaning.h"

#include <QString>
#include <QStringList>

namespace lakehouse::rules {

/// The words of a name, folded: snake, kebab, camel and capital writing taken apart, digits left out but for "last4". "IPAddress2" → ip, address.
QStringList foldedWords(QStringView name);

/// What the words mean. Compounds are taken apart where every part is known ("kundenname"), or the last one is the head of a German or Dutch word.
/// Words of `known` do not count as unknown: a table's own words say nothing new in its columns.
Meanings meaningsOf(const QStringList &words, const QStringList &known = {});

} // namespace lakehouse::rules
