#include "adapters/git/git_repository.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lakehouse;
using adapters::GitRepository;
using base::ErrorCode;

/// What the repository looks like is judged by the program `git`, which has no code in common with libgit2.
class GitRepositoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void firstCommit();
    void nothingNewIsNoCommit();
    void removesWhatIsNoLongerGenerated();
    void leavesEverythingElseAlone();
    void refusesEdits_data();
    void refusesEdits();
    void refusesOccupiedPlaces_data();
    void refusesOccupiedPlaces();
    void refusesStates_data();
    void refusesStates();
    void refusesBadRequests_data();
    void refusesBadRequests();
    void oddPaths();
    void fileBecomesFolderAndBack();
    void worksBesideOtherRepositories();
    void takesOverItsOwnLock();
    void runsNoHooks();
    void foreignOwner();
    void reads();
    void newestTrailer();
    void cancelled();
    void finishesWhatWasKilled();
    void treeIds();
    void staysInside_data();
    void staysInside();
    void takesOverLocksOfBranch_data();
    void takesOverLocksOfBranch();
    void survivesKills();
    void tenThousandFiles();
    void checks();

private:
    QString git(const QStringList &arguments, bool *failed = nullptr) const;
    void write(const QString &path, const QByteArray &content) const;
    static void writeAt(const QString &file, const QByteArray &content);
    QString updateFolder() const { return m_home->path() + QStringLiteral("/.ekos/git-update"); }
    void setTrap(const QString &trap, const QString &outside);
    void commitEscape(const QString &secret);
    QByteArray content(const QString &path) const;
    std::unique_ptr<ports::PipelineRepository> open() const;
    base::Result<ports::CommitReceipt> commit(std::vector<model::GeneratedFile> files) const;
    void verifyClean() const;

    QTemporaryDir m_userHome;              ///< with the person's settings of Git
    std::unique_ptr<QTemporaryDir> m_home; ///< of one test
    QString m_folder;
};

namespace {

const std::vector<model::GeneratedFile> someFiles{
    {QStringLiteral("bronze/public/film/load_full.sql"), "-- films\nSELECT 1\n"},
    {QStringLiteral("bronze/public/language/load_full.sql"), "SELECT 2\n"},
    {QStringLiteral("dagster/definitions.py"), "pass\n"},
    {QStringLiteral("lakehouse.lock.json"), "{}\n"},
};

std::vector<model::GeneratedFile> withChange(const QByteArray &text)
{
    auto files = someFiles;
    files[0].content = text;
    return files;
}

ports::CommitRequest request(std::vector<model::GeneratedFile> files)
{
    return {std::move(files), {QStringLiteral("bronze"), QStringLiteral("dagster")}, QStringLiteral("Generate the pipeline\n\nFor the spring."),
            {{QStringLiteral("Ekos-Plan-Digest"), QStringLiteral("sha256:12")}, {QStringLiteral("Ekos-Ledger-Head"), QStringLiteral("sha256:34")}},
            QStringLiteral("Jürgen O'Neil"), QStringLiteral("juergen@example.org")};
}

} // namespace

QString GitRepositoryTest::git(const QStringList &arguments, bool *failed) const
{
    QProcess process;
    process.start(QStringLiteral("git"), QStringList{QStringLiteral("-C"), m_folder, QStringLiteral("-c"), QStringLiteral("core.quotePath=false")} + arguments);
    process.waitForFinished();
    if (failed)
        *failed = process.exitCode() != 0;
    else if (process.exitCode() != 0)
        qWarning() << arguments << process.readAllStandardError();
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
}

void GitRepositoryTest::write(const QString &path, const QByteArray &content) const
{
    writeAt(m_folder + QLatin1Char('/') + path, content);
}

void GitRepositoryTest::writeAt(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QByteArray GitRepositoryTest::content(const QString &path) const
{
    QFile file(m_folder + QLatin1Char('/') + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

std::unique_ptr<ports::PipelineRepository> GitRepositoryTest::open() const
{
    return std::move(GitRepository::open(m_folder, m_home->path() + QStringLiteral("/.ekos"))).value();
}

base::Result<ports::CommitReceipt> GitRepositoryTest::commit(std::vector<model::GeneratedFile> files) const
{
    base::RunContext run;
    const auto repository = open();
    EKOS_CHECK(repository->createIfAbsent(run));
    return repository->commit(request(std::move(files)), run);
}

void GitRepositoryTest::verifyClean() const
{
    bool failed = false;
    const QString problems = git({QStringLiteral("fsck"), QStringLiteral("--strict"), QStringLiteral("--no-dangling")}, &failed);
    QVERIFY2(!failed, qPrintable(problems));
    QCOMPARE(git({QStringLiteral("status"), QStringLiteral("--porcelain")}), QString());
    QVERIFY(!QFile::exists(m_folder + QStringLiteral("/.git/index.lock")));
    QVERIFY(!QFile::exists(updateFolder()));
}

void GitRepositoryTest::initTestCase()
{
    QProcess process;
    process.start(QStringLiteral("git"), {QStringLiteral("--version")});
    if (!process.waitForFinished() || process.exitCode() != 0)
        QSKIP("needs the program git, which judges the results");
    qputenv("HOME", m_userHome.path().toUtf8()); // libgit2 looks for it once
    qputenv("GIT_CONFIG_NOSYSTEM", "1");
    qunsetenv("XDG_CONFIG_HOME");
}

void GitRepositoryTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_folder = m_home->path() + QStringLiteral("/pipeline");
}

void GitRepositoryTest::firstCommit()
{
    const auto receipt = commit(someFiles);
    QVERIFY(receipt);
    QVERIFY(receipt.value().isNew);
    QCOMPARE(qint64(receipt.value().changedPaths.size()), qint64(4));
    QCOMPARE(git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}), receipt.value().commit);
    QCOMPARE(git({QStringLiteral("symbolic-ref"), QStringLiteral("HEAD")}), QStringLiteral("refs/heads/main"));
    QCOMPARE(git({QStringLiteral("log"), QStringLiteral("--format=%an|%ae|%cn|%s")}),
             QStringLiteral("Jürgen O'Neil|juergen@example.org|Jürgen O'Neil|Generate the pipeline"));
    QCOMPARE(git({QStringLiteral("log"), QStringLiteral("--format=%(trailers:only)")}), QStringLiteral("Ekos-Plan-Digest: sha256:12\nEkos-Ledger-Head: sha256:34"));
    QCOMPARE(git({QStringLiteral("ls-files")}),
             QStringLiteral("bronze/public/film/load_full.sql\nbronze/public/language/load_full.sql\ndagster/definitions.py\nlakehouse.lock.json"));
    QCOMPARE(content(QStringLiteral("bronze/public/film/load_full.sql")), QByteArray("-- films\nSELECT 1\n"));
    verifyClean();
}

