#pragma once

#include <QStringView>

namespace lakehouse::rules {

/// An address of e-mail: a dot-atom of RFC 5322, 3.4.1, with the letters of RFC 6531, before a domain name of at least two labels (RFC 1123), within
/// the lengths of RFC 5321, 4.5.3.1. Quoted local parts, comments and address literals are not taken: nobody's mailbox is written so.
bool isEmailAddress(QStringView text);

/// One address, several with a comma or semicolon between them, or one behind a name: "Anna Weiß <anna@example.org>".
bool isEmailText(QStringView text);

/// Four numbers up to 255 without leading zeros (RFC 3986, 3.2.2), maybe with the length of a prefix behind a slash.
bool isIpv4Address(QStringView text);

/// A text of RFC 4291, 2.2, maybe with a zone (RFC 4007) or the length of a prefix; the unspecified address is nobody's.
bool isIpv6Address(QStringView text);

} // namespace lakehouse::rules
