#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "model/name.h"

#include <QTest>

using namespace lakehouse;
using base::ErrorCode;
using model::Reason;

/// Categories and default-ignorable characters are those of Unicode 15.
class ReasonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isKeptAsItWasTyped_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("words") << QStringLiteral("nobody needs it");
        QTest::newRow("a digit") << QStringLiteral("1");
        QTest::newRow("a sign") << QStringLiteral("=");
        QTest::newRow("markup") << QStringLiteral("<b>bold</b> &amp; <script>alert(1)</script>");
        QTest::newRow("from right to left") << QString::fromUtf8("\u05de\u05d5\u05e1\u05db\u05dd \u200f\u0645\u0648\u0627\u0641\u0642");
        QTest::newRow("turned by a control") << QString::fromUtf8("invoice \u202etxt.exe\u202c");
        QTest::newRow("lines and tabs") << QStringLiteral("first\n\tsecond\r\nthird");
        QTest::newRow("beyond 16 bits") << QString::fromUtf8("\U0001f44d \U00020000");
        QTest::newRow("parts of a letter") << QString::fromUtf8("e\u0301\u200d");
        QTest::newRow("a template") << QStringLiteral("%1 {{ x }} ${HOME} ' \" ; DROP TABLE");
        QTest::newRow("the longest") << QString(64 * 1024, QLatin1Char('x'));
    }
    void isKeptAsItWasTyped()
    {
        QFETCH(QString, text);
        const auto reason = Reason::parse(text);
        QVERIFY2(reason, reason ? "" : qPrintable(reason.error().message.toEnglish()));
        QCOMPARE(reason.value().toString(), text);
        const auto read = describe::readJson<Reason>(describe::canonicalJson(reason.value()));
        QVERIFY(read);
        QCOMPARE(read.value(), reason.value());
    }

    void spacesAroundItAreLeftOut()
    {
        QCOMPARE(Reason::parse(QStringLiteral(" \n as agreed\t")).value().toString(), QStringLiteral("as agreed"));
    }

    void whereNothingIsSeenOneIsNeeded_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QString();
        QTest::newRow("spaces") << QString::fromUtf8(" \t\n\u00a0\u2003\u3000");
        QTest::newRow("zero width space") << QString::fromUtf8("\u200b");
        QTest::newRow("right-to-left override") << QString::fromUtf8("\u202e");
        QTest::newRow("soft hyphen") << QString::fromUtf8("\u00ad");
        QTest::newRow("several") << QString::fromUtf8(" \u200b\u202e\u00ad\u2060\ufeff\u061c");
        QTest::newRow("combining marks") << QString::fromUtf8("\u0301\u034f\ufe0f");
        QTest::newRow("fillers") << QString::fromUtf8("\u115f\u1160\u3164\uffa0\u2800");
        QTest::newRow("tags") << QString::fromUtf8("\U000e0041\U000e007f");
        QTest::newRow("not assigned") << QString::fromUtf8("\u0378");
    }
    void whereNothingIsSeenOneIsNeeded()
    {
        QFETCH(QString, text);
        const auto reason = Reason::parse(text);
        QVERIFY(!reason);
        QCOMPARE(reason.error().code, ErrorCode::NeedsReason);
        QCOMPARE(reason.error().message.toEnglish(), QStringLiteral("A reason is needed."));
        QVERIFY(reason.error().hint.toEnglish().contains(QStringLiteral("--reason")));
    }

    void whatIsNoPlainTextIsNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const QString &text, const char *place) {
            QTest::newRow(name) << text << QStringLiteral("A reason is plain text; character %1 of this one is %2.").arg(QString::fromLatin1(place).section(QLatin1Char(' '), 0, 0), QString::fromLatin1(place).section(QLatin1Char(' '), 1));
        };
        row("escape", QStringLiteral("red \033[31m"), "5 U+001B");
        row("NUL", QString::fromLatin1("a\0b", 3), "2 U+0000");
        row("bell", QStringLiteral("\a"), "1 U+0007");
        row("delete", QStringLiteral("ab\x7f"), "3 U+007F");
        row("of the second half", QString::fromUtf8("a\u009b31m"), "2 U+009B");
        row("behind a letter beyond 16 bits", QString::fromUtf8("\U0001f44d\b"), "2 U+0008");
        row("half a letter", QStringLiteral("a") + QChar(0xd83d), "2 U+D83D");
    }
    void whatIsNoPlainTextIsNamed()
    {
        QFETCH(QString, text);
        const auto reason = Reason::parse(text);
        QVERIFY(!reason);
        QCOMPARE(reason.error().code, ErrorCode::InvalidInput);
        QTEST(reason.error().message.toEnglish(), "message");
        QVERIFY(!reason.error().hint.isEmpty());
    }

    void theLimitIsSaid_data()
    {
        QTest::addColumn<int>("characters");
        QTest::newRow("one too many") << 64 * 1024 + 1;
        QTest::newRow("ten megabytes") << (10 << 20);
    }
    void theLimitIsSaid()
    {
        QFETCH(int, characters);
        const auto reason = Reason::parse(QString(characters, QLatin1Char('x')));
        QVERIFY(!reason);
        QCOMPARE(reason.error().code, ErrorCode::InvalidInput);
        QCOMPARE(reason.error().message.toEnglish(), QStringLiteral("A reason has at most 65536 characters; this one has %1.").arg(characters));
    }
};

QTEST_APPLESS_MAIN(ReasonTest)
#include "reason_test.moc"
