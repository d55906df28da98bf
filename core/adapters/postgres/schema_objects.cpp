#include "adapters/postgres/schema_objects.h"

#include "adapters/postgres/row_reader.h"

#include <algorithm>
#include <tuple>

namespace lakehouse::adapters::postgres {

using base::Result;
using model::RoutineKind;
using model::SourceRoutine;
using model::SourceSequence;
using ports::SqlRows;

namespace {

std::optional<RoutineKind> kindOf(char prokind)
{
    switch (prokind) {
    case 'f': return RoutineKind::Function;
    case 'p': return RoutineKind::Procedure;
    case 'a': return RoutineKind::Aggregate;
    case 'w': return RoutineKind::Window;
    default: return std::nullopt;
    }
}

} // namespace

Result<std::vector<SourceRoutine>> routinesOf(const SqlRows &rows)
{
    std::vector<SourceRoutine> routines;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        reader.skip(1);
        SourceRoutine routine{.schema = reader.text(), .name = reader.text(), .identityArguments = reader.text()};
        const char prokind = reader.code();
        const std::optional<RoutineKind> kind = kindOf(prokind);
        if (!kind)
            return unknownCode("prokind", prokind, QStringLiteral("%1.%2(%3)").arg(model::sqlIdentifier(routine.schema), model::sqlIdentifier(routine.name), routine.identityArguments));
        routine.kind = *kind;
        routine.language = reader.text();
        routine.source = reader.text();
        routine.result = reader.optionalText();
        routine.comment = reader.optionalText();
        if (reader.flag()) // else a trigger function from elsewhere
            routines.push_back(std::move(routine));
    }
    std::sort(routines.begin(), routines.end(), [](const SourceRoutine &left, const SourceRoutine &right) {
        return std::tie(left.schema, left.name, left.identityArguments) < std::tie(right.schema, right.name, right.identityArguments);
    });
    return routines;
}

Result<std::vector<SourceSequence>> sequencesOf(const SqlRows &rows)
{
    std::vector<SourceSequence> sequences;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceSequence sequence{.schema = reader.text(), .name = reader.text(), .type = reader.text(), .start = reader.number(), .increment = reader.number(),
                                .minimum = reader.number(), .maximum = reader.number(), .isCycling = reader.flag(), .comment = reader.optionalText()};
        const std::optional<QString> ownerSchema = reader.optionalText();
        if (ownerSchema) {
            EKOS_TRY(model::TableName table, model::TableName::create(*ownerSchema, reader.text()));
            sequence.ownedBy = model::SequenceOwner{std::move(table), reader.text()};
        }
        sequences.push_back(std::move(sequence));
    }
    std::sort(sequences.begin(), sequences.end(), [](const SourceSequence &left, const SourceSequence &right) {
        return std::tie(left.schema, left.name) < std::tie(right.schema, right.name);
    });
    return sequences;
}

} // namespace lakehouse::adapters::postgres
