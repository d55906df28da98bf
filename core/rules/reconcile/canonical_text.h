#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::rules {

/// A language that canonical texts are written in.
enum class SqlDialect { PostgreSql, Trino };

/// Whether the values of a column take part in row hashes. Floating-point numbers do not: two engines print them differently.
bool isHashed(const model::CanonicalType &type);

/// The column as a value that both engines order, add up and print alike. At the source this is where `sourceExpression` applies.
QString comparableValue(SqlDialect dialect, const model::PlannedColumn &column);

/// SQL that turns a comparable value into its canonical text: the same text on every engine for the same value, another text for every
/// other value, whatever the session is set to. NULL stays NULL. Only for types that are hashed.
QString canonicalText(SqlDialect dialect, const model::CanonicalType &type, const QString &value);

/// The canonical text made fit to stand in a row: NULL becomes `\N`, a backslash `\\` and U+001F `\s`, so no text looks like NULL and no
/// text can move a border between columns. Never NULL.
QString canonicalField(SqlDialect dialect, const model::CanonicalType &type, const QString &value);

/// How long a joined text may be at Trino: its concat_ws refuses more than a megabyte, and joining without that limit takes more of the size that one of
/// its compiled functions may have.
enum class JoinedLength { Any, Megabyte };

/// Fields joined with U+001F, in groups where there are more than one function takes; neither grouping nor `length` changes the text.
QString canonicalRow(SqlDialect dialect, const std::vector<QString> &fields, JoinedLength length = JoinedLength::Any);

/// How many fields stand in one group.
inline constexpr std::size_t fieldsInGroup = 50;

/// The first 60 bits of the SHA-256 of a text in UTF-8, as a whole number that is never negative.
QString hashOf(SqlDialect dialect, const QString &text);

} // namespace lakehouse::rules