void GitRepositoryTest::nothingNewIsNoCommit()
{
    const auto first = commit(someFiles);
    const auto second = commit(someFiles);
    QVERIFY(second);
    QCOMPARE(second.value().commit, first.value().commit);
    QVERIFY(!second.value().isNew);
    QVERIFY(second.value().changedPaths.empty());
    QCOMPARE(git({QStringLiteral("rev-list"), QStringLiteral("--count"), QStringLiteral("HEAD")}), QStringLiteral("1"));
}

void GitRepositoryTest::removesWhatIsNoLongerGenerated()
{
    QVERIFY(commit(someFiles));
    auto fewer = withChange("SELECT 3\n");
    fewer.erase(fewer.begin() + 1);
    const auto receipt = commit(fewer);
    QCOMPARE(receipt.value().changedPaths, (std::vector<QString>{QStringLiteral("bronze/public/film/load_full.sql"), QStringLiteral("bronze/public/language/load_full.sql")}));
    QVERIFY(!QFile::exists(m_folder + QStringLiteral("/bronze/public/language")));
    QCOMPARE(content(QStringLiteral("bronze/public/film/load_full.sql")), QByteArray("SELECT 3\n"));
    verifyClean();
}

void GitRepositoryTest::leavesEverythingElseAlone()
{
    QVERIFY(commit(someFiles));
    write(QStringLiteral("marts/sales.md"), "sales\n");
    git({QStringLiteral("add"), QStringLiteral("marts")});
    git({QStringLiteral("-c"), QStringLiteral("user.name=A"), QStringLiteral("-c"), QStringLiteral("user.email=a@b"), QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("mart")});
    write(QStringLiteral("marts/sales.md"), "sales, edited\n");
    write(QStringLiteral("marts/staged.md"), "staged\n");
    git({QStringLiteral("add"), QStringLiteral("marts/staged.md")});
    write(QStringLiteral("bronze/public/film/notes.txt"), "mine\n");
    write(QStringLiteral("bronze/public/language/notes.txt"), "mine too\n");
    auto fewer = withChange("SELECT 4\n");
    fewer.erase(fewer.begin() + 1);
    QVERIFY(commit(fewer));
    QCOMPARE(git({QStringLiteral("status"), QStringLiteral("--porcelain"), QStringLiteral("-uall")}),
             QStringLiteral("M marts/sales.md\nA  marts/staged.md\n?? bronze/public/film/notes.txt\n?? bronze/public/language/notes.txt"));
    QCOMPARE(git({QStringLiteral("show"), QStringLiteral("--name-only"), QStringLiteral("--format=")}),
             QStringLiteral("bronze/public/film/load_full.sql\nbronze/public/language/load_full.sql"));
    QCOMPARE(content(QStringLiteral("marts/sales.md")), QByteArray("sales, edited\n"));
}

void GitRepositoryTest::refusesEdits_data()
{
    QTest::addColumn<QString>("how");
    for (const char *how : {"edited", "staged", "staged then restored", "deleted", "removed from the index", "turned into a link", "turned into a folder"})
        QTest::newRow(how) << QString::fromLatin1(how);
}

void GitRepositoryTest::refusesEdits()
{
    QFETCH(QString, how);
    const auto first = commit(someFiles);
    const QString path = QStringLiteral("bronze/public/film/load_full.sql");
    const QString file = m_folder + QLatin1Char('/') + path;
    if (how == QLatin1String("edited"))
        write(path, "-- films\nSELECT 9\n");
    else if (how.startsWith(QLatin1String("staged"))) {
        write(path, "SELECT 9\n");
        git({QStringLiteral("add"), path});
        if (how.endsWith(QLatin1String("restored")))
            write(path, someFiles[0].content);
    } else if (how.startsWith(QLatin1String("removed")))
        git({QStringLiteral("rm"), QStringLiteral("-q"), QStringLiteral("--cached"), path});
    else {
        QVERIFY(QFile::remove(file));
        if (how.endsWith(QLatin1String("link")))
            QFile::link(QStringLiteral("/etc/passwd"), file);
        else if (how.endsWith(QLatin1String("folder")))
            QDir().mkpath(file);
    }
    const QString before = git({QStringLiteral("status"), QStringLiteral("--porcelain")});
    const auto refused = commit(withChange("SELECT 5\n"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Stale);
    QVERIFY(refused.error().message.toEnglish().contains(path));
    QVERIFY(!refused.error().hint.isEmpty());
    QCOMPARE(git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}), first.value().commit);
    QCOMPARE(git({QStringLiteral("status"), QStringLiteral("--porcelain")}), before);
    QVERIFY(!QFile::exists(m_folder + QStringLiteral("/.git/index.lock")));
}

