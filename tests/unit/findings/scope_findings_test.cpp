#include "rules/findings/name_words.h"
#include "rules/findings/scope_findings.h"
#include "unit/findings/case_tables.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;
using model::TableKind;

class ScopeFindingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreTakenApart_data();
    void namesAreTakenApart();
    void everyTableHasAProposal_data();
    void everyTableHasAProposal();
    void kindsOfTables_data();
    void kindsOfTables();
    void partitionsLoadWithTheirRoot();
    void theApplicationsWordCountsWhereTheCatalogIsSilent();
};

void ScopeFindingsTest::namesAreTakenApart_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("stem");
    const auto row = [](const char *name, const char *words, const char *stem) { QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(words) << QString::fromUtf8(stem); };
    row("customers", "customers", "customer");
    row("customer_old", "customer old", "customer");
    row("customers_bak2", "customers bak 2", "customer");
    row("customer_20240131", "customer 20240131", "customer");
    row("customer_20241331", "customer 20241331", "customer_20241331"); // no such month
    row("AD_ChangeLog", "ad change log", "ad_change_log");
    row("CUSTOMER_OLD", "customer old", "customer");
    row("HTTPSession", "http session", "http_session");
    row("Sales.EU", "sales eu", "sales_eu");
    row("new\nline", "new line", "new_line");
    row("address", "address", "address");
    row("old", "old", "old");
    row("\320\275\320\260\320\270\320\274_bak", "\320\275\320\260\320\270\320\274 bak", "\320\275\320\260\320\270\320\274");
    row("pre\314\201nom_bak", "pr\303\251nom bak", "pr\303\251nom"); // e and its accent as two characters
    row("cafe\314\201Table", "caf\303\251 table", "caf\303\251_table");
    row("\340\244\250\340\244\276\340\244\256_old", "\340\244\250\340\244\276\340\244\256 old", "\340\244\250\340\244\276\340\244\256"); // a vowel sign that stays one
    row("q\314\210Table", "q\314\210 table", "q\314\210_table"); // no single character has both
    row("\342\235\244\357\270\217_bak", "bak", "bak"); // a picture and the mark of its colour
    row("$$", "", "");
}

void ScopeFindingsTest::namesAreTakenApart()
{
    QFETCH(QString, name);
    QTEST(rules::nameWords(name).join(QLatin1Char(' ')), "words");
    QTEST(rules::nameStem(name), "stem");
}

/// Each name beside the tables customer, orders and a table with columns of a session.
void ScopeFindingsTest::everyTableHasAProposal_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("why"); // empty: in
    const auto row = [](const char *table, const char *why, const char *columns = "id integer") {
        QTest::newRow(table) << QString::fromUtf8(table) << QString::fromUtf8(columns) << QString::fromUtf8(why);
    };
    row("invoice", "");
    row("flyway_schema_history", "Flyway keeps its record of migrations under this name.");
    row("DATABASECHANGELOG", "Liquibase keeps its record of migrations under this name.");
    row("alembic_version", "Alembic keeps its record of migrations under this name.");
    row("django_migrations", "Django keeps its record of migrations under this name.");
    row("schema_migrations", "Rails keeps its record of migrations under this name.");
    row("ar_internal_metadata", "Rails keeps its record of migrations under this name.");
    row("ad_migration", "ADempiere keeps its record of migrations under this name.");
    row("migrations", "Laravel keeps its record of migrations under this name.", "batch integer");
    row("Migrations", "", "species text"); // of birds
    row("customer_old", "Its name looks like that of a copy of public.customer.");
    row("customers_bak", "Its name looks like that of a copy of public.customer.");
    row("bak_customer", "Its name looks like that of a backup copy.");
    row("customer_20110101_bak", "Its name looks like that of a copy of public.customer.");
    row("supplier_bak", "Its name looks like that of a backup copy.");
    row("supplier_old", ""); // of nothing that is there
    row("orders_20240131", "Its name looks like that of a copy of public.orders.");
    row("orders_2024", "");
    row("orders_old_20240131", "Its name looks like that of a copy of public.orders.");
    row("tmp_load", "Its name looks like that of a temporary or staging table.");
    row("invoice_staging", "Its name looks like that of a temporary or staging table.");
    row("temperature", "");
    row("AD_ChangeLog", "Its name looks like that of a log.");
    row("catalog", "");
    row("price_cache", "Its name looks like that of a cache.");
    row("user_session", "Its name and columns look like those of a table of sign-in sessions.", "expires timestamptz");
    row("AD_Session", "Its name and columns look like those of a table of sign-in sessions.", "WebSession text");
    row("training_session", "", "room text");
    row("odd \"name\".with\nline", "");
}

