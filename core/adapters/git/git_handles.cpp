#include "adapters/git/git_handles.h"

#include "base/shell_word.h"

#include <QFile>
#include <QFileInfo>

namespace lakehouse::adapters::git {

using base::Error;
using base::ErrorCode;

namespace {

bool saysCorrupt(int code, int errorClass)
{
    return errorClass == GIT_ERROR_ZLIB || errorClass == GIT_ERROR_ODB || errorClass == GIT_ERROR_OBJECT || errorClass == GIT_ERROR_TREE
        || (errorClass == GIT_ERROR_REFERENCE && code == GIT_ERROR) || code == GIT_EINVALID || code == GIT_EMISMATCH
        || (code == GIT_ENOTFOUND && errorClass != GIT_ERROR_REFERENCE);
}

Error leadsElsewhere(const QString &path, const QString &folder)
{
    return {ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 leads to a place outside the pipeline repository %2, so nothing is read or written there."), path, folder},
            {QT_TRANSLATE_NOOP("core", "Look at where the project folder came from. To use another repository, clone it to this place: git clone <address> %1"), base::shellWord(folder)},
            path};
}

} // namespace

Error error(int code, const base::Text &attempted, const QString &folder)
{
    const git_error *last = git_error_last();
    const QString detail = last ? QString::fromUtf8(last->message) : QString();
    const int errorClass = last ? last->klass : int(GIT_ERROR_NONE);
    if (code == GIT_ELOCKED)
        return {ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "%1 Another Git process is at work in %2."), attempted, folder},
                {QT_TRANSLATE_NOOP("core", "Wait until it ends and repeat the command. When none runs, delete the file *.lock below %1/.git."), folder},
                folder, detail, base::Retry::Later};
    if (saysCorrupt(code, errorClass))
        return {ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "%1 The Git repository %2 is damaged."), attempted, folder},
                {QT_TRANSLATE_NOOP("core", "Look at it with \"git -C %1 fsck\", and restore it from a clone or a back-up."), base::shellWord(folder)}, folder, detail};
    return {ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 Git refused it in %2: %3"), attempted, folder, detail},
            {QT_TRANSLATE_NOOP("core", "Check that %1 can be written and that its disk has room, and repeat the command."), folder}, folder, detail};
}

QString toHex(const git_oid &id)
{
    char digits[GIT_OID_HEXSZ + 1];
    return QString::fromLatin1(git_oid_tostr(digits, sizeof digits, &id));
}

base::Result<Repository> openRepository(const QString &folder)
{
    for (const QString &path : {folder, folder + QStringLiteral("/.git")})
        if (const QFileInfo info(path); info.isSymLink() || (info.exists() && !info.isDir()))
            return leadsElsewhere(path, folder);
    Repository repository;
    const int code = git_repository_open_ext(Out(repository), QFile::encodeName(folder).constData(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
    const git_error *last = git_error_last();
    // libgit2 1.5 answers that the setting which would trust the folder is missing; later versions say what they mean.
    if (code == GIT_EOWNER || (code == GIT_ENOTFOUND && last && last->klass == GIT_ERROR_CONFIG))
        return Error{ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The pipeline repository %1 belongs to another user, so Git does not trust it."), folder},
                     {QT_TRANSLATE_NOOP("core", "Run the command as the owner of the folder, or trust it: git config --global --add safe.directory %1"), base::shellWord(folder)},
                     folder, last ? QString::fromUtf8(last->message) : QString()};
    if (code == GIT_ENOTFOUND && !QFile::exists(folder + QStringLiteral("/.git")))
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no Git repository in %1."), folder},
                     QT_TRANSLATE_NOOP("core", "\"ekos-lakehouse lakehouse generate\" makes it."), folder};
    if (code != 0)
        return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "%1 cannot be opened as a Git repository."), folder},
                     {QT_TRANSLATE_NOOP("core", "Look at it with \"git -C %1 status\", and restore it from a clone or a back-up."), base::shellWord(folder)}, folder,
                     last ? QString::fromUtf8(last->message) : QString()};
    if (git_repository_is_bare(repository.get()))
        return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "%1 is a bare Git repository: it has no working tree to put files into."), folder},
                     QT_TRANSLATE_NOOP("core", "Move it away and clone it to this place, so that the pipeline has a working tree."), folder};
    // The settings in .git may name another working tree, or another place for the objects and branches.
    const QString root = QFileInfo(folder).canonicalFilePath();
    const auto isAt = [](const char *found, const QString &expected) { return QFileInfo(QFile::decodeName(found)).canonicalFilePath() == expected; };
    if (root.isEmpty() || !isAt(git_repository_workdir(repository.get()), root))
        return leadsElsewhere(folder + QStringLiteral("/.git/config"), folder);
    if (!isAt(git_repository_path(repository.get()), root + QStringLiteral("/.git")) || !isAt(git_repository_commondir(repository.get()), root + QStringLiteral("/.git")))
        return leadsElsewhere(folder + QStringLiteral("/.git"), folder);
    return repository;
}

} // namespace lakehouse::adapters::git