void GitRepositoryTest::refusesOccupiedPlaces_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("how");
    QTest::newRow("untracked file") << QStringLiteral("bronze/public/actor/load_full.sql") << QStringLiteral("file");
    QTest::newRow("ignored file") << QStringLiteral("bronze/public/actor/load_full.sql") << QStringLiteral("ignored");
    QTest::newRow("staged file") << QStringLiteral("bronze/public/actor/load_full.sql") << QStringLiteral("staged");
    QTest::newRow("file instead of a folder") << QStringLiteral("bronze/public/actor") << QStringLiteral("file");
    QTest::newRow("link instead of a folder") << QStringLiteral("bronze/public/actor") << QStringLiteral("link");
    QTest::newRow("folder instead of the file") << QStringLiteral("bronze/public/actor/load_full.sql") << QStringLiteral("folder");
}

void GitRepositoryTest::refusesOccupiedPlaces()
{
    QFETCH(QString, path);
    QFETCH(QString, how);
    const auto first = commit(someFiles);
    if (how == QLatin1String("link"))
        QVERIFY(QFile::link(m_home->path(), m_folder + QLatin1Char('/') + path));
    else
        write(how == QLatin1String("folder") ? path + QStringLiteral("/mine.txt") : path, "mine\n");
    if (how == QLatin1String("ignored"))
        write(QStringLiteral(".git/info/exclude"), "*.sql\n");
    if (how == QLatin1String("staged"))
        git({QStringLiteral("add"), path});
    auto more = someFiles;
    more.push_back({QStringLiteral("bronze/public/actor/load_full.sql"), "SELECT 6\n"});
    const auto refused = commit(more);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
    QVERIFY(refused.error().message.toEnglish().contains(path));
    QCOMPARE(git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}), first.value().commit);
    QCOMPARE(content(QStringLiteral("bronze/public/film/load_full.sql")), someFiles[0].content);
}

void GitRepositoryTest::refusesStates_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("detached") << QStringLiteral("detached") << ErrorCode::RefusedByRule;
    QTest::newRow("merge under way") << QStringLiteral("merging") << ErrorCode::RefusedByRule;
    QTest::newRow("index locked by git") << QStringLiteral("locked") << ErrorCode::Busy;
    QTest::newRow("branch locked by git") << QStringLiteral("branch locked") << ErrorCode::Busy;
    QTest::newRow("bare") << QStringLiteral("bare") << ErrorCode::Unsupported;
    QTest::newRow("HEAD is garbage") << QStringLiteral("garbage") << ErrorCode::Corrupt;
    QTest::newRow("objects lost") << QStringLiteral("lost") << ErrorCode::Corrupt;
    QTest::newRow("empty .git") << QStringLiteral("empty") << ErrorCode::Corrupt;
}

void GitRepositoryTest::refusesStates()
{
    QFETCH(QString, state);
    QFETCH(ErrorCode, code);
    if (state == QLatin1String("bare")) {
        QDir().mkpath(m_folder);
        git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("--bare")});
    } else {
        QVERIFY(commit(someFiles));
    }
    const QString gitFolder = m_folder + QStringLiteral("/.git");
    if (state == QLatin1String("detached"))
        git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("--detach")});
    else if (state == QLatin1String("merging"))
        write(QStringLiteral(".git/MERGE_HEAD"), git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).toLatin1() + '\n');
    else if (state == QLatin1String("locked"))
        write(QStringLiteral(".git/index.lock"), "");
    else if (state == QLatin1String("branch locked"))
        write(QStringLiteral(".git/refs/heads/main.lock"), "");
    else if (state == QLatin1String("garbage"))
        write(QStringLiteral(".git/HEAD"), "\x01\x02 nonsense");
    else if (state == QLatin1String("lost")) {
        QDir(gitFolder + QStringLiteral("/objects")).removeRecursively();
        QDir().mkpath(gitFolder + QStringLiteral("/objects"));
    } else if (state == QLatin1String("empty")) {
        QDir(gitFolder).removeRecursively();
        QDir().mkpath(gitFolder);
    }
    const auto refused = commit(withChange("SELECT 7\n"));
    QVERIFY(!refused);
    QVERIFY2(refused.error().code == code, qPrintable(refused.error().message.toEnglish() + refused.error().detail));
    QVERIFY(!refused.error().hint.isEmpty());
    if (state == QLatin1String("locked"))
        QVERIFY(QFile::exists(gitFolder + QStringLiteral("/index.lock"))); // it is the other's
    if (state != QLatin1String("bare"))
        QCOMPARE(content(QStringLiteral("bronze/public/film/load_full.sql")), someFiles[0].content);
}

void GitRepositoryTest::refusesBadRequests_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("outside") << QStringLiteral("bronze/../../escape");
    QTest::newRow("absolute") << QStringLiteral("/etc/passwd");
    QTest::newRow("Git's own") << QStringLiteral(".git/config");
    QTest::newRow("Git's own, disguised") << QStringLiteral("bronze/.GIT/config");
    QTest::newRow("empty") << QString();
    QTest::newRow("folder") << QStringLiteral("bronze/");
    QTest::newRow("no author") << QStringLiteral("bronze/x");
}

