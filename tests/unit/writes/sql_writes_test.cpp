#include "rules/writes/sql_writes.h"

#include <QTest>

using namespace lakehouse::rules;
using lakehouse::text::LinedText;

namespace {

QString written(const WrittenStatement &statement)
{
    QStringList table;
    for (const WrittenName &name : statement.table)
        table << (name.isQuoted ? QLatin1Char('"') + name.text + QLatin1Char('"') : name.text);
    QStringList columns;
    for (const SetColumn &column : statement.columns)
        columns << column.name.text + QLatin1Char('=') + column.value;
    if (statement.hasOpenColumns)
        columns << QStringLiteral("…");
    const QString end = columns.isEmpty() ? QString() : QStringLiteral(" {%1}").arg(columns.join(QLatin1Char(';')));
    return QStringLiteral("%1 %2 %3%4").arg(statement.line).arg(statement.verb, table.isEmpty() ? QStringLiteral("?") : table.join(QLatin1Char('.')), end);
}

QStringList writtenIn(const QString &sql, SqlContext context)
{
    QStringList all;
    for (const WrittenStatement &statement : sqlWrites(LinedText(sql), context, {}))
        all << written(statement);
    return all;
}

} // namespace

class SqlWritesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statements_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const char *sql, const QStringList &expected) { QTest::newRow(name) << QString::fromUtf8(sql) << expected; };
        const auto s = [](const char *text) { return QString::fromUtf8(text); };
        row("insert", "INSERT INTO film (id, title) VALUES (1, 'a')", {s("1 insert film")});
        row("insert of a query", "insert into public.film select * from old_film", {s("1 insert public.film")});
        row("insert of a query in parentheses", "insert into film (select 1)", {s("1 insert film")});
        row("insert with an alias", "INSERT INTO film AS f (id) VALUES (1)", {s("1 insert film")});
        row("insert with SET", "INSERT IGNORE INTO film SET id = 1", {s("1 insert film")});
        row("upsert", "INSERT INTO film (id) VALUES (1)\nON CONFLICT (id) DO UPDATE\nSET title = excluded.title, updated = now() WHERE film.id > 1",
            {s("1 insert film"), s("2 upsert film {title=excluded.title;updated=now()}")});
        row("upsert without an update", "INSERT INTO film (id) VALUES (1) ON CONFLICT DO NOTHING", {s("1 insert film")});
        row("upsert of MySQL", "INSERT INTO `film` (`id`) VALUES (?) ON DUPLICATE KEY UPDATE `title` = VALUES(`title`)", {s("1 insert \"film\""), s("1 upsert \"film\" {title=VALUES(`title`)}")});
        row("replace", "REPLACE INTO film (id, title) VALUES (1, 'a')", {s("1 replace film"), s("1 replace film {id=;title=}")});
        row("insert or replace", "INSERT OR REPLACE INTO film VALUES (1)", {s("1 replace film"), s("1 replace film {…}")});
        row("insert into several tables", "INSERT ALL INTO film (id) VALUES (1) INTO actor (id) VALUES (2) SELECT 1 FROM dual", {s("1 insert film"), s("1 insert actor")});
        row("copy", "COPY film (id, title) FROM stdin", {s("1 copy film")});
        row("copy out", "COPY film TO stdout", {});
        row("update", "UPDATE film SET title = 'a, b', (x, y) = (1, 2) WHERE id = 1", {s("1 update film {title='a, b';x=(1, 2);y=(1, 2)}")});
        row("update only", "update only film f set title = lower(f.title), length = case when 1 = 2 then 3 else 4 end from actor where true", {s("1 update film {title=lower(f.title);length=case when 1 = 2 then 3 else 4 end}")});
        row("update with quotes", "UPDATE \"Sales\".\"My Film\" SET \"Title\" = 1", {s("1 update \"Sales\".\"My Film\" {Title=1}")});
        row("update of SQL Server", "UPDATE TOP (5) [dbo].[film] SET [title] = @title, [updated] = GETDATE()", {s("1 update \"dbo\".\"film\" {title=@title;updated=GETDATE()}")});
        row("update of an alias", "UPDATE f SET f.title = 'a' FROM film f JOIN actor a ON a.id = f.id", {s("1 update film {title='a'}")});
        row("update of joined tables", "UPDATE actor a INNER JOIN film AS f ON f.id = a.id SET f.title = 'a' WHERE a.id = 1", {s("1 update film {title='a'}")});
        row("update of an element", "UPDATE film SET tags[1] = 'a', stars += 1", {s("1 update film {tags='a';stars=1}")});
        row("update with what the program puts in", "UPDATE film SET title = %s, a = :a, b = {b}, c = ${c}, d = ?, e = $1 WHERE id = %(id)s",
            {s("1 update film {title=%s;a=:a;b={b};c=${c};d=?;e=$1}")});
        row("update of columns that the program puts in", "UPDATE film SET {columns}", {s("1 update film {…}")});
        row("update with more columns", "UPDATE film SET title = ? {more} WHERE id = 1", {s("1 update film {title=? {more};…}")});
        row("update of a table that the program puts in", "UPDATE film_{year} SET a = 1; UPDATE %s SET a = 1; UPDATE {schema}.film SET a = 1", {s("1 update ? {a=1}"), s("1 update ? {a=1}"), s("1 update film {a=1}")});
        row("delete", "DELETE FROM ONLY film WHERE id IN (1, 2)", {s("1 delete film")});
        row("delete of everything", "delete from film", {s("1 delete film")});
        row("delete using", "DELETE FROM film USING actor WHERE film.id = actor.id", {s("1 delete film")});
        row("delete of an alias", "DELETE f FROM film f JOIN actor a ON a.id = f.id", {s("1 delete film")});
        row("delete without FROM", "DELETE film WHERE id = 1", {s("1 delete film")});
        row("merge", "MERGE INTO film AS f USING actor a ON a.id = f.id\nWHEN MATCHED AND a.gone THEN DELETE\nWHEN MATCHED THEN\nUPDATE SET title = a.title\nWHEN NOT MATCHED THEN INSERT (id) VALUES (a.id)",
            {s("2 merge film"), s("4 merge film {title=a.title}"), s("5 merge film")});
        row("truncate", "TRUNCATE TABLE ONLY film, public.actor RESTART IDENTITY CASCADE", {s("1 truncate film"), s("1 truncate public.actor")});
        row("with", "WITH gone AS (\n  DELETE FROM film RETURNING id\n), new AS (INSERT INTO actor (id) SELECT id FROM gone RETURNING id)\nUPDATE note SET a = 1 FROM new",
            {s("2 delete film"), s("3 insert actor"), s("4 update note {a=1}")});
        row("several", "UPDATE film SET a = 1;\nDELETE FROM actor;", {s("1 update film {a=1}"), s("2 delete actor")});
        row("comments", "-- DELETE FROM a\n/* DELETE FROM b; /* c */ DELETE FROM d */ DELETE /* x */ FROM -- y\n film", {s("2 delete film")});
        row("a comment that does not nest", "/* a /* b */ DELETE FROM film", {s("1 delete film")});
        row("texts", "UPDATE film SET a = 'x''; DELETE FROM b', c = q'[it's; DELETE FROM d]', e = $$ DELETE FROM f $$", {s("1 update film {a='x''; DELETE FROM b';c=q'[it's; DELETE FROM d]';e=$$ DELETE FROM f $$}")});
        row("backslash of MySQL and of PostgreSQL", "UPDATE film SET a = 'it\\'s', b = 'c:\\' WHERE c = 1; DELETE FROM film", {s("1 update film {a='it\\'s';b='c:\\'}"), s("1 delete film")});
        row("an end that is missing", "UPDATE film SET a = 'x; DELETE FROM b", {s("1 update film {a='x; DELETE FROM b}")});
        row("nothing", "", {});
        row("a name and no more", "UPDATE film", {});
        row("reads", "SELECT a FROM film FOR UPDATE OF film; SELECT replace(a, 'b', 'c') INTO d FROM film; SELECT truncate(1.5, 0)", {});
    }
    /// Each text is read alike in a file and in a program.
    void statements()
    {
        QFETCH(QString, sql);
        QTEST(writtenIn(sql, SqlContext::Script), "expected");
        QTEST(writtenIn(sql, SqlContext::Literal), "expected");
    }

    void noStatements_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"please update the order set", "Update the film set = 1", "Delete from cart", "delete from cart and checkout", "You can insert into film values", "truncate film",
                                 "Truncate table film?", "Update film", "film update set a = 1", "Error: DELETE FROM film failed", "INSERT INTO your heart", "update set a = 1", "ON DELETE CASCADE",
                                 "copy film from there to here: copy", "merge film into actor", "Replace into film"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void noStatements()
    {
        QFETCH(QString, text);
        QCOMPARE(writtenIn(text, SqlContext::Literal), QStringList());
    }

    void scripts_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QStringList>("expected");
        QTest::addColumn<QString>("scope");
        const auto row = [](const char *name, const char *sql, const char *expected, const char *scope) {
            QTest::newRow(name) << QString::fromUtf8(sql) << (expected ? QStringList{QString::fromUtf8(expected)} : QStringList()) << QString::fromUtf8(scope);
        };
        row("definitions", "CREATE TABLE a (b int REFERENCES c ON DELETE CASCADE ON UPDATE SET NULL);\nGRANT INSERT,\n UPDATE, DELETE ON a TO b;\nCREATE TRIGGER t BEFORE INSERT OR DELETE OR UPDATE ON a EXECUTE FUNCTION f();\n"
                           "CREATE POLICY p ON a FOR UPDATE USING (true)", nullptr, "");
        row("data that look like SQL", "INSERT INTO a VALUES ('UPDATE b SET c = 1; DELETE FROM d');", "1 insert a", "");
        row("function", "CREATE OR REPLACE FUNCTION s.f() RETURNS void AS $x$\nBEGIN\n  IF a THEN UPDATE b SET c = 1 WHERE d; END IF;\nEND $x$ LANGUAGE plpgsql;", "3 update b {c=1}", "f");
        row("old function", "CREATE FUNCTION f() RETURNS void AS '\nDELETE FROM b WHERE c = ''d'';' LANGUAGE sql;", "2 delete b", "f");
        row("anonymous block", "DO $$ BEGIN FOR r IN DELETE FROM a RETURNING * LOOP NULL; END LOOP; END $$;", "1 delete a", "");
        row("executed", "CREATE FUNCTION f() RETURNS void AS $$ BEGIN EXECUTE 'UPDATE b SET '\n || quote_ident(c) || ' = 1 WHERE d = ''e'''; END $$ LANGUAGE plpgsql", "1 update b {…}", "f");
        row("executed with a format", "DO $$ BEGIN EXECUTE format($q$UPDATE b SET c = %L$q$, d); END $$", "1 update b {c=%L}", "");
        row("executed later", "DO $$ BEGIN v := 'DELETE FROM ' || a; EXECUTE v; END $$", "1 delete ?", "");
        row("a message", "DO $$ BEGIN RAISE NOTICE 'DELETE FROM a'; END $$", nullptr, "");
        row("executed by SQL Server", "SET @sql = N'DELETE FROM a WHERE b = 1'\nEXEC (@sql)", "1 delete a", "");
        row("executed by MySQL", "SET @sql = CONCAT('UPDATE ', @t, ' SET a = 1');", "1 update ? {a=1}", "");
        row("executed by Oracle", "CREATE PROCEDURE p AS BEGIN EXECUTE IMMEDIATE 'TRUNCATE TABLE a'; END;", "1 truncate a", "p");
        row("without signs between", "CREATE PROC dbo.P AS\nUPDATE a\nSET b = 1\nSELECT 1\nGO", "2 update a {b=1}", "P");
        row("rule", "CREATE RULE r AS ON UPDATE TO v DO INSTEAD UPDATE a SET b = new.b", "1 update a {b=new.b}", "");
        row("behind a routine", "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;\nDELETE FROM a;", "2 delete a", "");
    }
    void scripts()
    {
        QFETCH(QString, sql);
        QFETCH(QString, scope);
        QTEST(writtenIn(sql, SqlContext::Script), "expected");
        for (const WrittenStatement &statement : sqlWrites(LinedText(sql), SqlContext::Script, {}))
            QCOMPARE(statement.scope, scope);
    }

    void deepAndLong()
    {
        QString deep = QStringLiteral("DELETE FROM film WHERE a = ") + QString(20'000, QLatin1Char('(')) + QString(20'000, QLatin1Char(')'));
        QCOMPARE(writtenIn(deep, SqlContext::Script), QStringList{QStringLiteral("1 delete film")});
        QString rows = QStringLiteral("INSERT INTO film VALUES (0)");
        for (int i = 1; i < 50'000; ++i)
            rows += QStringLiteral(",\n(%1)").arg(i);
        QCOMPARE(writtenIn(rows + QStringLiteral(";\nDELETE FROM film;"), SqlContext::Script), (QStringList{QStringLiteral("1 insert film"), QStringLiteral("50001 delete film")}));
    }
};

QTEST_APPLESS_MAIN(SqlWritesTest)
#include "sql_writes_test.moc"
