#pragma once

#include "adapters/git/index_lock.h"
#include "adapters/git/tree_files.h"
#include "adapters/git/update_folder.h"

namespace lakehouse::adapters::git {

/// The working tree and the index of a repository, held by its lock for as long as this object lives.
///
/// A change goes: stage, announce, (the caller moves the branch), apply. Killed before the branch moved, nothing has happened; killed after
/// it, finishInterrupted() of the next one does the rest.
class WorkTree {
public:
    /// Whether a killed change may wait to be finished, or its lock to be removed.
    static bool isInterrupted(git_repository *repository, const QString &stateFolder);
    /// Whether lock() would succeed, without writing anything.
    static base::Result<> checkWritable(git_repository *repository, const QString &folder);
    /// Fails with Busy, and with RefusedByRule when a write would reach outside the repository or our state folder.
    static base::Result<WorkTree> lock(git_repository *repository, const QString &folder, const QString &stateFolder);

    base::Result<> finishInterrupted();

    /// Fails with Stale when a committed file that we own is not on disk or in the index as it was committed, and with AlreadyExists when
    /// something of the person stands where a new file goes. Names up to five.
    base::Result<> checkUntouched(const TreeFiles &head, const TreeFiles &next, const OwnedPaths &owned) const;
    /// The first half of that, for looking only.
    std::vector<QString> editedFiles(const TreeFiles &head, const OwnedPaths &owned) const;

    /// Puts what will change into the update folder, complete.
    base::Result<> stage(const std::vector<FileChange> &changes);
    /// Notes which branch moves, from where and to where. `from` is empty for a first commit.
    base::Result<> announce(const QByteArray &branch, const std::optional<git_oid> &from, const git_oid &to);
    /// Moves the staged files to their places and brings the index up to date. What a person changed meanwhile stays.
    base::Result<> apply(const std::vector<FileChange> &changes);
    /// Takes stage and announce back.
    void abandon();

private:
    WorkTree(git_repository *repository, QString folder, IndexLock lock, UpdateFolder updateFolder, Descriptor root, Descriptor gitFolder);

    void removeLockOfBranch(const QByteArray &branch, const git_oid &to) const;
    bool holds(const QByteArray &path, const TreeFile &file) const;
    std::optional<QByteArray> foreignParent(const QByteArray &path) const;
    /// Answers whether the path now is what the change says; false when something of the person stays there.
    base::Result<bool> applyOne(const FileChange &change, size_t number) const;
    void removeFile(const QByteArray &path) const;
    base::Result<> updateIndex(const std::vector<FileChange> &changes, const std::vector<bool> &isInPlace) const;
    QByteArray onDisk(const QByteArray &path) const { return QByteArray(git_repository_workdir(m_repository)) + path; }

    git_repository *m_repository;
    QString m_folder;
    IndexLock m_lock;
    UpdateFolder m_updateFolder;
    Descriptor m_root;
    Descriptor m_gitFolder;
};

} // namespace lakehouse::adapters::git
