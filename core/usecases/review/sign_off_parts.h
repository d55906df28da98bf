#pragma once

#include "model/review.h"
#include "ports/ledger.h"

#include <array>

namespace lakehouse::usecases {

/// Entries of each subject of the review, oldest first.
using EntriesOfSubjects = std::array<std::vector<model::LedgerEntry>, model::allReviewSubjects.size()>;

/// The subject in which findings of this kind are decided; nothing for what no review is about.
std::optional<model::ReviewSubject> subjectOf(model::FactKind kind);

/// Retractions of imported findings of a database.
base::Result<EntriesOfSubjects> readRetractedImports(const QString &database, ports::Ledger &ledger, base::RunContext &run);

/// What people did in one subject.
struct SubjectParts {
    const std::vector<model::LedgerEntry> &decisions; ///< all that were ever made
    const std::vector<model::LedgerEntry> &imported;  ///< findings that stand
    const std::vector<model::LedgerEntry> &retracted; ///< imported ones that were ever taken back
};

/// Who had a part in what would be signed of `items`, which are by name: who decided what stands, or anything after `validAt`, the last sign-off that was
/// not revoked; who imported what stands; who took an imported finding back since. Of each person one entry.
std::vector<model::LedgerEntry> decidersOf(const std::vector<model::ReviewItem> &items, const SubjectParts &parts, qint64 validAt);

} // namespace lakehouse::usecases
