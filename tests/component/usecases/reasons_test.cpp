#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

constexpr char place[] = "the place of the reason";

/// A text as JSON writes it.
QByteArray quoted(const QString &text)
{
    return QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact).chopped(1).mid(1);
}

struct Written {
    qint64 entries;
    std::vector<RunId> runs = {};
    friend bool operator==(const Written &, const Written &) = default;
};

/// A film rental where each operation that asks for a reason can be done.
struct Asked : ReviewedFilm {
    Asked()
    {
        const auto planned = plan();
        if (!planned || !decideAllAsProposed() || !sign({ReviewSubject::Glossary}))
            qFatal("not prepared");
        m_plan = planned.value().digest;
    }
    /// The request of an operation with `place` as its reason.
    QByteArray body(const QString &operation)
    {
        const Reason why = reason(place);
        if (operation == QLatin1String("review.decide"))
            return describe::canonicalJson(DecideReview{.expectedDigest = digest(), .subject = ReviewSubject::Scope, .item = {QStringLiteral("public.film")}, .decision = ReviewVerdict(ReviewChoice::Out), .reason = why});
        if (operation == QLatin1String("signoff.approve"))
            return describe::canonicalJson(ApproveSignOff{.expectedDigest = digest(), .subject = {ReviewSubject::Scope}, .reason = why});
        if (operation == QLatin1String("signoff.revoke"))
            return describe::canonicalJson(RevokeSignOff{.expectedDigest = digest(), .subject = {ReviewSubject::Glossary}, .reason = why});
        if (operation == QLatin1String("extraction.change"))
            return describe::canonicalJson(ChangeExtraction{.expectedDigest = m_plan, .table = selector(QStringLiteral("film")), .edit = PlanEdit::Full, .reason = why});
        return describe::canonicalJson(ApproveExtraction{.expectedDigest = m_plan, .reason = why});
    }
    /// As another process sends it.
    std::optional<base::Error> send(const QString &operation, const QString &why)
    {
        QByteArray request = body(operation);
        request.replace(quoted(QString::fromLatin1(place)), quoted(why));
        remote::LoopbackTransport transport(doors.inProcess(), person("berta"));
        std::optional<base::Result<wire::WireAnswer>> answer;
        QObject receiver;
        transport.exchange({.operation = operation, .body = request}, {}).onSettled(&receiver, [&](const auto &settled) { answer = settled; });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 10'000) || !*answer)
            qFatal("not settled");
        const auto decoded = wire::decodeAnswer(*findOperation(operation), answer->value());
        return decoded ? std::nullopt : std::optional(decoded.error());
    }
    Written written()
    {
        Written all{entries()};
        const RunList list = doors.ask(ListRuns{.limit = 100}).value();
        for (const auto &one : list.runs)
            all.runs.push_back(one.id);
        return all;
    }

private:
    PlanDigest m_plan;
};

const QStringList askedOperations{QStringLiteral("review.decide"), QStringLiteral("signoff.approve"), QStringLiteral("signoff.revoke"), QStringLiteral("extraction.change"), QStringLiteral("extraction.approve")};

} // namespace

/// What a reason may be, wherever one is given: refused as a whole, or kept as it was typed.
class ReasonsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoReasonChangesNothing_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const std::vector<std::tuple<const char *, QString, const char *>> reasons{
            {"nothing", QString(), "A reason is needed."},
            {"spaces", QStringLiteral(" \n\t "), "A reason is needed."},
            {"zero width space", QString::fromUtf8("\u200b"), "A reason is needed."},
            {"right-to-left override", QString::fromUtf8("\u202e"), "A reason is needed."},
            {"soft hyphens", QString::fromUtf8("\u00ad\u00ad \u2060"), "A reason is needed."},
            {"an escape", QStringLiteral("fine\033[2J"), "character 5 of this one is U+001B"},
            {"NUL", QString::fromLatin1("fine\0", 5), "character 5 of this one is U+0000"},
            {"one character too many", QString(64 * 1024 + 1, QLatin1Char('x')), "A reason has at most 65536 characters; this one has 65537."}};
        for (const QString &operation : askedOperations)
            for (const auto &[name, text, said] : reasons)
                QTest::addRow("%s: %s", qPrintable(operation), name) << operation << text << QString::fromLatin1(said);
    }
    void whatIsNoReasonChangesNothing()
    {
        QFETCH(QString, operation);
        QFETCH(QString, text);
        QFETCH(QString, said);
        Asked film;
        const Written before = film.written();
        const std::optional<base::Error> refused = film.send(operation, text);
        QVERIFY(refused);
        QCOMPARE(refused->code, ErrorCode::InvalidInput);
        QVERIFY2(refused->message.toEnglish().startsWith(QStringLiteral("$.reason: ")) && refused->message.toEnglish().contains(said), qPrintable(refused->message.toEnglish()));
        QVERIFY(film.written() == before);
    }

    void tenMegabytesAreNotRead_data()
    {
        QTest::addColumn<QString>("operation");
        for (const QString &operation : askedOperations)
            QTest::addRow("%s", qPrintable(operation)) << operation;
    }
    void tenMegabytesAreNotRead()
    {
        QFETCH(QString, operation);
        Asked film;
        const Written before = film.written();
        const std::optional<base::Error> refused = film.send(operation, QString(10 << 20, QLatin1Char('x')));
        QVERIFY(refused);
        QCOMPARE(refused->code, ErrorCode::InvalidInput);
        QVERIFY2(refused->message.toEnglish().contains(QStringLiteral("1048576")), qPrintable(refused->message.toEnglish())); // of every request
        QVERIFY(film.written() == before);
    }

    void markupAndOtherDirectionsAreKept_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("text");
        for (const QString &operation : askedOperations) {
            QTest::addRow("%s: markup", qPrintable(operation)) << operation << QStringLiteral("<b>agreed</b> &amp; <img src=x onerror=alert(1)>");
            QTest::addRow("%s: from right to left", qPrintable(operation)) << operation << QString::fromUtf8("\u05de\u05d5\u05e1\u05db\u05dd \u202etxt.exe\u202c");
            QTest::addRow("%s: the longest", qPrintable(operation)) << operation << QString(64 * 1024, QLatin1Char('x'));
        }
    }
    void markupAndOtherDirectionsAreKept()
    {
        QFETCH(QString, operation);
        QFETCH(QString, text);
        Asked film;
        const qint64 entries = film.entries();
        const std::optional<base::Error> refused = film.send(operation, text);
        QVERIFY2(!refused, refused ? qPrintable(refused->message.toEnglish() + refused->detail) : "");
        QVERIFY(film.entries() > entries);
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.after = entries}));
        QVERIFY(page.entries.front().body.toUtf8().contains("\"reason\":" + describe::canonicalJson(reason(text.toUtf8().constData()))));
        LAKEHOUSE_VALUE(const LedgerVerdict whole, film.doors.ask(VerifyLedger{}));
        QVERIFY(whole.findings.empty());
    }
};

QTEST_GUILESS_MAIN(ReasonsTest)
#include "reasons_test.moc"