void GitRepositoryTest::refusesBadRequests()
{
    QFETCH(QString, path);
    QVERIFY(commit(someFiles));
    base::RunContext run;
    auto bad = request(someFiles);
    bad.files.push_back({path, "x"});
    if (path == QLatin1String("bronze/x"))
        bad.authorName = QStringLiteral(" <> ");
    const auto refused = open()->commit(bad, run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    verifyClean();
    QVERIFY(!GitRepository::open(m_folder + QStringLiteral("/lakehouse.lock.json"), m_folder)); // a file, not a folder
}

void GitRepositoryTest::oddPaths()
{
    std::vector<model::GeneratedFile> files = someFiles;
    for (const QString &name : {QStringLiteral("a b"), QStringLiteral("ёж"), QStringLiteral("quote'\""), QStringLiteral("line\nbreak"), QStringLiteral("$HOME"),
                                QStringLiteral("*?[x]"), QStringLiteral("-rf"), QStringLiteral("back\\slash"), QStringLiteral("%41%2F"), QString(200, QLatin1Char('x'))})
        files.push_back({QStringLiteral("bronze/public/%1/load_full.sql").arg(name), name.toUtf8()});
    QVERIFY(commit(files));
    verifyClean();
    base::RunContext run;
    const auto repository = open();
    const QString head = *repository->head(run).value();
    for (const model::GeneratedFile &file : files) {
        QCOMPARE(content(file.path), file.content);
        QCOMPARE(repository->read(head, file.path, run).value(), file.content);
    }
    QVERIFY(!commit(files).value().isNew);
}

void GitRepositoryTest::fileBecomesFolderAndBack()
{
    auto files = someFiles;
    files.push_back({QStringLiteral("bronze/x"), "file"});
    QVERIFY(commit(files));
    files.back() = {QStringLiteral("bronze/x/y"), "inside"};
    QVERIFY(commit(files));
    verifyClean();
    QCOMPARE(content(QStringLiteral("bronze/x/y")), QByteArray("inside"));
    files.back() = {QStringLiteral("bronze/x"), "file again"};
    QVERIFY(commit(files));
    verifyClean();
    QCOMPARE(content(QStringLiteral("bronze/x")), QByteArray("file again"));
}

void GitRepositoryTest::worksBesideOtherRepositories()
{
    // The project itself is a repository, and the folder already holds a file.
    QProcess::execute(QStringLiteral("git"), {QStringLiteral("init"), QStringLiteral("-q"), m_home->path()});
    write(QStringLiteral("README.md"), "mine\n");
    QVERIFY(commit(someFiles));
    QCOMPARE(git({QStringLiteral("rev-parse"), QStringLiteral("--show-toplevel")}), QFileInfo(m_folder).canonicalFilePath());
    QCOMPARE(git({QStringLiteral("status"), QStringLiteral("--porcelain")}), QStringLiteral("?? README.md"));
    // A linked work tree keeps its branches elsewhere.
    const QString main = m_folder;
    m_folder = m_home->path() + QStringLiteral("/linked");
    QProcess::execute(QStringLiteral("git"), {QStringLiteral("-C"), main, QStringLiteral("worktree"), QStringLiteral("add"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("other"), m_folder});
    QCOMPARE(commit(withChange("SELECT 8\n")).error().code, ErrorCode::RefusedByRule);
    QCOMPARE(git({QStringLiteral("status"), QStringLiteral("--porcelain")}), QString());
}

void GitRepositoryTest::takesOverItsOwnLock()
{
    QVERIFY(commit(someFiles));
    write(QStringLiteral(".git/index.lock"), "ekos-lakehouse\n"); // of a killed program: nobody holds it
    QVERIFY(commit(withChange("SELECT 10\n")));
    verifyClean();
}

void GitRepositoryTest::runsNoHooks()
{
    QVERIFY(commit(someFiles));
    for (const char *hook : {"pre-commit", "post-commit", "reference-transaction", "post-checkout"}) {
        const QString path = QStringLiteral(".git/hooks/") + QLatin1String(hook);
        write(path, "#!/bin/sh\ntouch \"$HOME/hook-ran\"\n");
        QFile::setPermissions(m_folder + QLatin1Char('/') + path, QFile::ReadOwner | QFile::ExeOwner);
    }
    QVERIFY(commit(withChange("SELECT 11\n")));
    QVERIFY(!QFile::exists(m_userHome.path() + QStringLiteral("/hook-ran")));
}

void GitRepositoryTest::foreignOwner()
{
    if (::geteuid() != 0)
        QSKIP("needs root, to give a folder to another user");
    QVERIFY(commit(someFiles));
    for (const QString &path : {m_folder, m_folder + QStringLiteral("/.git")})
        QCOMPARE(::chown(path.toUtf8().constData(), 65534, 65534), 0);
    const auto refused = commit(withChange("SELECT 12\n"));
    QVERIFY(!refused);
    QVERIFY2(refused.error().code == ErrorCode::NotAllowed, qPrintable(refused.error().message.toEnglish() + refused.error().detail));
    QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("safe.directory %1").arg(m_folder)));
    QProcess::execute(QStringLiteral("git"), {QStringLiteral("config"), QStringLiteral("--global"), QStringLiteral("--add"), QStringLiteral("safe.directory"), m_folder});
    QVERIFY(commit(withChange("SELECT 12\n")));
}

void GitRepositoryTest::reads()
{
    base::RunContext run;
    const auto repository = open();
    QCOMPARE(repository->head(run).error().code, ErrorCode::NotFound);
    QVERIFY(repository->createIfAbsent(run));
    QVERIFY(repository->createIfAbsent(run)); // a second time changes nothing
    QCOMPARE(repository->head(run).value(), std::optional<QString>());
    const auto first = repository->commit(request(someFiles), run);
    QVERIFY(repository->commit(request(withChange("SELECT 13\n")), run));
    const QString commit = first.value().commit;
    QCOMPARE(repository->read(commit, someFiles[0].path, run).value(), someFiles[0].content);
    for (const QString &missing : {QStringLiteral("bronze/nothing"), QStringLiteral("bronze"), QString()})
        QCOMPARE(repository->read(commit, missing, run).error().code, ErrorCode::NotFound);
    for (const QString &unknown : {QString(40, QLatin1Char('a')), QStringLiteral("main"), QString(), QStringLiteral("ё")})
        QCOMPARE(repository->read(unknown, someFiles[0].path, run).error().code, ErrorCode::NotFound);
    QCOMPARE(repository->list(commit, QStringLiteral("bronze/public"), run).value(), (std::vector<QString>{someFiles[0].path, someFiles[1].path}));
    QCOMPARE(repository->list(commit, QStringLiteral("bron"), run).value(), std::vector<QString>());
    QCOMPARE(qint64(repository->list(commit, QString(), run).value().size()), qint64(4));
}

