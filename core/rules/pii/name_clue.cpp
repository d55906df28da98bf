#include "rules/pii/name_clue.h"

namespace lakehouse::rules {

using model::PersonalData;
using Clue = std::optional<NameClue>;

namespace {

Clue strong(PersonalData personalData) { return NameClue{personalData, true, true}; }
Clue weak(PersonalData personalData) { return NameClue{personalData, false, true}; }
/// Written as people like; no value speaks against it.
Clue loginName() { return NameClue{PersonalData::PersonName, false, false}; }
Clue strongIf(bool isStrong, PersonalData personalData) { return NameClue{personalData, isStrong, true}; }

/// One name in its context, asked class by class.
class Question {
public:
    Question(const Meanings &name, const NameContext &context, Wording wording) : m_name(name), m_context(context), m_wording(wording) {}

    bool isOfDevice() const
    {
        const bool isOfPerson = m_name.has(Meaning::Person) || m_context.table.has(Meaning::Person);
        return m_name.has(Meaning::Device) || (m_context.table.has(Meaning::Device) && !isOfPerson);
    }
    bool isOfThing() const { return m_name.hasAny({Meaning::Thing, Meaning::Company}) && !m_name.has(Meaning::Person); }
    bool isTechnical() const { return m_name.has(Meaning::Technical) || m_context.table.has(Meaning::Technical); }
    bool isAboutPerson() const { return m_name.has(Meaning::Person) || (m_context.isPersonTable() && !m_name.hasAny({Meaning::Thing, Meaning::Company})); }
    /// It tells something about what is meant, and is not the thing itself.
    bool isAttribute() const { return m_name.hasAny({Meaning::Attribute, Meaning::Masked}) || m_name.hasAll({Meaning::Public, Meaning::Key}); }
    bool isMoment() const { return m_name.hasAny({Meaning::Moment, Meaning::Date}); }

    Clue birthDate() const;
    Clue credential() const;
    Clue bankData() const;
    Clue nationalId() const;
    Clue email() const;
    Clue ipAddress() const;
    Clue phone() const;
    Clue personName() const;
    Clue address() const;
    Clue freeText() const;

private:
    bool has(Meaning meaning) const { return m_name.has(meaning); }
    bool hasNameParts() const;
    Clue plainName() const;
    Clue place() const;

