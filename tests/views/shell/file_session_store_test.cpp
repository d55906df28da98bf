#include "desktop/file_session_store.h"
#include "desktop/recent_projects.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lakehouse;
using app::FileSessionStore;

class FileSessionStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valueIsThereAtOnceForAnotherProgram();
    void filesAreThePersonsAlone();
    void keysStayInsideTheFolder_data();
    void keysStayInsideTheFolder();
    void emptyValueRemoves();
    void failureIsToldOnce();
    void recentProjectsNewestFirst();
};

void FileSessionStoreTest::valueIsThereAtOnceForAnotherProgram()
{
    const QTemporaryDir folder;
    FileSessionStore first(folder.filePath(QStringLiteral("state")));
    FileSessionStore second(folder.filePath(QStringLiteral("state")));
    first.setValue(QStringLiteral("projects/a/anna/place"), "here");
    QCOMPARE(second.value(QStringLiteral("projects/a/anna/place")), QByteArray("here"));
    second.setValue(QStringLiteral("projects/a/anna/place"), "there");
    first.setValue(QStringLiteral("projects/a/anna/drafts/x"), "a draft");
    QCOMPARE(first.value(QStringLiteral("projects/a/anna/place")), QByteArray("there"));
    QCOMPARE(second.value(QStringLiteral("projects/a/anna/drafts/x")), QByteArray("a draft"));
}

void FileSessionStoreTest::filesAreThePersonsAlone()
{
    const QTemporaryDir folder;
    FileSessionStore store(folder.filePath(QStringLiteral("state")));
    store.setValue(QStringLiteral("a/b"), "private");
    constexpr QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
                                         | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    int files = 0;
    const auto check = [&](const QFileInfo &info) { QVERIFY2(!(info.permissions() & others), qPrintable(info.filePath())); };
    QStringList folders{folder.filePath(QStringLiteral("state"))};
    while (!folders.isEmpty()) {
        const QString at = folders.takeFirst();
        check(QFileInfo(at));
        for (const QFileInfo &info : QDir(at).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
            check(info);
            if (info.isDir())
                folders += info.filePath();
            else
                ++files;
        }
    }
    QCOMPARE(files, 1);
}

void FileSessionStoreTest::keysStayInsideTheFolder_data()
{
    QTest::addColumn<QString>("key");
    QTest::newRow("climbing") << QStringLiteral("../../outside");
    QTest::newRow("dots alone") << QStringLiteral("a/./../..");
    QTest::newRow("absolute") << QStringLiteral("/etc/outside");
    QTest::newRow("empty parts") << QStringLiteral("a//b");
    QTest::newRow("letters beyond ASCII") << QStringLiteral("a/\u00dcbung \u2026");
    QTest::newRow("very long") << QString(4000, QLatin1Char('x'));
    QTest::newRow("a key that is the beginning of another") << QStringLiteral("a");
}

void FileSessionStoreTest::keysStayInsideTheFolder()
{
    QFETCH(QString, key);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("deep/deeper")));
    FileSessionStore store(folder.filePath(QStringLiteral("deep/deeper/state")));
    store.setValue(QStringLiteral("a/b"), "other");
    store.setValue(key, "kept");
    QCOMPARE(store.value(key), QByteArray("kept"));
    QCOMPARE(store.value(QStringLiteral("a/b")), QByteArray("other"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden), QStringList{QStringLiteral("deep")});
    QCOMPARE(QDir(folder.filePath(QStringLiteral("deep/deeper"))).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
             QStringList{QStringLiteral("state")});
}

void FileSessionStoreTest::emptyValueRemoves()
{
    const QTemporaryDir folder;
    FileSessionStore store(folder.path());
    store.setValue(QStringLiteral("a"), "kept");
    store.setValue(QStringLiteral("a"), {});
    QCOMPARE(store.value(QStringLiteral("a")), QByteArray());
    store.setValue(QStringLiteral("never there"), {});
}

void FileSessionStoreTest::failureIsToldOnce()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("state")));
    QVERIFY(file.open(QIODevice::WriteOnly)); // a file where the folder would be: also fails for an administrator
    file.close();
    FileSessionStore store(folder.filePath(QStringLiteral("state")));
    int told = 0;
    base::Error last;
    store.onFailure([&](const base::Error &error) {
        ++told;
        last = error;
    });
    store.setValue(QStringLiteral("a"), "lost");
    store.setValue(QStringLiteral("b"), "lost");
    QCOMPARE(told, 1);
    QVERIFY(!last.hint.isEmpty());
}

void FileSessionStoreTest::recentProjectsNewestFirst()
{
    const QTemporaryDir folder;
    FileSessionStore store(folder.filePath(QStringLiteral("state")));
    for (const char *name : {"one", "two", "three"}) {
        QVERIFY(QDir(folder.path()).mkpath(QString::fromLatin1(name)));
        if (QLatin1String(name) != QLatin1String("two")) {
            QFile settings(folder.filePath(QString::fromLatin1(name)) + QStringLiteral("/ekos.toml"));
            QVERIFY(settings.open(QIODevice::WriteOnly));
        }
        app::RecentProjects(store).note({.id = folder.filePath(QString::fromLatin1(name)), .name = QString::fromLatin1(name), .environment = QStringLiteral("production"), .sources = QStringLiteral("erp, sales")});
    }
    app::RecentProjects(store).note({.id = folder.filePath(QStringLiteral("one")), .name = QStringLiteral("one"), .environment = QStringLiteral("test")});
    QStringList names;
    for (const views::ProjectChoice &project : app::RecentProjects(store).list())
        names += project.name;
    QCOMPARE(names, (QStringList{QStringLiteral("one"), QStringLiteral("three")})); // "two" has no ekos.toml (now)
    const views::ProjectChoice newest = app::RecentProjects(store).list().front();
    QCOMPARE(newest.environment, QStringLiteral("test"));
    QCOMPARE(newest.sources, std::optional(QStringLiteral("erp, sales"))); // not said this time: as it was
    app::RecentProjects(store).note({.id = folder.filePath(QStringLiteral("one")), .name = QStringLiteral("one"), .environment = QStringLiteral("test"), .sources = QString()});
    QCOMPARE(app::RecentProjects(store).list().front().sources, std::optional(QString())); // the last one was removed
    QCOMPARE(newest.place, QDir::toNativeSeparators(folder.filePath(QStringLiteral("one"))));
}

QTEST_GUILESS_MAIN(FileSessionStoreTest)
#include "file_session_store_test.moc"