void GitRepositoryTest::newestTrailer()
{
    base::RunContext run;
    const auto repository = open();
    QVERIFY(repository->createIfAbsent(run));
    const QString name = QStringLiteral("Ekos-Ledger-Head");
    QCOMPARE(repository->newestTrailer(name, run).value(), std::optional<QString>());
    QVERIFY(repository->commit(request(someFiles), run));
    git({QStringLiteral("-c"), QStringLiteral("user.name=A"), QStringLiteral("-c"), QStringLiteral("user.email=a@b"), QStringLiteral("commit"), QStringLiteral("--allow-empty"),
         QStringLiteral("-qm"), QStringLiteral("by hand: Ekos-Ledger-Head: sha256:99 is not a trailer")});
    QCOMPARE(repository->newestTrailer(name, run).value(), std::optional(QStringLiteral("sha256:34")));
    QCOMPARE(repository->newestTrailer(QStringLiteral("Nothing"), run).value(), std::optional<QString>());
    auto next = request(withChange("SELECT 14\n"));
    next.trailers = {{name, QStringLiteral("sha256:56")}};
    QVERIFY(repository->commit(next, run));
    QCOMPARE(repository->newestTrailer(name, run).value(), std::optional(QStringLiteral("sha256:56")));
    // A branch that was merged does not count: its trailers are older than the line they came into.
    git({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("side"), QStringLiteral("HEAD~1")});
    const QStringList identity{QStringLiteral("-c"), QStringLiteral("user.name=A"), QStringLiteral("-c"), QStringLiteral("user.email=a@b")};
    git(identity + QStringList{QStringLiteral("commit"), QStringLiteral("--allow-empty"), QStringLiteral("-qm"), QStringLiteral("side\n\nEkos-Ledger-Head: sha256:77")});
    git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    git(identity + QStringList{QStringLiteral("merge"), QStringLiteral("-q"), QStringLiteral("--no-ff"), QStringLiteral("-m"), QStringLiteral("merge"), QStringLiteral("side")});
    QCOMPARE(repository->newestTrailer(name, run).value(), std::optional(QStringLiteral("sha256:56")));
}

void GitRepositoryTest::cancelled()
{
    const auto first = commit(someFiles);
    base::CancelToken token;
    base::RunContext run(token);
    token.cancel();
    const auto repository = open();
    QCOMPARE(repository->commit(request(withChange("SELECT 15\n")), run).error().code, ErrorCode::Cancelled);
    QCOMPARE(git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}), first.value().commit);
    verifyClean();
}

void GitRepositoryTest::finishesWhatWasKilled()
{
    const QString first = commit(someFiles).value().commit;
    auto more = withChange("SELECT 16\n");
    more.erase(more.begin() + 1);
    more.push_back({QStringLiteral("bronze/public/actor/load_full.sql"), "SELECT 17\n"});
    const QString second = commit(more).value().commit;
    // As if the process had ended right after it moved the branch.
    const auto interrupt = [&](const QString &from, const QString &to) {
        QVERIFY(QDir().mkpath(updateFolder()));
        QCOMPARE(::chmod(updateFolder().toUtf8().constData(), 0700), 0);
        writeAt(updateFolder() + QStringLiteral("/journal"), (from + QLatin1Char(' ') + to + QStringLiteral(" refs/heads/main\n")).toLatin1());
    };
    git({QStringLiteral("checkout"), QStringLiteral("-q"), first, QStringLiteral("--"), QStringLiteral(".")});
    git({QStringLiteral("rm"), QStringLiteral("-qf"), QStringLiteral("bronze/public/actor/load_full.sql")});
    interrupt(first, second);
    write(QStringLiteral(".git/index.lock"), "ekos-lakehouse\n");
    base::RunContext run;
    const auto repository = open();
    QCOMPARE(repository->head(run).value(), std::optional(second)); // reading leaves it all as it is
    QVERIFY(repository->list(second, QString(), run));
    QVERIFY(!repository->check(run).empty());
    QVERIFY(QFile::exists(updateFolder() + QStringLiteral("/journal")));
    QVERIFY(QFile::exists(m_folder + QStringLiteral("/.git/index.lock")));
    QVERIFY(repository->createIfAbsent(run));
    verifyClean();
    // The branch never moved: nothing is to be done.
    interrupt(second, first);
    QVERIFY(repository->createIfAbsent(run));
    QCOMPARE(repository->head(run).value(), std::optional(second));
    verifyClean();
    // What a person wrote meanwhile stays, and shows as an edit.
    git({QStringLiteral("checkout"), QStringLiteral("-q"), first, QStringLiteral("--"), QStringLiteral(".")});
    write(QStringLiteral("bronze/public/film/load_full.sql"), "a person's\n");
    interrupt(first, second);
    QCOMPARE(commit(more).error().code, ErrorCode::Stale);
    QCOMPARE(repository->head(run).value(), std::optional(second));
    QCOMPARE(git({QStringLiteral("status"), QStringLiteral("--porcelain")}), QStringLiteral("M bronze/public/film/load_full.sql"));
    QCOMPARE(content(QStringLiteral("bronze/public/film/load_full.sql")), QByteArray("a person's\n"));
}

