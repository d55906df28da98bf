#pragma once

#include "base/result.h"

namespace lakehouse::adapters::git {

/// Git's own lock of the index, so that neither `git` nor a second program of ours works on the repository meanwhile.
///
/// The file carries our mark and an advisory lock of the system, which ends with the process: a lock left behind by a killed program of ours
/// is taken over at once, one of a real `git` never.
class IndexLock {
public:
    /// `path` is that of `index.lock`. Fails with Busy.
    static base::Result<IndexLock> take(const QString &path, const QString &folder);
    /// Whether take() would succeed, without writing. Fails with Busy or NotAllowed.
    static base::Result<> check(const QString &path, const QString &folder);
    IndexLock(IndexLock &&other) noexcept;
    IndexLock &operator=(IndexLock &&) = delete;
    ~IndexLock();

private:
    IndexLock(QByteArray path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}
    QByteArray m_path;
    int m_descriptor = -1;
};

} // namespace lakehouse::adapters::git
