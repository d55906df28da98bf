#include "rules/dictionary/dictionary_reader.h"
#include "unit/findings/case_tables.h"

#include "support/source_folder.h"

#include <QFile>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;

namespace {

/// The rows of one file of tests/fixtures/dictionaries; \N is NULL.
std::vector<rules::DictionaryRow> rowsOf(const QString &path)
{
    QFile file(lakehouse::testing::sourcePath("tests/fixtures/dictionaries/") + path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(path));
    std::vector<rules::DictionaryRow> rows;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        rules::DictionaryRow row;
        for (const QString &value : line.split(QLatin1Char('\t')))
            row.push_back(value == QLatin1String("\\N") ? std::nullopt : std::optional(value));
        rows.push_back(std::move(row));
    }
    return rows;
}

model::CatalogSnapshot catalogOf(const QString &application, const QString &schema)
{
    std::vector<model::SourceTable> tables;
    for (const rules::DictionaryRow &row : rowsOf(application + QStringLiteral("/catalog.tsv"))) {
        if (tables.empty() || tables.back().name.table() != *row[0])
            tables.push_back(aTable(schema + QLatin1Char('.') + *row[0], {}));
        tables.back().columns.push_back(aColumn(*row[1] + QLatin1Char(' ') + *row[2]));
    }
    return aCatalog(std::move(tables));
}

model::SourceTable &tableOf(model::CatalogSnapshot &catalog, const char *name)
{
    const auto found = std::ranges::find_if(catalog.tables, [&](const model::SourceTable &table) { return table.name.table() == QString::fromUtf8(name); });
    if (found == catalog.tables.end())
        qFatal("no table %s", name);
    return *found;
}

const rules::DictionaryReader &readerOf(const QString &application)
{
    for (const auto &reader : rules::dictionaryReaders())
        if (reader->application().startsWith(application, Qt::CaseInsensitive))
            return *reader;
    qFatal("no reader");
}

std::vector<rules::DictionaryAnswer> answersOf(const QString &application, const model::CatalogSnapshot &catalog, const QString &schema)
{
    std::vector<rules::DictionaryAnswer> answers;
    for (const rules::DictionaryQuery &query : readerOf(application).queries(catalog, schema))
        answers.push_back({query.name, rowsOf(application + QLatin1Char('/') + query.name + QStringLiteral(".tsv"))});
    return answers;
}

rules::DictionaryFindings findingsOf(const QString &application, const model::CatalogSnapshot &catalog, const QString &schema)
{
    const auto findings = readerOf(application).read(catalog, schema, answersOf(application, catalog, schema));
    if (!findings)
        qFatal("%s", qPrintable(findings.error().message.toEnglish()));
    return findings.value();
}

QStringList termsOf(const rules::DictionaryFindings &findings)
{
    QStringList terms;
    for (const rules::DictionaryTerm &term : findings.terms)
        terms.append(inWords(term.term) + (term.column.isEmpty() ? QString() : QLatin1Char(' ') + term.column));
    return terms;
}

const QString idempiere = QStringLiteral("idempiere");
const QString adempiere = QStringLiteral("adempiere");
const QString odoo = QStringLiteral("odoo");
const QString everywhere = QStringLiteral("public");

} // namespace

class DictionaryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dictionariesAreFoundByTheirTables();
    void queriesNameThingsAsStored();
    void idempiereSaysWhatItMeans();
    void odooSaysWhatItMeans();
    void whatTheDatabaseDeclaresIsNotRepeated();
    void namesStoredInAnotherCase();
    void namesThatDifferByCaseOnlyAreNotGuessed();
    void olderOdooHasNoSelections();
    void theOrderOfRowsDoesNotShow();
    void keysOfSeveralColumns();
    void evidenceHasAPlace();
    void otherFormsAreRefused_data();
    void otherFormsAreRefused();
};

void DictionaryTest::dictionariesAreFoundByTheirTables()
{
    model::CatalogSnapshot both = catalogOf(idempiere, adempiere);
    for (const model::SourceTable &table : catalogOf(odoo, everywhere).tables)
        both.tables.push_back(table);
    QCOMPARE(readerOf(idempiere).findIn(both), std::vector<QString>{adempiere});
    QCOMPARE(readerOf(odoo).findIn(both), std::vector<QString>{everywhere});
    QVERIFY(readerOf(idempiere).findIn({}).empty());

    columnOf(tableOf(both, "ad_ref_table"), "ad_key").name = QStringLiteral("other");
    QVERIFY(readerOf(idempiere).findIn(both).empty());
    tableOf(both, "ir_model_fields").isReadable = false;
    QCOMPARE(readerOf(odoo).findIn(both), std::vector<QString>{everywhere}); // to be asked for, and named when that is refused
}

