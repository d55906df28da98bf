#include "rules/findings/key_candidates.h"
#include "rules/findings/same_entities.h"
#include "unit/findings/case_tables.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;

namespace {

QString inWords(const std::vector<std::vector<QString>> &sets)
{
    QStringList all;
    for (const auto &columns : sets)
        all.append(QStringList(columns.begin(), columns.end()).join(QLatin1Char('+')));
    return all.join(QStringLiteral("; "));
}

model::SourceKey uniqueKey(std::vector<QString> columns)
{
    model::SourceKey key;
    key.name = QStringLiteral("u");
    key.columns = std::move(columns);
    return key;
}

model::RowCount counted(qint64 rows, qint64 found, qint64 nulls, bool isComplete)
{
    model::RowCount count;
    count.rows = rows;
    count.found = found;
    count.nulls = nulls;
    count.isComplete = isComplete;
    return count;
}

QString groupsOf(const std::vector<model::SourceTable> &tables)
{
    QStringList groups;
    for (const model::IdentityCandidate &candidate : rules::findSameEntities(aCatalog(tables))) {
        QStringList names{candidate.table.table()};
        for (const model::TableName &other : candidate.others)
            names.append(other.table());
        groups.append(names.join(QLatin1Char('+')));
    }
    return groups.join(QStringLiteral("; "));
}

model::SourceTable customer(const char *name, std::initializer_list<const char *> more = {})
{
    model::SourceTable table = aTable(QString::fromUtf8(name), {"id integer", "first_name text", "last_name text", "vat_id text", "credit_limit numeric(10,2)", "street text", "city text", "zip text"});
    for (const char *line : more)
        table.columns.push_back(aColumn(QString::fromUtf8(line)));
    return table;
}

} // namespace

class IdentityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usableKeys_data();
    void usableKeys();
    void candidatesOfATable_data();
    void candidatesOfATable();
    void oneSetOfColumnsIsOneCandidate();
    void candidatesAreRankedByWhatWasMeasured();
    void unreadableTablesAreNotMeasured();
    void sameEntityUnderSeveralNames_data();
    void sameEntityUnderSeveralNames();
    void columnsInCommonWithAllTellNothing();
    void yearlyCopiesAreOneGroup();
};

void IdentityTest::usableKeys_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("change"); // of a plain unique key over it
    QTest::addColumn<QString>("detail"); // why not; empty: usable
    const auto row = [](const char *name, const char *column, const char *change, const char *detail) {
        QTest::newRow(name) << QString::fromUtf8(column) << QString::fromUtf8(change) << QString::fromUtf8(detail);
    };
    row("primary", "a integer NOT NULL", "primary", "");
    row("unique without NULL", "a integer NOT NULL", "", "");
    row("unique with NULL", "a integer", "", "lets NULL repeat or hold once only");
    row("NULLS NOT DISTINCT", "a integer", "nulls", "lets NULL repeat or hold once only");
    row("partial", "a integer NOT NULL", "partial", "holds for a part of the rows");
    row("expression", "a integer NOT NULL", "expression", "is over an expression");
    row("inherited", "a integer NOT NULL", "inherited", "does not hold for inherited rows");
}

void IdentityTest::usableKeys()
{
    QFETCH(QString, column);
    QFETCH(QString, change);
    QFETCH(QString, detail);
    model::SourceTable table = aTable(QStringLiteral("t"), {column.toUtf8().constData()});
    model::SourceKey key = uniqueKey({QStringLiteral("a")});
    key.isPrimary = change == QLatin1String("primary") || change == QLatin1String("inherited");
    key.isNullsNotDistinct = change == QLatin1String("nulls");
    key.hasExpressions = change == QLatin1String("expression");
    if (change == QLatin1String("partial"))
        key.predicate = QStringLiteral("(NOT deleted)");
    if (change == QLatin1String("inherited"))
        table.inheritedBy = {model::TableName::create(QStringLiteral("public"), QStringLiteral("heir")).value()};
    table.keys = {key};
    const rules::TakenMeasures none;
    const auto found = rules::tablesWithoutKey(aCatalog({table}), rules::MeasureIndex(none));
    QCOMPARE(found.size(), std::size_t(detail.isEmpty() ? 0 : 1));
    if (!detail.isEmpty())
        QCOMPARE(found.at(0).evidence.at(1).detail, detail);
}

