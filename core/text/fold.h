#pragma once

#include <QByteArray>
#include <QStringView>

namespace lakehouse::text {

/// A text as it is searched: without case and accents, compatibility forms spelled out ("Ångström" → "angstrom", "Straße" → "strasse", "ﬁ" → "fi").
/// `$`, `_`, `%` and all other signs stay. Control characters become spaces, so they can part fields. Equal texts fold equally.
QString folded(QStringView text);

/// The same in UTF-8, appended: for keys of many rows in one buffer.
void appendFolded(QByteArray &to, QStringView text);

/// A key whose bytes sort folded texts the way people count: "t_2" before "t_10". Takes folded UTF-8.
QByteArray sortKey(QByteArrayView folded);

} // namespace lakehouse::text
