#pragma once

#include "model/catalog.h"
#include "model/evidence.h"

#include <QStringList>

#include <initializer_list>

namespace lakehouse::test {

/// One column as a line: "f char(1) NOT NULL"; a name with spaces stands in double quotes. Knows the types of PostgreSQL by the names that SQL gives them.
model::SourceColumn aColumn(const QString &line);
/// A table of the schema public, or of the schema before a point: "app.film".
model::SourceTable aTable(const QString &name, std::initializer_list<const char *> columns);
model::SourceCheck aCheck(const char *name, const char *expression);
model::SourceKey aPrimaryKey(std::vector<QString> columns);
model::SourceForeignKey aForeignKey(const char *name, const char *column, const char *referenced);
model::CatalogSnapshot aCatalog(std::vector<model::SourceTable> tables);

void setComment(model::SourceTable &table, const char *column, const char *comment);
model::SourceColumn &columnOf(model::SourceTable &table, const char *name);

/// One line each, to compare with: "public.film.f: Y/N database", "public.film.st: open, closed=shut declared".
QString inWords(const model::FlagColumn &flag);
QString inWords(const model::CodeList &list);
QString inWords(const model::LogicalForeignKey &key);
QString inWords(const model::MandatoryColumn &column);
QString inWords(const model::Conflict &conflict);
QString inWords(const model::GlossaryTerm &term);
QString inWords(const model::ScopeProposal &proposal);

template<typename Finding>
QStringList inWords(const std::vector<Finding> &findings)
{
    QStringList lines;
    for (const Finding &finding : findings)
        lines.append(inWords(finding));
    return lines;
}

} // namespace lakehouse::test
