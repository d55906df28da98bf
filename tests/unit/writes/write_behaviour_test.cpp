#include "rules/writes/write_behaviour.h"

#include "describe/label_of.h"
#include "rules/writes/write_words.h"

#include <QTest>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::rules;

namespace {

TableName table(const char *schema, const char *name)
{
    return TableName::create(QString::fromUtf8(schema), QString::fromUtf8(name)).value();
}

WriteInput inputOf(const std::vector<std::pair<const char *, const char *>> &files)
{
    WriteInput input{.tables = {table("public", "film"), table("public", "actor")}, .watermarkColumns = {QStringLiteral("updated")}};
    for (const auto &[path, text] : files)
        input.sources.push_back(scanSource(QString::fromUtf8(path), QString::fromUtf8(text)));
    return input;
}

const WriteBehaviour &behaviourOf(const WriteFindings &findings, const TableName &name)
{
    return *std::find_if(findings.tables.begin(), findings.tables.end(), [&](const WriteBehaviour &one) { return one.table == name; });
}

} // namespace

class WriteBehaviourTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void classes_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("expected"); // inserts updates deletes
        const auto row = [](const char *name, const char *path, const char *source, const char *expected) { QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(source) << QString::fromUtf8(expected); };
        row("nothing", "a.sql", "SELECT 1", "none_seen none_seen never");
        row("sets", "a.sql", "UPDATE film SET a = 1, updated = now()", "none_seen raw_sql_sets_updated never");
        row("sets in other case", "a.sql", "UPDATE FILM SET A = 1, UPDATED = SYSDATE", "none_seen raw_sql_sets_updated never");
        row("omits", "a.sql", "UPDATE film SET a = 1", "none_seen raw_sql_omits_updated never");
        row("one of two omits", "a.sql", "UPDATE film SET updated = now(); UPDATE film SET a = 1;", "none_seen raw_sql_omits_updated never");
        row("sets to itself", "a.sql", "UPDATE film f SET a = 1, updated = f.updated", "none_seen raw_sql_omits_updated never");
        row("sets to itself in quotes", "a.sql", "UPDATE film f SET a = 1, \"updated\" = \"f\".\"updated\"", "none_seen raw_sql_omits_updated never");
        row("sets to NULL", "a.sql", "UPDATE film SET updated = NULL", "none_seen raw_sql_omits_updated never");
        row("layer", "a.java", "@Table(name = \"film\") class Film {}", "none_seen po_only never");
        row("layer and a statement", "a.java", "@Table(name = \"film\") class Film { String s = \"UPDATE film SET updated = now()\"; }", "none_seen raw_sql_sets_updated never");
        row("layer by a condition", "a.py", "class Film(Base):\n    __tablename__ = 'film'\ns.query(Film).update({'a': 1})\n", "none_seen raw_sql_omits_updated never");
        row("upsert that omits", "a.sql", "INSERT INTO film VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 1", "seen raw_sql_omits_updated never");
        row("hard", "a.sql", "DELETE FROM film", "none_seen none_seen hard");
        row("purge by its folder", "src/housekeeping/a.sql", "DELETE FROM film", "none_seen none_seen purge_only");
        row("purge by its function", "a.java", "class A { void cleanUpFilms() { f(\"DELETE FROM film\"); } }", "none_seen none_seen purge_only");
        row("purge and hard", "a.java", "class A { void purge() { f(\"DELETE FROM film\"); } void g() { f(\"DELETE FROM film\"); } }", "none_seen none_seen hard");
        row("soft", "a.sql", "UPDATE film SET deleted_at = now(), updated = now()", "none_seen raw_sql_sets_updated soft");
        row("soft by a flag", "a.sql", "UPDATE film SET IsActive = 'N', Updated = SYSDATE", "none_seen raw_sql_sets_updated soft");
        row("made active again", "a.sql", "UPDATE film SET IsActive = 'Y', deleted = false, deleted_at = NULL, updated = now()", "none_seen raw_sql_sets_updated never");
        row("mark that stays", "a.sql", "UPDATE film f SET deleted = f.deleted, updated = now()", "none_seen raw_sql_sets_updated never");
        row("soft and hard", "a.sql", "UPDATE film SET deleted = 1, updated = now(); DELETE FROM film", "none_seen raw_sql_sets_updated hard");
        row("soft and purge", "a.sql", "UPDATE film SET deleted = 1, updated = now(); CREATE PROCEDURE purge_films AS DELETE FROM film", "none_seen raw_sql_sets_updated purge_only");
    }
    void classes()
    {
        QFETCH(QString, path);
        QFETCH(QString, source);
        const WriteFindings findings = writeBehaviour(inputOf({{path.toUtf8().constData(), source.toUtf8().constData()}}));
        const WriteBehaviour &film = behaviourOf(findings, table("public", "film"));
        QTEST(QStringList({describe::labelOf(film.inserts), describe::labelOf(film.updates), describe::labelOf(film.deletes)}).join(QLatin1Char(' ')), "expected");
        QCOMPARE(behaviourOf(findings, table("public", "actor")).evidence.size(), std::size_t(0));
    }

    void withoutAWatermarkEveryUpdateOmitsIt()
    {
        WriteInput input = inputOf({{"a.sql", "UPDATE film SET updated = now()"}});
        input.watermarkColumns.clear();
        QCOMPARE(behaviourOf(writeBehaviour(input), table("public", "film")).updates, UpdateClass::RawSqlOmitsUpdated);
    }

    void names_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("expected"); // the tables whose rows may disappear, "?" before several, "" for none
        QTest::newRow("exact") << QStringLiteral("\"Film\"") << QStringLiteral("sales.Film");
        QTest::newRow("exact before any case") << QStringLiteral("film") << QStringLiteral("public.film");
        QTest::newRow("schema in any case") << QStringLiteral("SALES.FILM") << QStringLiteral("sales.Film");
        QTest::newRow("several in any case") << QStringLiteral("FILM") << QStringLiteral("?public.filmsales.Film"); // perhaps of each
        QTest::newRow("several schemas") << QStringLiteral("actor") << QStringLiteral("?public.actorsales.actor");
        QTest::newRow("with its schema") << QStringLiteral("sales.actor") << QStringLiteral("sales.actor");
        QTest::newRow("database before it") << QStringLiteral("shop.public.actor") << QStringLiteral("public.actor");
        QTest::newRow("another schema") << QStringLiteral("other.film") << QString();
        QTest::newRow("a temporary table") << QStringLiteral("tmp_film") << QString();
        QTest::newRow("only one in any case") << QStringLiteral("C_ORDER") << QStringLiteral("public.c_order");
    }
    void names()
    {
        QFETCH(QString, written);
        WriteInput input{.tables = {table("public", "film"), table("sales", "Film"), table("public", "actor"), table("sales", "actor"), table("public", "c_order")}};
        input.sources.push_back(scanSource(QStringLiteral("a.sql"), QStringLiteral("DELETE FROM %1;").arg(written)));
        const WriteFindings findings = writeBehaviour(input);
        QString found = findings.unresolved.empty() ? QString() : QStringLiteral("?");
        for (const WriteBehaviour &one : findings.tables)
            if (one.deletes == DeleteClass::Hard)
                found += one.table.schema() + QLatin1Char('.') + one.table.table();
        QTEST(found, "expected");
    }

    void ambiguousNamesAreNamed()
    {
        WriteInput input{.tables = {table("public", "film"), table("sales", "film")}};
        input.sources.push_back(scanSource(QStringLiteral("b/a.sql"), QStringLiteral("\nDELETE FROM film; UPDATE %s SET a = 1;")));
        const WriteFindings findings = writeBehaviour(input);
        QCOMPARE(findings.unresolved.size(), std::size_t(2));
        QCOMPARE(findings.unresolved[0].reason, UnresolvedWrite::Reason::SeveralTables);
        QCOMPARE(findings.unresolved[0].candidates, (std::vector<TableName>{table("public", "film"), table("sales", "film")}));
        QCOMPARE(findings.unresolved[0].evidence.place, QStringLiteral("b/a.sql"));
        QCOMPARE(findings.unresolved[0].evidence.line, 2);
        QCOMPARE(findings.unresolved[1].reason, UnresolvedWrite::Reason::PutTogether);
    }

    void classesLeadToTablesAcrossFiles()
    {
        const WriteFindings findings = writeBehaviour(inputOf({{"M.java", "class MFilm extends X_Film { void f() { MFilm film = get(); film.deleteEx(true); } }"},
                                                               {"X.java", "class X_Film extends PO { static final String Table_Name = \"Film\"; }"},
                                                               {"Q.java", "class Q { void f() { em.createQuery(\"update MFilm m set m.a = 1\"); } }"}}));
        const WriteBehaviour &film = behaviourOf(findings, table("public", "film"));
        QCOMPARE(film.deletes, DeleteClass::Hard);
        QCOMPARE(film.updates, UpdateClass::RawSqlOmitsUpdated);
        QCOMPARE(film.evidence.size(), std::size_t(3));
    }

    void dotsInNamesPartNothing()
    {
        WriteInput input{.tables = {table("Sales.EU", "Order.New"), table("EU", "New")}};
        input.sources.push_back(scanSource(QStringLiteral("A.java"), QStringLiteral("@Table(name = \"\\\"Order.New\\\"\", schema = \"Sales.EU\") class A {}")));
        QCOMPARE(behaviourOf(writeBehaviour(input), table("Sales.EU", "Order.New")).updates, UpdateClass::PoOnly);
        input.sources = {scanSource(QStringLiteral("B.java"), QStringLiteral("@Table(name = \"\\\"Sales.EU\\\".\\\"Order.New\\\"\") class B {}"))};
        QCOMPARE(behaviourOf(writeBehaviour(input), table("Sales.EU", "Order.New")).updates, UpdateClass::PoOnly);
        QCOMPARE(behaviourOf(writeBehaviour(input), table("EU", "New")).updates, UpdateClass::NoneSeen);
    }

    void manyBasesLeadToTheTable()
    {
        WriteInput input = inputOf({{"c/C.java", "class C { void f(Level0 item) { em.remove(item); } }"}, {"d/D.java", "@Table(name = \"film\") class Level2000 {}"}});
        for (int level = 0; level < 2000; ++level)
            input.sources.push_back(scanSource(QStringLiteral("a/%1.java").arg(level), QStringLiteral("class Level%1 extends Level%2 {}").arg(level).arg(level + 1)));
        QCOMPARE(behaviourOf(writeBehaviour(input), table("public", "film")).deletes, DeleteClass::Hard);
    }

    void basesOfOneNameAndInACircle()
    {
        WriteInput input = inputOf({{"c/C.java", "class C { void f(Level0 item, Ring0 ring) { em.remove(item); em.remove(ring); } }"}, {"d/D.java", "@Table(name = \"film\") class Level8 {}"},
                                    {"e/E.java", "class Ring0 extends Ring1 {}"}, {"f/F.java", "class Ring1 extends Ring0 {}"}, {"g/G.java", "class Level3 extends Level1 {}"}});
        for (int file = 0; file < 40; ++file) // each module has its own class of each name
            for (int level = 0; level < 8; ++level)
                input.sources.push_back(scanSource(QStringLiteral("%1/%2.java").arg(file).arg(level), QStringLiteral("class Level%1 extends Level%2 {}").arg(level).arg(level + 1)));
        const WriteFindings findings = writeBehaviour(input);
        QCOMPARE(behaviourOf(findings, table("public", "film")).deletes, DeleteClass::Hard);
        QCOMPARE(behaviourOf(findings, table("public", "actor")).deletes, DeleteClass::Never);
    }

    void oneNameForClassesOfTwoTablesMayMeanEither()
    {
        const WriteFindings findings = writeBehaviour(inputOf({{"a/A.java", "@Table(name = \"film\") class Item {}"}, {"b/A.java", "@Table(name = \"actor\") class Item {}"},
                                                               {"c/A.java", "class C { void f(Item item) { em.remove(item); } }"}}));
        for (const char *name : {"film", "actor"}) {
            const WriteBehaviour &behaviour = behaviourOf(findings, table("public", name));
            QCOMPARE(behaviour.deletes, DeleteClass::Hard);
            const auto perhaps = std::find_if(behaviour.evidence.begin(), behaviour.evidence.end(), [](const Evidence &evidence) { return evidence.place == QLatin1String("c/A.java"); });
            QVERIFY(perhaps != behaviour.evidence.end() && perhaps->detail.startsWith(QLatin1String("perhaps ")));
        }
    }

    void namesThatArePutTogether_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("film");  // deletes and updates, and the first evidence
        QTest::addColumn<QString>("actor");
        const auto row = [](const char *name, const char *path, const char *source, const char *film, const char *actor) {
            QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(source) << QString::fromUtf8(film) << QString::fromUtf8(actor);
        };
        constexpr char untouched[] = "never none_seen";
        row("a literal argument", "a.sql", "DO $$ BEGIN\nEXECUTE format('TRUNCATE %I', 'film'); END $$", "hard none_seen 2 truncate", untouched);
        row("with its schema", "a.sql", "DO $$ BEGIN EXECUTE format('DELETE FROM %I.%I WHERE id = %L', 'public', 'film', v); END $$", "hard none_seen 1 delete", untouched);
        row("by position", "a.sql", "DO $$ BEGIN EXECUTE format('DELETE FROM %2$I', v, 'actor'); END $$", untouched, "hard none_seen 1 delete");
        row("as it is, with a cast", "a.sql", "DO $$ BEGIN EXECUTE format('DELETE FROM %s', 'public.film'::regclass); END $$", "hard none_seen 1 delete", untouched);
        row("an update", "a.sql", "DO $$ BEGIN EXECUTE format('UPDATE %I SET updated = now()', 'film'); END $$", "never raw_sql_sets_updated 1 update sets updated", untouched);
        row("quoted by the database", "a.sql", "DO $$ BEGIN EXECUTE 'DELETE FROM ' || quote_ident('film'); END $$", "hard none_seen 1 delete", untouched);
        row("a variable", "a.sql", "CREATE FUNCTION f() RETURNS void AS $$ DECLARE t text := 'film'; BEGIN\nEXECUTE format('TRUNCATE %I', t); END $$ LANGUAGE plpgsql", "hard none_seen 2 perhaps truncate", untouched);
        row("a list", "a.sql", "DO $$ BEGIN FOREACH t IN ARRAY ARRAY['film', 'public.actor'] LOOP EXECUTE 'UPDATE ' || t || ' SET a = 1'; END LOOP; END $$", "never raw_sql_omits_updated 1 perhaps update",
            "never raw_sql_omits_updated 1 perhaps update");
        row("another routine", "a.sql", "CREATE FUNCTION f(t text) RETURNS void AS $$ BEGIN EXECUTE format('TRUNCATE %I', t); END $$ LANGUAGE plpgsql;\n"
                                        "CREATE FUNCTION g() RETURNS text AS $$ BEGIN RETURN 'film'; END $$ LANGUAGE plpgsql;", untouched, untouched);
        row("housekeeping", "a.sql", "CREATE FUNCTION purge_old() RETURNS void AS $$ DECLARE t text := 'film'; BEGIN EXECUTE format('DELETE FROM %I', t); END $$ LANGUAGE plpgsql", "hard none_seen 1 perhaps delete", untouched);
        row("a program", "a.py", "def f(db):\n    for table in ['film', 'customer']:\n        db.execute('DELETE FROM ' + table)\n", "hard none_seen 3 perhaps delete", untouched);
        row("a program that knows no table", "a.py", "def f(db, table):\n    db.execute('DELETE FROM ' + table)\n\ndef g():\n    return 'film'\n", untouched, untouched);
    }
    void namesThatArePutTogether()
    {
        QFETCH(QString, path);
        QFETCH(QString, source);
        const WriteFindings findings = writeBehaviour(inputOf({{path.toUtf8().constData(), source.toUtf8().constData()}}));
        const auto words = [&](const char *name) {
            const WriteBehaviour &one = behaviourOf(findings, table("public", name));
            QString found = describe::labelOf(one.deletes) + QLatin1Char(' ') + describe::labelOf(one.updates);
            if (!one.evidence.empty())
                found += QStringLiteral(" %1 %2").arg(one.evidence.front().line).arg(one.evidence.front().detail);
            return found;
        };
        QTEST(words("film"), "film");
        QTEST(words("actor"), "actor");
    }

    void ofTwoBehavioursTheWorseHolds_data()
    {
        QTest::addColumn<QString>("known");
        QTest::addColumn<QString>("seen");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *known, const char *seen, const char *expected) { QTest::newRow(name) << QString::fromUtf8(known) << QString::fromUtf8(seen) << QString::fromUtf8(expected); };
        row("nothing more", "DELETE FROM film; UPDATE film SET a = 1", "SELECT 1", "none_seen raw_sql_omits_updated hard 2");
        row("something worse", "DELETE FROM actor; UPDATE film SET updated = now()", "DELETE FROM film; UPDATE film SET a = 1", "none_seen raw_sql_omits_updated hard 3");
        row("something better", "DELETE FROM film", "UPDATE film SET is_deleted = 'Y', updated = now()", "none_seen raw_sql_sets_updated hard 3");
        row("the same", "INSERT INTO film VALUES (1)", "INSERT INTO film VALUES (2)", "seen none_seen never 2");
    }
    void ofTwoBehavioursTheWorseHolds()
    {
        QFETCH(QString, known);
        QFETCH(QString, seen);
        const auto behaviour = [](const char *path, const QString &source) {
            const WriteFindings findings = writeBehaviour(inputOf({{path, source.toUtf8().constData()}}));
            return behaviourOf(findings, table("public", "film"));
        };
        const WriteBehaviour before = behaviour("unreadable.sql", known);
        const WriteBehaviour merged = mergedBehaviour(before, before.evidence, behaviour("a.sql", seen));
        QTEST(QStringLiteral("%1 %2 %3 %4").arg(describe::labelOf(merged.inserts), describe::labelOf(merged.updates), describe::labelOf(merged.deletes)).arg(merged.evidence.size()), "expected");
    }

    /// Of three places one is gone, one cannot be read, and one is read: what only the first said holds no longer.
    void whatRestedOnAPlaceThatIsGoneHoldsNoLonger()
    {
        const auto behaviour = [](const std::vector<std::pair<const char *, const char *>> &files) { return behaviourOf(writeBehaviour(inputOf(files)), table("public", "film")); };
        const WriteBehaviour known = behaviour({{"gone.sql", "DELETE FROM film; INSERT INTO film VALUES (1)"}, {"unreadable.sql", "UPDATE film SET is_deleted = 'Y', updated = now()"}});
        std::vector<model::Evidence> kept;
        std::copy_if(known.evidence.begin(), known.evidence.end(), std::back_inserter(kept), [](const model::Evidence &piece) { return piece.place == QLatin1String("unreadable.sql"); });
        const WriteBehaviour seen = behaviour({{"a.sql", "SELECT 1"}});
        const auto words = [](const WriteBehaviour &one) { return QStringLiteral("%1 %2 %3").arg(describe::labelOf(one.inserts), describe::labelOf(one.updates), describe::labelOf(one.deletes)); };
        QCOMPARE(words(known), QStringLiteral("seen raw_sql_sets_updated hard"));
        const WriteBehaviour merged = mergedBehaviour(known, kept, seen);
        QCOMPARE(words(merged), QStringLiteral("none_seen raw_sql_sets_updated soft"));
        QCOMPARE(merged.evidence, kept);
        kept.front().statement = base::Text("What an earlier version said.");
        QCOMPARE(words(mergedBehaviour(known, kept, seen)), words(known));
    }

    void theOrderOfSourcesMakesNoDifference()
    {
        WriteInput input = inputOf({{"b.sql", "DELETE FROM film; UPDATE ? SET a = 1; INSERT INTO actor VALUES (1);"}, {"a.sql", "UPDATE film SET a = 1;\nUPDATE film SET updated = 1;"},
                                    {"c.java", "@Table(name = \"film\") class Film {}"}});
        const WriteFindings findings = writeBehaviour(input);
        std::reverse(input.sources.begin(), input.sources.end());
        std::reverse(input.tables.begin(), input.tables.end());
        QCOMPARE(writeBehaviour(input), findings);
    }

    void housekeeping_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("scope");
        QTest::addColumn<bool>("expected");
        QTest::newRow("folder") << QStringLiteral("src/archiving/a.py") << QString() << true;
        QTest::newRow("file") << QStringLiteral("src/OrderPurger.java") << QString() << true;
        QTest::newRow("function in two words") << QStringLiteral("a.py") << QStringLiteral("Jobs.clean_up_carts") << true;
        QTest::newRow("function in camel case") << QStringLiteral("a.java") << QStringLiteral("Jobs.runRETENTIONJob") << true;
        QTest::newRow("house keeping") << QStringLiteral("house-keeping.sql") << QString() << true;
        QTest::newRow("part of a word") << QStringLiteral("src/expurgate.py") << QStringLiteral("uncleanup") << false;
        QTest::newRow("cleaning") << QStringLiteral("src/Cleaner.java") << QStringLiteral("clean") << false;
    }
    void housekeeping()
    {
        QFETCH(QString, path);
        QFETCH(QString, scope);
        QTEST(isHousekeeping(path, scope), "expected");
    }
};

QTEST_APPLESS_MAIN(WriteBehaviourTest)
#include "write_behaviour_test.moc"
