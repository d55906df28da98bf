#pragma once

#include "rules/writes/written_statement.h"
#include "text/source_structure.h"

namespace lakehouse::rules {

/// A class whose objects a persistence layer keeps as rows of a table.
struct PersistentClass {
    QString name = {};
    std::vector<WrittenName> table = {};       ///< as the class says it; empty: it does not
    std::vector<QString> likelyTables = {};    ///< what the layer's rule for names makes of the class's name, best first
    QString base = {};                         ///< the class that it extends, or that its repository holds; its table counts when this one says none
    qint64 line = 0;
    friend bool operator==(const PersistentClass &, const PersistentClass &) = default;
};

/// Something that is done through a persistence layer without an object being saved: rows are deleted, or updated by a condition.
struct PersistenceCall {
    QString className = {};
    WrittenStatement statement = {};           ///< without a table
    friend bool operator==(const PersistenceCall &, const PersistenceCall &) = default;
};

/// The classes of JPA and Hibernate, iDempiere's PO, Entity Framework, Django, SQLAlchemy, ActiveRecord, Eloquent, Doctrine, GORM, TypeORM and DBIx::Class, and
/// every class that extends another one, which may lead to one of them. `path` tells Django's applications apart.
std::vector<PersistentClass> persistentClasses(const text::SourceTokens &source, const text::SourceStructure &structure, const QString &path);

/// Calls on classes and on variables whose class can be seen in the same file. Whether a class is persistent is not known here.
std::vector<PersistenceCall> persistenceCalls(const text::SourceTokens &source, const text::SourceStructure &structure);

/// "OrderItem" → "order_item".
QString snakeCase(const QString &name);

} // namespace lakehouse::rules