void IdentityTest::candidatesOfATable_data()
{
    QTest::addColumn<QStringList>("columns");
    QTest::addColumn<QString>("candidates");
    const auto row = [](const char *name, const QStringList &columns, const char *candidates) { QTest::newRow(name) << columns << QString::fromUtf8(candidates); };
    const auto lines = [](std::initializer_list<const char *> all) {
        QStringList list;
        for (const char *line : all)
            list.append(QString::fromUtf8(line));
        return list;
    };
    row("id and code", lines({"id integer", "code text", "x text", "y text"}), "id; code");
    row("named after the table", lines({"film_no integer", "films_id integer", "actor_id integer", "x text"}), "film_no; films_id");
    row("all of few columns", lines({"a integer", "b text"}), "a+b");
    row("references together", lines({"film_ref integer", "actor_id integer", "store_id integer", "x text"}), "actor_id+store_id");
    row("three references", lines({"a_id integer", "b_id integer", "c_id integer", "x text"}), "a_id+b_id+c_id; a_id+b_id; a_id+c_id; b_id+c_id");
    row("a line below a parent", lines({"order_id integer", "line_no integer", "amount numeric(10,2)", "x text"}), "order_id+line_no");
    row("a day below two parents", lines({"a_id integer", "b_id integer", "day date", "x text"}), "a_id+b_id; a_id+b_id+day; a_id+day; b_id+day");
    row("types that do not identify", lines({"id double precision", "code jsonb", "key bytea", "x text"}), "");
    row("nothing to go by", lines({"a text", "b text", "c text", "d text"}), "");
    row("odd names", lines({"\"Film.ID\" integer", "\"new\nline\" text", "\"a\"\"b\" text", "x text"}), "Film.ID");
}

void IdentityTest::candidatesOfATable()
{
    QFETCH(QStringList, columns);
    model::SourceTable table = aTable(QStringLiteral("film"), {});
    for (const QString &line : columns)
        table.columns.push_back(aColumn(line));
    const auto candidates = rules::keyCandidates(table);
    QTEST(inWords(candidates), "candidates");
    QVERIFY(candidates.size() <= 8);
}

void IdentityTest::oneSetOfColumnsIsOneCandidate()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"a_id integer", "b_id integer", "x text", "y text"});
    table.keys = {uniqueKey({QStringLiteral("b_id"), QStringLiteral("a_id")})};
    QCOMPARE(inWords(rules::keyCandidates(table)), QStringLiteral("b_id+a_id"));
}

void IdentityTest::candidatesAreRankedByWhatWasMeasured()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"id integer", "code text", "number text", "key text", "x text"});
    const model::CatalogSnapshot catalog = aCatalog({table});
    rules::TakenMeasures measures;
    rules::addMeasuresOfKeys(catalog, measures.wanted);
    QCOMPARE(measures.wanted.duplicates.size(), std::size_t(4)); // id, code, number, key
    model::RowCount notCounted;
    notCounted.notCounted = "Too expensive.";
    measures.duplicates = {counted(100, 3, 0, true), counted(100, 0, 2, true), counted(100, 0, 0, false), notCounted};
    const auto found = rules::tablesWithoutKey(catalog, rules::MeasureIndex(measures));
    QStringList ranked;
    for (const model::KeyCandidate &candidate : found.at(0).candidates)
        ranked.append(QStringLiteral("%1 %2 %3 %4").arg(candidate.columns.at(0)).arg(candidate.rows).arg(candidate.duplicates).arg(candidate.nulls));
    QCOMPARE(ranked, (QStringList{QStringLiteral("number 100 0 0"), QStringLiteral("code 100 0 2"), QStringLiteral("id 100 3 0"), QStringLiteral("key 0 0 0")}));
    QVERIFY(!found.at(0).candidates.at(0).isComplete);
}

