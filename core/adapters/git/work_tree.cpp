#include "adapters/git/work_tree.h"

#include "base/shell_word.h"

#include <QDirIterator>
#include <QFile>
#include <QStringList>

#include <cerrno>
#include <cstring>
#include <fcntl.h>

namespace lakehouse::adapters::git {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr size_t namedAtMost = 5;
constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

QString lockPath(git_repository *repository)
{
    return QFile::decodeName(QByteArray(git_repository_path(repository)) + "index.lock");
}

Error diskError(const QByteArray &path, int code, const QString &folder)
{
    return {ErrorCode::ExternalFailure,
            {QT_TRANSLATE_NOOP("core", "%1 could not be written: %2."), QFile::decodeName(path), QString::fromLocal8Bit(std::strerror(code))},
            {QT_TRANSLATE_NOOP("core", "Check that you may write in %1 and that its disk has room, and repeat the command: it goes on where this one stopped."), folder},
            folder};
}

/// "a, b, c and 4 more"
QString named(const std::vector<QString> &paths)
{
    QStringList names;
    for (size_t at = 0; at < std::min(paths.size(), namedAtMost); ++at)
        names += paths[at];
    const QString list = names.join(QStringLiteral(", "));
    return paths.size() > namedAtMost ? QStringLiteral("%1 (+%2)").arg(list).arg(paths.size() - namedAtMost) : list;
}

/// libgit2 follows links when it writes references and objects. Hooks may be links: nothing is written or started there.
Result<> checkNoLinks(git_repository *repository)
{
    const QString gitFolder = QFile::decodeName(git_repository_path(repository));
    const QString hooks = gitFolder + QStringLiteral("hooks/");
    QDirIterator entries(gitFolder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        if (entries.fileInfo().isSymLink() && !path.startsWith(hooks))
            return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 is a link, so a commit would write outside the pipeline repository. Nothing was changed."), path},
                         {QT_TRANSLATE_NOOP("core", "Look at where the project folder came from with \"ls -l %1\", remove the link, and repeat the command."), base::shellWord(path)},
                         path};
    }
    return base::Ok{};
}

} // namespace

bool WorkTree::isInterrupted(git_repository *repository, const QString &stateFolder)
{
    const auto update = UpdateFolder::find(stateFolder);
    return !update || update.value().exists() || QFile::exists(lockPath(repository));
}

WorkTree::WorkTree(git_repository *repository, QString folder, IndexLock lock, UpdateFolder updateFolder, Descriptor root, Descriptor gitFolder)
    : m_repository(repository), m_folder(std::move(folder)), m_lock(std::move(lock)), m_updateFolder(std::move(updateFolder)), m_root(std::move(root)),
      m_gitFolder(std::move(gitFolder))
{
}

Result<> WorkTree::checkWritable(git_repository *repository, const QString &folder)
{
    EKOS_CHECK(checkNoLinks(repository));
    return IndexLock::check(lockPath(repository), folder);
}

Result<WorkTree> WorkTree::lock(git_repository *repository, const QString &folder, const QString &stateFolder)
{
    EKOS_CHECK(checkNoLinks(repository));
    EKOS_TRY(IndexLock lock, IndexLock::take(lockPath(repository), folder));
    EKOS_TRY(UpdateFolder update, UpdateFolder::find(stateFolder));
    Descriptor root(::open(QFile::encodeName(folder).constData(), folderFlags));
    Descriptor gitFolder(root ? ::openat(root.get(), ".git", folderFlags) : -1);
    if (!gitFolder)
        return diskError(QFile::encodeName(folder), errno, folder);
    return WorkTree(repository, folder, std::move(lock), std::move(update), std::move(root), std::move(gitFolder));
}

