#pragma once

#include <QtGlobal>

#include <initializer_list>

namespace lakehouse::rules {

/// What a word of a name means, whatever its language.
enum class Meaning {
    // what a column may hold
    Mail, Electronic, Phone, Mobile, Extension, GivenName, Surname, FullName, Name, First, Last, Family, Login, Role, Holder,
    Address, Street, Residence, PostCode, Postal, City, House, Birth, BirthDate, Date, Year, Place,
    NationalId, Tax, Social, Security, Insurance, National, Identity, License, Driver, Iban, Bank, Account, Card, Credit, CardCode, Ip, Remote,
    Password, Clave, Secret, Token, Api, Key, Access, Salt, Answer, Note, Message, Description, Body, Number, Id, Code,
    // whom or what it is about
    Person, Display, Company, Thing, Device, Technical, Attribute, Moment, Public, Masked
};

/// The meanings of the words of a name, and how many of them mean nothing here.
class Meanings {
public:
    void add(Meaning meaning) { m_bits[std::size_t(meaning) / 64] |= bit(meaning); }
    void add(const Meanings &other);
    void addUnknown() { ++m_unknown; }
    bool has(Meaning meaning) const { return (m_bits[std::size_t(meaning) / 64] & bit(meaning)) != 0; }
    bool hasAny(std::initializer_list<Meaning> meanings) const;
    bool hasAll(std::initializer_list<Meaning> meanings) const;
    /// Nothing but these, and no unknown word.
    bool hasOnly(std::initializer_list<Meaning> meanings) const;
    int unknown() const { return m_unknown; }

private:
    static quint64 bit(Meaning meaning) { return quint64(1) << (unsigned(meaning) % 64); }
    quint64 m_bits[2] = {0, 0};
    int m_unknown = 0;
};

} // namespace lakehouse::rules
