#include "rules/findings/comment_claims.h"
#include "rules/findings/glossary.h"
#include "rules/findings/view_predicate.h"
#include "unit/findings/case_tables.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;

namespace {

std::vector<model::GlossaryTerm> termsOf(const model::CatalogSnapshot &catalog, const std::vector<model::CodeList> &codeLists, const rules::DictionaryFindings &dictionary)
{
    return rules::findTerms(catalog, rules::commentDefinitions(catalog, dictionary), codeLists, dictionary);
}

} // namespace

class GlossaryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void termsInComments_data();
    void termsInComments();
    void predicatesOfViews_data();
    void predicatesOfViews();
    void everySourceGivesTerms();
    void nothingIsThereTwice();
};

void GlossaryTest::termsInComments_data()
{
    QTest::addColumn<QString>("comment");
    QTest::addColumn<QString>("term"); // "term = definition"; empty: none
    const auto row = [](const char *name, const char *comment, const char *term) { QTest::newRow(name) << QString::fromUtf8(comment) << QString::fromUtf8(term); };
    row("a term", "Net amount: what is invoiced without tax", "Net amount = what is invoiced without tax");
    row("several lines", "Net amount:\n what is invoiced", "Net amount = what is invoiced");
    row("umlauts", "Gr\303\266\303\237e: in cm", "Gr\303\266\303\237e = in cm");
    row("accents as characters of their own", "Gro\314\210\303\237e: in cm", "Gro\314\210\303\237e = in cm");
    row("a list of codes", "open: not back yet | returned: back in time | late: after the due day", "");
    row("a list by lines", "open: not back yet\nreturned: back in time", "");
    row("a bar inside", "Net amount: a | b", "Net amount = a | b");
    row("no colon", "what is invoiced", "");
    row("nothing before", ": what is invoiced", "");
    row("nothing behind", "Net amount:", "");
    row("a sentence", "This is the amount that we send: without tax", "");
    row("a remark", "Note: not used", "");
    row("a link", "https://example.org/doc", "");
    row("codes", "Y=active: yes", "");
    row("far away", "Something that goes on and on and on and on and on and on and on and on: x", "");
}

void GlossaryTest::termsInComments()
{
    QFETCH(QString, comment);
    const auto term = rules::termInComment(comment);
    QTEST(term ? term->term + QStringLiteral(" = ") + term->definition : QString(), "term");
}

void GlossaryTest::predicatesOfViews_data()
{
    QTest::addColumn<QString>("definition");
    QTest::addColumn<QString>("condition"); // empty: none
    const auto row = [](const char *name, const char *definition, const char *condition) { QTest::newRow(name) << QString::fromUtf8(definition) << QString::fromUtf8(condition); };
    row("as PostgreSQL prints it", " SELECT c.f,\n    c.st\n   FROM c\n  WHERE ((c.f = 'Y'::bpchar) AND (c.st = 'open'::text) AND (lower(c.o) = 'a'::text))\n  ORDER BY c.st\n LIMIT 3;",
        "(c.f = 'Y'::bpchar) AND (c.st = 'open'::text) AND (lower(c.o) = 'a'::text)");
    row("plain", "SELECT * FROM customer WHERE active = true;", "active = true");
    row("brackets that do not belong together", "SELECT * FROM c WHERE (a = 1) OR (b = 2)", "(a = 1) OR (b = 2)");
    row("a query inside", "SELECT (SELECT x FROM y WHERE z = 1) FROM c WHERE (a IN ( SELECT b FROM d WHERE e ORDER BY f))", "a IN (SELECT b FROM d WHERE e ORDER BY f)");
    row("a word in a text", "SELECT * FROM c WHERE a = 'x ORDER BY ; WHERE'", "a = 'x ORDER BY ; WHERE'");
    row("no condition", "SELECT * FROM c ORDER BY WHERE_", "");
    row("a join", "SELECT * FROM c JOIN d ON c.id = d.id WHERE c.a", "");
    row("two tables", "SELECT * FROM c, d WHERE c.id = d.id", "");
    row("groups", "SELECT a FROM c WHERE b GROUP BY a", "");
    row("a union", "SELECT a FROM c WHERE b UNION SELECT a FROM d WHERE b", "");
    row("a query as the table", "SELECT * FROM (SELECT * FROM c) x WHERE b", "");
    row("no SQL", "SELECT WHERE WHERE", "");
    row("empty", "", "");
}

