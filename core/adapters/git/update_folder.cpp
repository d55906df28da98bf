#include "adapters/git/update_folder.h"

#include "base/shell_word.h"

#include <QFile>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <vector>

namespace lakehouse::adapters::git {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr char folderName[] = "git-update";
constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Error cannotWrite(const QByteArray &path, int code)
{
    return {ErrorCode::ExternalFailure,
            {QT_TRANSLATE_NOOP("core", "%1 could not be written: %2."), QFile::decodeName(path), QString::fromLocal8Bit(std::strerror(code))},
            QT_TRANSLATE_NOOP("core", "Check that you may write there and that the disk has room, and repeat the command: it goes on where this one stopped."),
            QFile::decodeName(path)};
}

bool isStagedName(std::string_view name)
{
    return name == indexName || name == newJournalName || name == "index.lock"
        || std::ranges::all_of(name, [](char character) { return std::isdigit(static_cast<unsigned char>(character)) != 0; });
}

bool writeAll(int file, const char *bytes, qint64 size)
{
    while (size > 0) {
        const ssize_t written = ::write(file, bytes, size_t(size));
        if (written < 0 && errno != EINTR)
            return false;
        bytes += std::max<ssize_t>(written, 0);
        size -= std::max<ssize_t>(written, 0);
    }
    return true;
}

Descriptor newFile(int folder, const char *name)
{
    return Descriptor(::openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
}

QByteArray contentOf(int file, qint64 size)
{
    QByteArray bytes(size, '\0');
    const ssize_t got = ::pread(file, bytes.data(), size_t(size), 0);
    bytes.truncate(std::max<ssize_t>(got, 0));
    return bytes;
}

} // namespace

Error UpdateFolder::notOurs(const QByteArray &path) const
{
    const QString name = QFile::decodeName(path);
    return {ErrorCode::RefusedByRule,
            {QT_TRANSLATE_NOOP("core", "%1 was not made by this program for this user: it is a link, belongs to another user, or is open to others. Nothing was changed."), name},
            {QT_TRANSLATE_NOOP("core", "Look at where the project folder came from. When nothing else needs it, remove it with \"rm -r %1\", and repeat the command."),
             base::shellWord(name)}, name};
}

QByteArray UpdateFolder::pathOf(const char *name) const
{
    return m_stateFolder + '/' + folderName + '/' + name;
}

Result<UpdateFolder> UpdateFolder::find(const QString &stateFolder)
{
    UpdateFolder found(QFile::encodeName(stateFolder));
    EKOS_CHECK(found.openExisting());
    return found;
}

Result<> UpdateFolder::openExisting()
{
    const Descriptor state(::open(m_stateFolder.constData(), folderFlags));
    if (!state)
        return errno == ENOENT ? Result<>(base::Ok{}) : Result<>(notOurs(m_stateFolder));
    m_folder = Descriptor(::openat(state.get(), folderName, folderFlags));
    if (!m_folder && errno == ENOENT)
        return base::Ok{};
    struct stat found = {};
    if (!m_folder || ::fstat(m_folder.get(), &found) != 0 || found.st_uid != ::geteuid() || (found.st_mode & 07777) != 0700)
        return notOurs(m_stateFolder + '/' + folderName);
    return base::Ok{};
}

Result<> UpdateFolder::create()
{
    if (exists())
        return base::Ok{};
    const QByteArray path = m_stateFolder + '/' + folderName;
    if (::mkdir(m_stateFolder.constData(), 0777) != 0 && errno != EEXIST)
        return cannotWrite(m_stateFolder, errno);
    const Descriptor state(::open(m_stateFolder.constData(), folderFlags));
    if (!state)
        return notOurs(m_stateFolder);
    // A set-group-ID bit comes from the folder above; it is not part of what we ask for.
    if (::mkdirat(state.get(), folderName, 0700) != 0 || ::fchmodat(state.get(), folderName, 0700, 0) != 0)
        return cannotWrite(path, errno);
    EKOS_CHECK(openExisting());
    return exists() ? Result<>(base::Ok{}) : Result<>(cannotWrite(path, ENOENT));
}

QByteArray UpdateFolder::read(const char *name) const
{
    constexpr qint64 longest = 4096;
    if (!exists())
        return {};
    const Descriptor file(::openat(m_folder.get(), name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat found = {};
    if (!file || ::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode) || found.st_uid != ::geteuid())
        return {};
    return contentOf(file.get(), longest);
}

Result<> UpdateFolder::write(const QByteArray &name, const char *bytes, qint64 size) const
{
    const Descriptor file = newFile(m_folder.get(), name.constData());
    if (!file && errno == EEXIST)
        return notOurs(pathOf(name.constData()));
    if (!file || !writeAll(file.get(), bytes, size))
        return cannotWrite(pathOf(name.constData()), errno);
    return base::Ok{};
}

bool UpdateFolder::moveTo(const QByteArray &name, int folder, const char *target) const
{
    if (::renameat(m_folder.get(), name.constData(), folder, target) == 0)
        return true;
    if (errno != EXDEV)
        return false;
    // The repository is a disk of its own: the last step must be a rename there.
    constexpr char besideTarget[] = ".ekos-lakehouse.new";
    const Descriptor from(::openat(m_folder.get(), name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    struct stat found = {};
    if (!from || ::fstat(from.get(), &found) != 0)
        return false;
    ::unlinkat(folder, besideTarget, 0);
    const Descriptor to = newFile(folder, besideTarget);
    const QByteArray bytes = contentOf(from.get(), found.st_size);
    return to && bytes.size() == found.st_size && writeAll(to.get(), bytes.constData(), bytes.size()) && ::renameat(folder, besideTarget, folder, target) == 0;
}

Result<> UpdateFolder::writeJournal(const QByteArray &line) const
{
    EKOS_CHECK(write(newJournalName, line.constData(), line.size()));
    return moveTo(newJournalName, m_folder.get(), journalName) ? Result<>(base::Ok{}) : Result<>(cannotWrite(pathOf(journalName), errno));
}

void UpdateFolder::clearStaged() const
{
    std::vector<QByteArray> names;
    if (DIR *listing = ::fdopendir(::openat(m_folder.get(), ".", folderFlags))) {
        while (const dirent *entry = ::readdir(listing))
            if (isStagedName(entry->d_name))
                names.emplace_back(entry->d_name);
        ::closedir(listing);
    }
    for (const QByteArray &name : names)
        ::unlinkat(m_folder.get(), name.constData(), 0);
}

void UpdateFolder::clear()
{
    if (!exists())
        return;
    // The journal goes first: without it the rest is only litter.
    ::unlinkat(m_folder.get(), journalName, 0);
    clearStaged();
    m_folder = Descriptor();
    ::rmdir((m_stateFolder + '/' + folderName).constData());
}

} // namespace lakehouse::adapters::git
