#pragma once

#include "rules/pii/value_text.h"

namespace lakehouse::rules {

/// A text that only serves to let somebody in: a hash of crypt(3) ($1$, $5$, $6$, $y$, bcrypt $2b$, $argon2id$ in the PHC string format), of LDAP
/// (RFC 2307, {SSHA}) or of PostgreSQL (md5…, SCRAM-SHA-256$), a JSON Web Token (RFC 7519), a private key in PEM (RFC 7468), or a token with the mark
/// of its issuer.
bool isKnownCredential(const ValueText &value);

/// Letters and digits that look drawn by lot, from 20 signs on: no blank, and at least three bits a sign. Digests of files look the same.
bool isRandomText(const ValueText &value);

/// What a person could type as a password or PIN: one word of 4 to 40 signs that is more than small letters.
bool isPossibleCredential(const ValueText &value);

} // namespace lakehouse::rules
