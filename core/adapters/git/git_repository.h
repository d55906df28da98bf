#pragma once

#include "ports/pipeline_repository.h"

#include <memory>

namespace lakehouse::adapters {

/// The pipeline repository in a folder of this machine, through libgit2: no `git` program is started and no hook runs.
///
/// A commit writes its objects first, keeps what the working tree will need in `git-update` of the state folder, notes in the journal there
/// what it is about to do, moves the branch, and then the working tree, one rename a file. When it is killed, the next createIfAbsent,
/// plannedTreeIds or commit finishes the rest. Meanwhile it holds Git's own `index.lock`. The folder may have come from a stranger: a
/// repository that would lead a write elsewhere, through a link or a setting, is refused, and calls that read write nothing. Only the paths that it generates are looked at; everything else is the person's, also what
/// is staged. May be used from any thread; commits of one object wait for each other.
class GitRepository final : public ports::PipelineRepository {
public:
    /// The folders need not exist yet. `stateFolder` is our own, outside the repository and on its disk. Fails with InvalidInput when something else
    /// stands where the repository goes.
    static base::Result<std::unique_ptr<ports::PipelineRepository>> open(const QString &folder, const QString &stateFolder);
    ~GitRepository() override;

    /// Makes the folder and an empty repository on the branch `main`. Files that are there already stay, untracked.
    base::Result<> createIfAbsent(base::RunContext &run) override;
    base::Result<std::optional<QString>> head(base::RunContext &run) override;
    base::Result<QByteArray> read(const QString &commit, const QString &path, base::RunContext &run) override;
    base::Result<std::vector<QString>> list(const QString &commit, const QString &folder, base::RunContext &run) override;
    base::Result<QString> treeId(const QString &commit, const QString &folder, base::RunContext &run) override;
    base::Result<std::vector<std::pair<QString, QString>>> plannedTreeIds(const ports::CommitRequest &request, base::RunContext &run) override;
    base::Result<ports::CommitReceipt> commit(const ports::CommitRequest &request, base::RunContext &run) override;
    base::Result<std::optional<QString>> newestTrailer(const QString &name, base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(base::RunContext &run) override;

private:
    struct Private;
    explicit GitRepository(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

} // namespace lakehouse::adapters
