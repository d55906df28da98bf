#include "rules/pii/value_classes.h"

#include "rules/pii/credential_text.h"
#include "rules/pii/national_ids.h"
#include "rules/pii/network_names.h"
#include "rules/pii/payment_numbers.h"
#include "rules/pii/person_text.h"
#include "rules/pii/phone_number.h"
#include "rules/pii/value_text.h"

#include <algorithm>

namespace lakehouse::rules {

using model::PersonalData;

namespace {

/// Versions of programs have four numbers too, but small ones.
bool isDistinctiveIpv4(QStringView text)
{
    for (int part = 0; part < 3; ++part) {
        const qsizetype dot = text.indexOf(u'.');
        if (dot == 3)
            return true;
        text = text.sliced(dot + 1);
    }
    return false;
}

/// Check digits prove a number. Where they are few or missing, its own writing has to be there too: 536-90-4399, 811228-9874, 111.444.777-35.
bool isDistinctiveNationalId(const ValueText &value)
{
    const std::string_view number = value.compact();
    switch (number.size()) {
    case 9:
        return isSpanishId(number) || isBritishNino(number) || (value.isDigits() && isDutchBsn(number))
               || (value.size() == 11 && value.text()[3] == u'-' && value.text()[6] == u'-' && isAmericanSsn(number));
    case 10:
        return value.size() == 11 && value.text()[6] == u'-' && isSwedishPersonalNumber(number);
    case 11:
        return (value.separators() == 0 && (isGermanTaxId(number) || isPolishPesel(number))) || (value.size() == 14 && value.has(u'-') && isBrazilianCpf(number));
    case 12:
        return value.separators() <= 1 && isSwedishPersonalNumber(number);
    case 15:
        return value.separators() == 0 && isFrenchNir(number);
    case 16:
        return isItalianFiscalCode(number);
    default:
        return false;
    }
}

/// Most numbers of passports, licences and insurances have no check that is told to the public.
bool isPossibleNationalId(const ValueText &value)
{
    const std::string_view number = value.compact();
    const auto digits = std::ranges::count_if(number, [](char sign) { return sign >= '0' && sign <= '9'; });
    return number.size() >= 6 && number.size() <= 20 && digits >= 3 && !value.hasLower();
}

class Classification {
public:
    void add(PersonalData personalData, bool isDistinctive, bool isPlausible)
    {
        if (isDistinctive)
            m_classes.distinctive.insert(personalData);
        if (isDistinctive || isPlausible)
            m_classes.plausible.insert(personalData);
    }
    const ValueClasses &classes() const { return m_classes; }

private:
    ValueClasses m_classes;
};

void addNumbers(Classification &classes, const ValueText &value)
{
    const std::string_view number = value.compact();
    const PhoneLikeness phone = phoneLikeness(value);
    classes.add(PersonalData::Phone, phone == PhoneLikeness::Distinctive, phone == PhoneLikeness::Possible);
    if (number.empty())
        return;
    const bool isCardWritten = isAllDigits(number) && !value.has(u'.') && !value.has(u'/');
    classes.add(PersonalData::Iban, isIban(number), false);
    classes.add(PersonalData::PaymentCard, isCardWritten && isPaymentCard(number), isCardWritten && number.size() >= 12 && number.size() <= 19);
    classes.add(PersonalData::NationalId, isDistinctiveNationalId(value), isPossibleNationalId(value));
}

} // namespace

ValueClasses classifyValue(QStringView text, const QDate &today)
{
    const ValueText value(text);
    if (value.isBlank())
        return {.isBlank = true};
    Classification classes;
    if (value.has(u'@'))
        classes.add(PersonalData::Email, isEmailText(value.text()), false);
    if (value.digits() >= 3 && value.size() <= 60)
        addNumbers(classes, value);
    if (value.digits() >= 4 && value.digits() <= 20)
        classes.add(PersonalData::BirthDate, false, isBirthDate(value.text(), today));
    if (value.digits() >= 4 && value.letters() == 0 && value.has(u'.') && isIpv4Address(value.text()))
        classes.add(PersonalData::IpAddress, isDistinctiveIpv4(value.text()), true);
    else if (value.has(u':') && isIpv6Address(value.text()))
        classes.add(PersonalData::IpAddress, true, true);
    classes.add(PersonalData::Credential, isKnownCredential(value), isPossibleCredential(value) || isRandomText(value));
    classes.add(PersonalData::PersonName, false, isNameShaped(value));
    classes.add(PersonalData::Address, false, isAddressShaped(value));
    classes.add(PersonalData::FreeText, isProse(value), isWords(value));
    return classes.classes();
}

} // namespace lakehouse::rules
