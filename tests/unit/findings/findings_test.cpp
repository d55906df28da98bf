#include "rules/findings/findings.h"
#include "unit/findings/case_tables.h"
#include "unit/planning/plan_case.h"

#include <QDate>
#include <QTest>

#include <ctime>

using namespace lakehouse;
using namespace lakehouse::test;

namespace {

rules::Findings findingsIn(const model::CatalogSnapshot &catalog)
{
    rules::TakenMeasures measures;
    measures.wanted = rules::measuresWanted(catalog, {});
    model::RowCount count;
    count.rows = 10;
    count.found = 1;
    measures.duplicates.assign(measures.wanted.duplicates.size(), count);
    measures.nulls.assign(measures.wanted.nulls.size(), count);
    measures.orphans.assign(measures.wanted.orphans.size(), count);
    return rules::findingsOf({catalog, {}, {}, measures});
}

bool hasPlace(const std::vector<model::Evidence> &evidence)
{
    return !evidence.empty() && std::ranges::none_of(evidence, [](const model::Evidence &each) { return each.place.isEmpty(); });
}

template<typename Finding>
bool allHavePlaces(const std::vector<Finding> &findings)
{
    return std::ranges::all_of(findings, [](const Finding &finding) { return hasPlace(finding.evidence); });
}

bool allHavePlaces(const rules::Findings &findings)
{
    return allHavePlaces(findings.scope) && allHavePlaces(findings.identity) && allHavePlaces(findings.glossary) && allHavePlaces(findings.flags) && allHavePlaces(findings.codeLists)
           && allHavePlaces(findings.logicalForeignKeys) && allHavePlaces(findings.mandatoryColumns)
           && std::ranges::all_of(findings.conflicts, [](const model::Conflict &conflict) { return hasPlace(conflict.firstEvidence) && hasPlace(conflict.secondEvidence); });
}

/// Tables with every kind of finding, names with quotes, points and line ends among them.
model::CatalogSnapshot oddCatalog()
{
    model::SourceTable odd = aTable(QStringLiteral("placeholder"), {"Id integer", "\"a\"b\" char(1)", "\"dot.name\" text", "\"new\nline\" text", "\"  lead\" integer", "\"%\" integer"});
    odd.name = model::TableName::create(QStringLiteral("Sales.EU"), QStringLiteral("My \"Ta.ble\"\n")).value();
    odd.checks = {aCheck("odd \"check\".\n", "CHECK ((\"a\"\"b\" = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))"), aCheck("c2", "CHECK ((\"dot.name\" = ANY (ARRAY['x'::text, 'y'::text]))) NOT VALID"),
                  aCheck("c3", "CHECK ((\"new\nline\" IS NOT NULL)) NOT VALID")};
    odd.columns[3].comment = QStringLiteral("Unique: in all \"countries\"\n");
    odd.foreignKeys = {aForeignKey("odd \"key\"", "%", "film")};
    odd.foreignKeys[0].isValidated = false;
    model::SourceTable copy = odd;
    copy.name = model::TableName::create(QStringLiteral("Sales.EU"), QStringLiteral("My \"Ta.ble\"\n_bak")).value();
    copy.columns[3].comment = QStringLiteral("Unique: another meaning");
    return aCatalog({odd, copy});
}

} // namespace

class FindingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingInNothingOut();
    void everyFindingRestsOnAPlace_data();
    void everyFindingRestsOnAPlace();
    void oddNamesAreOrdinaryInput();
    void theOrderOfTablesDoesNotShow();
    void databaseAndDictionaryTogether();
    void codesAndTermOfOneColumn();
    void meaningsOfCommentAndDictionary_data();
    void meaningsOfCommentAndDictionary();
    void oneSetOfColumnsIsCountedOnce();
    void fiveThousandTables();
};

void FindingsTest::nothingInNothingOut()
{
    const model::CatalogSnapshot empty;
    QCOMPARE(rules::measuresWanted(empty, {}), rules::WantedMeasures());
    QCOMPARE(findingsIn(empty), rules::Findings());
    const rules::TakenMeasures none;
    QCOMPARE(rules::findingsOf({empty, {rules::DictionaryFindings()}, {{QStringLiteral("a.sql"), QStringLiteral("CREATE TABLE t (id int);")}}, none}), rules::Findings());
}

void FindingsTest::everyFindingRestsOnAPlace_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : planCaseNames())
        QTest::newRow(qPrintable(name)) << name;
}

void FindingsTest::everyFindingRestsOnAPlace()
{
    QFETCH(QString, name);
    const model::CatalogSnapshot catalog = readPlanCase(name).catalog;
    const rules::Findings findings = findingsIn(catalog);
    QVERIFY(findings.scope.size() >= catalog.tables.size());
    QVERIFY(allHavePlaces(findings));
    QCOMPARE(findingsIn(catalog), findings);
}

