#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lakehouse::rules {

/// One statement of a SQL file without its comments; line breaks inside stay.
struct SqlStatement {
    QStringList firstWords = {}; ///< up to four, in upper case
    QString text = {};
    qint64 line = 1;             ///< of its first word
};

/// Takes a file apart at its semicolons. What psql reads by itself, lines that begin with a backslash and the rows below COPY … FROM stdin, is left
/// out. A file that PostgreSQL's scanner refuses has no statements.
std::vector<SqlStatement> splitStatements(const QString &file);

} // namespace lakehouse::rules
