#include "text/csv.h"

#include <QTest>

using namespace lakehouse::text;

using Fields = std::vector<QString>;

class CsvTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatRfc4180Allows_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("records"); // fields joined by |
        QTest::addColumn<QList<int>>("lines");
        const auto row = [](const char *name, const char *text, const QStringList &records, const QList<int> &lines) { QTest::newRow(name) << QString::fromUtf8(text) << records << lines; };
        row("empty", "", {}, {});
        row("one field", "a", {QStringLiteral("a")}, {1});
        row("CR LF", "a,b\r\nc,d\r\n", {QStringLiteral("a|b"), QStringLiteral("c|d")}, {1, 2});
        row("LF", "a,b\nc,d", {QStringLiteral("a|b"), QStringLiteral("c|d")}, {1, 2});
        row("CR", "a,b\rc,d\r", {QStringLiteral("a|b"), QStringLiteral("c|d")}, {1, 2});
        row("empty fields", ",,\n", {QStringLiteral("||")}, {1});
        row("empty lines are no records", "a\n\n\nb\n", {QStringLiteral("a"), QStringLiteral("b")}, {1, 4});
        row("quotes", "\"a,b\",\"c\"\"d\"\n", {QStringLiteral("a,b|c\"d")}, {1});
        row("a line break inside", "\"a\nb\",c\nd,e\n", {QStringLiteral("a\nb|c"), QStringLiteral("d|e")}, {1, 3});
        row("a quote inside a plain field is a letter", "a\"b,c\n", {QStringLiteral("a\"b|c")}, {1});
        row("byte order mark", "\xEF\xBB\xBF" "a,b\n", {QStringLiteral("a|b")}, {1});
        row("other alphabets", "Größe,日本\n", {QStringLiteral("Größe|日本")}, {1});
    }
    void readsWhatRfc4180Allows()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, records);
        QFETCH(QList<int>, lines);
        const CsvContent content = readCsv(text);
        QVERIFY(!content.problem);
        QCOMPARE(qsizetype(content.records.size()), records.size());
        for (qsizetype i = 0; i < records.size(); ++i) {
            const CsvRecord &record = content.records[std::size_t(i)];
            QCOMPARE(QStringList(record.fields.begin(), record.fields.end()).join(QLatin1Char('|')), records[i]);
            QCOMPARE(record.line, lines[i]);
        }
    }

    void saysWhereItIsBroken()
    {
        const CsvContent open = readCsv(u"a,b\n\"c\nd");
        QCOMPARE(open.records.size(), 1u);
        QCOMPARE(open.problem->kind, CsvProblem::Kind::UnclosedQuote);
        QCOMPARE(open.problem->line, 2);
        const CsvContent after = readCsv(u"a\n\"b\"c\n");
        QCOMPARE(after.problem->kind, CsvProblem::Kind::TextAfterQuote);
        QCOMPARE(after.problem->line, 2);
    }

    void comesBackAsItWas_data()
    {
        QTest::addColumn<QString>("field");
        for (const char *field : {"", "plain", "a,b", "say \"x\"", "two\nlines", "two\r\nlines", "=1+1", "+49 30", "-5", "@cmd", "\tx", "'quoted", "'=x", "''=x"})
            QTest::newRow(field) << QString::fromUtf8(field);
    }
    void comesBackAsItWas()
    {
        QFETCH(QString, field);
        const CsvContent content = readCsv(csvLine({field, QStringLiteral("end")}));
        QVERIFY(!content.problem);
        QCOMPARE(content.records.size(), 1u);
        QCOMPARE(withoutFormulaGuard(content.records[0].fields[0]), field);
    }

    void noCellIsAFormula_data()
    {
        QTest::addColumn<QString>("field");
        for (const char *field : {"=1+1", "+1", "-1", "@x", "\tx", "\rx"})
            QTest::newRow(field) << QString::fromUtf8(field);
    }
    void noCellIsAFormula()
    {
        QFETCH(QString, field);
        const QString line = csvLine({field});
        QVERIFY(line.startsWith(QLatin1Char('\'')) || line.startsWith(QStringLiteral("\"'")));
    }
};

QTEST_GUILESS_MAIN(CsvTest)
#include "csv_test.moc"
