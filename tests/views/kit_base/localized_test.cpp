#include "kit/english_plurals.h"
#include "kit/localized.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTest>
#include <QTranslator>

using namespace lakehouse;
using namespace lakehouse::views;

namespace {
/// Two sentences of the core in German.
class German : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int n) const override
    {
        if (qstrcmp(context, "core") != 0)
            return {};
        if (qstrcmp(source, "%n table(s) of %2 moved.") == 0)
            return n == 1 ? QStringLiteral("Eine Tabelle aus %2 hat sich geändert.") : QStringLiteral("In %2 haben sich %n Tabellen geändert.");
        if (qstrcmp(source, "%1 and %2") == 0)
            return QStringLiteral("%2 und %1");
        return {};
    }
};

base::UtcTime moment(const char *text)
{
    return *base::UtcTime::parse(QLatin1String(text));
}

QString words(const char *text)
{
    return QString::fromUtf8(text);
}
} // namespace

class LocalizedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
        QCoreApplication::installTranslator(&m_english);
    }
    void cleanup()
    {
        QCoreApplication::removeTranslator(&m_german);
        QCoreApplication::removeTranslator(&m_english);
    }

    void englishPlurals()
    {
        QCOMPARE(localized(base::Text("%n table(s) moved.", base::Plural{1})), words("1 table moved."));
        QCOMPARE(localized(base::Text("%n table(s) moved.", base::Plural{2})), words("2 tables moved."));
        QCOMPARE(localized(base::Text("%n table(s) moved.", base::Plural{0})), words("0 tables moved."));
        QCOMPARE(localized(base::Text("%n value(s) moved.", base::Plural{16044})), words("16,044 values moved."));
    }

    void germanPlurals()
    {
        QCoreApplication::installTranslator(&m_german);
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto moved = [](qint64 count) { return base::Text("%n table(s) of %2 moved.", base::Plural{count}, QStringLiteral("pagila")); };
        QCOMPARE(localized(moved(1)), words("Eine Tabelle aus pagila hat sich geändert."));
        QCOMPARE(localized(moved(3)), words("In pagila haben sich 3 Tabellen geändert."));
        QCOMPARE(localized(moved(12345)), words("In pagila haben sich 12.345 Tabellen geändert."));
    }

    void argumentsAreInsertedInOnePass()
    {
        // A name that looks like a placeholder stays a name.
        QCOMPARE(localized(base::Text("%1 and %2", QStringLiteral("a%2"), QStringLiteral("b%1"))), words("a%2 and b%1"));
        QCoreApplication::installTranslator(&m_german);
        QCOMPARE(localized(base::Text("%1 and %2", QStringLiteral("a%2"), QStringLiteral("%n"))), words("%n und a%2"));
    }

    void aMessageInsideAMessage()
    {
        QCoreApplication::installTranslator(&m_german);
        const base::Text inner("%1 and %2", QStringLiteral("x"), QStringLiteral("y"));
        QCOMPARE(localized(base::Text("Because: %1.", inner)), words("Because: y und x."));
    }

    void numbersAndTimesAreTheReaders()
    {
        QCOMPARE(localized(base::Text("%1 rows at %2", qint64(1234567), moment("2024-05-01T12:34:56.000000Z"))),
                 words("1,234,567 rows at 01/05/2024 12:34"));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(localized(base::Text("%1", moment("2024-05-01T12:34:56.000000Z"))), words("01.05.2024 12:34"));
    }

    void placeholdersWithoutAnArgumentStay()
    {
        QCOMPARE(localized(base::Text("%1 of 100 %")), words("%1 of 100 %"));
        QCOMPARE(localized(base::Text{}), QString());
    }

    void relative_data()
    {
        QTest::addColumn<QString>("then");
        QTest::addColumn<QString>("expected");
        QTest::newRow("this minute") << words("2024-05-10T12:00:00.000000Z") << words("just now");
        QTest::newRow("a minute") << words("2024-05-10T11:59:00.000000Z") << words("1 minute ago");
        QTest::newRow("minutes") << words("2024-05-10T11:15:00.000000Z") << words("45 minutes ago");
        QTest::newRow("hours") << words("2024-05-10T09:00:00.000000Z") << words("3 hours ago");
        QTest::newRow("yesterday") << words("2024-05-09T14:34:00.000000Z") << words("yesterday 14:34");
        QTest::newRow("days") << words("2024-05-06T09:00:00.000000Z") << words("4 days ago");
        QTest::newRow("long ago") << words("2024-04-01T09:00:00.000000Z") << words("01/04/2024");
        QTest::newRow("not yet") << words("2024-05-10T13:00:00.000000Z") << words("10/05/2024 13:00");
    }
    void relative()
    {
        QFETCH(QString, then);
        QFETCH(QString, expected);
        QCOMPARE(relativeTime(*base::UtcTime::parse(then), moment("2024-05-10T12:00:30.000000Z")), expected);
    }

    void duration_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QString>("expected");
        QTest::newRow("milliseconds") << qint64(340) << words("340 ms");
        QTest::newRow("seconds") << qint64(4'250) << words("4.2 s");
        QTest::newRow("nearly a minute") << qint64(59'999) << words("59.9 s");
        QTest::newRow("minutes") << qint64(192'000) << words("3 min 12 s");
        QTest::newRow("hours") << qint64(7'500'000) << words("2 h 5 min");
        QTest::newRow("days") << qint64(273'600'000) << words("3 d 4 h");
    }
    void duration()
    {
        QFETCH(qint64, milliseconds);
        QFETCH(QString, expected);
        QCOMPARE(durationText(milliseconds), expected);
    }

    void sizes()
    {
        QCOMPARE(countText(16044), words("16,044"));
        QCOMPARE(byteText(1'572'864), words("1.5 MiB"));
    }

private:
    EnglishPlurals m_english;
    German m_german;
};

QTEST_MAIN(LocalizedTest)
#include "localized_test.moc"
