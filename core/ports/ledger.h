#pragma once

#include "base/run_context.h"
#include "model/fact.h"

#include <functional>

namespace lakehouse::ports {

struct LedgerFilter {
    std::optional<model::FactKind> kind = {};
    std::optional<model::SubjectId> subject = {};
    std::optional<model::TableName> table = {}; ///< about this table and its parts, of whatever database; not beside `subject`
    qint64 afterSequence = 0;
    qint64 limit = 100;
};

struct LedgerProblem {
    qint64 sequence = 0;      ///< the entry; 0 when it is about the file
    base::Text finding = {};
};

struct LedgerVerification {
    qint64 entries = 0;
    std::optional<model::EntryHash> head = {};
    std::vector<LedgerProblem> problems = {};
};

struct LedgerHead {
    qint64 sequence = 0;      ///< 0: empty
    std::optional<model::EntryHash> hash = {};
};

/// An observation by what it is about.
struct FactKey {
    model::FactKind kind = model::FactKind::Catalog;
    model::SubjectName subject = {};
};

struct LedgerRestoration {
    LedgerVerification copy = {}; ///< with problems and nothing kept: nothing was changed
    bool isSealMissing = false;   ///< the copy is whole and does not contain the sealed head: nothing was changed
    qint64 before = 0;            ///< entries of the ledger that was replaced
    QString keptAs = {};          ///< path of the replaced ledger; empty: nothing was changed
};

/// The head that a copy must contain; absent when nothing names one.
using SealedHead = std::function<base::Result<std::optional<model::EntryHash>>()>;

/// The append-only ledger of facts. Two processes may write: one waits for the other for at most ten seconds, then fails with Busy.
/// A newer format than this program knows is refused with Unsupported; a network file system with Unsupported; a damaged file with Corrupt.
class Ledger {
public:
    virtual ~Ledger() = default;
    /// All or nothing. An observation equal to the current one of its subject writes nothing. Returns the entries that were written.
    virtual base::Result<std::vector<model::LedgerEntry>> append(const std::vector<model::NewFact> &facts, const model::Actor &actor, base::RunContext &run) = 0;
    /// Appends a retraction for every current observation of these kinds in `database` whose subject is not in `seen`. Only after a
    /// complete scan. Imported facts stay: no scan sees them.
    virtual base::Result<qint64> retractOthers(const QString &database, const std::vector<model::FactKind> &kinds, const std::vector<model::SubjectName> &seen,
                                               const model::Actor &actor, base::RunContext &run) = 0;
    /// Appends a retraction for each of these observations that is current. All or nothing. Returns how many there were.
    virtual base::Result<qint64> retract(const std::vector<FactKey> &facts, const model::Actor &actor, const std::optional<model::RunId> &run, base::RunContext &context) = 0;
    virtual base::Result<std::optional<model::LedgerEntry>> current(model::FactKind kind, const model::SubjectName &subject, base::RunContext &run) = 0;
    virtual base::Result<std::vector<model::LedgerEntry>> entries(const LedgerFilter &filter, base::RunContext &run) = 0;
    /// Of one kind, the newest entry of each subject.
    virtual base::Result<std::vector<model::LedgerEntry>> currentOfKind(model::FactKind kind, base::RunContext &run) = 0;
    virtual base::Result<model::BlobDigest> putBlob(const QByteArray &bytes, base::RunContext &run) = 0;
    virtual base::Result<QByteArray> blob(const model::BlobDigest &digest, base::RunContext &run) = 0;
    virtual base::Result<LedgerHead> head(base::RunContext &run) = 0;
    /// Walks the chain, checks the file and the index of current facts. `seals`: heads that witnesses beside the ledger name, as the newest commit does;
    /// when the ledger does not contain one, its last entries were cut off.
    virtual base::Result<LedgerVerification> verify(const std::vector<model::EntryHash> &seals, base::RunContext &run) = 0;
    /// Copies one state of the ledger into a new file that only its owner may read, also while others write, and verifies the copy as `verify` does; one
    /// with a problem is removed again. Fails with AlreadyExists when `file` is there.
    virtual base::Result<LedgerVerification> backUp(const QString &file, const std::vector<model::EntryHash> &seals, base::RunContext &run) = 0;
    /// Verifies a copy and puts it in the ledger's place, in one step for whoever reads or writes meanwhile; the ledger as it was is kept beside. With a
    /// problem of the copy, or when it does not contain the sealed head, nothing is changed. `sealedHead` is asked again when nobody else may write any more;
    /// where it fails, nothing is changed either. It must not use the ledger. Fails with NotFound without a copy, InvalidInput for another program's file.
    virtual base::Result<LedgerRestoration> restore(const QString &file, const SealedHead &sealedHead, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