void IdentityTest::unreadableTablesAreNotMeasured()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"id integer"});
    table.isReadable = false;
    model::SourceTable view = aTable(QStringLiteral("film_view"), {"id integer"});
    view.kind = model::TableKind::View;
    rules::WantedMeasures wanted;
    rules::addMeasuresOfKeys(aCatalog({table, view}), wanted);
    QVERIFY(wanted.duplicates.empty());
    const rules::TakenMeasures none;
    QCOMPARE(rules::tablesWithoutKey(aCatalog({table, view}), rules::MeasureIndex(none)).size(), std::size_t(1));
}

void IdentityTest::sameEntityUnderSeveralNames_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("groups");
    const auto row = [](const char *name, const char *first, const char *second, std::initializer_list<const char *> more, const char *groups) {
        QStringList list;
        for (const char *line : more)
            list.append(QString::fromUtf8(line));
        QTest::newRow(name) << QString::fromUtf8(first) << QString::fromUtf8(second) << list << QString::fromUtf8(groups);
    };
    row("a copy", "customer", "customer_old", {}, "customer+customer_old");
    row("plural", "customer", "customers_bak", {}, "customer+customers_bak");
    row("the copy is named first", "a_bak_customer", "customer", {}, "customer+a_bak_customer");
    row("another name", "client", "customer", {}, "client+customer");
    row("8 of 10 columns", "client", "customer", {"a text", "b text"}, "client+customer");
    row("8 of 11 columns", "client", "customer", {"a text", "b text", "c text"}, "");
    row("odd names", "Sales.EU \"x\"\n", "Sales EU", {}, "Sales EU+Sales.EU \"x\"\n");
}

void IdentityTest::sameEntityUnderSeveralNames()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(QStringList, more);
    model::SourceTable one = customer("one");
    one.name = model::TableName::create(QStringLiteral("public"), first).value();
    model::SourceTable other = customer("other");
    other.name = model::TableName::create(QStringLiteral("public"), second).value();
    for (const QString &line : more)
        other.columns.push_back(aColumn(line));
    QTEST(groupsOf({one, other}), "groups");

    for (model::SourceColumn &column : other.columns) // the same names, other types
        column.type.name = QStringLiteral("xml");
    QCOMPARE(groupsOf({one, other}), QString());

    other = customer("other");
    one.inheritedBy = {other.name};
    QCOMPARE(groupsOf({one, other}), QString());
    one.inheritedBy.clear();
    other.kind = model::TableKind::View;
    QCOMPARE(groupsOf({one, other}), QString());
}

void IdentityTest::columnsInCommonWithAllTellNothing()
{
    std::vector<model::SourceTable> tables;
    for (int i = 0; i < 30; ++i) { // thirty lists of the same shape
        model::SourceTable table = aTable(QStringLiteral("kind%1x").arg(QChar(char16_t('a' + i % 26))).repeated(1 + i / 26), {"id integer", "name text", "description text", "created timestamptz", "created_by integer"});
        tables.push_back(table);
    }
    QCOMPARE(groupsOf(tables), QString());
    tables.push_back(customer("client"));
    tables.push_back(customer("customer"));
    QCOMPARE(groupsOf(tables), QStringLiteral("client+customer"));
}

void IdentityTest::yearlyCopiesAreOneGroup()
{
    std::vector<model::SourceTable> tables{customer("customer")};
    for (int day = 1; day <= 28; ++day)
        tables.push_back(customer(qPrintable(QStringLiteral("customer_202401%1").arg(day, 2, 10, QLatin1Char('0')))));
    const auto found = rules::findSameEntities(aCatalog(tables));
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.at(0).table.table(), QStringLiteral("customer"));
    QCOMPARE(found.at(0).others.size(), std::size_t(28));
    QCOMPARE(found.at(0).evidence.size(), std::size_t(28));
    QCOMPARE(found.at(0).evidence.at(0).detail, QStringLiteral("has 8 of 8 columns in common with public.customer"));
}

QTEST_APPLESS_MAIN(IdentityTest)
#include "identity_test.moc"
