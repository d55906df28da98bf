#include "adapters/observed_files/folder_observed_files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>

using namespace lakehouse;
using adapters::FolderObservedFiles;
using ports::ObservedReport;
using ports::SkippedFile;

class ObservedFilesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::map<QString, QString> m_texts; ///< by path, as they were handed over

    void write(const char *path, const QByteArray &bytes = "x")
    {
        const QString whole = m_folder->filePath(QString::fromUtf8(path));
        QDir().mkpath(QFileInfo(whole).path());
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    base::Result<ObservedReport> read(const std::vector<QString> &paths, const base::CancelToken &cancel = {})
    {
        m_texts.clear();
        std::mutex mutex;
        base::RunContext run(cancel);
        const ports::ObserveRequest request{.folder = m_folder->path(), .paths = paths, .isWanted = [](const QString &path) { return path.endsWith(QLatin1String(".sql")); }};
        return FolderObservedFiles().read(request, [&](const ports::ObservedFile &file) {
            const std::lock_guard lock(mutex);
            m_texts[file.path] = file.text;
        }, run);
    }

    QStringList paths() const
    {
        QStringList all;
        for (const auto &[path, text] : m_texts)
            all << path;
        return all;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void walk_data()
    {
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QStringList>("expected");
        const auto list = [](const char *words) { return QString::fromUtf8(words).split(QLatin1Char(' '), Qt::SkipEmptyParts); };
        const auto row = [&](const char *name, const char *paths, const char *expected) { QTest::newRow(name) << list(paths) << list(expected); };
        row("a folder", "src", "src/a.sql src/deep/b.sql src/deep/deeper/c.sql");
        row("a folder with signs around it", "./src/", "src/a.sql src/deep/b.sql src/deep/deeper/c.sql");
        row("everything", ".", "other/a.sql src/a.sql src/deep/b.sql src/deep/deeper/c.sql");
        row("a file", "src/a.sql", "src/a.sql");
        row("a file of another kind", "src/a.txt", "");
        row("paths that meet", "src src/deep src/a.sql", "src/a.sql src/deep/b.sql src/deep/deeper/c.sql");
        row("files by a pattern", "src/*.sql", "src/a.sql");
        row("folders by a pattern", "*/deep", "src/deep/b.sql src/deep/deeper/c.sql");
        row("any depth", "src/**/?.sql", "src/a.sql src/deep/b.sql src/deep/deeper/c.sql");
        row("without a folder", "src !src/deep/deeper", "src/a.sql src/deep/b.sql");
        row("without a pattern", "!**/b.sql .", "other/a.sql src/a.sql src/deep/deeper/c.sql");
        row("inside of what is passed by", "src/build", "src/build/d.sql");
    }
    void walk()
    {
        for (const char *path : {"src/a.sql", "src/a.txt", "src/deep/b.sql", "src/deep/deeper/c.sql", "src/build/d.sql", "src/.git/e.sql", "src/node_modules/x/f.sql", "vendor/g.sql", "target/h.sql",
                                 "src/__pycache__/i.sql", "other/a.sql"})
            write(path);
        QFETCH(QStringList, paths);
        const auto report = read({paths.begin(), paths.end()});
        QVERIFY(report);
        QTEST(this->paths(), "expected");
        QCOMPARE(report.value().files, qint64(m_texts.size()));
    }

    void pathsOutsideOfTheProject()
    {
        write("shop/src/a.sql");
        write("project/ekos.toml");
        base::RunContext run;
        QStringList found;
        const ports::ObserveRequest request{.folder = m_folder->filePath(QStringLiteral("project")), .paths = {QStringLiteral("../shop")}, .isWanted = [](const QString &) { return true; }};
        QVERIFY(FolderObservedFiles().read(request, [&](const ports::ObservedFile &file) { found << file.path; }, run));
        QCOMPARE(found, QStringList{QStringLiteral("../shop/src/a.sql")});
    }

    void whatIsNotThere_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << QStringLiteral("sources");
        QTest::newRow("pattern") << QStringLiteral("src/*.java");
        QTest::newRow("folder of a pattern") << QStringLiteral("sources/**/*.sql");
    }
    void whatIsNotThere()
    {
        QFETCH(QString, path);
        write("src/a.sql");
        const auto report = read({QStringLiteral("src"), path});
        QVERIFY(!report);
        QCOMPARE(report.error().code, base::ErrorCode::NotFound);
        QCOMPARE(report.error().subject, path);
    }

    void encodings_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const QString text = QStringLiteral("-- gr\u00fc\u00dfe\r\n");
        QTest::newRow("utf-8") << text.toUtf8() << text;
        QTest::newRow("utf-8 with a mark") << "\xef\xbb\xbf" + text.toUtf8() << text;
        QTest::newRow("utf-16, little end first") << QByteArray("\xff\xfe" "a\0\xfc\0", 6) << QStringLiteral("a\u00fc");
        QTest::newRow("utf-16, big end first") << QByteArray("\xfe\xff" "\0a\0\xfc", 6) << QStringLiteral("a\u00fc");
        QTest::newRow("latin-1") << text.toLatin1() << text;
        QTest::newRow("half a character at the end") << QByteArray("a\xc3") << QStringLiteral("a\u00c3");
        QTest::newRow("nothing") << QByteArray() << QString();
    }
    void encodings()
    {
        QFETCH(QByteArray, bytes);
        write("a.sql", bytes);
        QVERIFY(read({QStringLiteral(".")}));
        QCOMPARE(m_texts.size(), std::size_t(1));
        QTEST(m_texts.begin()->second, "expected");
    }

    void skippedFilesAreNamed()
    {
        write("src/binary.sql", QByteArray("a\0b", 3));
        write("src/utf16_without_mark.sql", QByteArray("a\0b\0", 4));
        write("src/large.sql");
        QVERIFY(QFile::resize(m_folder->filePath(QStringLiteral("src/large.sql")), (qint64(50) << 20) + 1));
        write("src/largest.sql");
        QVERIFY(QFile::resize(m_folder->filePath(QStringLiteral("src/largest.sql")), qint64(50) << 20)); // may be read, and is all NUL
        write("outside/secret.sql");
        QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("outside/secret.sql")), m_folder->filePath(QStringLiteral("src/link.sql"))));
        QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("outside")), m_folder->filePath(QStringLiteral("src/linked"))));
        QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("src")), m_folder->filePath(QStringLiteral("src/round"))));
        QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("nowhere.sql")), m_folder->filePath(QStringLiteral("src/nowhere.sql"))));
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder->filePath(QStringLiteral("src/pipe.sql"))).constData(), 0600), 0);
        write("src/picture.png", QByteArray(10, '\0'));
        write("src/good.sql");
        const auto report = read({QStringLiteral("src")});
        QVERIFY(report);
        QCOMPARE(paths(), QStringList{QStringLiteral("src/good.sql")});
        QStringList skipped;
        for (const SkippedFile &file : report.value().skipped) {
            skipped << QStringLiteral("%1 %2").arg(file.path).arg(int(file.reason));
            QVERIFY(!file.why.isEmpty());
        }
        const auto named = [](const char *path, SkippedFile::Reason reason) { return QStringLiteral("%1 %2").arg(QString::fromLatin1(path)).arg(int(reason)); };
        QCOMPARE(skipped, (QStringList{named("src/binary.sql", SkippedFile::Reason::Binary), named("src/large.sql", SkippedFile::Reason::TooLarge), named("src/largest.sql", SkippedFile::Reason::Binary),
                                       named("src/link.sql", SkippedFile::Reason::LinkToOutside), named("src/linked", SkippedFile::Reason::LinkToOutside), named("src/nowhere.sql", SkippedFile::Reason::LinkToOutside),
                                       named("src/pipe.sql", SkippedFile::Reason::Binary), named("src/utf16_without_mark.sql", SkippedFile::Reason::Binary)}));
    }

    void unreadableFilesAreNamed()
    {
        write("src/a.sql");
        write("src/b.sql");
        base::RunContext run({}, {}, 0);
        const ports::ObserveRequest request{.folder = m_folder->path(), .paths = {QStringLiteral("src")}, .isWanted = [](const QString &) { return true; }};
        const auto report = FolderObservedFiles().read(request, [&](const ports::ObservedFile &) { QFile::remove(m_folder->filePath(QStringLiteral("src/b.sql"))); }, run);
        QVERIFY(report);
        QCOMPARE(report.value().files, 1);
        QCOMPARE(report.value().skipped.size(), std::size_t(1));
        QCOMPARE(report.value().skipped[0].path, QStringLiteral("src/b.sql"));
        QCOMPARE(report.value().skipped[0].reason, SkippedFile::Reason::Unreadable);
    }

    void namesOfOtherEncodings()
    {
        const QByteArray name = QFile::encodeName(m_folder->path()) + "/\xff.sql";
        const int file = ::creat(name.constData(), 0600);
        QVERIFY(file >= 0);
        ::close(file);
        const auto report = read({QStringLiteral(".")});
        QCOMPARE(::unlink(name.constData()), 0);
        QVERIFY(report);
        QCOMPARE(report.value().files + qint64(report.value().skipped.size()), 1); // read or named, never lost
    }

    void cancelled()
    {
        for (int i = 0; i < 200; ++i)
            write(qPrintable(QStringLiteral("src/%1.sql").arg(i)));
        base::CancelToken cancel;
        int handedOver = 0;
        base::RunContext run(cancel, {}, 0);
        const ports::ObserveRequest request{.folder = m_folder->path(), .paths = {QStringLiteral("src")}, .isWanted = [](const QString &) { return true; }};
        const auto report = FolderObservedFiles().read(request, [&](const ports::ObservedFile &) {
            handedOver += 1;
            cancel.cancel();
        }, run);
        QVERIFY(!report);
        QCOMPARE(report.error().code, base::ErrorCode::Cancelled);
        QCOMPARE(handedOver, 1);
    }

    void progressIsSaid()
    {
        for (int i = 0; i < 120; ++i)
            write(qPrintable(QStringLiteral("src/%1.sql").arg(i)));
        std::vector<base::Progress> progress;
        base::RunContext run({}, [&](const base::Progress &step) { progress.push_back(step); });
        const ports::ObserveRequest request{.folder = m_folder->path(), .paths = {QStringLiteral("src")}, .isWanted = [](const QString &) { return true; }};
        const auto report = FolderObservedFiles().read(request, [](const ports::ObservedFile &) {}, run);
        QVERIFY(report);
        QCOMPARE(report.value().files, 120);
        QCOMPARE(report.value().bytes, 120);
        QCOMPARE(progress.size(), std::size_t(3));
        QCOMPARE(progress.back().step, 3);
        QCOMPARE(progress.back().steps, 3);
    }
};

QTEST_GUILESS_MAIN(ObservedFilesTest)
#include "observed_files_test.moc"
