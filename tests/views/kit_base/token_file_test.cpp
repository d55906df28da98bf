#include "kit/embedded_files.h"
#include "kit/token_file.h"

#include <QTest>

using namespace lakehouse::views;

class TokenFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTheSpecificationSays()
    {
        const auto tokens = Tokens::parse(tokensFile());
        QVERIFY(bool(tokens));
        QCOMPARE(tokens.value().space, (std::array<int, 7>{2, 4, 8, 12, 16, 24, 32}));
        QCOMPARE(tokens.value().controlRadius, 4);
        QCOMPARE(tokens.value().cardRadius, 6);
        QCOMPARE(tokens.value().row, (std::array<int, 2>{24, 32}));
        QCOMPARE(tokens.value().rowIcon, 16);
        QCOMPARE(tokens.value().barIcon, 20);
        QCOMPARE(tokens.value().paneMinimum, 280);
        QCOMPARE(tokens.value().targetMinimum, 24);
        QCOMPARE(tokens.value().focusWidth, 2);
        QCOMPARE(tokens.value().motionMs, 120);
        QVERIFY(!tokens.value().light.isDark);
        QVERIFY(tokens.value().dark.isDark);
    }

    void namesTheEntryThatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<QByteArray>("instead");
        QTest::addColumn<QString>("subject");
        QTest::newRow("a colour is missing") << QByteArray("\"focusRing\": \"#8CC4FF\",") << QByteArray()
                                          << QStringLiteral("themes.dark.roles.focusRing");
        QTest::newRow("a colour is no colour") << QByteArray("\"canvas\": \"#11151B\"") << QByteArray("\"canvas\": \"night\"")
                                               << QStringLiteral("themes.dark.roles.canvas");
        QTest::newRow("a length is a word") << QByteArray("\"paneMinimum\": 280") << QByteArray("\"paneMinimum\": \"wide\"")
                                            << QStringLiteral("paneMinimum");
        QTest::newRow("a length is nothing") << QByteArray("\"medium\": 12") << QByteArray("\"medium\": 0") << QStringLiteral("space.medium");
    }
    void namesTheEntryThatIsWrong()
    {
        QFETCH(QByteArray, there);
        QFETCH(QByteArray, instead);
        QFETCH(QString, subject);
        QByteArray file(tokensFile().constData(), tokensFile().size());
        QVERIFY(file.contains(there));
        const auto tokens = Tokens::parse(file.replace(there, instead));
        QVERIFY(!tokens);
        QCOMPARE(tokens.error().code, lakehouse::base::ErrorCode::Corrupt);
        QCOMPARE(tokens.error().subject, subject);
    }

    void refusesWhatIsNoJson()
    {
        const auto tokens = Tokens::parse("{\"space\": ");
        QVERIFY(!tokens);
        QCOMPARE(tokens.error().code, lakehouse::base::ErrorCode::Corrupt);
        QVERIFY(!tokens.error().detail.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TokenFileTest)
#include "token_file_test.moc"