void DictionaryTest::queriesNameThingsAsStored()
{
    model::CatalogSnapshot catalog = catalogOf(idempiere, QStringLiteral("My \"AD\""));
    model::SourceTable &table = tableOf(catalog, "ad_ref_table");
    table.name = model::TableName::create(table.name.schema(), QStringLiteral("AD_REF_TABLE")).value();
    columnOf(table, "ad_key").name = QStringLiteral("AD_KEY");
    const auto queries = readerOf(idempiere).queries(catalog, table.name.schema());
    QCOMPARE(queries.size(), std::size_t(6));
    QCOMPARE(queries.at(5).sql, QStringLiteral("SELECT \"ad_reference_id\"::text, \"ad_table_id\"::text, \"AD_KEY\"::text FROM \"My \"\"AD\"\"\".\"AD_REF_TABLE\" WHERE \"isactive\" = 'Y'"));
    const auto ofOdoo = readerOf(odoo).queries(catalogOf(odoo, everywhere), everywhere);
    QCOMPARE(ofOdoo.at(0).sql, QStringLiteral("SELECT \"model\"::text, \"name\"->>'en_US', \"transient\"::text FROM \"public\".\"ir_model\""));
}

void DictionaryTest::idempiereSaysWhatItMeans()
{
    const rules::DictionaryFindings findings = findingsOf(idempiere, catalogOf(idempiere, adempiere), adempiere);
    QCOMPARE(inWords(findings.flags), (QStringList{QStringLiteral("adempiere.c_bpartner.iscustomer: Y/N declared"), QStringLiteral("adempiere.c_order.isactive: Y/N declared"),
                                                   QStringLiteral("adempiere.c_order.issotrx: Y/N declared")})); // not isselfservice, which holds ten characters
    QCOMPARE(inWords(findings.codeLists), (QStringList{QStringLiteral("adempiere.c_order.deliveryrule: A=Availability, F=Force declared"),
                                                       QStringLiteral("adempiere.c_order.docstatus: ?\?=Unknown, CO=Completed, DR=Drafted, VO=Voided declared")}));
    QCOMPARE(inWords(findings.logicalForeignKeys), (QStringList{QStringLiteral("adempiere.c_bpartner(bpartner_parent_id) -> adempiere.c_bpartner(c_bpartner_id)"),
                                                                QStringLiteral("adempiere.c_order(bill_bpartner_id) -> adempiere.c_bpartner(c_bpartner_id)"),
                                                                QStringLiteral("adempiere.c_order(c_bpartner_id) -> adempiere.c_bpartner(c_bpartner_id)"),
                                                                QStringLiteral("adempiere.c_order(c_location_id) -> adempiere.c_location(c_location_id)"),
                                                                QStringLiteral("adempiere.c_order(salesrep_id) -> adempiere.ad_user(ad_user_id)")})); // there is no m_warehouse here
    QCOMPARE(inWords(findings.mandatoryColumns), (QStringList{QStringLiteral("adempiere.c_bpartner.name"), QStringLiteral("adempiere.c_order.c_bpartner_id"), QStringLiteral("adempiere.c_order.deliveryrule"),
                                                              QStringLiteral("adempiere.c_order.m_warehouse_id")}));
    QCOMPARE(findings.keys.size(), std::size_t(6)); // the fixture's tables have no keys
    QCOMPARE(findings.keys.at(0).columns, std::vector<QString>{QStringLiteral("ad_user_id")});
    QCOMPARE(inWords(findings.outOfScope), (QStringList{QStringLiteral("adempiere.i_order out: By the names of its application, I_ begins tables that rows pass through when they are imported."),
                                                        QStringLiteral("adempiere.t_aging out: By the names of its application, T_ begins tables that reports fill for a moment.")}));
    QCOMPARE(termsOf(findings), (QStringList{QStringLiteral("Business Partner = Identifies a partner (everywhere) C_BPartner_ID"), QStringLiteral("Document Status = How far the document has come (everywhere) DocStatus"),
                                             QStringLiteral("Sales Representative = Who sells (everywhere) SalesRep_ID"), QStringLiteral("Business Partner = Whom we trade with (adempiere.c_bpartner)"),
                                             QStringLiteral("Order = A request for goods or services (adempiere.c_order)"), QStringLiteral("Import Order = Orders on their way in (adempiere.i_order)")}));
}