void GlossaryTest::predicatesOfViews()
{
    QFETCH(QString, definition);
    const auto predicate = rules::predicateOfView(definition);
    QTEST(predicate ? predicate->condition : QString(), "condition");
}

void GlossaryTest::everySourceGivesTerms()
{
    model::SourceTable table = aTable(QStringLiteral("b13"), {"id integer", "net text", "st text", "\"odd \"name.\" text"});
    table.comment = QStringLiteral("quote ' | pipe ` tick <b>html</b> {{ jinja }}\nline2");
    setComment(table, "id", "Id"); // the name again
    setComment(table, "net", "Net amount: without tax");
    model::SourceTable view = aTable(QStringLiteral("open_things"), {"id integer"});
    view.kind = model::TableKind::View;
    view.view = model::SourceView{QStringLiteral("SELECT id FROM b13 WHERE (st = 'open'::text)")};
    model::CodeList declared{table.name, QStringLiteral("st"), model::EvidenceClass::Declared, {{QStringLiteral("open"), QStringLiteral("Not done")}, {QStringLiteral("odd"), {}}},
                             {{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Ref_List")}}};
    model::CodeList withoutMeanings = declared;
    withoutMeanings.column = QStringLiteral("net");
    withoutMeanings.codes = {{QStringLiteral("x"), {}}};
    rules::DictionaryFindings dictionary;
    dictionary.terms = {{{QStringLiteral("Business Partner"), QStringLiteral("Who we trade with"), {}, {}, {{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Element")}}}, QStringLiteral("C_BPartner_ID")}};
    const auto terms = termsOf(aCatalog({table, view}), {declared, withoutMeanings}, dictionary);
    QCOMPARE(inWords(terms), (QStringList{QStringLiteral("b13 = quote ' | pipe ` tick <b>html</b> {{ jinja }}\nline2 (public.b13)"),
                                          QStringLiteral("Business Partner = Who we trade with (everywhere)"),
                                          QStringLiteral("Net amount = without tax (public.b13.net)"),
                                          QStringLiteral("open_things = public.b13 WHERE st = 'open'::text (public.open_things)"),
                                          QStringLiteral("st = open: Not done (public.b13.st)")}));
    for (const model::GlossaryTerm &term : terms)
        QVERIFY(!term.evidence.empty() && !term.evidence.front().place.isEmpty());
}

void GlossaryTest::nothingIsThereTwice()
{
    std::vector<model::SourceTable> tables;
    for (const char *name : {"c", "a", "b"}) {
        tables.push_back(aTable(QString::fromUtf8(name), {"net text"}));
        setComment(tables.back(), "net", name == QByteArray("b") ? "without  TAX." : "Without tax");
    }
    const auto terms = termsOf(aCatalog(tables), {}, {});
    QCOMPARE(inWords(terms), QStringList{QStringLiteral("net = Without tax (public.a.net)")});
    QCOMPARE(terms.at(0).evidence.size(), std::size_t(3));
    setComment(tables[0], "net", "Sans imp\303\264t");
    setComment(tables[1], "net", "sans impo\314\202t"); // o and its accent as two characters
    setComment(tables[2], "net", "net");
    QCOMPARE(inWords(termsOf(aCatalog(tables), {}, {})), QStringList{QString::fromUtf8("net = sans impo\314\202t (public.a.net)")});
}

QTEST_APPLESS_MAIN(GlossaryTest)
#include "glossary_test.moc"
