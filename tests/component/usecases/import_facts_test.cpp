#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

QString line(const char *kind, const QByteArray &body) { return QStringLiteral("{\"kind\":\"%1\",\"body\":%2}\n").arg(QLatin1String(kind), QString::fromUtf8(body)); }

WriteBehaviour compiled()
{
    return {.table = tableName("film"), .inserts = InsertClass::Seen, .updates = UpdateClass::PoOnly, .deletes = DeleteClass::Soft,
        .evidence = {{.kind = EvidenceKind::ImportedFact, .place = QStringLiteral("src/Film.java"), .detail = QStringLiteral("update"), .line = 48}}};
}

} // namespace

class ImportFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesOverOnce_data() { LAKEHOUSE_BOTH_DOORS(); }
    void takesOverOnce()
    {
        QFETCH(Door, door);
        FilmProject film;
        const QString file = line("write-behaviour", describe::canonicalJson(compiled())) + QLatin1Char('\n') + line("glossary-term", describe::canonicalJson(GlossaryTerm{.term = QStringLiteral("rental"),
            .definition = QStringLiteral("what is lent"), .evidence = compiled().evidence}));
        LAKEHOUSE_VALUE(const FactsImported first, film.doors.ask(ImportFacts{.lines = file}, door));
        QCOMPARE(first.facts, 2);
        QCOMPARE(first.newEntries, 2);
        LAKEHOUSE_VALUE(const FactsImported second, film.doors.ask(ImportFacts{.lines = file}, door));
        QCOMPARE(second.facts, 2);
        QCOMPARE(second.newEntries, 0);
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour}, door));
        QCOMPARE(page.items.size(), 1u);
        QCOMPARE(page.items.front().proposal.toString(), QStringLiteral("update=po_only,delete=soft"));
    }

    void anAnalysisLeavesThemAsTheyAre()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(compiled()))}));
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        Q_UNUSED(report)
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour}));
        QCOMPARE(page.items.size(), 1u);
    }

    void oneBadLineImportsNothing_data()
    {
        QTest::addColumn<QString>("bad");
        QTest::newRow("no JSON") << QStringLiteral("hello\n");
        QTest::newRow("cut off") << line("write-behaviour", describe::canonicalJson(compiled())).left(60) + QLatin1Char('\n');
        QTest::newRow("an unknown kind") << line("rumour", "{}");
        QTest::newRow("a kind that is not imported") << line("sign-off", "{}");
        QTest::newRow("a field too many") << line("write-behaviour", QByteArray(describe::canonicalJson(compiled())).replace("{\"deletes\"", "{\"actor\":\"x\",\"deletes\""));
        QTest::newRow("an unknown class") << line("write-behaviour", QByteArray(describe::canonicalJson(compiled())).replace("po_only", "sometimes"));
        WriteBehaviour silent = compiled();
        silent.evidence.clear();
        QTest::newRow("no evidence") << line("write-behaviour", describe::canonicalJson(silent));
        silent.evidence = {{}};
        QTest::newRow("evidence without a place") << line("write-behaviour", describe::canonicalJson(silent));
        WriteBehaviour again = compiled();
        again.deletes = DeleteClass::Hard;
        QTest::newRow("the same thing twice") << line("write-behaviour", describe::canonicalJson(again));
    }
    void oneBadLineImportsNothing()
    {
        QFETCH(QString, bad);
        FilmProject film;
        const qint64 entries = film.entries();
        const auto refused = film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(compiled())) + bad});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().detail.startsWith(QStringLiteral("2: ")), qPrintable(refused.error().detail));
        QCOMPARE(film.entries(), entries);
    }
};

QTEST_GUILESS_MAIN(ImportFactsTest)
#include "import_facts_test.moc"
