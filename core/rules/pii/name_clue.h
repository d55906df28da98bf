#pragma once

#include "rules/pii/name_meaning.h"
#include "rules/pii/personal_data_set.h"

#include <QStringList>

#include <optional>

namespace lakehouse::rules {

/// What the table around a column is about.
struct NameContext {
    QStringList words = {};  ///< of the table's name
    Meanings table = {};
    QString prefix = {};     ///< the first word of every column, which says nothing about one of them
    bool hasPersonNames = false; ///< columns hold given names or surnames, whatever the table is called
    bool hasStreet = false;  ///< a column holds streets, so that the place beside it belongs to an address

    bool isPersonTable() const;
    bool isThingTable() const;
};

/// A class that a name speaks for.
struct NameClue {
    model::PersonalData personalData = model::PersonalData::FreeText;
    bool isStrong = true;       ///< the name means nothing else
    bool isProvable = true;     ///< values that do not look like it speak against it
};

/// What a name says for and against.
struct NameVerdict {
    std::optional<NameClue> clue = {};
    PersonalDataSet excluded = {}; ///< whatever the values look like: the address of a printer is no person's
};

enum class Wording {
    Name,    ///< every word counts
    Sentence ///< words that mean nothing are ordinary
};

NameVerdict judgeName(const Meanings &name, const NameContext &context, Wording wording);

} // namespace lakehouse::rules
