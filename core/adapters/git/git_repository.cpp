#include "adapters/git/git_repository.h"

#include "adapters/git/work_tree.h"

#include "base/shell_word.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <mutex>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using namespace git;

namespace {

struct Place {
    QString folder;
    QString stateFolder;
};

/// What the branch points to: nothing before the first commit.
struct Head {
    Commit commit;
    Tree tree;
    std::optional<git_oid> id() const { return commit ? std::optional(*git_commit_id(commit.get())) : std::nullopt; }
};

Result<Head> headOf(git_repository *repository, const QString &folder)
{
    const base::Text attempted = QT_TRANSLATE_NOOP("core", "The newest commit could not be read.");
    Head head;
    git_oid id = {};
    const int unborn = git_repository_head_unborn(repository);
    if (unborn < 0)
        return error(unborn, attempted, folder);
    if (unborn > 0)
        return head;
    int code = git_reference_name_to_id(&id, repository, "HEAD");
    if (code == 0)
        code = git_commit_lookup(Out(head.commit), repository, &id);
    if (code == 0)
        code = git_commit_tree(Out(head.tree), head.commit.get());
    if (code != 0)
        return error(code, attempted, folder);
    return head;
}

Result<Tree> treeOf(git_repository *repository, const QString &commitId, const QString &folder)
{
    git_oid id = {};
    Commit commit;
    Tree tree;
    if (commitId.size() != GIT_OID_HEXSZ || git_oid_fromstr(&id, commitId.toLatin1().constData()) != 0
        || git_commit_lookup(Out(commit), repository, &id) == GIT_ENOTFOUND)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The pipeline repository has no commit %1."), commitId},
                     {QT_TRANSLATE_NOOP("core", "See what it has with \"git -C %1 log\"."), base::shellWord(folder)}, folder};
    const int code = commit ? git_commit_tree(Out(tree), commit.get()) : GIT_ERROR;
    if (code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "A commit could not be read."), folder);
    return tree;
}

/// The full name of the branch that commits go to. Fails with RefusedByRule when there is none, or a merge is under way.
Result<QByteArray> branchOf(git_repository *repository, const QString &folder)
{
    Reference head;
    if (const int code = git_reference_lookup(Out(head), repository, "HEAD"); code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "The branch could not be read."), folder);
    if (git_reference_type(head.get()) != GIT_REFERENCE_SYMBOLIC)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "The pipeline repository %1 is not on a branch, so a commit would get lost."), folder},
                     {QT_TRANSLATE_NOOP("core", "Go back to the branch, for example with \"git -C %1 switch main\", and repeat the command."), base::shellWord(folder)}, folder};
    if (git_repository_state(repository) != GIT_REPOSITORY_STATE_NONE)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "A merge, rebase or the like is under way in %1."), folder},
                     {QT_TRANSLATE_NOOP("core", "Finish or abort it, as \"git -C %1 status\" says, and repeat the command."), base::shellWord(folder)}, folder};
    return QByteArray(git_reference_symbolic_target(head.get()));
}

QString withoutBrackets(QString text)
{
    return text.remove(QLatin1Char('<')).remove(QLatin1Char('>')).simplified();
}

QByteArray messageOf(const ports::CommitRequest &request)
{
    QString message = request.message.trimmed() + QLatin1Char('\n');
    QString separator(QLatin1Char('\n'));
    for (const auto &[name, value] : request.trailers)
        message += std::exchange(separator, QString()) + name + QStringLiteral(": ") + value.simplified() + QLatin1Char('\n');
    return message.toUtf8();
}

Result<git_oid> createCommit(git_repository *repository, const git_oid &treeId, const Head &head, const ports::CommitRequest &request, const QString &folder)
{
    const base::Text attempted = QT_TRANSLATE_NOOP("core", "The commit could not be made.");
    Signature person;
    const QByteArray name = withoutBrackets(request.authorName).toUtf8(), email = withoutBrackets(request.authorEmail).toUtf8();
    if (git_signature_now(Out(person), name.constData(), email.constData()) != 0)
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "A commit needs the name and the e-mail address of a person."),
                     QT_TRANSLATE_NOOP("core", "Set them with \"git config --global user.name …\" and \"git config --global user.email …\"."), folder};
    Tree tree;
    git_oid id = {};
    int code = git_tree_lookup(Out(tree), repository, &treeId);
    const git_commit *parents[] = {head.commit.get()};
    if (code == 0)
        code = git_commit_create(&id, repository, nullptr, person.get(), person.get(), nullptr, messageOf(request).constData(), tree.get(),
                                 head.commit ? 1 : 0, parents);
    if (code == 0)
        code = git_repository_set_ident(repository, name.constData(), email.constData()); // who the reflog names
    if (code != 0)
        return error(code, attempted, folder);
    return id;
}

