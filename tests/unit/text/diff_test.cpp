#include "text/diff.h"
#include "text/word_diff.h"

#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>

using namespace lakehouse::text;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

DiffDocument diff(const QString &before, const QString &after, DiffOptions options = {})
{
    return diffOf({{QStringLiteral("a.sql"), before, after}}, options);
}

/// One sign a row with its lines: " same", "-old", "+new", "~old>new".
QStringList shown(const FileDiff &file)
{
    QStringList rows;
    for (const DiffRow &row : file.rows) {
        const QString before = row.before < 0 ? QString() : file.before.line(row.before).toString();
        const QString after = row.after < 0 ? QString() : file.after.line(row.after).toString();
        switch (row.kind) {
        case DiffRowKind::Same: rows << QLatin1Char(' ') + before; break;
        case DiffRowKind::Removed: rows << QLatin1Char('-') + before; break;
        case DiffRowKind::Added: rows << QLatin1Char('+') + after; break;
        case DiffRowKind::Changed: rows << QLatin1Char('~') + before + QLatin1Char('>') + after; break;
        }
    }
    return rows;
}

/// Every line of both sides stands in exactly one row, in order; same rows are the same.
bool isWhole(const FileDiff &file)
{
    int before = 0, after = 0;
    for (const DiffRow &row : file.rows) {
        if ((row.before >= 0 && row.before != before++) || (row.after >= 0 && row.after != after++))
            return false;
        if (row.kind == DiffRowKind::Same && file.before.line(row.before) != file.after.line(row.after))
            return false;
        if ((row.before >= 0) != (row.kind != DiffRowKind::Added) || (row.after >= 0) != (row.kind != DiffRowKind::Removed))
            return false;
    }
    return before == file.before.count() && after == file.after.count();
}

QString randomText(QRandomGenerator &random, int lines, int vocabulary)
{
    QString text;
    for (int i = 0; i < lines; ++i)
        text += QStringLiteral("%1line %2\n").arg(QString(random.bounded(4), QLatin1Char(' '))).arg(random.bounded(vocabulary));
    return text;
}

QString mutated(QRandomGenerator &random, const QString &text, int percent)
{
    QString result;
    for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const int dice = random.bounded(100);
        if (dice < percent / 2)
            continue;
        result += line + QLatin1Char('\n');
        if (dice > 99 - percent / 2)
            result += QStringLiteral("new %1\n").arg(random.bounded(20));
    }
    return result;
}

} // namespace

class DiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rows_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("nothing at all") << "" << "" << QStringList{};
        QTest::newRow("the same") << "a\nb\n" << "a\nb\n" << QStringList{u" a"_s, u" b"_s};
        QTest::newRow("all new") << QString() << "a\nb\n" << QStringList{u"+a"_s, u"+b"_s};
        QTest::newRow("all gone") << "a\nb\n" << QString() << QStringList{u"-a"_s, u"-b"_s};
        QTest::newRow("one inserted") << "a\nc\n" << "a\nb\nc\n" << QStringList{u" a"_s, u"+b"_s, u" c"_s};
        QTest::newRow("one removed") << "a\nb\nc\n" << "a\nc\n" << QStringList{u" a"_s, u"-b"_s, u" c"_s};
        QTest::newRow("one changed") << "a\nx 1\nc\n" << "a\nx 2\nc\n" << QStringList{u" a"_s, u"~x 1>x 2"_s, u" c"_s};
        QTest::newRow("the like ones are set side by side")
            << "select\n  film_id integer,\n  title varchar\n" << "select\n  _run varchar,\n  film_id bigint,\n  title varchar\n"
            << QStringList{u" select"_s, u"+  _run varchar,"_s, u"~  film_id integer,>  film_id bigint,"_s, u"   title varchar"_s};
        QTest::newRow("only the end of the last line") << "a\nb" << "a\nb\n" << QStringList{u" a"_s, u"~b>b"_s};
        QTest::newRow("neither has a last line end") << "a\nb" << "x\nb" << QStringList{u"~a>x"_s, u" b"_s};
        QTest::newRow("carriage returns are text") << "a\r\n" << "a\n" << QStringList{u"~a\r>a"_s};
        QTest::newRow("empty lines") << "\n\n\n" << "\n\n" << QStringList{u" "_s, u" "_s, u"-"_s};
        // The closing line belongs to the block that it closes.
        QTest::newRow("an inserted block begins at its beginning")
            << "if a then\n  x;\nend if;\n" << "if a then\n  x;\nend if;\nif b then\n  y;\nend if;\n"
            << QStringList{u" if a then"_s, u"   x;"_s, u" end if;"_s, u"+if b then"_s, u"+  y;"_s, u"+end if;"_s};
        QTest::newRow("an inserted block in the middle")
            << "begin\n  a (\n    1\n  );\nend\n" << "begin\n  a (\n    1\n  );\n  b (\n    1\n  );\nend\n"
            << QStringList{u" begin"_s, u"   a ("_s, u"     1"_s, u"   );"_s, u"+  b ("_s, u"+    1"_s, u"+  );"_s, u" end"_s};
    }
    void rows()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QStringList, expected);
        const DiffDocument document = diff(before, after);
        QCOMPARE(shown(document.files.front()), expected);
        QVERIFY(isWhole(document.files.front()));
    }

    void filesAreThereOrNot()
    {
        const DiffDocument document = diffOf({{QStringLiteral("new"), {}, QStringLiteral("a\n")},
                                              {QStringLiteral("emptied"), QStringLiteral("a\n"), QStringLiteral("")},
                                              {QStringLiteral("empty and new"), {}, QStringLiteral("")},
                                              {QStringLiteral("same"), QStringLiteral("a\n"), QStringLiteral("a\n")}});
        QVERIFY(!document.files[0].existsBefore && document.files[0].existsAfter);
        QVERIFY(document.files[1].existsBefore && document.files[1].existsAfter);
        QVERIFY(!document.files[2].isSame());
        QVERIFY(document.files[3].isSame());
        QVERIFY(!document.isSame());
        QCOMPARE(document.addedLines(), 1);
        QCOMPARE(document.removedLines(), 1);
    }

    void hunks()
    {
        QString before, after;
        for (int i = 1; i <= 40; ++i) {
            before += QStringLiteral("line %1\n").arg(i);
            after += i == 10 || i == 17 || i == 30 ? QStringLiteral("LINE %1\n").arg(i) : QStringLiteral("line %1\n").arg(i);
        }
        const DiffDocument document = diff(before, after);
        // Between 10 and 17 stand six lines: just joined; the other part is by itself.
        QCOMPARE(document.files.front().hunks, (std::vector<DiffHunk>{{6, 14}, {26, 7}}));
        QCOMPARE(diff(before, after, {.context = 0}).files.front().hunks, (std::vector<DiffHunk>{{9, 1}, {16, 1}, {29, 1}}));
    }

    void whitespace()
    {
        const QString before = QStringLiteral("select a,b\n  from t\n"), after = QStringLiteral("select  a, b\r\nfrom t");
        QCOMPARE(diff(before, after).files.front().removedLines, 2);
        const DiffDocument document = diff(before, after, {.ignoresWhitespace = true});
        QVERIFY(document.isSame());
        QCOMPARE(diff(before, QStringLiteral("select a,c\n from t\n"), {.ignoresWhitespace = true}).files.front().addedLines, 1);
    }

    void fewestChangedLines_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("vocabulary");
        QTest::addColumn<int>("percent");
        for (int seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %d", seed) << seed << 40 + 30 * seed << (seed % 3 == 0 ? 8 : 200) << 3 * seed;
    }
    void fewestChangedLines()
    {
        QFETCH(int, seed);
        QFETCH(int, lines);
        QFETCH(int, vocabulary);
        QFETCH(int, percent);
        QRandomGenerator random{quint32(seed)};
        const QString before = randomText(random, lines, vocabulary), after = mutated(random, before, percent);
        const DiffDocument document = diff(before, after);
        QVERIFY(isWhole(document.files.front()));

        QTemporaryDir folder;
        const auto write = [&folder](const QString &name, const QString &text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0;
        };
        QVERIFY(write(QStringLiteral("a"), before) && write(QStringLiteral("b"), after));
        QProcess git;
        git.setWorkingDirectory(folder.path());
        git.start(QStringLiteral("git"), {QStringLiteral("diff"), QStringLiteral("--no-index"), QStringLiteral("--minimal"),
            QStringLiteral("--numstat"), QStringLiteral("a"), QStringLiteral("b")});
        QVERIFY2(git.waitForFinished(), "git is needed");
        const QList<QByteArray> numbers = git.readAllStandardOutput().split('\t');
        QVERIFY(numbers.size() >= 2);
        QCOMPARE(document.addedLines(), numbers[0].toInt());
        QCOMPARE(document.removedLines(), numbers[1].toInt());
    }

    void rewrittenTextsEndInTime()
    {
        // Half of the lines occur on both sides, but nowhere in the same order: the worst case of an exact search.
        QRandomGenerator random{7};
        const QString before = randomText(random, 20'000, 10'000), after = randomText(random, 20'000, 10'000);
        QElapsedTimer timer;
        timer.start();
        const DiffDocument document = diff(before, after);
        QVERIFY(isWhole(document.files.front()));
        QVERIFY2(timer.elapsed() < 20'000, "an exact search would take minutes");
    }

    void piecesAreShort()
    {
        QRandomGenerator random{11};
        std::vector<DiffFile> files;
        for (int i = 0; i < 5; ++i) {
            const QString before = randomText(random, 4'000, 3'000);
            files.push_back({QString::number(i), before, mutated(random, before, 30)});
        }
        const DiffDocument expected = diffOf(files);
        DiffJob job(files);
        double progress = 0;
        int pieces = 0;
        while (!job.step(1us)) {
            ++pieces;
            QVERIFY(job.progress() >= progress && job.progress() < 1);
            progress = job.progress();
        }
        QVERIFY(job.isDone());
        QCOMPARE(job.progress(), 1.0);
        QVERIFY2(pieces > 50, qPrintable(QString::number(pieces)));
        const DiffDocument document = job.takeDocument();
        QCOMPARE(document.files.size(), expected.files.size());
        for (std::size_t i = 0; i < expected.files.size(); ++i)
            QCOMPARE(document.files[i].rows, expected.files[i].rows);
    }

    void nothingToCompare()
    {
        DiffJob job({});
        QVERIFY(job.isDone());
        QVERIFY(job.step(1ms));
        QVERIFY(job.takeDocument().isSame());
    }

    void words_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QStringList>("removed");
        QTest::addColumn<QStringList>("added");
        QTest::newRow("a word") << "rental_rate numeric(4,2)" << "rental_rate decimal(4,2)" << QStringList{u"numeric"_s} << QStringList{u"decimal"_s};
        QTest::newRow("a number") << "decimal(4,2)" << "decimal(12,2)" << QStringList{u"4"_s} << QStringList{u"12"_s};
        QTest::newRow("an insertion") << "select a from t" << "select a, b from t" << QStringList{} << QStringList{u", b"_s};
        QTest::newRow("words with a space between them are one mark") << "where a = 1 and c" << "where b <> 2 and c" << QStringList{u"a = 1"_s}
            << QStringList{u"b <> 2"_s};
        QTest::newRow("at both ends") << "x from the table y" << "v from the table w" << QStringList{u"x"_s, u"y"_s} << QStringList{u"v"_s, u"w"_s};
        QTest::newRow("only white space") << "a  b" << "a b" << QStringList{u"  "_s} << QStringList{u" "_s};
        QTest::newRow("nothing in common") << "create table film" << "merge into lake" << QStringList{} << QStringList{};
        QTest::newRow("names with underscores are one word") << "select film_id, title" << "select film_key, title" << QStringList{u"film_id"_s}
            << QStringList{u"film_key"_s};
        QTest::newRow("accents and other scripts") << u"über die Straße und weiter"_s << u"über den Straßen und weiter"_s
            << QStringList{u"die Straße"_s} << QStringList{u"den Straßen"_s};
        QTest::newRow("the same") << "a b c" << "a b c" << QStringList{} << QStringList{};
    }
    void words()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QStringList, removed);
        QFETCH(QStringList, added);
        const WordMarks marks = wordMarks(before, after);
        const auto parts = [](const QString &line, const std::vector<TextRange> &ranges) {
            QStringList parts;
            for (const TextRange &range : ranges)
                parts << line.mid(range.start, range.length);
            return parts;
        };
        QCOMPARE(parts(before, marks.before), removed);
        QCOMPARE(parts(after, marks.after), added);
    }

    void longLinesHaveNoMarks()
    {
        const QString line = QStringLiteral("word ").repeated(500);
        QCOMPARE(wordMarks(line, line + QLatin1Char('x')), WordMarks{});
    }
};

QTEST_APPLESS_MAIN(DiffTest)
#include "diff_test.moc"