    const Meanings &m_name;
    const NameContext &m_context;
    Wording m_wording;
};

Clue Question::birthDate() const
{
    if (has(Meaning::BirthDate))
        return strong(PersonalData::BirthDate);
    if (!has(Meaning::Birth) || m_name.hasAny({Meaning::Name, Meaning::Place, Meaning::City}))
        return {};
    if (m_name.hasAny({Meaning::Date, Meaning::Year}) || m_name.hasOnly({Meaning::Birth, Meaning::Person}))
        return strong(PersonalData::BirthDate);
    return {};
}

Clue Question::credential() const
{
    if (has(Meaning::Number) && !has(Meaning::Secret))
        return {};
    if (m_name.hasAny({Meaning::Password, Meaning::Salt}))
        return strong(PersonalData::Credential);
    if (has(Meaning::Clave) && (m_name.hasAny({Meaning::Access, Meaning::Card}) || isAboutPerson()))
        return strongIf(has(Meaning::Access), PersonalData::Credential);
    if (m_name.hasAll({Meaning::Security, Meaning::Answer}))
        return NameClue{PersonalData::Credential, true, false};
    if (has(Meaning::Secret) || (has(Meaning::Key) && m_name.hasAny({Meaning::Api, Meaning::Access}))
        || (m_name.hasAll({Meaning::Key, Meaning::Postal}) && m_name.hasOnly({Meaning::Key, Meaning::Postal, Meaning::Residence}))) // private key
        return strong(PersonalData::Credential);
    if (has(Meaning::Token))
        return strongIf(m_name.hasAny({Meaning::Api, Meaning::Access}) || m_context.table.hasAny({Meaning::Api, Meaning::Access}), PersonalData::Credential);
    return {};
}

Clue Question::bankData() const
{
    if (has(Meaning::Iban))
        return strong(PersonalData::Iban);
    if (has(Meaning::CardCode))
        return NameClue{PersonalData::PaymentCard, true, false};
    if (has(Meaning::Holder) || has(Meaning::Name))
        return {};
    if (has(Meaning::Card) && !isOfThing() && !has(Meaning::Identity) && !has(Meaning::Insurance)
        && (m_name.hasAny({Meaning::Number, Meaning::Credit}) || m_name.hasOnly({Meaning::Card})))
        return strongIf(has(Meaning::Credit), PersonalData::PaymentCard);
    if (m_name.hasAll({Meaning::Bank, Meaning::Account}) && m_name.hasOnly({Meaning::Bank, Meaning::Account, Meaning::Number, Meaning::Thing, Meaning::Company, Meaning::Person}))
        return weak(PersonalData::Iban);
    return {};
}

Clue Question::nationalId() const
{
    if (isOfThing() && (has(Meaning::Company) || !m_context.isPersonTable()))
        return {};
    if (has(Meaning::NationalId))
        return strong(PersonalData::NationalId);
    const bool isNumbered = m_name.hasAny({Meaning::Number, Meaning::Id, Meaning::Code});
    const bool isOfState = (has(Meaning::Social) && m_name.hasAny({Meaning::Security, Meaning::Insurance})) || m_name.hasAll({Meaning::Driver, Meaning::License})
                           || (has(Meaning::National) && m_name.hasAny({Meaning::Identity, Meaning::Id, Meaning::Insurance}))
                           || (has(Meaning::Identity) && m_name.hasAny({Meaning::Card, Meaning::Number}));
    if (isOfState && !has(Meaning::Name))
        return strong(PersonalData::NationalId);
    if (isNumbered && has(Meaning::Tax) && !has(Meaning::Company))
        return strongIf(isAboutPerson() || has(Meaning::Code), PersonalData::NationalId);
    if (isNumbered && m_name.hasAny({Meaning::Identity, Meaning::License, Meaning::Insurance}) && isAboutPerson())
        return strongIf(has(Meaning::Insurance), PersonalData::NationalId);
    return {};
}

Clue Question::email() const
{
    const bool isPost = has(Meaning::Postal) && has(Meaning::Electronic);
    if (!isPost && !has(Meaning::Mail))
        return {};
    if (has(Meaning::Device) || isTechnical() || (has(Meaning::Number) && !has(Meaning::Address)))
        return {};
    if (has(Meaning::Body))
        return weak(PersonalData::FreeText);
    return strongIf(!m_context.table.has(Meaning::Attribute), PersonalData::Email);
}

Clue Question::ipAddress() const
{
    const bool isRemote = m_name.hasAll({Meaning::Remote, Meaning::Address}) && m_name.hasOnly({Meaning::Remote, Meaning::Address, Meaning::Person});
    if (has(Meaning::Ip) || (isRemote && m_context.table.hasAny({Meaning::Access, Meaning::Api, Meaning::Technical})))
        return strong(PersonalData::IpAddress);
    return {};
}

Clue Question::phone() const
{
    if (has(Meaning::Extension))
        return weak(PersonalData::Phone);
    if (m_context.isThingTable() && !has(Meaning::Person))
        return {};
    if (has(Meaning::Phone))
        return strong(PersonalData::Phone);
    if (has(Meaning::Mobile) && m_name.hasOnly({Meaning::Mobile, Meaning::Number, Meaning::Person, Meaning::Postal, Meaning::Company, Meaning::Login, Meaning::Remote}))
        return strongIf(isAboutPerson() || has(Meaning::Number), PersonalData::Phone);
    return {};
}

bool Question::hasNameParts() const
{
    return m_name.hasAny({Meaning::GivenName, Meaning::Surname}) || (has(Meaning::Name) && m_name.hasAny({Meaning::First, Meaning::Last, Meaning::Family}))
           || m_name.hasAll({Meaning::Name, Meaning::Birth});
}

/// "name" by itself, or with words of the person, of the table or none of their own.
Clue Question::plainName() const
{
    const bool isPlain = m_wording == Wording::Sentence ? !has(Meaning::Number) : m_name.unknown() == 0;
    if (!isPlain || isOfThing() || isOfDevice())
        return {};
    if (has(Meaning::Login) && m_name.hasOnly({Meaning::Name, Meaning::Login, Meaning::Person}))
        return loginName();
    if (has(Meaning::Person))
        return strong(PersonalData::PersonName);
    if (m_wording == Wording::Name && m_context.isPersonTable())
        return strong(PersonalData::PersonName);
    if (has(Meaning::Postal) && !has(Meaning::Electronic))
        return weak(PersonalData::PersonName);
    return {};
}

Clue Question::personName() const
{
    if (m_name.hasAny({Meaning::Mail, Meaning::Phone, Meaning::Address}))
        return {};
    if (hasNameParts() || has(Meaning::FullName))
        return isOfThing() && !has(Meaning::FullName) && !m_context.isPersonTable() ? Clue() : strong(PersonalData::PersonName);
    if (has(Meaning::Holder) && m_name.hasOnly({Meaning::Holder, Meaning::Person, Meaning::Name, Meaning::Account, Meaning::Card, Meaning::Credit, Meaning::Bank}))
        return strong(PersonalData::PersonName);
    if (has(Meaning::Role) && m_name.hasOnly({Meaning::Role, Meaning::Person, Meaning::Name}))
        return strong(PersonalData::PersonName);
    if (has(Meaning::Name))
        return plainName();
    if (m_wording == Wording::Name && has(Meaning::Login) && m_name.hasOnly({Meaning::Login, Meaning::Person}))
        return loginName();
    if (m_wording == Wording::Name && has(Meaning::Person) && m_name.hasOnly({Meaning::Person, Meaning::Remote, Meaning::Driver}))
        return weak(PersonalData::PersonName);
    return {};
}

/// A part of an address that is none without the rest.
Clue Question::place() const
{
    const bool isBesideRest = m_context.hasStreet || m_context.table.has(Meaning::Address);
    const bool isOfAddress = isBesideRest || m_name.hasAny({Meaning::Postal, Meaning::Birth}) || isAboutPerson();
    if (m_context.isThingTable() || !isOfAddress)
        return {};
    if (has(Meaning::PostCode) || m_name.hasAll({Meaning::Postal, Meaning::Code}))
        return strongIf(isBesideRest, PersonalData::Address); // by itself it may be another code, or a region that many share
    if (m_name.hasAny({Meaning::City, Meaning::House}) && m_name.unknown() == 0)
        return weak(PersonalData::Address);
    return {};
}

Clue Question::address() const
{
    if (isOfDevice() || m_name.hasAny({Meaning::Ip, Meaning::Mail, Meaning::Remote}) || isTechnical())
        return {};
    if (isOfThing() || (m_context.isThingTable() && !has(Meaning::Person)))
        return {};
    if (has(Meaning::Residence) || (has(Meaning::Address) && !has(Meaning::Company)))
        return strong(PersonalData::Address);
    if (has(Meaning::Street))
        return strongIf(m_name.unknown() == 0, PersonalData::Address);
    return place();
}

Clue Question::freeText() const
{
    if (isTechnical())
        return {};
    const bool isPersonal = isAboutPerson() || (!isOfThing() && !m_context.isThingTable());
    if (has(Meaning::Note))
        return strongIf(isPersonal, PersonalData::FreeText);
    if (has(Meaning::Message) && isPersonal)
        return strong(PersonalData::FreeText);
    if (has(Meaning::Description) && isAboutPerson())
        return weak(PersonalData::FreeText);
    if (has(Meaning::Body) && isPersonal && !m_context.table.has(Meaning::Attribute))
        return weak(PersonalData::FreeText);
    return {};
}

/// The first class that the name speaks for. What is more special goes first: "email address" is no address, "card holder" no card.
Clue firstClue(const Question &question)
{
    if (question.isAttribute())
        return {};
    if (const Clue clue = question.birthDate())
        return clue;
    if (question.isMoment())
        return {};
    static constexpr Clue (Question::*classes[])() const = {&Question::nationalId, &Question::credential, &Question::bankData, &Question::email, &Question::ipAddress,
                                                           &Question::phone, &Question::personName, &Question::address, &Question::freeText};
    for (const auto ask : classes)
        if (const Clue clue = (question.*ask)())
            return clue;
    return {};
}

/// A name that ends in "id" is the key of something, unless it is a number of a state or an account to log in with.
bool isOnlyKey(const Meanings &name, const NameClue &clue)
{
    return name.has(Meaning::Id) && clue.personalData != PersonalData::NationalId && !name.has(Meaning::Login);
}

} // namespace

bool NameContext::isPersonTable() const
{
    return (table.has(Meaning::Person) || hasPersonNames) && !isThingTable() && !table.has(Meaning::Company);
}

bool NameContext::isThingTable() const
{
    return table.hasAny({Meaning::Thing, Meaning::Attribute, Meaning::Device});
}

NameVerdict judgeName(const Meanings &name, const NameContext &context, Wording wording)
{
    const Question question(name, context, wording);
    NameVerdict verdict;
    if (question.isOfDevice())
        verdict.excluded.insert(PersonalData::IpAddress);
    if (question.isTechnical() || question.isOfThing() || context.isThingTable())
        verdict.excluded.insert(PersonalData::FreeText);
    const Clue clue = firstClue(question);
    if (clue && !isOnlyKey(name, *clue) && !(clue->personalData == PersonalData::IpAddress && question.isOfDevice()))
        verdict.clue = clue;
    return verdict;
}

} // namespace lakehouse::rules
