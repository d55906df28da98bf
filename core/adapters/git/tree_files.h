#pragma once

#include "adapters/git/git_handles.h"
#include "ports/pipeline_repository.h"

#include <map>
#include <set>

namespace lakehouse::adapters::git {

/// Paths are bytes, as Git has them.
struct TreeFile {
    git_oid id = {};
    quint32 mode = 0;
};
using TreeFiles = std::map<QByteArray, TreeFile>;

/// Which paths a commit request speaks for: those below its folders, and its files.
class OwnedPaths {
public:
    explicit OwnedPaths(const ports::CommitRequest &request);
    bool contains(const QByteArray &path) const;

private:
    std::vector<QByteArray> m_folders;
    std::set<QByteArray> m_files;
};

/// Every file of a tree. `tree` may be null: of no commit yet.
base::Result<TreeFiles> filesOf(git_tree *tree, const QString &folder);

/// Writes the tree that has the request's files in the place of all that it owns, and everything else as in `head`. Fails with InvalidInput
/// for a path that cannot stand in a repository.
base::Result<git_oid> writeTree(git_repository *repository, const TreeFiles &head, const ports::CommitRequest &request, const QString &folder);

/// What has to change on disk to get from one tree to another.
struct FileChange {
    QByteArray path = {};
    std::optional<TreeFile> before = {};
    std::optional<TreeFile> after = {};
};
std::vector<FileChange> changesBetween(const TreeFiles &before, const TreeFiles &after);

} // namespace lakehouse::adapters::git
