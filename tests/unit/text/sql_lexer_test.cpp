#include "text/sql_lexer.h"

#include <QTest>

using namespace lakehouse::text;

class SqlLexerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lines_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("expected"); // part letters: W word, Q quoted name, S string, N number, C comment, "." sign; lines joined by "|"
        QTest::newRow("select") << "select film_id, 1.5e-3 from t" << "W:select W:film_id .:, N:1.5e-3 W:from W:t";
        QTest::newRow("quoted name with a quote") << "\"a\"\"b\" x" << "Q:\"a\"\"b\" W:x";
        QTest::newRow("string with a quote") << "'it''s' x" << "S:'it''s' W:x";
        QTest::newRow("backslash is nothing special") << "'a\\' x" << "S:'a\\' W:x";
        QTest::newRow("but in an escaped one") << "E'a\\'b' x" << "S:E'a\\'b' W:x";
        QTest::newRow("string over lines") << "'a\nb' x" << "S:'a|S:b' W:x";
        QTest::newRow("quote at the end of a line") << "'\nb' x" << "S:'|S:b' W:x";
        QTest::newRow("line comment") << "a -- b 'c\nd" << "W:a C:-- b 'c|W:d";
        QTest::newRow("nested comment over lines") << "a /* b /* c */ d\ne */ f" << "W:a C:/* b /* c */ d|C:e */ W:f";
        QTest::newRow("body after as") << "as $$begin x := 'a'; end$$ language" << "W:as S:$$ W:begin W:x .:: .:= S:'a' .:; W:end S:$$ W:language";
        QTest::newRow("body over lines") << "AS $function$\nBEGIN\n  x := $$a b$$;\nEND\n$function$"
            << "W:AS S:$function$|W:BEGIN|W:x .:: .:= S:$$a b$$ .:;|W:END|S:$function$";
        QTest::newRow("a body ends inside its comment") << "do $$ -- a $$ b" << "W:do S:$$ C:-- a  S:$$ W:b";
        QTest::newRow("dollar string") << "select $$it's$$, $q$a$$b$q$ x" << "W:select S:$$it's$$ .:, S:$q$a$$b$q$ W:x";
        QTest::newRow("dollar string over lines") << "select $$a\nb$$ c" << "W:select S:$$a|S:b$$ W:c";
        QTest::newRow("parameter") << "a = $12 and b" << "W:a .:= .:$12 W:and W:b";
        QTest::newRow("dollar in a name") << "data$old $" << "W:data$old .:$";
        QTest::newRow("range of numbers") << "1..10" << "N:1 .:. .:. N:10";
        QTest::newRow("text and name with code points") << "U&'x' u&\"y\" X'ff' x" << "S:U&'x' Q:u&\"y\" S:X'ff' W:x";
        QTest::newRow("unfinished") << "\"a" << "Q:\"a";
        QTest::newRow("comment between as and the body") << "as -- here\n$x$select" << "W:as C:-- here|S:$x$ W:select";
    }
    void lines()
    {
        QFETCH(QString, sql);
        QFETCH(QString, expected);
        SqlLexerState state;
        QStringList lines;
        for (const QString &line : sql.split(QLatin1Char('\n'))) {
            QStringList parts;
            for (const SqlLexeme &lexeme : lexSqlLine(line, state))
                parts << QStringLiteral("%1:%2").arg(QLatin1Char("WQSNC."[int(lexeme.part)])).arg(line.mid(lexeme.range.start, lexeme.range.length));
            lines << parts.join(QLatin1Char(' '));
        }
        QCOMPARE(lines.join(QLatin1Char('|')), expected);
    }

    void whatIsLeftOpen()
    {
        SqlLexerState state;
        lexSqlLine(u"do $x$ begin /* a", state);
        QCOMPARE(state.inside, SqlLexerState::Inside::Comment);
        QCOMPARE(state.commentDepth, 1);
        QCOMPARE(state.bodyTag, QStringLiteral("$x$"));
        lexSqlLine(u"*/ end $x$", state);
        QCOMPARE(state, SqlLexerState{});
    }
};

QTEST_APPLESS_MAIN(SqlLexerTest)
#include "sql_lexer_test.moc"
