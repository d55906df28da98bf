#pragma once

#include <QSet>
#include <QString>

namespace lakehouse::views {

/// The words of resources/syntax/lakehouse_sql.xml, in lower case. Types are coloured like keywords.
struct SqlWords {
    QSet<QString> keywords;
    QSet<QString> functions; ///< only where a parenthesis follows
};

/// Read once.
const SqlWords &sqlWords();

/// The folder above "syntax", compiled in.
QString syntaxFolder();

/// What is written as a function is one only where a parenthesis follows: a column may be called "count".
bool isCallAt(QStringView line, qsizetype endOfName);

} // namespace lakehouse::views
