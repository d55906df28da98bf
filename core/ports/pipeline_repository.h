#pragma once

#include "base/run_context.h"
#include "model/generated_file.h"
#include "model/service_check.h"

#include <optional>

namespace lakehouse::ports {

struct CommitRequest {
    std::vector<model::GeneratedFile> files = {}; ///< the whole generated tree of the owned folders
    std::vector<QString> ownedFolders = {};       ///< what stands below them and is not in `files` is removed: "bronze", "dagster"
    QString message = {};
    std::vector<std::pair<QString, QString>> trailers = {}; ///< "Ekos-Plan-Digest", "Ekos-Ledger-Head", …
    QString authorName = {};
    QString authorEmail = {};
};

struct CommitReceipt {
    QString commit = {};   ///< 40 hexadecimal digits; of the commit that stood already when nothing changed
    bool isNew = false;
    std::vector<QString> changedPaths = {};
    std::vector<std::pair<QString, QString>> treeIds = {}; ///< owned folder and the id of its tree; a folder without files has none and is not named
};

/// The Git repository that the user owns. The branch and the working tree move together or not at all; edits of a person are never overwritten.
/// Failures: NotFound, Stale (the working tree holds edits of generated files; they are named), Busy (another Git process holds its lock), Corrupt, ExternalFailure,
/// RefusedByRule (what stands there would make a write reach outside the repository).
/// Only createIfAbsent, plannedTreeIds and commit write anything.
class PipelineRepository {
public:
    virtual ~PipelineRepository() = default;
    virtual base::Result<> createIfAbsent(base::RunContext &run) = 0;
    virtual base::Result<std::optional<QString>> head(base::RunContext &run) = 0;
    /// The file as committed; NotFound when that commit has none.
    virtual base::Result<QByteArray> read(const QString &commit, const QString &path, base::RunContext &run) = 0;
    virtual base::Result<std::vector<QString>> list(const QString &commit, const QString &folder, base::RunContext &run) = 0;
    /// The Git object id (40 hexadecimal digits) of the folder's tree at that commit; of the whole tree for "". NotFound when the commit has no such folder.
    virtual base::Result<QString> treeId(const QString &commit, const QString &folder, base::RunContext &run) = 0;
    /// Which CommitReceipt::treeIds a commit of this request would give. Refuses what commit() refuses, edits of a person above all, and moves nothing.
    virtual base::Result<std::vector<std::pair<QString, QString>>> plannedTreeIds(const CommitRequest &request, base::RunContext &run) = 0;
    virtual base::Result<CommitReceipt> commit(const CommitRequest &request, base::RunContext &run) = 0;
    /// The newest value of a trailer on the branch: which ledger head was sealed last.
    virtual base::Result<std::optional<QString>> newestTrailer(const QString &name, base::RunContext &run) = 0;
    virtual std::vector<model::ServiceCheck> check(base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