void DictionaryTest::odooSaysWhatItMeans()
{
    const rules::DictionaryFindings findings = findingsOf(odoo, catalogOf(odoo, everywhere), everywhere);
    QVERIFY(findings.flags.empty()); // Odoo's booleans are booleans
    QCOMPARE(inWords(findings.codeLists), (QStringList{QStringLiteral("public.res_partner.type: contact=Contact, invoice=Invoice Address declared"),
                                                       QStringLiteral("public.sale_order.state: draft=Quotation, sent=Quotation Sent, sale=Sales Order, cancel=Cancelled declared")}));
    QCOMPARE(inWords(findings.logicalForeignKeys), (QStringList{QStringLiteral("public.res_partner(country_id) -> public.res_country(id)"), QStringLiteral("public.res_partner(parent_id) -> public.res_partner(id)"),
                                                                QStringLiteral("public.sale_order(partner_id) -> public.res_partner(id)")}));
    QCOMPARE(inWords(findings.mandatoryColumns), (QStringList{QStringLiteral("public.res_country.code"), QStringLiteral("public.sale_order.date_order")}));
    QCOMPARE(inWords(findings.outOfScope), QStringList{QStringLiteral("public.base_language_install out: The application empties it by itself: its model is transient.")});
    QCOMPARE(termsOf(findings), (QStringList{QStringLiteral("Country Code = Two letters (public.res_country.code) code"), QStringLiteral("Order Date = When it was confirmed (public.sale_order.date_order) date_order"),
                                             QStringLiteral("Customer = Who orders (public.sale_order.partner_id) partner_id")}));
}

void DictionaryTest::whatTheDatabaseDeclaresIsNotRepeated()
{
    model::CatalogSnapshot catalog = catalogOf(idempiere, adempiere);
    model::SourceTable &order = tableOf(catalog, "c_order");
    const std::size_t before = findingsOf(idempiere, catalog, adempiere).logicalForeignKeys.size();
    order.foreignKeys = {aForeignKey("partner", "c_bpartner_id", "c_bpartner")};
    order.keys = {aPrimaryKey({QStringLiteral("c_order_id")})};
    columnOf(order, "deliveryrule").isNotNull = true;
    const rules::DictionaryFindings findings = findingsOf(idempiere, catalog, adempiere);
    QCOMPARE(findings.logicalForeignKeys.size(), before - 1);
    QCOMPARE(findings.keys.size(), std::size_t(5));
    QVERIFY(!inWords(findings.mandatoryColumns).contains(QStringLiteral("adempiere.c_order.deliveryrule")));
    tableOf(catalog, "c_bpartner").kind = model::TableKind::View; // of a view the database never says NOT NULL
    QVERIFY(!inWords(findingsOf(idempiere, catalog, adempiere).mandatoryColumns).contains(QStringLiteral("adempiere.c_bpartner.name")));
}

void DictionaryTest::namesStoredInAnotherCase()
{
    model::CatalogSnapshot catalog = catalogOf(idempiere, adempiere);
    model::SourceTable &order = tableOf(catalog, "c_order");
    order.name = model::TableName::create(adempiere, QStringLiteral("C_ORDER")).value();
    columnOf(order, "docstatus").name = QStringLiteral("DOCSTATUS");
    QVERIFY(inWords(findingsOf(idempiere, catalog, adempiere).codeLists).join(QLatin1Char('\n')).contains(QStringLiteral("adempiere.\"C_ORDER\".\"DOCSTATUS\": ?\?=Unknown")));
}

void DictionaryTest::namesThatDifferByCaseOnlyAreNotGuessed()
{
    model::CatalogSnapshot catalog = catalogOf(idempiere, adempiere);
    model::SourceTable other = tableOf(catalog, "c_bpartner");
    other.name = model::TableName::create(adempiere, QStringLiteral("C_BPARTNER")).value();
    catalog.tables.push_back(other);
    for (const model::MandatoryColumn &column : findingsOf(idempiere, catalog, adempiere).mandatoryColumns)
        QVERIFY(column.table.table() != QLatin1String("c_bpartner") && column.table != other.name);
    tableOf(catalog, "C_BPARTNER").name = model::TableName::create(adempiere, QStringLiteral("C_BPartner")).value(); // as the dictionary writes it
    QVERIFY(inWords(findingsOf(idempiere, catalog, adempiere).mandatoryColumns).contains(QStringLiteral("adempiere.\"C_BPartner\".name")));
}

