#pragma once

#include <QHash>
#include <QString>

#include <optional>
#include <vector>

namespace lakehouse::rules {

// What a comment says in words that are on a list. A word behind a denial ("not unique", "nicht eindeutig") says nothing, and neither does a word on no list.

/// unique, eindeutig, unico, unica, único, única, unívoco, univoco
bool claimsUnique(const QString &comment);
/// mandatory, obligatory, pflichtfeld, muss, obbligatorio, obbligatoria, obligatorio, obligatoria, obligatoire
bool claimsMandatory(const QString &comment);

/// What a comment says of codes that a list has: "Y=active, N: inactive". Parts end at a comma, a semicolon, a line, or a bar before the next code; codes on no list are left out.
QHash<QString, QString> meaningsInComment(const QString &comment, const std::vector<QString> &codes);

/// "Net amount: what is invoiced without tax": a term of at most five words and what it means.
struct CommentTerm {
    QString term = {};
    QString definition = {};
};
/// Absent where the words before the colon are a remark on the text, such as "Note: …", or no words, and where the comment is a list of them: "open: not back | late: …".
std::optional<CommentTerm> termInComment(const QString &comment);

} // namespace lakehouse::rules