Result<> WorkTree::finishInterrupted()
{
    const QList<QByteArray> announced = m_updateFolder.read(journalName).trimmed().split(' ');
    git_oid head = {}, to = {};
    const bool isAnnounced = announced.size() == 3 && git_oid_fromstr(&to, announced[1].constData()) == 0;
    const bool hasMoved = isAnnounced
        && git_reference_name_to_id(&head, m_repository, "HEAD") == 0 && git_oid_equal(&head, &to);
    if (!hasMoved) { // nothing was announced, or the branch is still, or by now again, somewhere else
        if (isAnnounced)
            removeLockOfBranch(announced[2], to);
        abandon();
        return base::Ok{};
    }
    const auto filesAt = [&](const QByteArray &id) -> Result<TreeFiles> {
        git_oid oid = {};
        if (id == "none")
            return TreeFiles();
        Commit commit;
        Tree tree;
        int code = git_oid_fromstr(&oid, id.constData());
        if (code == 0)
            code = git_commit_lookup(Out(commit), m_repository, &oid);
        if (code == 0)
            code = git_commit_tree(Out(tree), commit.get());
        if (code != 0)
            return error(code, QT_TRANSLATE_NOOP("core", "An interrupted commit could not be finished."), m_folder);
        return filesOf(tree.get(), m_folder);
    };
    EKOS_TRY(const TreeFiles before, filesAt(announced[0]));
    EKOS_TRY(const TreeFiles after, filesAt(announced[1]));
    const std::vector<FileChange> changes = changesBetween(before, after);
    EKOS_CHECK(stage(changes));
    return apply(changes);
}

/// The lock of the branch that the killed change had taken: empty, or with the commit it was moving to. Any other is another program's, and so is each
/// one once the branch has moved, since moving it used the lock up.
void WorkTree::removeLockOfBranch(const QByteArray &branch, const git_oid &to) const
{
    int isValid = 0;
    if (!branch.startsWith("refs/heads/") || git_reference_name_is_valid(&isValid, branch.constData()) != 0 || isValid == 0)
        return;
    git_oid tip = {};
    if (git_reference_name_to_id(&tip, m_repository, branch.constData()) == 0 && git_oid_equal(&tip, &to))
        return;
    const ContainedPath lock(m_gitFolder.get(), branch + ".lock");
    const Descriptor file(lock ? ::openat(lock.parent(), lock.name(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1);
    struct stat found = {};
    if (!file || ::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode) || found.st_uid != ::geteuid())
        return;
    QByteArray content(GIT_OID_HEXSZ + 2, '\0');
    const ssize_t size = ::pread(file.get(), content.data(), size_t(content.size()), 0);
    if (size < 0)
        return;
    content.truncate(size);
    if (content.isEmpty() || content == toHex(to).toLatin1() + '\n')
        ::unlinkat(lock.parent(), lock.name(), 0);
}

/// Whether the file on disk has this content. A filter of the person (line ends) may stand between the two.
bool WorkTree::holds(const QByteArray &path, const TreeFile &file) const
{
    struct stat found = {};
    const QByteArray name = onDisk(path);
    if (file.mode == GIT_FILEMODE_COMMIT)
        return true; // a repository inside: its files are not ours to look at
    if (!ContainedPath(m_root.get(), path).find(found))
        return false;
    git_oid id = {};
    if (file.mode == GIT_FILEMODE_LINK) {
        QByteArray target(4096, '\0');
        const ssize_t size = S_ISLNK(found.st_mode) ? ::readlink(name.constData(), target.data(), size_t(target.size())) : -1;
        return size >= 0 && git_odb_hash(&id, target.constData(), size_t(size), GIT_OBJECT_BLOB) == 0 && git_oid_equal(&id, &file.id);
    }
    if (!S_ISREG(found.st_mode))
        return false;
    if (git_odb_hashfile(&id, name.constData(), GIT_OBJECT_BLOB) == 0 && git_oid_equal(&id, &file.id))
        return true;
    return git_repository_hashfile(&id, m_repository, path.constData(), GIT_OBJECT_BLOB, nullptr) == 0 && git_oid_equal(&id, &file.id);
}

/// A folder on the way to the path that is none: a file, or a link that leads elsewhere.
std::optional<QByteArray> WorkTree::foreignParent(const QByteArray &path) const
{
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        struct stat found = {};
        const ContainedPath folder(m_root.get(), path.left(slash));
        if (!folder && errno == EINVAL)
            return path.left(slash);
        if (!folder.find(found))
            return {};
        if (!S_ISDIR(found.st_mode))
            return path.left(slash);
    }
    return {};
}

