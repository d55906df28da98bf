#include "rules/pii/pattern_counter.h"

#include <QTest>

using namespace lakehouse;
using model::PersonalData;
using rules::ValueClasses;

Q_DECLARE_METATYPE(PersonalData)

namespace {

/// How surely a value is of a class.
enum class Likeness { None, Plausible, Distinctive };

Likeness likeness(const QString &value, PersonalData personalData)
{
    const ValueClasses classes = rules::classifyValue(value, QDate(2026, 1, 1));
    if (classes.distinctive.contains(personalData))
        return Likeness::Distinctive;
    return classes.plausible.contains(personalData) ? Likeness::Plausible : Likeness::None;
}

} // namespace

Q_DECLARE_METATYPE(Likeness)

class ValueClassesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAreTold_data();
    void valuesAreTold();
    void blankValuesAreNothing();
    void hugeValuesAreLookedAt();
    void countsAddUp();
};

void ValueClassesTest::valuesAreTold_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<PersonalData>("personalData");
    QTest::addColumn<Likeness>("expected");
    const auto rows = [](PersonalData personalData, Likeness expected, std::initializer_list<const char *> values) {
        for (const char *value : values)
            QTest::addRow("%d %d %s", int(personalData), int(expected), value) << QString::fromUtf8(value) << personalData << expected;
    };
    using enum Likeness;
    rows(PersonalData::Email, Distinctive, {"simple@example.com", " first.last+tag@sub.example.co.uk ", "o'brien@example.org", "müller@exämple.de", "x@a.museum", "user@xn--bcher-kva.example",
                                            "Anna Weiß <anna@example.org>", "a@example.org; b@example.org"});
    rows(PersonalData::Email, None, {"plain", "@example.org", "a@b", "a..b@example.com", ".a@example.com", "a.@example.com", "a@-example.com", "a b@example.com", "a@example.1", "a@1.5",
                                     "a@example..com", "write to a@example.org", "@user", "1234567890123456789012345678901234567890123456789012345678901234x@example.com"});
    rows(PersonalData::Phone, Distinctive, {"+4930123456", "+1 415 555 2671", "+33 6 12 34 56 78", "(0234) 123-4567", "030 123456", "0151/1234567", "01 23 45 67 89", "01.23.45.67.89", "06-12345678",
                                            "555-210-1234", "(212) 555-0123", "1-800-555-0199", "020 7946 0123", "0049 30 1234567", "(212) 555-0123 ext. 12", "212-555-0123x45"});
    rows(PersonalData::Phone, Plausible, {"9123456789", "347 1234567", "4711", "0301234567", "123-456", "912 345 678"});
    rows(PersonalData::Phone, None, {"2024-01-31", "31.01.2024", "01/02/2024", "01-02-2024", "12/2024", "1234.56", "0.50", "-12345678", "+12", "+0123456789", "2024-01-31 10:11:12",
                                     "RE-2024-00017", "12", "+1.5", "+1234567890123456"});
    rows(PersonalData::Iban, Distinctive, {"DE89 3704 0044 0532 0130 00", "de89370400440532013000", "GB29NWBK60161331926819"});
    rows(PersonalData::Iban, None, {"DE89 3704 0044 0532 0130 01", "DE89", "NORDWIND HANDELS GMBH 12"});
    rows(PersonalData::PaymentCard, Distinctive, {"4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005"});
    rows(PersonalData::PaymentCard, Plausible, {"4111 1111 1111 1112", "9123456789012345"});
    rows(PersonalData::PaymentCard, None, {"4111.1111.1111.1111", "**** **** **** 1111", "1111"});
    rows(PersonalData::IpAddress, Distinctive, {"192.168.0.1", "203.0.113.7", "10.200.0.0/16", "2001:DB8::8:800:200C:417A", "FF01::101", "::1", "::FFFF:129.144.52.38", "fe80::1%eth0",
                                                "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789"});
    rows(PersonalData::IpAddress, Plausible, {"10.0.19.45", "1.2.3.4"});
    rows(PersonalData::IpAddress, None, {"256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "12:30:00", "08:00:2b:01:02:03", "::", ":::", "2001:DB8::8::1", "1:2:3:4:5:6:7:8:9", "10.0.0.0/33"});
    rows(PersonalData::BirthDate, Plausible, {"1980-02-29", "1980-02-29 00:00:00", "29.02.1980", "2/29/1980", "29/2/1980", "19800229", "1980", "2026-01-01"});
    rows(PersonalData::BirthDate, None, {"1981-02-29", "1899-12-31", "2026-01-02", "0001-01-01", "9999-12-31", "31.13.1980", "1980-13-01", "19801301", "80-02-29"});
    rows(PersonalData::NationalId, Distinctive, {"86095742719", "295109912611193", "12345678Z", "X-2482300-W", "RCCMNL83S18D969H", "111222333", "44051401359", "811228-9874", "19640823-3234", "111.444.777-35",
                                                 "536-90-4399", "AB123456C", "AB 12 34 56 C"});
    rows(PersonalData::NationalId, Plausible, {"C01X00T47", "536904399", "8112289874", "11144477735"});
    rows(PersonalData::NationalId, None, {"rotterdam", "12", "Müller", "a1b2c3d4e5"});
    rows(PersonalData::Credential, Distinctive, {"$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQAAAAA$RdescudvJCsgt3ub+b9dWRWJTmaasddB8Jkh",
                                                 "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1", "{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3",
                                                 "md5a3556571e93b0d20722ba62be61e8c2d", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
                                                 "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", "AKIAIOSFODNN7EXAMPLE"});
    rows(PersonalData::Credential, Plausible, {"5f4dcc3b5aa765d61d8327deb882cf99", "Tulip!42", "0815", "Zx81Qq0TtY77aBcD3eFgH5iJ"});
    rows(PersonalData::Credential, None, {"open", "two words", "-----BEGIN CERTIFICATE----- MIIB -----END CERTIFICATE-----", "abc"});
    rows(PersonalData::PersonName, Plausible, {"Anna Weiß", "O'Brien", "van den Berg", "J. R. Smith", "MÜLLER", "García López, José", "山田太郎"});
    rows(PersonalData::PersonName, None, {"open", "X200", "anna@example.org", "https://example.org", "A", "One two three four five six seven"});
    rows(PersonalData::Address, Plausible, {"Hauptstraße 12", "12 Church Lane", "C/ Alcalá 101, 2ºB", "10115", "SW1A 1AA", "Lyon"});
    rows(PersonalData::Address, None, {"0x7ffde3a1b2c3d4e5", "anna@example.org", "{\"street\": 1}", "1", "C:\\temp"});
    rows(PersonalData::FreeText, Distinctive, {"Called twice this week, she is worried about the delivery.", "Le client souhaite être rappelé après dix-huit heures."});
    rows(PersonalData::FreeText, Plausible, {"call back", "very friendly person"});
    rows(PersonalData::FreeText, None, {"open", "A 1", "RE-2024-00017"});
}

void ValueClassesTest::valuesAreTold()
{
    QFETCH(QString, value);
    QFETCH(PersonalData, personalData);
    QFETCH(Likeness, expected);
    QCOMPARE(likeness(value, personalData), expected);
}

void ValueClassesTest::blankValuesAreNothing()
{
    for (const char *value : {"", "   ", "-", "--.", "\t\n", "?"}) {
        const ValueClasses classes = rules::classifyValue(QString::fromLatin1(value), QDate(2026, 1, 1));
        QVERIFY(classes.isBlank);
        QVERIFY(classes.plausible.isEmpty());
    }
}

/// Nothing in a value is trusted: signs of any kind, any length.
void ValueClassesTest::hugeValuesAreLookedAt()
{
    for (const QChar sign : {QChar(u'@'), QChar(u'.'), QChar(u':'), QChar(u'0'), QChar(u'('), QChar(u','), QChar(0xd800), QChar(0)}) {
        const ValueClasses classes = rules::classifyValue(QString(100000, sign), QDate(2026, 1, 1));
        QVERIFY(classes.distinctive.isEmpty());
    }
}

void ValueClassesTest::countsAddUp()
{
    rules::PatternCounter counter(QDate(2026, 1, 1));
    for (const char *value : {"a@example.org", "b@example.org", "", "nobody"})
        counter.add(QString::fromLatin1(value));
    QCOMPARE(counter.counts().sampled, 4);
    QCOMPARE(counter.counts().blank, 1);
    QCOMPARE(counter.counts().distinctive[std::size_t(PersonalData::Email)], 2);
    QCOMPARE(counter.counts().plausible[std::size_t(PersonalData::Email)], 2);
    QCOMPARE(counter.counts().distinctive[std::size_t(PersonalData::Iban)], 0);
}

QTEST_APPLESS_MAIN(ValueClassesTest)
#include "value_classes_test.moc"
