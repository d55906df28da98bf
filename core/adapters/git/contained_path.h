#pragma once

#include "adapters/git/descriptor.h"

#include <QByteArray>

#include <sys/stat.h>

namespace lakehouse::adapters::git {

enum class MissingFolders { Stay, AreMade };

/// A path below an open folder that no link and no ".." leads out of: every folder on the way is opened by itself, without following links.
/// A committed tree may come from a stranger and name anything.
class ContainedPath {
public:
    /// Not valid, with the reason in errno, when a folder is missing or is none, ELOOP or ENOTDIR for a link, EINVAL for a name that
    /// cannot stand in a working tree.
    ContainedPath(int root, const QByteArray &path, MissingFolders missing = MissingFolders::Stay);

    explicit operator bool() const { return bool(m_parent); }
    int parent() const { return m_parent.get(); }
    const char *name() const { return m_name.constData(); }
    /// Of the thing itself, not of what a link points to.
    bool find(struct stat &found) const;

private:
    Descriptor m_parent;
    QByteArray m_name;
};

} // namespace lakehouse::adapters::git