void GitRepositoryTest::treeIds()
{
    base::RunContext run;
    const auto repository = open();
    QVERIFY(repository->createIfAbsent(run));
    const auto planned = repository->plannedTreeIds(request(someFiles), run);
    QVERIFY(planned);
    QCOMPARE(repository->head(run).value(), std::optional<QString>()); // nothing moved
    QVERIFY(!QFile::exists(m_folder + QStringLiteral("/bronze")));
    const auto receipt = repository->commit(request(someFiles), run);
    QCOMPARE(receipt.value().treeIds, planned.value());
    QCOMPARE(qint64(planned.value().size()), qint64(2));
    for (const auto &[folder, id] : planned.value()) {
        QCOMPARE(id, git({QStringLiteral("rev-parse"), QStringLiteral("HEAD:") + folder}));
        QCOMPARE(repository->treeId(receipt.value().commit, folder, run).value(), id);
    }
    QCOMPARE(repository->treeId(receipt.value().commit, QString(), run).value(), git({QStringLiteral("rev-parse"), QStringLiteral("HEAD^{tree}")}));
    QCOMPARE(repository->commit(request(someFiles), run).value().treeIds, planned.value()); // nothing new
    for (const char *missing : {"marts", "bronze/public/film/load_full.sql", "bron"})
        QCOMPARE(repository->treeId(receipt.value().commit, QString::fromLatin1(missing), run).error().code, ErrorCode::NotFound);
    QCOMPARE(repository->treeId(QString(40, QLatin1Char('a')), QStringLiteral("bronze"), run).error().code, ErrorCode::NotFound);
    auto withoutDagster = someFiles;
    withoutDagster.erase(withoutDagster.begin() + 2);
    QCOMPARE(qint64(repository->plannedTreeIds(request(withoutDagster), run).value().size()), qint64(1));
    write(QStringLiteral("bronze/public/film/load_full.sql"), "a person's\n");
    QCOMPARE(repository->plannedTreeIds(request(someFiles), run).error().code, ErrorCode::Stale);
    base::CancelToken token;
    base::RunContext cancelledRun(token);
    token.cancel();
    QCOMPARE(repository->plannedTreeIds(request(someFiles), cancelledRun).error().code, ErrorCode::Cancelled);
    QCOMPARE(repository->treeId(receipt.value().commit, QStringLiteral("bronze"), cancelledRun).error().code, ErrorCode::Cancelled);
}

void GitRepositoryTest::staysInside_data()
{
    QTest::addColumn<QString>("trap");
    QTest::addColumn<bool>("isReadRefused"); // whether already a call that reads is
    for (const char *trap : {"staged link in .git", "staged link", "journal link", "index link", "update folder is a link", "update folder is open to others", "state folder is a link",
                             "folder in the working tree is a link", "branch is a link", "reflog is a link", "objects is a link", "committed path leads out"})
        QTest::newRow(trap) << QString::fromLatin1(trap) << false;
    for (const char *trap : {"core.worktree", "gitfile", "commondir", ".git is a link", "pipeline is a link", "pipeline is a link to nothing"})
        QTest::newRow(trap) << QString::fromLatin1(trap) << true;
}

