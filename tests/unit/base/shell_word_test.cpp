#include "base/shell_word.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using lakehouse::base::shellWord;

class ShellWordTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words_data();
    void words();
};

void ShellWordTest::words_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain path") << QStringLiteral("/srv/a/pipe-line_1.d") << QStringLiteral("/srv/a/pipe-line_1.d");
    QTest::newRow("empty") << QString() << QStringLiteral("''");
    QTest::newRow("space") << QStringLiteral("my data") << QStringLiteral("'my data'");
    QTest::newRow("quote") << QStringLiteral("o'neil") << QStringLiteral("'o'\\''neil'");
    QTest::newRow("ends the quote and runs") << QStringLiteral("a'; rm -rf ~; '") << QStringLiteral("'a'\\''; rm -rf ~; '\\'''");
    QTest::newRow("substitution") << QStringLiteral("$(id)`id`${HOME}") << QStringLiteral("'$(id)`id`${HOME}'");
    QTest::newRow("history and globs") << QStringLiteral("a!b*?[c]") << QStringLiteral("'a!b*?[c]'");
    QTest::newRow("backslash") << QStringLiteral("a\\b") << QStringLiteral("'a\\b'");
    QTest::newRow("home sign") << QStringLiteral("~root") << QStringLiteral("'~root'");
    QTest::newRow("leading equals sign") << QStringLiteral("=ls") << QStringLiteral("'=ls'");
    QTest::newRow("cyrillic") << QStringLiteral("склад") << QStringLiteral("'склад'");
    QTest::newRow("beyond the first plane") << QStringLiteral("a\U0001F600") << QStringLiteral("'a\U0001F600'");
    QTest::newRow("newline") << QStringLiteral("a\nid") << QStringLiteral("$'a\\012id'");
    QTest::newRow("newline, quote and backslash") << QStringLiteral("a\n'\\") << QStringLiteral("$'a\\012\\'\\\\'");
    QTest::newRow("escape then digits") << QStringLiteral("\x1b" "1") << QStringLiteral("$'\\0331'");
    QTest::newRow("direction override") << QStringLiteral("a\u202Eb") << QStringLiteral("$'a\\342\\200\\256b'");
    QTest::newRow("line separator") << QStringLiteral("a\u2028b") << QStringLiteral("$'a\\342\\200\\250b'");
}

void ShellWordTest::words()
{
    QFETCH(QString, word);
    QFETCH(QString, expected);
    QCOMPARE(shellWord(word), expected);
    if (QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty())
        QSKIP("needs bash, which judges what the word means");
    QProcess bash;
    bash.start(QStringLiteral("bash"), {QStringLiteral("-c"), QStringLiteral("printf '<%s>' ") + shellWord(word)});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(QString::fromUtf8(bash.readAllStandardOutput()), QStringLiteral("<%1>").arg(word));
}

QTEST_GUILESS_MAIN(ShellWordTest)
#include "shell_word_test.moc"
