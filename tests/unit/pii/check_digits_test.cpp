#include "rules/pii/national_ids.h"
#include "rules/pii/payment_numbers.h"

#include <QTest>

using namespace lakehouse;

using Check = bool (*)(std::string_view);
Q_DECLARE_METATYPE(Check)

/// Numbers that authorities, standards and card schemes publish as examples, each with one that a single sign breaks.
class CheckDigitsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void publishedNumbers_data();
    void publishedNumbers();
};

void CheckDigitsTest::publishedNumbers_data()
{
    QTest::addColumn<Check>("check");
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<bool>("isRight");
    const auto rows = [](const char *scheme, Check check, bool isRight, std::initializer_list<const char *> numbers) {
        for (const char *number : numbers)
            QTest::addRow("%s %s %s", scheme, isRight ? "takes" : "refuses", number) << check << QByteArray(number) << isRight;
    };
    rows("IBAN", rules::isIban, true, {"DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606", "ES9121000418450200051332", "IT60X0542811101000000123456",
                                       "NL91ABNA0417164300", "CH9300762011623852957", "NO9386011117947", "MT84MALT011000012345MTLCAST001S", "BE68539007547034", "AT611904300234573201"});
    rows("IBAN", rules::isIban, false, {"DE89370400440532013001", "DE8937040044053201300", "DE893704004405320130000", "XX89370400440532013000", "GB29NWBK60161331926891", "DEX9370400440532013000", ""});
    rows("card", rules::isPaymentCard, true, {"4111111111111111", "5555555555554444", "378282246310005", "6011111111111117", "3530111333300000", "30569309025904", "2223003122003222"});
    rows("card", rules::isPaymentCard, false, {"4111111111111112", "411111111111111", "9111111111111111", "490154203237518", "8949012345678901234", "41111111111111X1", ""});
    rows("Luhn", rules::passesLuhn, true, {"79927398713"});
    rows("Luhn", rules::passesLuhn, false, {"79927398710", "79927398731"});
    rows("Steuer-ID", rules::isGermanTaxId, true, {"86095742719", "47036892816", "65929970489", "36574261809"});
    rows("Steuer-ID", rules::isGermanTaxId, false, {"86095742718", "06095742719", "12345678903", "36554266806", "8609574271"});
    rows("NIR", rules::isFrenchNir, true, {"295109912611193", "253072B07300470", "253072A07300443"});
    rows("NIR", rules::isFrenchNir, false, {"295109912611199", "253072C07300443", "095109912611193", "29510991261119"});
    rows("DNI, NIE", rules::isSpanishId, true, {"12345678Z", "54362315K", "X2482300W"});
    rows("DNI, NIE", rules::isSpanishId, false, {"12345678A", "54362315Z", "X2482300A", "1234567Z8", "A2482300W"});
    rows("codice fiscale", rules::isItalianFiscalCode, true, {"RCCMNL83S18D969H", "MRTMTT25D09F205Z"});
    rows("codice fiscale", rules::isItalianFiscalCode, false, {"RCCMNL83S18D969A", "RCCMNL83Q18D969H", "RCCMNL83S18D969", "1CCMNL83S18D969H"});
    rows("BSN", rules::isDutchBsn, true, {"111222333", "123456782"});
    rows("BSN", rules::isDutchBsn, false, {"111252333", "123456783", "000000000", "11122233"});
    rows("PESEL", rules::isPolishPesel, true, {"44051401359", "02070803628"});
    rows("PESEL", rules::isPolishPesel, false, {"44051401358", "44133201353", "4405140135"});
    rows("personnummer", rules::isSwedishPersonalNumber, true, {"8112289874", "6408233234", "196408233234", "7010632391"});
    rows("personnummer", rules::isSwedishPersonalNumber, false, {"8112289873", "8113289873", "156408233234", "811228987"});
    rows("CPF", rules::isBrazilianCpf, true, {"11144477735", "39053344705"});
    rows("CPF", rules::isBrazilianCpf, false, {"11144477736", "23100299900", "11111111111", "1114447773"});
    rows("SSN", rules::isAmericanSsn, true, {"536904399", "078051120"});
    rows("SSN", rules::isAmericanSsn, false, {"666123456", "000123456", "900123456", "536004399", "536900000", "53690439"});
    rows("NINO", rules::isBritishNino, true, {"AB123456C", "CE000000D"});
    rows("NINO", rules::isBritishNino, false, {"QQ123456C", "BG123456A", "AO123456A", "AB123456E", "AB12345C"});
}

void CheckDigitsTest::publishedNumbers()
{
    QFETCH(Check, check);
    QFETCH(QByteArray, number);
    QFETCH(bool, isRight);
    QCOMPARE(check(number.toStdString()), isRight);
}

QTEST_APPLESS_MAIN(CheckDigitsTest)
#include "check_digits_test.moc"