void GitRepositoryTest::setTrap(const QString &trap, const QString &outside)
{
    const QString first = git({QStringLiteral("rev-parse"), QStringLiteral("HEAD~1")}), second = git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")});
    const QString secret = outside + QStringLiteral("/secret"), gitFolder = m_folder + QStringLiteral("/.git");
    const QByteArray journal = (first + QLatin1Char(' ') + second + QStringLiteral(" refs/heads/main\n")).toLatin1();
    const auto replaceByLink = [&](const QString &path, const QString &target) {
        QFileInfo(path).isDir() ? QDir(path).removeRecursively() : QFile::remove(path);
        QVERIFY(QFile::link(target, path));
    };
    const auto plantIn = [&](const QString &folder, const QStringList &links) {
        QVERIFY(QDir().mkpath(folder));
        ::chmod(folder.toUtf8().constData(), trap.endsWith(QLatin1String("others")) ? 0755 : 0700);
        for (const QString &name : links)
            QVERIFY(QFile::link(secret, folder + QLatin1Char('/') + name));
        if (!links.contains(QStringLiteral("journal")))
            writeAt(folder + QStringLiteral("/journal"), journal);
    };
    const QStringList numbers{QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")};
    // The files are as before the last commit, so that a journal has something to do.
    if (trap.contains(QLatin1String("staged")) || trap.contains(QLatin1String("update")) || trap.startsWith(QLatin1String("index")))
        git({QStringLiteral("checkout"), QStringLiteral("-q"), first, QStringLiteral("--"), QStringLiteral(".")});
    if (trap == QLatin1String("staged link in .git"))
        plantIn(gitFolder + QStringLiteral("/ekos-update"), numbers);
    else if (trap == QLatin1String("staged link") || trap.endsWith(QLatin1String("others")))
        plantIn(updateFolder(), numbers);
    else if (trap == QLatin1String("journal link"))
        plantIn(updateFolder(), {QStringLiteral("journal"), QStringLiteral("journal.new")});
    else if (trap == QLatin1String("index link"))
        plantIn(updateFolder(), {QStringLiteral("index"), QStringLiteral("index.lock")});
    else if (trap == QLatin1String("update folder is a link")) {
        QDir().mkpath(QFileInfo(updateFolder()).path());
        writeAt(outside + QStringLiteral("/journal"), journal);
        replaceByLink(updateFolder(), outside);
    } else if (trap == QLatin1String("state folder is a link"))
        replaceByLink(QFileInfo(updateFolder()).path(), outside);
    else if (trap.startsWith(QLatin1String("folder in the working tree"))) {
        // What is committed stands outside, word for word, so that the folder looks untouched.
        writeAt(outside + QStringLiteral("/film/load_full.sql"), content(QStringLiteral("bronze/public/film/load_full.sql")));
        writeAt(outside + QStringLiteral("/language/load_full.sql"), content(QStringLiteral("bronze/public/language/load_full.sql")));
        replaceByLink(m_folder + QStringLiteral("/bronze/public"), outside);
    } else if (trap == QLatin1String("branch is a link"))
        replaceByLink(gitFolder + QStringLiteral("/refs/heads/main"), secret + QStringLiteral("-new"));
    else if (trap == QLatin1String("reflog is a link"))
        replaceByLink(gitFolder + QStringLiteral("/logs/HEAD"), secret);
    else if (trap == QLatin1String("objects is a link")) {
        QVERIFY(QDir().rename(gitFolder + QStringLiteral("/objects"), outside + QStringLiteral("/objects")));
        QVERIFY(QFile::link(outside + QStringLiteral("/objects"), gitFolder + QStringLiteral("/objects")));
    } else if (trap == QLatin1String("committed path leads out"))
        commitEscape(secret);
    else if (trap == QLatin1String("core.worktree"))
        git({QStringLiteral("config"), QStringLiteral("core.worktree"), outside});
    else if (trap == QLatin1String("commondir")) {
        QDir().mkpath(outside + QStringLiteral("/common"));
        QProcess::execute(QStringLiteral("cp"), {QStringLiteral("-a"), gitFolder + QStringLiteral("/."), outside + QStringLiteral("/common")});
        writeAt(gitFolder + QStringLiteral("/commondir"), (outside + QStringLiteral("/common\n")).toUtf8());
    } else if (trap == QLatin1String("gitfile") || trap == QLatin1String(".git is a link")) {
        QVERIFY(QDir().rename(gitFolder, outside + QStringLiteral("/git")));
        if (trap == QLatin1String("gitfile"))
            writeAt(gitFolder, "gitdir: " + (outside + QStringLiteral("/git\n")).toUtf8());
        else
            QVERIFY(QFile::link(outside + QStringLiteral("/git"), gitFolder));
    } else if (trap == QLatin1String("pipeline is a link")) {
        QVERIFY(QDir().rename(m_folder, outside + QStringLiteral("/pipeline")));
        QVERIFY(QFile::link(outside + QStringLiteral("/pipeline"), m_folder));
    } else
        replaceByLink(m_folder, outside + QStringLiteral("/nothing"));
}

/// HEAD gets a tree that no `git add` would make: bronze/../../outside/secret, with the content that stands there.
void GitRepositoryTest::commitEscape(const QString &secret)
{
    const auto make = [this](const QByteArray &entries) {
        QProcess process;
        process.start(QStringLiteral("git"), {QStringLiteral("-C"), m_folder, QStringLiteral("hash-object"), QStringLiteral("-t"), QStringLiteral("tree"), QStringLiteral("--literally"),
                                              QStringLiteral("-w"), QStringLiteral("--stdin")});
        process.write(entries);
        process.closeWriteChannel();
        process.waitForFinished();
        return process.readAllStandardOutput().trimmed();
    };
    QByteArray entry = "100644 secret" + QByteArray(1, '\0') + QByteArray::fromHex(git({QStringLiteral("hash-object"), QStringLiteral("-w"), secret}).toLatin1());
    for (const char *name : {"outside", "..", "..", "bronze"})
        entry = "40000 " + QByteArray(name) + QByteArray(1, '\0') + QByteArray::fromHex(make(entry));
    const QString tree = QString::fromLatin1(make(entry));
    const QString made = git({QStringLiteral("-c"), QStringLiteral("user.name=A"), QStringLiteral("-c"), QStringLiteral("user.email=a@b"), QStringLiteral("commit-tree"),
                              QStringLiteral("-m"), QStringLiteral("escape"), tree});
    QCOMPARE(made.size(), qsizetype(40));
    git({QStringLiteral("update-ref"), QStringLiteral("refs/heads/main"), made});
    // Once by the journal, and once by the commit that replaces the folder.
    QDir().mkpath(updateFolder());
    ::chmod(updateFolder().toUtf8().constData(), 0700);
    writeAt(updateFolder() + QStringLiteral("/journal"), "none " + made.toLatin1() + " refs/heads/main\n");
}

void GitRepositoryTest::staysInside()
{
    QFETCH(QString, trap);
    QFETCH(bool, isReadRefused);
    QVERIFY(commit(someFiles));
    QVERIFY(commit(withChange("SELECT 20\n")));
    const QString outside = m_home->path() + QStringLiteral("/outside");
    QVERIFY(QDir().mkpath(outside));
    writeAt(outside + QStringLiteral("/secret"), "ssh-ed25519 mine\n");
    setTrap(trap, outside);
    const auto everything = [&] {
        QProcess process; // with every name, time of change and content outside; a look leaves them as they are
        process.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("cd \"$0\" && find . -printf '%p %y %s %T@ %m\n' | sort && find . -type f -exec sha256sum {} + | sort"), outside});
        process.waitForFinished();
        return process.readAllStandardOutput();
    };
    const QByteArray before = everything();
    QVERIFY(before.contains("secret"));
    base::RunContext run;
    const auto repository = open();
    const auto head = repository->head(run);
    if (isReadRefused)
        QCOMPARE(head.error().code, ErrorCode::RefusedByRule);
    if (head && head.value()) {
        (void)repository->list(*head.value(), QString(), run);
        (void)repository->read(*head.value(), QStringLiteral("dagster/definitions.py"), run);
    }
    (void)repository->newestTrailer(QStringLiteral("Ekos-Ledger-Head"), run);
    repository->check(run);
    QCOMPARE(everything(), before);
    auto next = withChange("SELECT 21\n");
    next.erase(next.begin() + 1);
    const auto created = repository->createIfAbsent(run);
    QCOMPARE(everything(), before);
    const auto planned = repository->plannedTreeIds(request(next), run);
    const auto committed = repository->commit(request(next), run);
    QCOMPARE(everything(), before);
    if (isReadRefused || trap.endsWith(QLatin1String("is a link")) || trap.endsWith(QLatin1String("others"))) {
        QVERIFY(!committed);
        QVERIFY(!planned);
        const ErrorCode expected = trap.startsWith(QLatin1String("folder in the working tree")) ? ErrorCode::Stale : ErrorCode::RefusedByRule;
        QVERIFY2(committed.error().code == expected, qPrintable(committed.error().message.toEnglish()));
        QVERIFY(created || created.error().code == expected); // it may have nothing to write
        QVERIFY(!committed.error().hint.isEmpty());
    } else if (trap != QLatin1String("staged link in .git") && trap != QLatin1String("committed path leads out")) {
        QVERIFY(committed); // what was planted is cleared away
        verifyClean();
    }
}