void ScopeFindingsTest::everyTableHasAProposal()
{
    QFETCH(QString, table);
    QFETCH(QString, columns);
    QFETCH(QString, why);
    model::SourceTable tried = aTable(QStringLiteral("placeholder"), {columns.toUtf8().constData()});
    tried.name = model::TableName::create(QStringLiteral("public"), table).value();
    const auto proposals = rules::proposeScope(aCatalog({aTable(QStringLiteral("customer"), {"id integer"}), aTable(QStringLiteral("orders"), {"id integer"}), tried}), {});
    QCOMPARE(proposals.size(), std::size_t(3));
    for (const model::ScopeProposal &proposal : proposals) {
        QVERIFY(!proposal.evidence.empty() && !proposal.why.isEmpty());
        const bool isOut = proposal.table == tried.name && !why.isEmpty();
        QCOMPARE(proposal.choice, isOut ? model::ScopeChoice::Out : model::ScopeChoice::In);
        if (isOut)
            QCOMPARE(proposal.why.toEnglish(), why);
    }
}

void ScopeFindingsTest::kindsOfTables_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("isUnlogged");
    QTest::addColumn<QString>("detail");
    QTest::newRow("table") << int(TableKind::Table) << false << QStringLiteral("ordinary table");
    QTest::newRow("partitioned") << int(TableKind::PartitionedTable) << false << QStringLiteral("partitioned table");
    QTest::newRow("view") << int(TableKind::View) << false << QStringLiteral("view");
    QTest::newRow("materialised view") << int(TableKind::MaterializedView) << false << QStringLiteral("materialised view");
    QTest::newRow("foreign table") << int(TableKind::ForeignTable) << false << QStringLiteral("foreign table");
    QTest::newRow("unlogged") << int(TableKind::Table) << true << QStringLiteral("unlogged");
}

void ScopeFindingsTest::kindsOfTables()
{
    QFETCH(int, kind);
    QFETCH(bool, isUnlogged);
    QFETCH(QString, detail);
    model::SourceTable table = aTable(QStringLiteral("t"), {"id integer"});
    table.kind = TableKind(kind);
    table.isUnlogged = isUnlogged;
    const auto proposals = rules::proposeScope(aCatalog({table}), {});
    QCOMPARE(proposals.at(0).choice, detail.endsWith(QLatin1String("ordinary table")) || detail == QLatin1String("partitioned table") ? model::ScopeChoice::In : model::ScopeChoice::Out);
    QCOMPARE(proposals.at(0).evidence.at(0).detail, detail);
    QCOMPARE(proposals.at(0).evidence.at(0).place, QStringLiteral("table public.t"));
}

void ScopeFindingsTest::partitionsLoadWithTheirRoot()
{
    model::SourceTable root = aTable(QStringLiteral("payment"), {"id integer"});
    root.kind = TableKind::PartitionedTable;
    root.partitions = {model::TableName::create(QStringLiteral("public"), QStringLiteral("payment_p2")).value(), model::TableName::create(QStringLiteral("parts"), QStringLiteral("p1")).value()};
    QCOMPARE(inWords(rules::proposeScope(aCatalog({root}), {})),
             (QStringList{QStringLiteral("public.payment in: An ordinary table, and nothing speaks against loading it.")}));
}

void ScopeFindingsTest::theApplicationsWordCountsWhereTheCatalogIsSilent()
{
    const model::SourceTable wizard = aTable(QStringLiteral("wizard"), {"id integer"});
    model::SourceTable view = aTable(QStringLiteral("wizard_view"), {"id integer"});
    view.kind = TableKind::View;
    const auto byApplication = [](const model::SourceTable &table) { return model::ScopeProposal{table.name, model::ScopeChoice::Out, "Transient.", {{.place = QStringLiteral("ir_model")}}}; };
    const model::SourceTable gone = aTable(QStringLiteral("gone"), {});
    QCOMPARE(inWords(rules::proposeScope(aCatalog({wizard, view}), {byApplication(wizard), byApplication(view), byApplication(gone)})),
             (QStringList{QStringLiteral("public.wizard out: Transient."), QStringLiteral("public.wizard_view out: A view holds no rows of its own; the tables below it are loaded.")}));
}

QTEST_APPLESS_MAIN(ScopeFindingsTest)
#include "scope_findings_test.moc"