void FindingsTest::oddNamesAreOrdinaryInput()
{
    const rules::Findings findings = findingsIn(oddCatalog());
    QVERIFY(allHavePlaces(findings));
    QCOMPARE(findings.flags.size(), std::size_t(2));
    QCOMPARE(findings.codeLists.size(), std::size_t(2));
    QCOMPARE(findings.mandatoryColumns.size(), std::size_t(2));
    QCOMPARE(findings.flags.at(0).evidence.at(0).place, QStringLiteral("check \"odd \"\"check\"\".\n\""));
    QCOMPARE(findings.scope.at(1).choice, model::ScopeChoice::Out);
    QStringList kinds;
    for (const model::Conflict &conflict : findings.conflicts)
        kinds.append(QString::number(int(conflict.kind)));
    QCOMPARE(kinds.join(QLatin1Char(' ')), QStringLiteral("0 1 2 0 1 2 3")); // by table: duplicates, NULLs, orphans; then the term that is defined twice
    QCOMPARE(findings.identity.size(), std::size_t(3));                     // two tables without a key, and one entity under two names
}

void FindingsTest::theOrderOfTablesDoesNotShow()
{
    model::CatalogSnapshot catalog = oddCatalog();
    const rules::Findings findings = findingsIn(catalog);
    std::ranges::reverse(catalog.tables);
    QCOMPARE(findingsIn(catalog), findings);
}