void DictionaryTest::olderOdooHasNoSelections()
{
    model::CatalogSnapshot catalog = catalogOf(odoo, everywhere);
    std::erase_if(catalog.tables, [](const model::SourceTable &table) { return table.name.table() == QLatin1String("ir_model_fields_selection"); });
    columnOf(tableOf(catalog, "ir_model"), "name").type.name = QStringLiteral("varchar");
    QCOMPARE(readerOf(odoo).queries(catalog, everywhere).size(), std::size_t(2));
    QVERIFY(readerOf(odoo).queries(catalog, everywhere).at(0).sql.contains(QStringLiteral("\"name\"::text")));
    const rules::DictionaryFindings findings = findingsOf(odoo, catalog, everywhere);
    QVERIFY(findings.codeLists.empty());
    QCOMPARE(findings.logicalForeignKeys.size(), std::size_t(3));
}

void DictionaryTest::theOrderOfRowsDoesNotShow()
{
    for (const QString &application : {idempiere, odoo}) {
        const model::CatalogSnapshot catalog = catalogOf(application, everywhere);
        auto answers = answersOf(application, catalog, everywhere);
        const auto findings = readerOf(application).read(catalog, everywhere, answers);
        std::ranges::reverse(answers);
        for (rules::DictionaryAnswer &answer : answers)
            std::ranges::reverse(answer.rows);
        QVERIFY(findings && !findings.value().terms.empty());
        QCOMPARE(readerOf(application).read(catalog, everywhere, answers), findings);
    }
}

void DictionaryTest::keysOfSeveralColumns()
{
    const model::CatalogSnapshot catalog = catalogOf(idempiere, adempiere);
    auto answers = answersOf(idempiere, catalog, adempiere);
    constexpr std::size_t columnName = 2;
    constexpr std::size_t isKey = 5;
    for (rules::DictionaryAnswer &answer : answers)
        for (rules::DictionaryRow &row : answer.rows)
            if (answer.name == QLatin1String("columns") && row[columnName] == QStringLiteral("DocStatus"))
                row[isKey] = QStringLiteral("Y");
    const auto keyOf = [&] {
        const rules::DictionaryFindings findings = readerOf(idempiere).read(catalog, adempiere, answers).value();
        return std::ranges::find_if(findings.keys, [](const rules::UniqueClaim &key) { return key.table.table() == QLatin1String("c_order"); })->columns;
    };
    const std::vector<QString> asTheyStand{QStringLiteral("c_order_id"), QStringLiteral("docstatus")};
    QCOMPARE(keyOf(), asTheyStand);
    for (rules::DictionaryAnswer &answer : answers)
        std::ranges::reverse(answer.rows);
    QCOMPARE(keyOf(), asTheyStand);
}

void DictionaryTest::evidenceHasAPlace()
{
    const auto check = [](const auto &findings) {
        for (const auto &finding : findings)
            QVERIFY(!finding.evidence.empty() && finding.evidence.front().kind == model::EvidenceKind::Dictionary && !finding.evidence.front().place.isEmpty());
    };
    for (const QString &application : {idempiere, odoo}) {
        const rules::DictionaryFindings findings = findingsOf(application, catalogOf(application, everywhere), everywhere);
        check(findings.flags);
        check(findings.codeLists);
        check(findings.logicalForeignKeys);
        check(findings.mandatoryColumns);
        check(findings.keys);
        check(findings.outOfScope);
    }
    QCOMPARE(findingsOf(idempiere, catalogOf(idempiere, everywhere), everywhere).codeLists.at(1).evidence.at(0).detail, QStringLiteral("C_Order.DocStatus has the list _Document Status"));
}

void DictionaryTest::otherFormsAreRefused_data()
{
    QTest::addColumn<QString>("application");
    QTest::addColumn<QString>("query");
    QTest::addColumn<bool>("isMissing");
    QTest::newRow("no answer") << idempiere << QStringLiteral("columns") << true;
    QTest::newRow("a short row") << idempiere << QStringLiteral("lists") << false;
    QTest::newRow("no answer of Odoo") << odoo << QStringLiteral("models") << true;
    QTest::newRow("a short row of Odoo") << odoo << QStringLiteral("selections") << false;
}

void DictionaryTest::otherFormsAreRefused()
{
    QFETCH(QString, application);
    QFETCH(QString, query);
    QFETCH(bool, isMissing);
    const model::CatalogSnapshot catalog = catalogOf(application, everywhere);
    auto answers = answersOf(application, catalog, everywhere);
    const auto answer = std::ranges::find(answers, query, &rules::DictionaryAnswer::name);
    if (isMissing)
        answers.erase(answer);
    else
        answer->rows.back().pop_back();
    const auto read = readerOf(application).read(catalog, everywhere, answers);
    QVERIFY(!read);
    QCOMPARE(read.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(!read.error().hint.isEmpty());
}

QTEST_APPLESS_MAIN(DictionaryTest)
#include "dictionary_test.moc"
