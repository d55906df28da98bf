#pragma once

#include "rules/findings/check_meaning.h"

#include "model/catalog.h"
#include "model/evidence.h"

#include <QHash>

namespace lakehouse::rules {

/// What the columns of a database may hold, by its checks, domains and enums. By table and column; a column is a flag or a list, never both.
struct CodeFindings {
    std::vector<model::FlagColumn> flags = {};
    std::vector<model::CodeList> lists = {};
};

/// Reads checks, each different text once. For one thread.
class CheckReader {
public:
    const CheckMeaning &read(const QString &definition);

private:
    QHash<QString, CheckMeaning> m_known;
};

/// Several checks of one column hold together. What a NOT VALID check says is Declared, and counts only where no valid one says anything. Arrays are
/// left out, since a check on an array says nothing of one element, and booleans, which need no list. Meanings come from comments such as "Y=active, N=inactive".
CodeFindings findCodes(const model::CatalogSnapshot &catalog, CheckReader &reader);

/// The meanings that the comments a list rests on give its codes.
QHash<QString, QString> meaningsInComments(const model::CodeList &list);

struct FlagCodes {
    QString yes = {};
    QString no = {};
};

/// Whether these values mean yes and no in a column of this type: Y/N, T/F, J/N, S/N or 0/1, letters in either case. A list that the database enforces may
/// be of any text type; one that is only declared needs one character, and 0/1 a smallint or text.
std::optional<FlagCodes> flagCodes(const std::vector<QString> &values, const model::SourceType &type, model::EvidenceClass evidenceClass);

} // namespace lakehouse::rules