/// Only from where it was seen: another commit that came in between is not lost.
Result<> moveBranch(git_repository *repository, const QByteArray &branch, const Head &head, const git_oid &to, const QString &folder)
{
    Reference moved;
    const std::optional<git_oid> from = head.id();
    const int code = from ? git_reference_create_matching(Out(moved), repository, branch.constData(), &to, 1, &*from, "commit: ekos-lakehouse")
                          : git_reference_create(Out(moved), repository, branch.constData(), &to, 0, "commit (initial): ekos-lakehouse");
    if (code == GIT_EMODIFIED || code == GIT_EEXISTS)
        return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The branch of %1 moved meanwhile. Nothing was changed."), folder},
                     QT_TRANSLATE_NOOP("core", "Repeat the command."), folder, {}, base::Retry::Now};
    if (code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "The branch could not be moved."), folder);
    return base::Ok{};
}

ports::CommitReceipt receiptOf(const git_oid &commit, const std::vector<FileChange> &changes)
{
    ports::CommitReceipt receipt{.commit = toHex(commit), .isNew = true};
    for (const FileChange &change : changes)
        receipt.changedPaths.push_back(QString::fromUtf8(change.path));
    std::ranges::sort(receipt.changedPaths);
    return receipt;
}

using TreeIds = std::vector<std::pair<QString, QString>>;

/// Nothing when the tree has no such folder.
Result<std::optional<QString>> subtreeId(git_tree *tree, const QString &subfolder, const QString &folder)
{
    if (subfolder.isEmpty())
        return std::optional(toHex(*git_tree_id(tree)));
    TreeEntryHandle entry;
    const int code = git_tree_entry_bypath(Out(entry), tree, subfolder.toUtf8().constData());
    if (code == GIT_ENOTFOUND || (code == 0 && git_tree_entry_type(entry.get()) != GIT_OBJECT_TREE))
        return std::optional<QString>();
    if (code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "A committed folder could not be read."), folder);
    return std::optional(toHex(*git_tree_entry_id(entry.get())));
}

/// A commit up to the moment before anything moves: its objects are stored, nobody's edits are in the way, and the lock is held.
struct PlannedCommit {
    QByteArray branch;
    WorkTree workTree;
    Head head;
    git_oid treeId = {};
    std::vector<FileChange> changes;
    TreeIds treeIds;

    static Result<PlannedCommit> make(git_repository *repository, const Place &place, const ports::CommitRequest &request, base::RunContext &run);
};

Result<PlannedCommit> PlannedCommit::make(git_repository *repository, const Place &place, const ports::CommitRequest &request, base::RunContext &run)
{
    const QString &folder = place.folder;
    EKOS_TRY(QByteArray branch, branchOf(repository, folder));
    EKOS_TRY(WorkTree workTree, WorkTree::lock(repository, folder, place.stateFolder));
    EKOS_CHECK(workTree.finishInterrupted());
    EKOS_TRY(Head head, headOf(repository, folder));
    EKOS_TRY(const TreeFiles before, filesOf(head.tree.get(), folder));
    EKOS_TRY(const git_oid treeId, writeTree(repository, before, request, folder));
    EKOS_CHECK(run.cancel().check());
    Tree tree;
    if (const int code = git_tree_lookup(Out(tree), repository, &treeId); code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "The generated files could not be read back."), folder);
    EKOS_TRY(const TreeFiles after, filesOf(tree.get(), folder));
    EKOS_CHECK(workTree.checkUntouched(before, after, OwnedPaths(request)));
    TreeIds treeIds;
    for (const QString &owned : request.ownedFolders) {
        EKOS_TRY(const std::optional<QString> id, subtreeId(tree.get(), owned, folder));
        if (id)
            treeIds.emplace_back(owned, *id);
    }
    return PlannedCommit{std::move(branch), std::move(workTree), std::move(head), treeId, changesBetween(before, after), std::move(treeIds)};
}

/// What a killed commit left is put right. Whoever holds the lock is at work, and alive.
Result<> finishKilled(git_repository *repository, const Place &place)
{
    if (!WorkTree::isInterrupted(repository, place.stateFolder))
        return base::Ok{};
    auto workTree = WorkTree::lock(repository, place.folder, place.stateFolder);
    if (!workTree)
        return workTree.error().code == ErrorCode::Busy ? Result<>(base::Ok{}) : Result<>(std::move(workTree).error());
    return WorkTree(std::move(workTree).value()).finishInterrupted();
}

model::ServiceCheck checkLine(const QString &name, model::CheckState state, base::Text finding, base::Text remedy = {})
{
    return {QStringLiteral("pipeline-repository"), name, state, std::move(finding), std::move(remedy)};
}

} // namespace

struct GitRepository::Private : Place {
    std::mutex mutex; ///< one commit at a time in this process
};

