#include "cli/answer_csv.h"

#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/review.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::api;

class AnswerCsvTest : public QObject {
    Q_OBJECT

    template<typename Answer>
    static base::Result<QString> csvOf(const Answer &answer) { return app::answerCsv(describe::typeOf<Answer>(), &answer); }

private Q_SLOTS:
    void aTableHasALineForEachRow()
    {
        ReviewPage page;
        page.items.push_back({.item = QStringLiteral("public.a"), .finding = {"May hold %1.", QStringLiteral("=cmd, \"x\"")}, .proposal = model::ReviewVerdict(model::ReviewChoice::Hash)});
        page.items.push_back({.item = QStringLiteral("public.b"), .proposal = model::ReviewVerdict(model::ReviewChoice::Keep), .verdict = model::ReviewVerdict(model::ReviewChoice::Redact), .isMoved = true});
        const auto csv = csvOf(page);
        QVERIFY(csv);
        QCOMPARE(csv.value(), QStringLiteral("item,finding,proposal,verdict,decided-by,decided-at,moved,presence\r\n"
                                             "public.a,\"May hold =cmd, \"\"x\"\".\",hash,,,,false,found\r\n"
                                             "public.b,,keep,redact,,,true,found\r\n"));
    }

    void labelsAndTimesStandWithoutQuotes()
    {
        LedgerPage page;
        page.entries.push_back({.sequence = 7, .recordedAtUtc = {0}, .kind = model::FactKind::Decision, .subject = QStringLiteral("public.film")});
        const auto csv = csvOf(page);
        QVERIFY(csv);
        QVERIFY2(csv.value().contains(QStringLiteral("\r\n7,1970-01-01T00:00:00.000000Z,decision,public.film,")), qPrintable(csv.value()));
    }

    void anEmptyTableHasItsHeading()
    {
        const auto csv = csvOf(ExtractionPage{});
        QVERIFY(csv);
        QVERIFY(csv.value().startsWith(QStringLiteral("table,mode,key,")));
        QCOMPARE(csv.value().count(QStringLiteral("\r\n")), 1);
    }

    void whatIsNoTableIsRefused()
    {
        const auto csv = csvOf(RevocationReceipt{});
        QVERIFY(!csv);
        QCOMPARE(csv.error().code, base::ErrorCode::InvalidInput);
        QVERIFY(!csv.error().hint.isEmpty());
    }
};

QTEST_GUILESS_MAIN(AnswerCsvTest)
#include "answer_csv_test.moc"
