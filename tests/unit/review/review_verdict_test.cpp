#include "model/review.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"

#include <QTest>

using namespace lakehouse::model;
using lakehouse::base::ErrorCode;

class ReviewVerdictTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isReadAsItIsWritten_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("choice");
        for (const auto &[text, choice] : {std::pair("in", ReviewChoice::In), std::pair("out", ReviewChoice::Out), std::pair("hash", ReviewChoice::Hash), std::pair("redact", ReviewChoice::Redact),
                 std::pair("keep", ReviewChoice::Keep), std::pair("pick:first", ReviewChoice::Pick), std::pair("pick:second", ReviewChoice::Pick), std::pair("both-valid", ReviewChoice::BothValid),
                 std::pair("key:order_id,line", ReviewChoice::Key), std::pair("key:\"a,b\",\"C\"", ReviewChoice::Key), std::pair("none", ReviewChoice::None), std::pair("accept", ReviewChoice::Accept),
                 std::pair("reject", ReviewChoice::Reject), std::pair("edit:net: without tax", ReviewChoice::Edit), std::pair("update=po_only", ReviewChoice::Classes),
                 std::pair("delete=purge_only", ReviewChoice::Classes), std::pair("update=raw_sql_sets_updated,delete=soft", ReviewChoice::Classes), std::pair("open", ReviewChoice::Open)})
            QTest::newRow(text) << QString::fromLatin1(text) << int(choice);
    }
    void isReadAsItIsWritten()
    {
        QFETCH(QString, text);
        QFETCH(int, choice);
        const auto verdict = ReviewVerdict::parse(text);
        QVERIFY(verdict);
        QCOMPARE(int(verdict.value().choice()), choice);
        QCOMPARE(verdict.value().toString(), text);
        const auto again = lakehouse::describe::readJson<ReviewVerdict>(lakehouse::describe::canonicalJson(verdict.value()));
        QVERIFY(again);
        QCOMPARE(again.value(), verdict.value());
    }

    void refusesEverythingElse_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", "maybe", "IN", "in ", "in:", "in:now", "pick", "pick:", "pick:third", "key", "key:", "key:a,", "key:,a", "key:\"a", "edit", "edit:", "edit:  ", "update=", "update=often",
                 "update=po_only,", "update=po_only,update=po_only", "delete=soft,delete=soft", "update=po_only,insert=seen", "classes", "classes:update=po_only", "none:x", ":in"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void refusesEverythingElse()
    {
        QFETCH(QString, text);
        const auto verdict = ReviewVerdict::parse(text);
        QVERIFY(!verdict);
        QCOMPARE(verdict.error().code, ErrorCode::InvalidInput);
        QVERIFY(!verdict.error().hint.isEmpty());
    }

    void keepsNamesOfKeyColumns()
    {
        const std::vector<QString> columns{QStringLiteral("id"), QStringLiteral("a,b"), QStringLiteral("say \"x\""), QStringLiteral("Größe")};
        const ReviewVerdict verdict = ReviewVerdict::key(columns);
        QCOMPARE(ReviewVerdict::parse(verdict.toString()).value().keyColumns(), columns);
        QVERIFY(ReviewVerdict(ReviewChoice::None).keyColumns().empty());
    }

    void saysWhichClasses()
    {
        const ReviewVerdict both = ReviewVerdict::classes(UpdateClass::RawSqlOmitsUpdated, DeleteClass::Hard);
        QCOMPARE(both.toString(), QStringLiteral("update=raw_sql_omits_updated,delete=hard"));
        QCOMPARE(both.updateClass(), std::optional(UpdateClass::RawSqlOmitsUpdated));
        QCOMPARE(both.deleteClass(), std::optional(DeleteClass::Hard));
        const ReviewVerdict one = ReviewVerdict::classes({}, DeleteClass::Never);
        QCOMPARE(one.toString(), QStringLiteral("delete=never"));
        QVERIFY(!one.updateClass());
    }

    void knowsWhatTakesSomethingAway()
    {
        for (const char *text : {"out", "hash", "redact", "delete=purge_only", "update=po_only,delete=purge_only"})
            QVERIFY2(isRestrictive(ReviewVerdict::parse(QString::fromLatin1(text)).value()), text);
        for (const char *text : {"in", "keep", "none", "key:id", "delete=hard", "update=po_only", "accept", "reject", "both-valid", "open"})
            QVERIFY2(!isRestrictive(ReviewVerdict::parse(QString::fromLatin1(text)).value()), text);
    }
};

QTEST_GUILESS_MAIN(ReviewVerdictTest)
#include "review_verdict_test.moc"