void GitRepositoryTest::takesOverLocksOfBranch_data()
{
    QTest::addColumn<QByteArray>("journal"); // NEXT stands for the commit it moves to
    QTest::addColumn<QByteArray>("lock");
    QTest::addColumn<bool>("isOurs");
    QTest::newRow("just taken") << QByteArray("none NEXT refs/heads/main") << QByteArray() << true;
    QTest::newRow("written") << QByteArray("none NEXT refs/heads/main") << QByteArray("NEXT\n") << true;
    QTest::newRow("moves elsewhere") << QByteArray("none NEXT refs/heads/main") << QByteArray(40, 'a') + '\n' << false;
    QTest::newRow("longer") << QByteArray("none NEXT refs/heads/main") << QByteArray("NEXT\n\n") << false;
    QTest::newRow("the branch has moved") << QByteArray("none HEAD refs/heads/main") << QByteArray() << false;
    QTest::newRow("nothing announced") << QByteArray() << QByteArray() << false;
    QTest::newRow("another branch announced") << QByteArray("none NEXT refs/heads/other") << QByteArray() << false;
    QTest::newRow("no branch announced") << QByteArray("none NEXT refs/heads/../heads/main") << QByteArray() << false;
}

void GitRepositoryTest::takesOverLocksOfBranch()
{
    QFETCH(QByteArray, journal);
    QFETCH(QByteArray, lock);
    QFETCH(bool, isOurs);
    const QByteArray next(40, 'b'); // never became the branch's
    const QString head = commit(someFiles).value().commit;
    QVERIFY(QDir().mkpath(updateFolder()));
    QCOMPARE(::chmod(updateFolder().toUtf8().constData(), 0700), 0);
    if (!journal.isEmpty())
        writeAt(updateFolder() + QStringLiteral("/journal"), journal.replace("NEXT", next).replace("HEAD", head.toLatin1()) + '\n');
    const QString path = m_folder + QStringLiteral("/.git/refs/heads/main.lock");
    writeAt(path, lock.replace("NEXT", next));
    write(QStringLiteral(".git/index.lock"), "ekos-lakehouse\n");
    const auto committed = commit(withChange("SELECT 18\n"));
    QCOMPARE(QFile::exists(path), !isOurs);
    if (!isOurs) {
        QCOMPARE(committed.error().code, ErrorCode::Busy);
        QCOMPARE(git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}), head);
        QVERIFY(QFile::remove(path));
        QVERIFY(commit(withChange("SELECT 18\n")));
    }
    QCOMPARE(content(QStringLiteral("bronze/public/film/load_full.sql")), QByteArray("SELECT 18\n"));
    verifyClean();
}

void GitRepositoryTest::survivesKills()
{
    QVERIFY(commit(someFiles));
    QRandomGenerator random(20240501);
    int interrupted = 0;
    for (int round = 0; round < 40; ++round) {
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) { // writes and removes files until it is killed
            for (int number = 0;; ++number) {
                std::vector<model::GeneratedFile> files = someFiles;
                for (int file = number % 2; file < 120; file += 1 + number % 3)
                    files.push_back({QStringLiteral("bronze/public/t%1/load_full.sql").arg(file), QByteArray::number(round * 1000 + number) + QByteArray(3000, 'x')});
                if (const auto committed = commit(files); !committed) {
                    qWarning() << committed.error().message.toEnglish() << committed.error().detail;
                    ::_exit(1);
                }
            }
        }
        QTest::qSleep(int(random.bounded(10, 60)));
        ::kill(child, SIGKILL);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY2(WIFSIGNALED(status), "a commit failed in the child");
        interrupted += QFile::exists(m_folder + QStringLiteral("/.git/index.lock"));
        base::RunContext run;
        QVERIFY(open()->createIfAbsent(run));
        verifyClean();
    }
    QVERIFY2(interrupted > 0, "no kill hit a commit");
    qInfo("%d of 40 kills hit a commit", interrupted);
}

void GitRepositoryTest::tenThousandFiles()
{
    std::vector<model::GeneratedFile> files;
    for (int number = 0; number < 10'000; ++number)
        files.push_back({QStringLiteral("bronze/public/table_%1/file_%2.sql").arg(number / 10).arg(number % 10), QByteArray::number(number) + QByteArray(1500, 'x')});
    QElapsedTimer timer;
    timer.start();
    QVERIFY(commit(files));
    const qint64 first = timer.restart();
    QVERIFY(!commit(files).value().isNew);
    const qint64 same = timer.restart();
    files[77].content = "changed";
    QVERIFY(commit(files));
    qInfo("10,000 files: first commit %lld ms, nothing new %lld ms, one file %lld ms", first, same, timer.elapsed());
    verifyClean();
}

void GitRepositoryTest::checks()
{
    base::RunContext run;
    QCOMPARE(open()->check(run).front().state, model::CheckState::Skipped);
    QVERIFY(commit(someFiles));
    const auto passed = open()->check(run);
    QVERIFY(std::ranges::all_of(passed, [](const model::ServiceCheck &line) { return line.state == model::CheckState::Passed; }));
    git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("--detach")});
    const auto failed = open()->check(run);
    QVERIFY(std::ranges::any_of(failed, [](const model::ServiceCheck &line) { return line.state == model::CheckState::Failed && !line.remedy.isEmpty(); }));
}

QTEST_GUILESS_MAIN(GitRepositoryTest)
#include "git_repository_test.moc"
