#pragma once

#include "ports/ledger.h"

#include <set>
#include <span>

namespace lakehouse::usecases {

struct FactSubject {
    model::FactKind kind = model::FactKind::Catalog;
    model::SubjectName subject = {};
    friend bool operator<(const FactSubject &left, const FactSubject &right);
};

/// Findings of earlier analyses that this one can say nothing against, since it could not look where they come from. They stand as they are: they are
/// neither taken back nor replaced by what little was seen this time.
class HeldFindings {
public:
    /// A dictionary could not be read.
    void holdDictionaries() { m_areDictionariesHeld = true; }
    /// A file of the application could not be read.
    void holdApplication() { m_isApplicationHeld = true; }
    /// This file of the application was left out: what rests on it stands.
    void holdPlace(const QString &path) { m_places.insert(path); }
    /// Something in this table could not be counted.
    void holdCounts(const model::TableName &table) { m_uncounted.insert(table); }

    /// The current findings of these kinds that stand; nothing that was imported.
    base::Result<std::set<FactSubject>> standing(const QString &database, std::span<const model::FactKind> kinds, ports::Ledger &ledger, base::RunContext &run) const;

private:
    bool mayHold(model::FactKind kind) const;
    bool holds(const FactSubject &fact, const model::LedgerEntry &entry) const;
    bool restsOnHeldPlace(const model::LedgerEntry &entry) const;

    bool m_areDictionariesHeld = false;
    bool m_isApplicationHeld = false;
    std::set<QString> m_places;
    std::set<model::TableName> m_uncounted;
};

} // namespace lakehouse::usecases