std::vector<QString> WorkTree::editedFiles(const TreeFiles &head, const OwnedPaths &owned) const
{
    std::vector<QString> edited;
    Index index;
    if (git_repository_index(Out(index), m_repository) != 0)
        return edited;
    git_index_read(index.get(), 0);
    for (const auto &[path, file] : head) {
        if (!owned.contains(path))
            continue;
        const git_index_entry *entry = git_index_get_bypath(index.get(), path.constData(), GIT_INDEX_STAGE_NORMAL);
        if (!entry || !git_oid_equal(&entry->id, &file.id) || !holds(path, file))
            edited.push_back(QString::fromUtf8(path));
    }
    return edited;
}

Result<> WorkTree::checkUntouched(const TreeFiles &head, const TreeFiles &next, const OwnedPaths &owned) const
{
    if (const std::vector<QString> edited = editedFiles(head, owned); !edited.empty())
        return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "Generated files were edited in %1: %2. Nothing was changed."), m_folder, named(edited)},
                     {QT_TRANSLATE_NOOP("core", "See the edits with \"git -C %1 diff HEAD\". Commit them to keep them in the history, or take them back with "
                                                "\"git -C %1 restore --staged --worktree .\"; then repeat the command."), base::shellWord(m_folder)}, edited.front()};
    std::vector<QString> occupied;
    Index index;
    if (const int code = git_repository_index(Out(index), m_repository); code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "The index could not be read."), m_folder);
    git_index_read(index.get(), 0);
    for (const auto &[path, file] : next) {
        if (head.contains(path))
            continue;
        struct stat found = {};
        const git_index_entry *entry = git_index_get_bypath(index.get(), path.constData(), GIT_INDEX_STAGE_NORMAL);
        const auto parent = foreignParent(path);
        if (parent && !head.contains(*parent))
            occupied.push_back(QString::fromUtf8(*parent));
        else if ((entry && !git_oid_equal(&entry->id, &file.id))
                 || (!parent && ContainedPath(m_root.get(), path).find(found) && !holds(path, file)
                     && !(S_ISDIR(found.st_mode) && head.lower_bound(path + '/') != head.end() && head.lower_bound(path + '/')->first.startsWith(path + '/'))))
            occupied.push_back(QString::fromUtf8(path));
    }
    if (occupied.empty())
        return base::Ok{};
    return Error{ErrorCode::AlreadyExists,
                 {QT_TRANSLATE_NOOP("core", "Files that are not committed stand in %1 where generated files go: %2. Nothing was changed."), m_folder, named(occupied)},
                 QT_TRANSLATE_NOOP("core", "Move them to another place, or delete them, and repeat the command."), occupied.front()};
}

Result<> WorkTree::stage(const std::vector<FileChange> &changes)
{
    EKOS_CHECK(m_updateFolder.create());
    m_updateFolder.clearStaged();
    for (size_t number = 0; number < changes.size(); ++number) {
        const std::optional<TreeFile> &after = changes[number].after;
        if (!after || after->mode == GIT_FILEMODE_COMMIT)
            continue;
        Blob blob;
        if (const int code = git_blob_lookup(Out(blob), m_repository, &after->id); code != 0)
            return error(code, QT_TRANSLATE_NOOP("core", "A generated file could not be read back."), m_folder);
        EKOS_CHECK(m_updateFolder.write(QByteArray::number(qulonglong(number)), static_cast<const char *>(git_blob_rawcontent(blob.get())), qint64(git_blob_rawsize(blob.get()))));
    }
    return base::Ok{};
}

Result<> WorkTree::announce(const QByteArray &branch, const std::optional<git_oid> &from, const git_oid &to)
{
    return m_updateFolder.writeJournal((from ? toHex(*from) : QStringLiteral("none")).toLatin1() + ' ' + toHex(to).toLatin1() + ' ' + branch + '\n');
}

