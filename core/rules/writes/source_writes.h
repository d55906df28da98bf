#pragma once

#include "model/evidence.h"
#include "rules/writes/persistence.h"

namespace lakehouse::rules {

/// What one file of the application, or one routine of the database, does to tables: everything that writeBehaviour() needs of it.
struct SourceWrites {
    model::EvidenceKind kind = model::EvidenceKind::SourceFile;
    QString place = {};                               ///< path of the file, or "routine shop.close_day"
    std::vector<WrittenStatement> statements = {};
    std::vector<PersistentClass> classes = {};
    std::vector<PersistenceCall> calls = {};
    bool isEmpty() const { return statements.empty() && classes.empty() && calls.empty(); }
    friend bool operator==(const SourceWrites &, const SourceWrites &) = default;
};

/// Reads a file of any of the languages of text::sourceLanguage(); of other files nothing is found. `path` should be relative to the project, with "/". May
/// be called from several threads at once.
SourceWrites scanSource(const QString &path, const QString &text);

/// Reads a routine of the database. `name` is schema and name as SQL identifiers, `definition` its CREATE statement or its body.
SourceWrites scanRoutine(const QString &name, const QString &definition);

} // namespace lakehouse::rules