GitRepository::GitRepository(std::unique_ptr<Private> d) : m_d(std::move(d)) {}
GitRepository::~GitRepository() = default;

Result<std::unique_ptr<ports::PipelineRepository>> GitRepository::open(const QString &folder, const QString &stateFolder)
{
    static const int started = git_libgit2_init();
    Q_UNUSED(started);
    const QFileInfo info(folder);
    if (folder.isEmpty() || (info.exists() && !info.isDir()))
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not a folder, so the pipeline repository cannot be there."), folder},
                     QT_TRANSLATE_NOOP("core", "Move what stands there to another place, and repeat the command."), folder};
    auto d = std::make_unique<Private>();
    d->folder = QDir::cleanPath(info.absoluteFilePath());
    d->stateFolder = QDir::cleanPath(QFileInfo(stateFolder).absoluteFilePath());
    return std::unique_ptr<ports::PipelineRepository>(new GitRepository(std::move(d)));
}

Result<> GitRepository::createIfAbsent(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const std::scoped_lock guard(m_d->mutex);
    auto opened = openRepository(m_d->folder);
    if (opened)
        return finishKilled(opened.value().get(), *m_d);
    if (opened.error().code != ErrorCode::NotFound)
        return std::move(opened).error();
    git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
    options.flags = GIT_REPOSITORY_INIT_MKPATH | GIT_REPOSITORY_INIT_NO_REINIT;
    options.initial_head = "main";
    Repository created;
    if (const int code = git_repository_init_ext(Out(created), QFile::encodeName(m_d->folder).constData(), &options); code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "The pipeline repository could not be made."), m_d->folder);
    return base::Ok{};
}

Result<std::optional<QString>> GitRepository::head(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const Repository repository, openRepository(m_d->folder));
    EKOS_TRY(const Head head, headOf(repository.get(), m_d->folder));
    const auto id = head.id();
    return id ? std::optional(toHex(*id)) : std::nullopt;
}

Result<QByteArray> GitRepository::read(const QString &commit, const QString &path, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const Repository repository, openRepository(m_d->folder));
    EKOS_TRY(const Tree tree, treeOf(repository.get(), commit, m_d->folder));
    TreeEntryHandle entry;
    Blob blob;
    int code = git_tree_entry_bypath(Out(entry), tree.get(), path.toUtf8().constData());
    if (code == GIT_ENOTFOUND || (code == 0 && git_tree_entry_type(entry.get()) != GIT_OBJECT_BLOB))
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "Commit %1 of the pipeline repository has no file %2."), commit.left(12), path},
                     QT_TRANSLATE_NOOP("core", "Generate the pipeline again with \"ekos-lakehouse lakehouse generate\"."), path};
    if (code == 0)
        code = git_blob_lookup(Out(blob), repository.get(), git_tree_entry_id(entry.get()));
    if (code != 0)
        return error(code, QT_TRANSLATE_NOOP("core", "A committed file could not be read."), m_d->folder);
    return QByteArray(static_cast<const char *>(git_blob_rawcontent(blob.get())), qsizetype(git_blob_rawsize(blob.get())));
}

Result<std::vector<QString>> GitRepository::list(const QString &commit, const QString &folder, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const Repository repository, openRepository(m_d->folder));
    EKOS_TRY(const Tree tree, treeOf(repository.get(), commit, m_d->folder));
    EKOS_TRY(const TreeFiles files, filesOf(tree.get(), m_d->folder));
    std::vector<QString> paths;
    const QByteArray start = folder.isEmpty() ? QByteArray() : folder.toUtf8() + '/';
    for (auto file = files.lower_bound(start); file != files.end() && file->first.startsWith(start); ++file)
        paths.push_back(QString::fromUtf8(file->first));
    return paths;
}

Result<QString> GitRepository::treeId(const QString &commit, const QString &folder, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const Repository repository, openRepository(m_d->folder));
    EKOS_TRY(const Tree tree, treeOf(repository.get(), commit, m_d->folder));
    EKOS_TRY(const std::optional<QString> id, subtreeId(tree.get(), folder, m_d->folder));
    if (!id)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "Commit %1 of the pipeline repository has no folder %2."), commit.left(12), folder},
                     QT_TRANSLATE_NOOP("core", "Generate the pipeline again with \"ekos-lakehouse lakehouse generate\"."), folder};
    return *id;
}

Result<TreeIds> GitRepository::plannedTreeIds(const ports::CommitRequest &request, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const std::scoped_lock guard(m_d->mutex);
    EKOS_TRY(const Repository repository, openRepository(m_d->folder));
    EKOS_TRY(const PlannedCommit planned, PlannedCommit::make(repository.get(), *m_d, request, run));
    return planned.treeIds;
}

