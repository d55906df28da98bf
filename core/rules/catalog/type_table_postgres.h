#pragma once

#include "model/extraction_plan.h"

#include <span>

namespace lakehouse::rules {

/// What Trino's connector makes of a type when a table is read through it.
enum class ConnectorRead {
    Exact,   ///< the value as it is
    Bent,    ///< another value, or an error: the table is read through the connector's `query` function instead
    Refused  ///< no way of reading gives a value that means the same to everyone
};

/// Whether an array of the type is read through the connector, or only as JSON text through the `query` function.
enum class ArrayRead { Exact, ThroughQuery, Refused };

/// One row of the table of PostgreSQL's types: the rules and docs/user/types.md follow from it.
///
/// Words in braces stand for what a column brings along: {c} the column, {p} precision, {s} scale, {w} digits in all, {n} length, {schema}
/// of the type. {exact} is a Trino expression that turns a text into decimal({w},{s}) and stops the load when a digit would be lost.
struct TypeRule {
    const char *documented;      ///< as people write it: "numeric(p,s), s ≤ p ≤ 38"
    const char *names;           ///< in pg_catalog, separated by blanks; empty: chosen by kind or by its modifiers
    const char *connectorType;   ///< what the connector shows: "decimal({p},{s})"; empty when it fails
    const char *bronzeType;      ///< "decimal({p},{s})"
    ConnectorRead connector;
    ArrayRead array;
    const char *load;            ///< Trino expression over what the connector or the query gives; empty: as it is
    const char *source;          ///< expression of the source in a query; empty: the column itself
    const char *elementSource;   ///< the same for an element of an array, as text; empty: its cast to text
    const char *fromText;        ///< Trino expression that gives the bronze value from PostgreSQL's text; empty: the text is the value
    model::CanonicalForm canonical;
    model::Fidelity fidelity;
    const char *note;            ///< why it is not exact, or the reason of a refusal; a sentence
    const char *remedy = "";     ///< of a refusal
};

/// In the order of the documentation.
std::span<const TypeRule> postgresTypeTable();

/// The row of a resolved type, array or not.
const TypeRule &postgresTypeRule(const model::SourceType &type);

} // namespace lakehouse::rules
