#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

/// Actor, project and channel of a call are known to whoever receives it: a request has no place for them.
void collectFields(const describe::TypeInfo &type, QStringList &names)
{
    if (type.kind == describe::Kind::List || type.kind == describe::Kind::Optional)
        return collectFields(type.inner(), names);
    for (const describe::FieldInfo &field : type.fields) {
        names += QString::fromLatin1(field.name);
        collectFields(field.type(), names);
    }
    for (const describe::AlternativeInfo &alternative : type.alternatives)
        collectFields(alternative.type(), names);
}

} // namespace

/// Requests as bytes, as another process sends them: who acts is never read from what was sent.
class ForgedRequestsTest : public QObject {
    Q_OBJECT

    /// Everything is decided by Anna, and four eyes are wanted.
    struct Decided : ReviewedFilm {
        Decided()
        {
            project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
            if (!decideAllAsProposed(person("anna")))
                qFatal("not decided");
        }
        QByteArray signing() { return describe::canonicalJson(ApproveSignOff{.expectedDigest = digest(), .all = true, .reason = reason()}); }
        base::Result<AnyAnswer> send(const QByteArray &body, const char *connected)
        {
            remote::LoopbackTransport transport(doors.inProcess(), person(connected));
            std::optional<base::Result<wire::WireAnswer>> answer;
            QObject receiver;
            transport.exchange({.operation = QStringLiteral("signoff.approve"), .body = body}, {}).onSettled(&receiver, [&](const auto &settled) { answer = settled; });
            if (!QTest::qWaitFor([&] { return answer.has_value(); }, 10'000))
                return base::Error{ErrorCode::TimedOut, "not settled"};
            if (!*answer)
                return answer->error();
            return wire::decodeAnswer(ApproveSignOff::operation, answer->value());
        }
        std::size_t runCount() { return doors.ask(ListRuns{}).value().runs.size(); }
    };

private Q_SLOTS:
    void aForgedBodyIsRefused_data()
    {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("forged");
        const QByteArray actor = R"({"channel":"cli","host":"desk","system-user":"berta"})";
        QTest::newRow("an actor in the body") << QByteArray("{\"all\"") << QByteArray("{\"actor\":" + actor + ",\"all\"");
        QTest::newRow("an actor in words") << QByteArray("{\"all\"") << QByteArray("{\"actor\":\"berta@desk (cli)\",\"all\"");
        QTest::newRow("a part of an actor") << QByteArray("{\"all\"") << QByteArray("{\"system-user\":\"berta\",\"all\"");
        QTest::newRow("a channel") << QByteArray("{\"all\"") << QByteArray("{\"all\":true,\"channel\":\"desktop\",\"all\"");
        QTest::newRow("an actor in the object of the reason") << QByteArray("\"a good reason\"") << QByteArray("{\"actor\":" + actor + ",\"text\":\"a good reason\"}");
        QTest::newRow("an actor given twice") << QByteArray("{\"all\"") << QByteArray("{\"actor\":" + actor + ",\"actor\":" + actor + ",\"all\"");
        QTest::newRow("a reason given twice") << QByteArray("\"reason\"") << QByteArray("\"reason\":\"another\",\"reason\"");
        QTest::newRow("a digest given twice") << QByteArray("\"reason\"") << QByteArray("\"expected-digest\":\"sha256:0000000000000000000000000000000000000000000000000000000000000000\",\"reason\"");
        QTest::newRow("another project") << QByteArray("\"reason\"") << QByteArray("\"project\":\"/srv/other\",\"reason\"");
        QTest::newRow("a request id") << QByteArray("\"reason\"") << QByteArray("\"request-id\":\"1\",\"reason\"");
        QTest::newRow("a second request behind it") << QByteArray("]}") << QByteArray("]}{\"all\":true}");
        QTest::newRow("an actor that is null") << QByteArray("{\"all\"") << QByteArray("{\"actor\":null,\"all\"");
        QTest::newRow("another case") << QByteArray("{\"all\"") << QByteArray("{\"Actor\":" + actor + ",\"all\"");
    }
    void aForgedBodyIsRefused()
    {
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, forged);
        Decided film;
        QByteArray body = film.signing();
        QCOMPARE(body.count(place), 1);
        body.replace(place, forged);
        const qint64 entries = film.entries();
        const std::size_t runs = film.runCount();
        for (const char *connected : {"anna", "berta"}) { // who may not sign, and who could
            const auto answer = film.send(body, connected);
            QVERIFY(!answer);
            QVERIFY2(answer.error().code == ErrorCode::InvalidInput, qPrintable(answer.error().message.toEnglish()));
            QCOMPARE(film.entries(), entries);
            QCOMPARE(film.runCount(), runs);
        }
        LAKEHOUSE_VALUE(const ReviewOverview overview, film.review());
        for (const SubjectStanding &standing : overview.subjects)
            QCOMPARE(standing.state, SignOffState::NotSigned);
    }

    void theSameBodyCountsByWhoIsConnected()
    {
        Decided film;
        const QByteArray body = film.signing();
        const qint64 entries = film.entries();
        const std::size_t runs = film.runCount();
        const auto own = film.send(body, "anna");
        QVERIFY(!own);
        QCOMPARE(own.error().code, ErrorCode::RefusedByRule);
        QVERIFY(own.error().message.toEnglish().contains(QStringLiteral("four-eyes")));
        QCOMPARE(film.entries(), entries);
        QCOMPARE(film.runCount(), runs);
        const auto colleague = film.send(body, "berta");
        QVERIFY2(colleague, colleague ? "" : qPrintable(colleague.error().message.toEnglish()));
        QCOMPARE(film.entries(), entries + 6);
        LAKEHOUSE_VALUE(const ReviewOverview overview, film.review());
        for (const SubjectStanding &standing : overview.subjects) {
            QCOMPARE(standing.state, SignOffState::Signed);
            QVERIFY(standing.signedBy && standing.signedBy->startsWith(QStringLiteral("berta")));
        }
    }

    void noRequestNamesWhoActs()
    {
        for (const OperationRow &row : operationTable()) {
            QStringList names;
            collectFields(row.operation->request(), names);
            for (const char *name : {"actor", "system-user", "git-identity", "channel", "project", "as", "user-name"})
                QVERIFY2(!names.contains(QString::fromLatin1(name)), row.operation->name);
        }
    }
};

QTEST_GUILESS_MAIN(ForgedRequestsTest)
#include "forged_requests_test.moc"
