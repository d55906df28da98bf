#include "adapters/git/tree_files.h"

#include <algorithm>

namespace lakehouse::adapters::git {

using base::Error;
using base::ErrorCode;

namespace {

/// What libgit2 lets through or takes for another mistake; the rest (`..`, `.git`, …) it refuses itself.
bool isRelativeFile(const QByteArray &path)
{
    return !path.isEmpty() && !path.startsWith('/') && !path.endsWith('/') && !path.contains("//") && !path.contains('\0');
}

Error badPath(const QString &path)
{
    return {ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "A generated file cannot be called \"%1\" in a Git repository."), path},
            QT_TRANSLATE_NOOP("core", "Rename the table it was made for, or put it out of scope."), path};
}

} // namespace

OwnedPaths::OwnedPaths(const ports::CommitRequest &request)
{
    for (const QString &folder : request.ownedFolders)
        m_folders.push_back(folder.toUtf8() + '/');
    for (const model::GeneratedFile &file : request.files)
        m_files.insert(file.path.toUtf8());
}

bool OwnedPaths::contains(const QByteArray &path) const
{
    return m_files.contains(path) || std::ranges::any_of(m_folders, [&](const QByteArray &folder) { return path.startsWith(folder); });
}

base::Result<TreeFiles> filesOf(git_tree *tree, const QString &folder)
{
    TreeFiles files;
    if (!tree)
        return files;
    Index index;
    int code = git_index_new(Out(index));
    if (code == 0)
        code = git_index_read_tree(index.get(), tree);
    if (code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "The committed files could not be read."), folder);
    for (size_t at = 0; at < git_index_entrycount(index.get()); ++at) {
        const git_index_entry *entry = git_index_get_byindex(index.get(), at);
        files.insert_or_assign(files.end(), QByteArray(entry->path), TreeFile{entry->id, entry->mode});
    }
    return files;
}

base::Result<git_oid> writeTree(git_repository *repository, const TreeFiles &head, const ports::CommitRequest &request, const QString &folder)
{
    const base::Text attempted = QT_TRANSLATE_NOOP("core", "The generated files could not be stored.");
    const OwnedPaths owned(request);
    Index index;
    if (const int code = git_index_new(Out(index)); code != 0)
        return error(code, attempted, folder);
    const auto add = [&](const QByteArray &path, const TreeFile &file) {
        git_index_entry entry = {};
        entry.mode = file.mode;
        entry.id = file.id;
        entry.path = path.constData();
        return git_index_add(index.get(), &entry);
    };
    for (const auto &[path, file] : head)
        if (!owned.contains(path))
            if (const int code = add(path, file); code != 0)
                return error(code, attempted, folder);
    for (const model::GeneratedFile &file : request.files) {
        const QByteArray path = file.path.toUtf8();
        if (!isRelativeFile(path))
            return badPath(file.path);
        TreeFile stored{.mode = GIT_FILEMODE_BLOB};
        int code = git_odb_hash(&stored.id, file.content.constData(), size_t(file.content.size()), GIT_OBJECT_BLOB);
        const auto before = head.find(path);
        if (code == 0 && (before == head.end() || !git_oid_equal(&before->second.id, &stored.id)))
            code = git_blob_create_from_buffer(&stored.id, repository, file.content.constData(), size_t(file.content.size()));
        if (code != 0)
            return error(code, attempted, folder);
        if (add(path, stored) != 0)
            return badPath(file.path);
    }
    git_oid tree = {};
    if (const int code = git_index_write_tree_to(&tree, index.get(), repository); code != 0)
        return error(code, attempted, folder);
    return tree;
}

std::vector<FileChange> changesBetween(const TreeFiles &before, const TreeFiles &after)
{
    std::vector<FileChange> changes;
    for (const auto &[path, file] : before)
        if (!after.contains(path))
            changes.push_back({path, file, {}});
    for (const auto &[path, file] : after) {
        const auto old = before.find(path);
        if (old == before.end())
            changes.push_back({path, {}, file});
        else if (!git_oid_equal(&old->second.id, &file.id) || old->second.mode != file.mode)
            changes.push_back({path, old->second, file});
    }
    return changes;
}

} // namespace lakehouse::adapters::git
