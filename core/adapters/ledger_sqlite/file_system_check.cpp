#include "adapters/ledger_sqlite/file_system_check.h"

#include <QFile>
#include <QStorageInfo>

#include <algorithm>

#include <sys/vfs.h>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

namespace {
struct KnownFileSystem {
    quint32 magic;
    const char *name;
};
// Numbers of linux/magic.h and of statfs(2).
constexpr KnownFileSystem networkFileSystems[] = {
    {0x6969, "NFS"}, {0x517B, "SMB"}, {0xFF534D42, "CIFS"}, {0xFE534D42, "SMB2"}, {0x5346414F, "AFS"}, {0x73757245, "Coda"},
    {0x564C, "NCP"}, {0x01021997, "9P"}, {0x00C36400, "Ceph"}, {0x0BD00BD0, "Lustre"}, {0x47504653, "GPFS"},
};
constexpr quint32 userSpace = 0x65735546; // FUSE: a local disk or a far one, only the mount type tells
constexpr const char *networkInUserSpace[] = {"fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs", "fuse.gcsfuse", "fuse.davfs", "fuse.ceph", "virtiofs"};
} // namespace

std::optional<QString> networkFileSystem(quint32 magic, const QByteArray &mountType)
{
    const auto known = std::ranges::find(networkFileSystems, magic, &KnownFileSystem::magic);
    if (known != std::end(networkFileSystems))
        return QString::fromLatin1(known->name);
    if (magic == userSpace && std::ranges::any_of(networkInUserSpace, [&](const char *type) { return mountType == type; }))
        return QString::fromLatin1(mountType);
    return std::nullopt;
}

Result<> requireLocalFolder(const QString &folder)
{
    struct statfs answer = {};
    if (statfs(QFile::encodeName(folder).constData(), &answer) != 0)
        return Ok{}; // a folder that is missing or closed to us is refused when the file is opened, with the better words
    const std::optional<QString> name = networkFileSystem(quint32(answer.f_type), QStorageInfo(folder).fileSystemType());
    if (!name)
        return Ok{};
    return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "%1 is on a network file system (%2); its locks cannot be relied on, and two writers would damage the file."), folder, *name},
                 QT_TRANSLATE_NOOP("core", "Use a folder on a local disk, on the machine where everybody who works on the project signs in."), folder};
}

} // namespace lakehouse::adapters