Result<ports::CommitReceipt> GitRepository::commit(const ports::CommitRequest &request, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const QString &folder = m_d->folder;
    const std::scoped_lock guard(m_d->mutex);
    EKOS_TRY(const Repository repository, openRepository(folder));
    EKOS_TRY(PlannedCommit planned, PlannedCommit::make(repository.get(), *m_d, request, run));
    if (planned.head.commit && planned.changes.empty())
        return ports::CommitReceipt{.commit = toHex(*planned.head.id()), .treeIds = std::move(planned.treeIds)};

    EKOS_TRY(const git_oid made, createCommit(repository.get(), planned.treeId, planned.head, request, folder));
    EKOS_CHECK(planned.workTree.stage(planned.changes));
    EKOS_CHECK(run.cancel().check()); // the last moment: from here on it is finished, by this call or by the next one
    EKOS_CHECK(planned.workTree.announce(planned.branch, planned.head.id(), made));
    if (auto moved = moveBranch(repository.get(), planned.branch, planned.head, made, folder); !moved) {
        planned.workTree.abandon();
        return std::move(moved).error();
    }
    EKOS_CHECK(planned.workTree.apply(planned.changes));
    ports::CommitReceipt receipt = receiptOf(made, planned.changes);
    receipt.treeIds = std::move(planned.treeIds);
    return receipt;
}

Result<std::optional<QString>> GitRepository::newestTrailer(const QString &name, base::RunContext &run)
{
    EKOS_TRY(const Repository repository, openRepository(m_d->folder));
    EKOS_TRY(const Head head, headOf(repository.get(), m_d->folder));
    if (!head.commit)
        return std::optional<QString>();
    const base::Text attempted = QT_TRANSLATE_NOOP("core", "The history could not be read.");
    RevisionWalk walk;
    int code = git_revwalk_new(Out(walk), repository.get());
    if (code == 0)
        code = git_revwalk_simplify_first_parent(walk.get());
    if (code == 0)
        code = git_revwalk_push_head(walk.get());
    git_oid id = {};
    while (code == 0 && (code = git_revwalk_next(&id, walk.get())) == 0) {
        EKOS_CHECK(run.cancel().check());
        Commit commit;
        if (code = git_commit_lookup(Out(commit), repository.get(), &id); code != 0)
            break;
        git_message_trailer_array trailers = {};
        if (code = git_message_trailers(&trailers, git_commit_message(commit.get())); code != 0)
            break;
        std::optional<QString> value;
        for (size_t at = 0; at < trailers.count; ++at)
            if (QString::fromUtf8(trailers.trailers[at].key).compare(name, Qt::CaseInsensitive) == 0)
                value = QString::fromUtf8(trailers.trailers[at].value);
        git_message_trailer_array_free(&trailers);
        if (value)
            return value;
    }
    if (code != GIT_ITEROVER)
        return error(code, attempted, m_d->folder);
    return std::optional<QString>();
}

std::vector<model::ServiceCheck> GitRepository::check(base::RunContext &run)
{
    using model::CheckState;
    if (run.cancel().isCancelled())
        return {};
    const auto repository = openRepository(m_d->folder);
    if (!repository && repository.error().code == ErrorCode::NotFound)
        return {checkLine(QStringLiteral("opens"), CheckState::Skipped, repository.error().message, repository.error().hint)};
    if (!repository)
        return {checkLine(QStringLiteral("opens"), CheckState::Failed, repository.error().message, repository.error().hint)};
    std::vector<model::ServiceCheck> lines{checkLine(QStringLiteral("opens"), CheckState::Passed, {QT_TRANSLATE_NOOP("core", "%1"), m_d->folder})};
    git_repository *handle = repository.value().get();
    if (const auto branch = branchOf(handle, m_d->folder))
        lines.push_back(checkLine(QStringLiteral("branch"), CheckState::Passed, {QT_TRANSLATE_NOOP("core", "%1"), QString::fromUtf8(branch.value())}));
    else
        lines.push_back(checkLine(QStringLiteral("branch"), CheckState::Failed, branch.error().message, branch.error().hint));
    if (const auto workTree = WorkTree::checkWritable(handle, m_d->folder))
        lines.push_back(checkLine(QStringLiteral("writable"), CheckState::Passed, QT_TRANSLATE_NOOP("core", "The repository can be written.")));
    else
        lines.push_back(checkLine(QStringLiteral("writable"), workTree.error().code == ErrorCode::Busy ? CheckState::Warning : CheckState::Failed,
                                  workTree.error().message, workTree.error().hint));
    if (const auto head = headOf(handle, m_d->folder); !head)
        lines.push_back(checkLine(QStringLiteral("history"), CheckState::Failed, head.error().message, head.error().hint));
    return lines;
}

} // namespace lakehouse::adapters
