#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lakehouse::text {

/// A record of a CSV file with the line it begins on, from 1.
struct CsvRecord {
    qsizetype line = 1;
    std::vector<QString> fields = {};
    friend bool operator==(const CsvRecord &, const CsvRecord &) = default;
};

/// What is wrong with a CSV file, and on which line.
struct CsvProblem {
    enum class Kind { UnclosedQuote, TextAfterQuote };
    Kind kind = Kind::UnclosedQuote;
    qsizetype line = 1;
};

struct CsvContent {
    std::vector<CsvRecord> records = {};
    std::optional<CsvProblem> problem = {}; ///< the records before it are whole
};

/// Reads RFC 4180 with commas; lines may end in any of the three ways, empty lines are left out, and a byte order mark is skipped.
CsvContent readCsv(QStringView text);

/// One record as a line with CR LF. A field that a spreadsheet would take for a formula gets an apostrophe before it, which readCsv leaves
/// where it is.
QString csvLine(const std::vector<QString> &fields);

/// The field as it was before csvLine guarded it: of every field.
QString withoutFormulaGuard(const QString &field);

} // namespace lakehouse::text
