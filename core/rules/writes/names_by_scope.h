#pragma once

#include "rules/writes/written_statement.h"

#include <QHash>
#include <QSet>
#include <QStringList>

#include <span>

namespace lakehouse::rules {

/// Names that stand as literals in a program, by the function that they stand in: what puts the name of a table together while it runs names it somewhere,
/// as in EXECUTE format('DELETE FROM %I', t) with t := 'film'.
class NamesByScope {
public:
    /// Takes the literal over when it may name a table: one to three identifiers with dots between them.
    void add(const QString &scope, const QString &literal);
    /// Adds to what each statement without a table may mean the names that stand beside it.
    void nameWhatIsPutTogether(std::span<WrittenStatement> statements) const;

private:
    struct Names {
        QSet<QStringList> known = {};
        std::vector<std::vector<WrittenName>> inOrder = {};
    };
    QHash<QString, Names> m_scopes;
};

} // namespace lakehouse::rules
