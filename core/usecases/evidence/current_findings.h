#pragma once

#include "describe/json_reader.h"
#include "ports/ledger.h"

#include <set>

namespace lakehouse::usecases {

/// Shows the current facts of one kind about a database to `visit(body, entry)`, each subject once: what was imported stands before, and in place of, what
/// was worked out here.
template<typename Body, typename Visit>
base::Result<> forEachFinding(model::FactKind kind, const QString &database, ports::Ledger &ledger, base::RunContext &run, Visit visit)
{
    EKOS_TRY(const std::vector<model::LedgerEntry> entries, ledger.currentOfKind(kind, run));
    std::set<QString> imported;
    for (const bool isImported : {true, false}) {
        for (const model::LedgerEntry &entry : entries) {
            if (entry.subject.database != database || model::isImportedFact(entry.subject) != isImported)
                continue;
            model::SubjectName about = entry.subject;
            if (isImported) {
                about.part = model::partOfImported(about);
                imported.insert(about.id().toString());
            } else if (!imported.empty() && imported.contains(about.id().toString())) {
                continue;
            }
            EKOS_TRY(Body body, describe::readJson<Body>(entry.body));
            visit(std::move(body), entry);
        }
    }
    return base::Ok{};
}

} // namespace lakehouse::usecases
