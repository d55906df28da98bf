#pragma once

#include "adapters/git/contained_path.h"
#include "base/result.h"

namespace lakehouse::adapters::git {

/// Where a commit keeps what it is about to do: `git-update` in our state folder, a real folder of this user that nobody else may enter.
///
/// It may have come with a project folder of a stranger, so nothing here is written through a link, over a file, or taken for ours
/// because of its name alone. Absent while no commit is under way.
class UpdateFolder {
public:
    /// Fails with RefusedByRule, and names it, when what stands there is a link, belongs to another user, or is open to others.
    static base::Result<UpdateFolder> find(const QString &stateFolder);

    bool exists() const { return bool(m_folder); }
    /// Makes the folder when it is absent.
    base::Result<> create();
    /// Empty when there is none, or it is no file of ours.
    QByteArray read(const char *name) const;
    /// A new file; fails when something of that name stands there.
    base::Result<> write(const QByteArray &name, const char *bytes, qint64 size) const;
    /// Moves a file to its place, at once. Fails with errno.
    bool moveTo(const QByteArray &name, int folder, const char *target) const;
    base::Result<> writeJournal(const QByteArray &line) const;
    /// Removes what we made, the journal first, and then the folder when it is empty. Links are removed, never followed.
    void clear();
    /// Of that, all but the journal and the folder.
    void clearStaged() const;
    QByteArray pathOf(const char *name) const;

private:
    explicit UpdateFolder(QByteArray stateFolder) : m_stateFolder(std::move(stateFolder)) {}
    base::Result<> openExisting();
    base::Error notOurs(const QByteArray &path) const;

    QByteArray m_stateFolder;
    Descriptor m_folder;
};

inline constexpr char journalName[] = "journal";
inline constexpr char newJournalName[] = "journal.new";
inline constexpr char indexName[] = "index";

} // namespace lakehouse::adapters::git
