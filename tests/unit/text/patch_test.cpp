#include "text/diff.h"
#include "text/patch.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace lakehouse::text;
using namespace Qt::StringLiterals;

namespace {

QString linesText(int first, int last, const QString &word = QStringLiteral("line"))
{
    QString text;
    for (int i = first; i <= last; ++i)
        text += QStringLiteral("%1 %2\n").arg(word).arg(i);
    return text;
}

} // namespace

class PatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void text()
    {
        const DiffDocument document = diffOf({{QStringLiteral("silver/film.sql"), QStringLiteral("a\nb\nc\n"), QStringLiteral("a\nB\nc\nd")},
                                              {QStringLiteral("same.sql"), QStringLiteral("a\n"), QStringLiteral("a\n")},
                                              {QStringLiteral("new.sql"), {}, QStringLiteral("x\n")}});
        QCOMPARE(unifiedPatch(document), QByteArray("diff --git a/silver/film.sql b/silver/film.sql\n--- a/silver/film.sql\n+++ b/silver/film.sql\n"
                                                    "@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n\\ No newline at end of file\n"
                                                    "diff --git a/new.sql b/new.sql\nnew file mode 100644\n"
                                                    "--- /dev/null\n+++ b/new.sql\n@@ -0,0 +1 @@\n+x\n"));
    }

    void applies_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("several hunks") << "film.sql" << linesText(1, 100) << linesText(2, 40) + QStringLiteral("new\n") + linesText(41, 97)
            + linesText(98, 101, QStringLiteral("other"));
        QTest::newRow("new file") << "bronze/public/film.sql" << QString() << linesText(1, 5);
        QTest::newRow("new empty file") << "empty.sql" << QString() << QStringLiteral("");
        QTest::newRow("deleted file") << "film.sql" << linesText(1, 5) << QString();
        QTest::newRow("emptied file") << "film.sql" << linesText(1, 5) << QStringLiteral("");
        QTest::newRow("filled file") << "film.sql" << QStringLiteral("") << linesText(1, 5);
        QTest::newRow("last line gets an end") << "film.sql" << "a\nb" << "a\nb\n";
        QTest::newRow("last line loses its end") << "film.sql" << "a\nb\n" << "a\nb";
        QTest::newRow("no end on either side") << "film.sql" << "a\nb\nc" << "x\nb\nc";
        QTest::newRow("spaces in the name") << "a folder/my film.sql" << "a\n" << "b\n";
        QTest::newRow("a quote in the name") << "my \"film\".sql" << "a\n" << "b\n";
        QTest::newRow("accents in name and text") << u"straße/über.sql"_s << u"größe\n"_s << u"größer\nnaïve\n"_s;
        QTest::newRow("carriage returns") << "film.sql" << "a\r\nb\r\nc\r\n" << "a\r\nB\r\nc\r\n";
        QRandomGenerator random{5};
        for (int i = 0; i < 6; ++i) {
            QString before, after;
            for (int line = 0; line < 200; ++line) {
                const QString text = QStringLiteral("%1\n").arg(random.bounded(30));
                if (random.bounded(10) != 0)
                    before += text;
                if (random.bounded(10) != 0)
                    after += text;
            }
            QTest::addRow("random %d", i) << "random.sql" << before << after;
        }
    }
    void applies()
    {
        QFETCH(QString, path);
        QFETCH(QString, before);
        QFETCH(QString, after);
        QTemporaryDir folder;
        const QString file = folder.filePath(path);
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        if (!before.isNull()) {
            QFile written(file);
            QVERIFY(written.open(QIODevice::WriteOnly) && written.write(before.toUtf8()) >= 0);
        }
        QProcess git;
        git.setWorkingDirectory(folder.path());
        git.start(QStringLiteral("git"), {QStringLiteral("apply"), QStringLiteral("--whitespace=nowarn"), QStringLiteral("-")});
        git.write(unifiedPatch(diffOf({{path, before, after}})));
        git.closeWriteChannel();
        QVERIFY2(git.waitForFinished(), "git is needed");
        QVERIFY2(git.exitCode() == 0, git.readAllStandardError());
        QFile read(file);
        QCOMPARE(read.exists(), !after.isNull());
        if (!after.isNull()) {
            QVERIFY(read.open(QIODevice::ReadOnly));
            QCOMPARE(QString::fromUtf8(read.readAll()), after.isEmpty() ? QString::fromUtf8("") : after);
        }
    }

    void ignoredWhitespaceStillApplies()
    {
        QTemporaryDir folder;
        QFile written(folder.filePath(QStringLiteral("a.sql")));
        QVERIFY(written.open(QIODevice::WriteOnly) && written.write("select  1\nfrom a\n") > 0);
        written.close();
        const QByteArray patch = unifiedPatch(diffOf({{QStringLiteral("a.sql"), QStringLiteral("select  1\nfrom a\n"),
            QStringLiteral("select 1\nfrom b\n")}}, {.ignoresWhitespace = true}));
        QVERIFY(!patch.contains("select 1"));
        QProcess git;
        git.setWorkingDirectory(folder.path());
        git.start(QStringLiteral("git"), {QStringLiteral("apply"), QStringLiteral("-")});
        git.write(patch);
        git.closeWriteChannel();
        QVERIFY(git.waitForFinished());
        QVERIFY2(git.exitCode() == 0, git.readAllStandardError());
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), QByteArray("select  1\nfrom b\n"));
    }
};

QTEST_GUILESS_MAIN(PatchTest)
#include "patch_test.moc"
