#include "rules/writes/source_writes.h"

#include <QTest>

using namespace lakehouse::rules;

namespace {

QString tableOf(const std::vector<WrittenName> &name)
{
    QStringList parts;
    for (const WrittenName &part : name)
        parts << part.text;
    return parts.join(QLatin1Char('.'));
}

} // namespace

class SourceWritesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void classes_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("expected"); // "line name table", or "line name ~likely,…", with ":base"
        const auto row = [](const char *name, const char *path, const char *source, const char *expected) { QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(source) << QString::fromUtf8(expected); };
        row("jpa", "A.java", "@Entity\n@Table(schema = \"s\", name = \"t\")\npublic class A {}", "2 A s.t");
        row("jpa with quotes", "A.java", "@Table(name = \"\\\"s\\\".`t`\") class A {}", "1 A s.t");
        row("jpa by its full name", "A.java", "@jakarta.persistence.Table(name = \"t\") class A {}", "1 A t");
        row("jpa without a table", "A.java", "@Entity class OrderItem {}", "1 OrderItem ~order_item,OrderItem,order_items");
        row("jpa of another class", "A.java", "@Table(name = \"t\") class A {} class B {}", "1 A t");
        row("kotlin", "A.kt", "@Entity @Table(name = \"t\") data class A(@Id val id: Long, val b: String) : Base()", "1 A t :Base");
        row("repository", "A.java", "interface ARepository extends JpaRepository<A, Long> {}", "1 ARepository  :A");
        row("idempiere", "X_C_Order.java", "public class X_C_Order extends PO {\n /** x */ public static final String Table_Name = \"C_Order\"; }", "2 X_C_Order C_Order :PO");
        row("entity framework", "A.cs", "[Table(\"t\", Schema = \"s\")]\npublic class A : Base {}", "1 A s.t :Base");
        row("entity framework in its model", "C.cs", "class C : DbContext { void M(ModelBuilder b) { b.Entity<A>().ToTable(\"t\", \"s\"); } }", "1 A s.t|1 C  :DbContext");
        row("django", "shop/models.py", "class A(models.Model):\n    x = 1\n    class Meta:\n        db_table = 't'\n", "4 A t :Model");
        row("django without a table", "site/shop/models/a.py", "class BigOrder(models.Model):\n    pass\n", "1 BigOrder ~shop_bigorder :Model");
        row("django's abstract class", "shop/models.py", "class A(models.Model):\n    class Meta:\n        abstract = True\n", "1 A  :Model");
        row("sqlalchemy", "a.py", "class A(Base):\n    __tablename__ = 't'\n    __table_args__ = {'schema': 's'}\n", "2 A s.t :Base");
        row("activerecord", "a.rb", "class OrderCategory < ApplicationRecord\nend\n", "1 OrderCategory ~order_categories :ApplicationRecord");
        row("activerecord with a table", "a.rb", "class A < ActiveRecord::Base\n  self.table_name = 's.t'\nend\n", "2 A s.t :Base");
        row("eloquent", "A.php", "<?php class A extends Model { protected $table = 't'; function f() { $table = 'u'; } }", "1 A t :Model");
        row("doctrine", "A.php", "<?php #[ORM\\Entity]\n#[ORM\\Table(name: 't', schema: 's')]\nclass A {}", "2 A s.t");
        row("gorm", "a.go", "type A struct {\n\tgorm.Model\n}\nfunc (A) TableName() string {\n\treturn \"t\"\n}", "4 A t");
        row("gorm without a table", "a.go", "type OrderItem struct {\n\tgorm.Model\n}", "2 OrderItem ~order_items");
        row("typeorm", "a.ts", "@Entity(\"t\", { schema: \"s\" })\nexport class A extends Base {}", "1 A s.t :Base");
        row("dbix", "A.pm", "package Shop::Result::A;\n__PACKAGE__->table('t');", "2 A t");
        row("an annotation in a comment", "A.java", "// @Table(name = \"t\")\nclass A {}", "");
        row("Table elsewhere", "a.py", "users = Table('t', metadata)\n", "");
    }
    void classes()
    {
        QFETCH(QString, path);
        QFETCH(QString, source);
        QStringList found;
        for (const PersistentClass &one : scanSource(path, source).classes) {
            const QString likely = one.likelyTables.empty() || !one.table.empty() ? QString() : QLatin1Char('~') + QStringList(one.likelyTables.begin(), one.likelyTables.end()).join(QLatin1Char(','));
            found << QStringLiteral("%1 %2 %3%4").arg(one.line).arg(one.name, tableOf(one.table) + likely, one.base.isEmpty() ? QString() : QLatin1String(" :") + one.base);
        }
        QTEST(found.join(QLatin1Char('|')), "expected");
    }

    void calls_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *path, const char *source, const char *expected) { QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(source) << QString::fromUtf8(expected); };
        row("jpa", "A.java", "Order order = find();\nentityManager.remove(order);", "2 Order delete");
        row("a list", "A.java", "Order order = find();\norders.remove(order);", "");
        row("idempiere", "A.java", "MOrder order = new MOrder(context, 1);\norder.deleteEx(true);", "2 MOrder delete");
        row("repository", "A.java", "private final OrderRepository orders;\nvoid f() { orders.deleteByStatus(1); this.orders.deleteAll(); }", "2 OrderRepository delete|2 OrderRepository delete");
        row("django", "a.py", "Order.objects.filter(x=1).update(status='a', updated=now())\nOrder.objects.all().delete()", "1 Order update {status='a';updated=now}|2 Order delete");
        row("a dictionary", "a.py", "order = Order()\norder.__dict__.update(status='a')", "");
        row("sqlalchemy", "a.py", "s.execute(update(Order).where(a).values(status=1))\ns.execute(delete(Order))\ns.query(Order).filter(b).update({'status': 2})\ns.query(Order).delete()",
            "1 Order update {status=1}|2 Order delete|3 Order update {status=2}|4 Order delete");
        row("activerecord", "a.rb", "Order.where(a: 1).update_all(status: 'a')\nOrder.destroy_all\norder = Order.find(1)\norder.update_columns(status: 2)\norder.destroy!", "1 Order update {status='a'}|2 Order delete|4 Order update {status=2}|5 Order delete");
        row("eloquent", "a.php", "<?php Order::where('a', 1)->delete(); $order = Order::find(1);\n$order->forceDelete();", "1 Order delete|2 Order delete");
        row("entity framework", "a.cs", "Order order = Find();\n_context.Orders.Remove(order);", "2 Order delete");
        row("gorm", "a.go", "func f(db *gorm.DB, order *Order) {\n\tdb.Delete(order)\n\tdb.Where(\"a\").Delete(&Order{})\n}", "2 Order delete|3 Order delete");
        row("typeorm", "a.ts", "function f(order: Order) {\n  manager.remove(order);\n}", "2 Order delete");
    }
    void calls()
    {
        QFETCH(QString, path);
        QFETCH(QString, source);
        QStringList found;
        for (const PersistenceCall &call : scanSource(path, source).calls) {
            QStringList columns;
            for (const SetColumn &column : call.statement.columns)
                columns << column.name.text + QLatin1Char('=') + column.value;
            found << QStringLiteral("%1 %2 %3%4").arg(call.statement.line).arg(call.className, call.statement.verb, columns.isEmpty() ? QString() : QStringLiteral(" {%1}").arg(columns.join(QLatin1Char(';'))));
        }
        QTEST(found.join(QLatin1Char('|')), "expected");
    }

    void messages_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("source");
        for (const auto &[path, source] : {std::pair("a.java", "log.log(Level.INFO, \"DELETE FROM film\");"), std::pair("b.java", "throw new AppException(\"DELETE FROM film\" + x);"),
                                           std::pair("c.py", "raise ValueError('DELETE FROM film')"), std::pair("d.rb", "puts \"DELETE FROM film\""), std::pair("e.pl", "die 'DELETE FROM film';"),
                                           std::pair("f.php", "<?php echo 'DELETE FROM film';"), std::pair("g.cs", "Console.WriteLine(\"DELETE FROM film\");"), std::pair("h.go", "log.Fatalf(\"DELETE FROM film\")"),
                                           std::pair("i.ts", "console.error(`DELETE FROM film`);"), std::pair("j.kt", "error(\"DELETE FROM film\")"), std::pair("k.txt", "DELETE FROM film"),
                                           std::pair("l.py", "'''\nUsage: DELETE FROM film\n'''")})
            QTest::newRow(path) << QString::fromUtf8(path) << QString::fromUtf8(source);
    }
    void messages()
    {
        QFETCH(QString, path);
        QFETCH(QString, source);
        QVERIFY(scanSource(path, source).statements.empty());
    }

    void odd_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("statements");
        QTest::newRow("nothing") << QStringLiteral("a.java") << QString() << 0;
        QTest::newRow("only line ends") << QStringLiteral("a.py") << QStringLiteral("\r\n\r\r\n") << 0;
        QTest::newRow("NUL inside") << QStringLiteral("a.java") << QStringLiteral("f(\"DELETE FROM film\");") + QChar(u'\0') + QStringLiteral("g(\"DELETE FROM film\");") << 2;
        QTest::newRow("half a surrogate") << QStringLiteral("a.java") << QString(QChar(0xd800)) + QStringLiteral("; f(\"DELETE FROM film\");") << 1;
        QTest::newRow("a text without an end") << QStringLiteral("a.py") << QStringLiteral("f('''DELETE FROM film") << 1;
        QTest::newRow("a heredoc without an end") << QStringLiteral("a.rb") << QStringLiteral("f(<<~SQL)\nDELETE FROM film") << 1;
        QTest::newRow("a comment without an end") << QStringLiteral("a.kt") << QStringLiteral("/* /* */ f(\"DELETE FROM film\")") << 0;
        QTest::newRow("only closing brackets") << QStringLiteral("a.ts") << QString(10'000, QLatin1Char('}')) << 0;
        QTest::newRow("only opening brackets") << QStringLiteral("a.ts") << QString(50'000, QLatin1Char('(')) << 0;
        QTest::newRow("brackets in brackets") << QStringLiteral("a.ts") << QStringLiteral("s = ") + QString(50'000, QLatin1Char('(')) + QStringLiteral("\"DELETE FROM film\"") + QString(50'000, QLatin1Char(')')) << 1;
        QTest::newRow("quotes") << QStringLiteral("a.go") << QString(50'001, QLatin1Char('`')) << 0;
        QTest::newRow("lines of Windows") << QStringLiteral("a.sql") << QStringLiteral("-- x\r\nDELETE FROM film;\r\n-- y\r\nDELETE FROM film;") << 2;
        QTest::newRow("lines of old machines") << QStringLiteral("a.sql") << QStringLiteral("-- x\rDELETE FROM film;\r-- y\rDELETE FROM film;") << 2;
    }
    void odd()
    {
        QFETCH(QString, path);
        QFETCH(QString, source);
        const SourceWrites writes = scanSource(path, source);
        QTEST(int(writes.statements.size()), "statements");
        for (std::size_t i = 1; i < writes.statements.size() && path.endsWith(QLatin1String("sql")); ++i)
            QCOMPARE(writes.statements[i].line, 4);
    }

    void routine()
    {
        const SourceWrites whole = scanRoutine(QStringLiteral("shop.purge"), QStringLiteral("CREATE FUNCTION shop.purge() RETURNS void AS $$\nDELETE FROM film;\n$$ LANGUAGE sql"));
        QCOMPARE(whole.kind, lakehouse::model::EvidenceKind::Routine);
        QCOMPARE(whole.place, QStringLiteral("routine shop.purge"));
        QCOMPARE(whole.statements.size(), std::size_t(1));
        QCOMPARE(whole.statements[0].line, 2);
        QCOMPARE(whole.statements[0].scope, QStringLiteral("purge"));
        const SourceWrites body = scanRoutine(QStringLiteral("shop.\"Purge\""), QStringLiteral("\nBEGIN\nDELETE FROM film;\nEND"));
        QCOMPARE(body.statements.size(), std::size_t(1));
        QCOMPARE(body.statements[0].line, 3);
        QCOMPARE(body.statements[0].scope, QStringLiteral("Purge"));
        const SourceWrites dotted = scanRoutine(QStringLiteral("\"Sales.EU\".\"purge.\"\"v2\"\"\""), QStringLiteral("DELETE FROM film"));
        QCOMPARE(dotted.statements.at(0).scope, QStringLiteral("purge.\"v2\""));
    }
};

QTEST_APPLESS_MAIN(SourceWritesTest)
#include "source_writes_test.moc"