void FindingsTest::databaseAndDictionaryTogether()
{
    model::SourceTable table = aTable(QStringLiteral("t"), {"f char(1)", "g char(1)", "st text", "only char(1)"});
    table.checks = {aCheck("f", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))"), aCheck("g", "CHECK ((g = ANY (ARRAY['Y'::bpchar, 'N'::bpchar, 'X'::bpchar])))"),
                    aCheck("st", "CHECK ((st = ANY (ARRAY['a'::text, 'b'::text])))")};
    const std::vector<model::Evidence> evidence{{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Column")}};
    rules::DictionaryFindings dictionary;
    for (const char *column : {"f", "g", "only"})
        dictionary.flags.push_back({table.name, QString::fromUtf8(column), QStringLiteral("Y"), QStringLiteral("N"), model::EvidenceClass::Declared, evidence});
    dictionary.codeLists = {{table.name, QStringLiteral("st"), model::EvidenceClass::Declared, {{QStringLiteral("a"), QStringLiteral("Open")}, {QStringLiteral("c"), QStringLiteral("Gone")}}, evidence}};
    const model::CatalogSnapshot catalog = aCatalog({table});
    const rules::TakenMeasures none;
    const rules::Findings findings = rules::findingsOf({catalog, {dictionary}, {}, none});
    QCOMPARE(inWords(findings.flags), (QStringList{QStringLiteral("public.t.f: Y/N database"), QStringLiteral("public.t.only: Y/N declared")}));
    QCOMPARE(inWords(findings.codeLists), (QStringList{QStringLiteral("public.t.g: Y, N, X database"), QStringLiteral("public.t.st: a=Open, b database")}));
    QCOMPARE(inWords(findings.conflicts), (QStringList{QStringLiteral("public.t codes of g: The database allows Y, N, X. | The application's dictionary lists Y, N."),
                                                       QStringLiteral("public.t codes of st: The database allows a, b. | The application's dictionary lists a, c.")}));
}

void FindingsTest::codesAndTermOfOneColumn()
{
    model::SourceTable table = aTable(QStringLiteral("t"), {"phase text"});
    table.checks = {aCheck("phase", "CHECK ((phase = ANY (ARRAY['a'::text, 'b'::text])))")};
    setComment(table, "phase", "How far it has come");
    const std::vector<model::Evidence> evidence{{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Column")}};
    rules::DictionaryFindings dictionary;
    dictionary.codeLists = {{table.name, QStringLiteral("phase"), model::EvidenceClass::Declared, {{QStringLiteral("a"), {}}}, evidence}};
    dictionary.terms = {{{QStringLiteral("Phase"), QStringLiteral("Of the moon"), table.name, QStringLiteral("phase"), evidence}, QStringLiteral("phase")}};
    const rules::TakenMeasures none;
    QCOMPARE(inWords(rules::findingsOf({aCatalog({table}), {dictionary}, {}, none}).conflicts),
             (QStringList{QStringLiteral("public.t codes of phase: The database allows a, b. | The application's dictionary lists a."),
                          QStringLiteral("public.t phase: comment on column public.t.phase: How far it has come | AD_Column: Of the moon")}));
}

void FindingsTest::meaningsOfCommentAndDictionary_data()
{
    QTest::addColumn<QString>("declared"); // meaning of a
    QTest::addColumn<QString>("codes");
    QTest::addColumn<bool>("isCommentEvidence");
    QTest::addColumn<bool>("hasTermOfItsOwn"); // beside the comment
    QTest::newRow("the dictionary has none") << QString() << QStringLiteral("a=active, b=blocked") << true << false;
    QTest::newRow("of one of them") << QStringLiteral("Open") << QStringLiteral("a=Open, b=blocked") << true << true;
}

void FindingsTest::meaningsOfCommentAndDictionary()
{
    QFETCH(QString, declared);
    QFETCH(bool, isCommentEvidence);
    QFETCH(bool, hasTermOfItsOwn);
    model::SourceTable table = aTable(QStringLiteral("t"), {"st text"});
    table.checks = {aCheck("st", "CHECK ((st = ANY (ARRAY['a'::text, 'b'::text])))")};
    setComment(table, "st", "a=active, b=blocked");
    rules::DictionaryFindings dictionary;
    dictionary.codeLists = {{table.name, QStringLiteral("st"), model::EvidenceClass::Declared, {{QStringLiteral("a"), declared}, {QStringLiteral("b"), {}}},
                             {{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Column")}}}};
    const rules::TakenMeasures none;
    const rules::Findings findings = rules::findingsOf({aCatalog({table}), {dictionary}, {}, none});
    QTEST(inWords(findings.codeLists).value(0).section(QStringLiteral(": "), 1).section(QLatin1Char(' '), 0, 1), "codes");
    const auto isComment = [](const model::Evidence &evidence) { return evidence.kind == model::EvidenceKind::Comment; };
    QCOMPARE(std::ranges::any_of(findings.codeLists.at(0).evidence, isComment), isCommentEvidence);
    const QString term = QStringLiteral("st = a: Open; b: blocked (public.t.st)");
    QCOMPARE(inWords(findings.glossary).contains(term), hasTermOfItsOwn);
    QCOMPARE(findings.glossary.size(), std::size_t(hasTermOfItsOwn ? 2 : 1));
}

void FindingsTest::oneSetOfColumnsIsCountedOnce()
{
    const model::SourceTable table = aTable(QStringLiteral("visit"), {"film_id integer", "day date"}); // whose likeliest key is film_id, day
    rules::DictionaryFindings dictionary;
    dictionary.keys = {{table.name, {QStringLiteral("day"), QStringLiteral("film_id")}, {{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Column")}}}};
    const model::CatalogSnapshot catalog = aCatalog({table});
    rules::TakenMeasures measures{.wanted = rules::measuresWanted(catalog, {dictionary})};
    QCOMPARE(measures.wanted.duplicates, (std::vector<model::ColumnSet>{{table.name, {QStringLiteral("day"), QStringLiteral("film_id")}}}));
    measures.duplicates.resize(1);
    measures.duplicates[0].rows = 10;
    measures.duplicates[0].found = 2;
    const rules::Findings findings = rules::findingsOf({catalog, {dictionary}, {}, measures});
    QCOMPARE(inWords(findings.conflicts), QStringList{QStringLiteral("public.visit day, film_id: day, film_id is said to be unique. | Values of day, film_id are repeated in 2 rows of a sample.")});
    QCOMPARE(findings.identity.at(0).candidates.at(0).columns, (std::vector<QString>{QStringLiteral("film_id"), QStringLiteral("day")}));
    QCOMPARE(findings.identity.at(0).candidates.at(0).duplicates, 2);
}

/// What a naive search for equal tables would not survive: many tables that share most columns, and many copies of one that is not
/// there. The figure is printed, not asserted.
void FindingsTest::fiveThousandTables()
{
    std::vector<model::SourceTable> tables;
    for (int i = 0; i < 5000; ++i) {
        model::SourceTable table = aTable(QStringLiteral("entity_%1x").arg(i), {"id integer NOT NULL", "created timestamptz", "is_active char(1)", "state text"});
        for (int column = 4; column < 20; ++column)
            table.columns.push_back(aColumn(QStringLiteral("column_%1 text").arg(column % 4 == 0 ? i * 20 + column : column)));
        setComment(table, "created", i % 2 ? "When it was made" : "When it came to be");
        table.checks = {aCheck("active", "CHECK ((is_active = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))"),
                        aCheck("state", qPrintable(QStringLiteral("CHECK ((state = ANY (ARRAY['a%1'::text, 'b'::text])))").arg(i)))};
        tables.push_back(std::move(table));
    }
    const QDate firstDay(2011, 1, 1);
    for (int day = 0; day < 5000; ++day)
        tables.push_back(aTable(QStringLiteral("customer_") + firstDay.addDays(day).toString(QStringLiteral("yyyyMMdd")), {"id integer NOT NULL"}));
    const model::CatalogSnapshot catalog = aCatalog(std::move(tables));
    const std::clock_t begin = std::clock();
    const rules::Findings findings = findingsIn(catalog);
    qInfo("5,000 tables of 20 columns and 5,000 copies: %lld ms of processor time", static_cast<long long>((std::clock() - begin) * 1000 / CLOCKS_PER_SEC));
    QCOMPARE(findings.scope.size(), std::size_t(10'000));
    QCOMPARE(findings.flags.size(), std::size_t(5000));
    QCOMPARE(findings.codeLists.size(), std::size_t(5000));
    QVERIFY(allHavePlaces(findings));
}

QTEST_APPLESS_MAIN(FindingsTest)
#include "findings_test.moc"
