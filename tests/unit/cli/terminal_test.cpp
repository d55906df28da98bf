#include "cli/terminal.h"

#include "cli/exit_code.h"

#include <QTest>

#include <clocale>

using namespace lakehouse;
using namespace lakehouse::app;
using base::ErrorCode;

class TerminalTest : public QObject {
    Q_OBJECT

    static QStringList lines(const QString &text) { return text.split(QLatin1Char('\n')); }

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::setlocale(LC_CTYPE, "C.UTF-8"))
            QSKIP("The locale C.UTF-8 is missing: widths of letters are not known here.");
    }

    void showsControlCharactersAsEscapes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QStringLiteral("film") << QStringLiteral("film");
        QTest::newRow("newline") << QStringLiteral("a\nb") << QStringLiteral("a\\nb");
        QTest::newRow("colour") << QStringLiteral("\033[31mred") << QStringLiteral("\\u001b[31mred");
        QTest::newRow("carriage return") << QStringLiteral("safe\rrm") << QStringLiteral("safe\\u000drm");
        QTest::newRow("bell and delete") << QStringLiteral("\a\u007f") << QStringLiteral("\\u0007\\u007f");
        QTest::newRow("C1 control") << QStringLiteral("\u009b31m") << QStringLiteral("\\u009b31m");
        QTest::newRow("text direction") << QStringLiteral("a\u202eb\u2066c") << QStringLiteral("a\\u202eb\\u2066c");
        QTest::newRow("letters of the world") << QStringLiteral("Ж名é") << QStringLiteral("Ж名é");
    }
    void showsControlCharactersAsEscapes()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(printable(text), shown);
    }

    void alignsColumnsByWhatLettersTake()
    {
        TextTable table({{QStringLiteral("TABLE")}, {QStringLiteral("ROWS"), Align::Right}, {QStringLiteral("NOTE")}});
        table.add({{QStringLiteral("film")}, {QStringLiteral("1,000")}, {QStringLiteral("ok")}});
        table.add({{QStringLiteral("名前")}, {QStringLiteral("7")}, {QStringLiteral("wide letters take two columns")}});
        table.add({{QStringLiteral("cafe\u0301")}, {QStringLiteral("8")}, {QStringLiteral("a combining one takes none")}});
        QCOMPARE(lines(table.toString({.columns = 0})), (QStringList{
            QStringLiteral("TABLE   ROWS  NOTE"),
            QStringLiteral("film   1,000  ok"),
            QStringLiteral("名前       7  wide letters take two columns"),
            QStringLiteral("cafe\u0301       8  a combining one takes none"),
            QString()}));
    }

    void theLastColumnGoesOnInFurtherLines()
    {
        TextTable table({{QStringLiteral("A")}, {QStringLiteral("B")}});
        table.add({{QStringLiteral("1234567890")}, {QStringLiteral("one two three four five six seven eight nine ten eleven")}});
        QCOMPARE(lines(table.toString({.columns = 0}))[1], QStringLiteral("1234567890  one two three four five six seven eight nine ten eleven"));
        const QStringList beside = lines(table.toString({.columns = 56}));
        QCOMPARE(beside[1], QStringLiteral("1234567890  one two three four five six seven eight nine"));
        QCOMPARE(beside[2], QStringLiteral("            ten eleven"));
        // Little room beside: below the row, and never cut.
        const QStringList below = lines(table.toString({.columns = 48}));
        QCOMPARE(below[2], QStringLiteral("1234567890"));
        QCOMPARE(below[3], QStringLiteral("    one two three four five six seven eight nine")); // 48 exactly
        QCOMPARE(below[4], QStringLiteral("    ten eleven"));
    }

    void aWordLongerThanTheLineIsBrokenInside()
    {
        TextTable table({{QStringLiteral("A")}, {QStringLiteral("B")}});
        table.add({{QStringLiteral("1")}, {QString(90, QLatin1Char('x'))}});
        QCOMPARE(lines(table.toString({.columns = 48}))[1], QStringLiteral("1  ") + QString(45, QLatin1Char('x')));
        QCOMPARE(lines(table.toString({.columns = 48}))[2], QStringLiteral("   ") + QString(45, QLatin1Char('x')));
    }

    void missingCellsAreEmpty()
    {
        TextTable table({{QStringLiteral("A")}, {QStringLiteral("B")}});
        table.add({{QStringLiteral("1")}});
        QCOMPARE(lines(table.toString({}))[1], QStringLiteral("1"));
    }

    void coloursOnlyWhereTheyShow()
    {
        QCOMPARE(Terminal{.hasColour = false}.styled(Style::Bad, QStringLiteral("x")), QStringLiteral("x"));
        QCOMPARE(Terminal{.hasColour = true}.styled(Style::Bad, QStringLiteral("x")), QStringLiteral("\033[31mx\033[0m"));
        QCOMPARE(Terminal{.hasColour = true}.styled(Style::Plain, QStringLiteral("x")), QStringLiteral("x"));
        QCOMPARE(Terminal{.hasColour = true}.styled(Style::Bad, QString()), QString());
        // Colour takes no columns.
        TextTable table({{QStringLiteral("A")}, {QStringLiteral("B")}});
        table.add({{QStringLiteral("ok"), Style::Good}, {QStringLiteral("x")}});
        QCOMPARE(lines(table.toString({.columns = 40, .hasColour = true}))[1], QStringLiteral("\033[32mok\033[0m  x"));
    }

    void groupsNumbersAndSaysDurations()
    {
        QCOMPARE(grouped(101131), QStringLiteral("101,131"));
        QCOMPARE(grouped(-1000), QStringLiteral("-1,000"));
        QCOMPARE(duration(3449), QStringLiteral("3.4 s"));
        QCOMPARE(duration(130'000), QStringLiteral("2 min 10 s"));
        QCOMPARE(duration(59'999), QStringLiteral("60.0 s"));
    }

    void exitCodes_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("exit");
        const auto row = [](const char *name, ErrorCode code, int exit) { QTest::newRow(name) << int(code) << exit; };
        row("invalid input", ErrorCode::InvalidInput, 2);
        row("not found", ErrorCode::NotFound, 2);
        row("already exists", ErrorCode::AlreadyExists, 2);
        row("unsupported", ErrorCode::Unsupported, 2);
        row("unreachable", ErrorCode::Unreachable, 3);
        row("timed out", ErrorCode::TimedOut, 3);
        row("busy", ErrorCode::Busy, 3);
        row("external failure", ErrorCode::ExternalFailure, 3);
        row("stale", ErrorCode::Stale, 4);
        row("needs a reason", ErrorCode::NeedsReason, 4);
        row("not allowed by another system", ErrorCode::NotAllowed, 2);
        row("refused by a rule", ErrorCode::RefusedByRule, 4);
        row("cancelled", ErrorCode::Cancelled, 5);
        row("corrupt", ErrorCode::Corrupt, 70);
        row("internal", ErrorCode::Internal, 70);
    }
    void exitCodes()
    {
        QFETCH(int, code);
        QFETCH(int, exit);
        QCOMPARE(exitCode(ErrorCode(code)), exit);
    }

    void exitCodesOfVerdicts()
    {
        QCOMPARE(exitCode(api::Verdict::Fine), 0);
        QCOMPARE(exitCode(api::Verdict::Found), 1);
        QCOMPARE(exitCode(api::Verdict::NeedsPerson), 4);
    }
};

QTEST_GUILESS_MAIN(TerminalTest)
#include "terminal_test.moc"
