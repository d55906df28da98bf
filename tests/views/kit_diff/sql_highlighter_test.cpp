#include "kit/sql_colours.h"
#include "kit/sql_highlighter.h"
#include "kit/sql_syntax.h"

#include <QTest>

using namespace lakehouse::views;
using namespace Qt::StringLiterals;

namespace {

/// "K:select F:count": the first letter of each role, and its text; lines joined by "|".
QString coloured(SqlHighlighter &highlighter, const QString &sql)
{
    highlighter.reset();
    QStringList lines;
    for (const QString &line : sql.split(u'\n')) {
        QStringList tokens;
        for (const SqlToken &token : highlighter.nextLine(line))
            tokens << QLatin1Char("KSNCF"[int(token.role) - int(ColorRole::SqlKeyword)]) + u":"_s + line.mid(token.start, token.length);
        lines << tokens.join(u' ');
    }
    return lines.join(u'|');
}

} // namespace

class SqlHighlighterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tokens_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("expected");
        QTest::newRow("select") << "SELECT film_id, count(*) AS n FROM film" << "K:SELECT F:count K:AS K:FROM";
        QTest::newRow("a column may have the name of a function") << "select count, max from t" << "K:select K:from";
        QTest::newRow("quoted names are plain") << "\"select\" from \"a \"\"b\"\" c\"" << "K:from";
        QTest::newRow("numbers") << "1 + 2.5 - .5 * 1e10 / 1_000 and t1.c2" << "N:1 N:2.5 N:.5 N:1e10 N:1_000 K:and";
        QTest::newRow("texts") << "'it''s' || E'a\\'b' || U&'x' || X'ff'" << "S:'it''s' S:E'a\\'b' S:U&'x' S:X'ff'";
        QTest::newRow("text over lines") << "'a\nb' from" << "S:'a|S:b' K:from";
        QTest::newRow("line comment") << "from -- a 'b' from\nfrom" << "K:from C:-- a 'b' from|K:from";
        QTest::newRow("nested comment") << "/* a /* b */\nfrom */ from" << "C:/* a /* b */|C:from */ K:from";
        QTest::newRow("types") << "cast(a as decimal(12, 2))" << "K:cast K:as K:decimal N:12 N:2";
        QTest::newRow("Trino") << "MERGE INTO t USING s ON a = b WHEN NOT MATCHED THEN INSERT VALUES (xxhash64(x))"
                               << "K:MERGE K:INTO K:USING K:ON K:WHEN K:NOT K:MATCHED K:THEN K:INSERT K:VALUES F:xxhash64";
        QTest::newRow("PL/pgSQL body") << "AS $function$\nBEGIN\n  NEW.last_update = now();\n  RETURN NEW; -- done\nEND\n$function$"
                                       << "K:AS S:$function$|K:BEGIN|K:NEW F:now|K:RETURN K:NEW C:-- done|K:END|S:$function$";
        QTest::newRow("body in one line") << "do $$ begin perform 1; end $$;" << "K:do S:$$ K:begin K:perform N:1 K:end S:$$";
        QTest::newRow("dollar text is a text") << "select $$it's from$$, $q$a\nfrom$q$ from" << "K:select S:$$it's from$$ S:$q$a|S:from$q$ K:from";
        QTest::newRow("parameters are plain") << "where a = $1" << "K:where";
        QTest::newRow("letters of other scripts") << u"select straße, größe_1 from a"_s << "K:select K:from";
        QTest::newRow("a range") << "for i in 1..10 loop" << "K:for K:in N:1 N:10 K:loop";
        QTest::newRow("nothing") << "" << "";
        QTest::newRow("only signs") << "(((;;;" << "";
    }
    void tokens()
    {
        QFETCH(QString, sql);
        QFETCH(QString, expected);
        QCOMPARE(coloured(*createPlainSqlHighlighter(), sql), expected);
        QCOMPARE(coloured(*createSqlHighlighter(), sql), expected);
    }

    void unfinishedTextsDoNoHarm_data()
    {
        QTest::addColumn<QString>("sql");
        for (const char *sql : {"'", "\"", "$$", "$a", "/*", "--", "E'\\", "$x$ $$", "1.", "1e", "do $$\n'", "\\", "as $$ /* $$ */"})
            QTest::newRow(sql) << QString::fromUtf8(sql);
    }
    void unfinishedTextsDoNoHarm()
    {
        QFETCH(QString, sql);
        for (const auto &highlighter : {createPlainSqlHighlighter(), createSqlHighlighter()}) {
            for (const QString &line : sql.split(u'\n')) {
                int end = 0;
                for (const SqlToken &token : highlighter->nextLine(line)) {
                    QVERIFY(token.start >= end && token.length > 0);
                    end = token.start + token.length;
                }
                QVERIFY(end <= line.size());
            }
        }
    }

    void theBestOneIsUsed()
    {
#ifdef LAKEHOUSE_HAS_KSYNTAX
        QVERIFY(typeid(*createSqlHighlighter()) != typeid(*createPlainSqlHighlighter()));
#else
        QSKIP("built without KSyntaxHighlighting");
#endif
    }

    void wordsAreRead()
    {
        QVERIFY(sqlWords().keywords.contains(QStringLiteral("select")));
        QVERIFY(sqlWords().functions.contains(QStringLiteral("coalesce")));
        QVERIFY(!sqlWords().keywords.contains(QStringLiteral("film")));
    }

    void coloursAreMadeAsFarAsAsked()
    {
        SqlColours colours(lakehouse::text::TextLines(QStringLiteral("select 1\n").repeated(1000)));
        QVERIFY(!colours.isBehind());
        QVERIFY(colours.tokens(10).empty());
        QVERIFY(colours.isBehind());
        while (!colours.step(std::chrono::microseconds(1))) { }
        QCOMPARE(colours.tokens(10), (std::vector<SqlToken>{{0, 6, ColorRole::SqlKeyword}, {7, 1, ColorRole::SqlNumber}}));
        QVERIFY(colours.tokens(999).empty());
    }
};

QTEST_GUILESS_MAIN(SqlHighlighterTest)
#include "sql_highlighter_test.moc"
