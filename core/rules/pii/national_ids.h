#pragma once

#include <string_view>

namespace lakehouse::rules {

// Numbers that a state gives to a person, as ValueText::compact() has them: digits and upper-case letters. All but the last two prove themselves by
// check digits.

/// Germany, Steueridentifikationsnummer, § 139b AO: 11 digits, one of the first ten comes twice or three times, ISO/IEC 7064 MOD 11,10.
bool isGermanTaxId(std::string_view number);
/// France, numéro d'inscription au répertoire (décret 82-103): 15 characters, key 97 − remainder by 97; 2A and 2B for Corsica.
bool isFrenchNir(std::string_view number);
/// Spain, DNI and NIE (Real Decreto 1553/2005, Orden INT/2058/2008): control letter by the remainder by 23.
bool isSpanishId(std::string_view number);
/// Italy, codice fiscale (D.M. 23.12.1976): 16 characters, letters for digits of namesakes allowed, control letter.
bool isItalianFiscalCode(std::string_view number);
/// Netherlands, burgerservicenummer (Wet algemene bepalingen BSN): 9 digits, weights 9 to 2 and −1, a multiple of 11.
bool isDutchBsn(std::string_view number);
/// Poland, PESEL (ustawa o ewidencji ludności): 11 digits, a date with the century in the month, weights 1 3 7 9.
bool isPolishPesel(std::string_view number);
/// Sweden, personnummer and samordningsnummer (Folkbokföringslagen 1991:481, § 18): 10 or 12 digits, a date, Luhn.
bool isSwedishPersonalNumber(std::string_view number);
/// Brazil, CPF (Receita Federal, Módulo 11): 11 digits that are not all the same, two check digits.
bool isBrazilianCpf(std::string_view number);
/// USA, social security number as the SSA issues it since 2011: no area 000, 666 or 9xx, no group 00, no serial 0000.
bool isAmericanSsn(std::string_view number);
/// United Kingdom, national insurance number (HMRC NIM39110): prefix letters that are in use, six digits, A to D.
bool isBritishNino(std::string_view number);

} // namespace lakehouse::rules
