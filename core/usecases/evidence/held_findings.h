#pragma once

#include "model/evidence.h"
#include "ports/ledger.h"

#include <map>
#include <set>
#include <span>

namespace lakehouse::usecases {

struct FactSubject {
    model::FactKind kind = model::FactKind::Catalog;
    model::SubjectName subject = {};
    friend bool operator<(const FactSubject &left, const FactSubject &right);
};

/// Findings of earlier analyses that this one can say nothing against, since it could not look where they come from. They stand as they are: they are
/// neither taken back nor replaced by what little was seen this time. What the application does to a table adds up: to what stands comes what was seen.
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

    /// The current findings of these kinds that stand, with what they say; nothing that was imported. Fails with Corrupt for one that cannot be read.
    base::Result<std::map<FactSubject, QByteArray>> standing(const QString &database, std::span<const model::FactKind> kinds, ports::Ledger &ledger, base::RunContext &run) const;
    /// What holds of a table by what stands and by what was seen.
    base::Result<model::WriteBehaviour> merged(const QByteArray &standing, const model::WriteBehaviour &seen) const;

private:
    bool mayHold(model::FactKind kind) const;
    base::Result<bool> holds(const FactSubject &fact, const model::LedgerEntry &entry) const;
    base::Result<bool> restsOnHeldPlace(const model::LedgerEntry &entry) const;
    bool isAtHeldPlace(const model::Evidence &piece) const;

    bool m_areDictionariesHeld = false;
    bool m_isApplicationHeld = false;
    std::set<QString> m_places;
    std::set<model::TableName> m_uncounted;
};

} // namespace lakehouse::usecases
