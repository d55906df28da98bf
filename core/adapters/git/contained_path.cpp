#include "adapters/git/contained_path.h"

#include <QList>

#include <cerrno>
#include <fcntl.h>

namespace lakehouse::adapters::git {

namespace {

bool isAllowed(const QByteArray &name)
{
    return !name.isEmpty() && name != "." && name != ".." && name.compare(".git", Qt::CaseInsensitive) != 0 && !name.contains('\0');
}

} // namespace

ContainedPath::ContainedPath(int root, const QByteArray &path, MissingFolders missing)
{
    const QList<QByteArray> names = path.split('/');
    for (const QByteArray &name : names)
        if (!isAllowed(name)) {
            errno = EINVAL;
            return;
        }
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    Descriptor folder(::openat(root, ".", flags));
    for (qsizetype at = 0; folder && at + 1 < names.size(); ++at) {
        if (missing == MissingFolders::AreMade && ::mkdirat(folder.get(), names[at].constData(), 0777) != 0 && errno != EEXIST)
            return;
        folder = Descriptor(::openat(folder.get(), names[at].constData(), flags));
    }
    m_parent = std::move(folder);
    m_name = names.back();
}

bool ContainedPath::find(struct stat &found) const
{
    return m_parent && ::fstatat(m_parent.get(), m_name.constData(), &found, AT_SYMLINK_NOFOLLOW) == 0;
}

} // namespace lakehouse::adapters::git