/// The file, and the folders that are empty without it.
void WorkTree::removeFile(const QByteArray &path) const
{
    if (const ContainedPath file(m_root.get(), path); file)
        ::unlinkat(file.parent(), file.name(), 0);
    for (qsizetype slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
        const ContainedPath folder(m_root.get(), path.left(slash));
        if (!folder || ::unlinkat(folder.parent(), folder.name(), AT_REMOVEDIR) != 0)
            return;
    }
}

Result<bool> WorkTree::applyOne(const FileChange &change, size_t number) const
{
    struct stat found = {};
    const bool isThere = ContainedPath(m_root.get(), change.path).find(found);
    if (isThere && change.after && holds(change.path, *change.after))
        return true;
    const bool isOurs = !isThere || (change.before && holds(change.path, *change.before));
    if (!isOurs || foreignParent(change.path))
        return false;
    if (!change.after) {
        if (isThere && change.before->mode != GIT_FILEMODE_COMMIT)
            removeFile(change.path);
        return true;
    }
    if (change.after->mode == GIT_FILEMODE_COMMIT)
        return true;
    const ContainedPath target(m_root.get(), change.path, MissingFolders::AreMade);
    if (!target || !m_updateFolder.moveTo(QByteArray::number(qulonglong(number)), target.parent(), target.name()))
        return diskError(onDisk(change.path), errno, m_folder);
    return true;
}

Result<> WorkTree::apply(const std::vector<FileChange> &changes)
{
    std::vector<bool> isInPlace(changes.size());
    // Removals first: a file may have to make room for a folder of its name.
    for (const bool removes : {true, false})
        for (size_t number = 0; number < changes.size(); ++number)
            if (changes[number].after.has_value() != removes) {
                EKOS_TRY(isInPlace[number], applyOne(changes[number], number));
            }
    EKOS_CHECK(updateIndex(changes, isInPlace));
    abandon();
    return base::Ok{};
}

Result<> WorkTree::updateIndex(const std::vector<FileChange> &changes, const std::vector<bool> &isInPlace) const
{
    const base::Text attempted = QT_TRANSLATE_NOOP("core", "The index could not be brought up to date.");
    const QByteArray next = m_updateFolder.pathOf(indexName);
    if (const Descriptor current(::openat(m_gitFolder.get(), indexName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)); current) {
        QFile file;
        if (!file.open(current.get(), QIODevice::ReadOnly))
            return diskError(next, EIO, m_folder);
        const QByteArray bytes = file.readAll();
        EKOS_CHECK(m_updateFolder.write(indexName, bytes.constData(), bytes.size()));
    }
    Index index;
    if (const int code = git_index_open(Out(index), next.constData()); code != 0)
        return error(code, attempted, m_folder);
    for (size_t number = 0; number < changes.size(); ++number) {
        const FileChange &change = changes[number];
        int code = 0;
        if (!change.after) {
            code = git_index_remove(index.get(), change.path.constData(), GIT_INDEX_STAGE_NORMAL);
            code = code == GIT_ENOTFOUND ? 0 : code;
        } else {
            git_index_entry entry = {};
            struct stat found = {};
            if (ContainedPath(m_root.get(), change.path).find(found)) {
                entry.ctime = {qint32(found.st_ctim.tv_sec), quint32(found.st_ctim.tv_nsec)};
                entry.mtime = {qint32(found.st_mtim.tv_sec), quint32(found.st_mtim.tv_nsec)};
                entry.dev = quint32(found.st_dev);
                entry.ino = quint32(found.st_ino);
                entry.uid = found.st_uid;
                entry.gid = found.st_gid;
                entry.file_size = isInPlace[number] ? quint32(found.st_size) : 0; // 0: Git looks again
            }
            entry.mode = change.after->mode;
            entry.id = change.after->id;
            entry.path = change.path.constData();
            code = git_index_add(index.get(), &entry);
        }
        if (code != 0)
            return error(code, attempted, m_folder);
    }
    if (const int code = git_index_write(index.get()); code != 0)
        return error(code, attempted, m_folder);
    if (!m_updateFolder.moveTo(indexName, m_gitFolder.get(), indexName))
        return diskError(next, errno, m_folder);
    return base::Ok{};
}

void WorkTree::abandon()
{
    m_updateFolder.clear();
}

} // namespace lakehouse::adapters::git
