#pragma once

#include "base/result.h"

#include <git2.h>

#include <memory>

namespace lakehouse::adapters::git {

template<auto Free>
struct Freed {
    template<typename T> void operator()(T *object) const { Free(object); }
};
using Repository = std::unique_ptr<git_repository, Freed<git_repository_free>>;
using Reference = std::unique_ptr<git_reference, Freed<git_reference_free>>;
using Commit = std::unique_ptr<git_commit, Freed<git_commit_free>>;
using Tree = std::unique_ptr<git_tree, Freed<git_tree_free>>;
using TreeEntryHandle = std::unique_ptr<git_tree_entry, Freed<git_tree_entry_free>>;
using Blob = std::unique_ptr<git_blob, Freed<git_blob_free>>;
using Index = std::unique_ptr<git_index, Freed<git_index_free>>;
using Signature = std::unique_ptr<git_signature, Freed<git_signature_free>>;
using RevisionWalk = std::unique_ptr<git_revwalk, Freed<git_revwalk_free>>;

/// Gives libgit2 a place to write an object to: git_commit_lookup(Out(commit), …).
template<typename Handle>
class Out {
public:
    explicit Out(Handle &handle) : m_handle(handle) {}
    Out(const Out &) = delete;
    ~Out() { m_handle.reset(m_raw); }
    operator typename Handle::pointer *() { return &m_raw; }

private:
    Handle &m_handle;
    typename Handle::pointer m_raw = nullptr;
};

/// What libgit2 says about the call that just returned `code`, as one of our errors; `folder` is the repository it is about.
base::Error error(int code, const base::Text &attempted, const QString &folder);

QString toHex(const git_oid &id);

/// Opens the repository whose work tree is exactly this folder, with all it has in the folder `.git` there; one further up does not count. Fails
/// with NotFound, NotAllowed (the folder belongs to someone else), Unsupported (bare), Corrupt, or RefusedByRule when a link, a file `.git`
/// or a setting leads to another place.
base::Result<Repository> openRepository(const QString &folder);

} // namespace lakehouse::adapters::git
