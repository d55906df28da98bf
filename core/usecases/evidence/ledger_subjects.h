#pragma once

#include "api/operations/evidence.h"
#include "model/review.h"
#include "ports/ledger.h"

namespace lakehouse::usecases {

/// What a person meant among the things that the ledger knows or ever knew: a table, a column of it, or a subject of the review.
struct KnownSubject {
    std::optional<model::TableName> table = {};
    std::optional<QString> column = {};               ///< of `table`
    std::optional<model::ReviewSubject> review = {};
};

/// The word of a subject of the review means that subject; a table of the same name is meant with its schema. Two names are a table with its schema, or
/// else a column. Fails with NotFound naming what is near, InvalidInput when several are meant.
base::Result<KnownSubject> knownSubject(const api::LedgerSubject &subject, ports::Ledger &ledger, base::RunContext &run);

/// The first `limit` entries after `after` that are about it and of `kind`, oldest first.
base::Result<std::vector<model::LedgerEntry>> entriesAbout(const KnownSubject &subject, const std::optional<model::FactKind> &kind, qint64 after, qint64 limit, ports::Ledger &ledger, base::RunContext &run);

/// Whether an item of the review is about it: "public.film", "public.film.title", "rate (public.film.rate)".
bool isItemAbout(const QString &item, const KnownSubject &subject);

} // namespace lakehouse::usecases
