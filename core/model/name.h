#pragma once

#include "base/result.h"
#include "base/strong_id.h"
#include "describe/fwd.h"

#include <compare>
#include <optional>
#include <vector>

namespace lakehouse::model {

/// A table (or view, …) of the source: schema and name exactly as the source stores them; neither is ever empty.
/// Written as SQL identifiers, `public.film` or `"Sales.EU"."My Table"`; read back from the same form without folding.
class TableName {
public:
    TableName() = default; ///< unset: no reader leaves one behind
    /// Fails with InvalidInput when a part is empty or holds NUL.
    static base::Result<TableName> create(const QString &schema, const QString &table);
    /// Reads two SQL identifiers with a dot between them. Unquoted words are taken as they are, not folded.
    static base::Result<TableName> parse(const QString &text);

    const QString &schema() const { return m_schema; }
    const QString &table() const { return m_table; }
    QString toString() const;
    friend bool operator==(const TableName &, const TableName &) = default;
    /// By schema, then by name, code unit by code unit. (QString has no <=> of its own in Qt 6.4.)
    friend std::strong_ordering operator<=>(const TableName &left, const TableName &right);

private:
    QString m_schema;
    QString m_table;
};

/// What a person typed to mean a table: one SQL identifier or two. Resolved against what there is, never by itself.
class TableSelector {
public:
    TableSelector() = default;
    static base::Result<TableSelector> parse(const QString &text);
    const QString &toString() const { return m_text; }
    const std::optional<QString> &schema() const { return m_schema; }
    const QString &table() const { return m_table; }
    friend bool operator==(const TableSelector &, const TableSelector &) = default;

private:
    QString m_text;
    std::optional<QString> m_schema;
    QString m_table;
};

/// What a person typed to mean a column: a table as above, a dot, and one SQL identifier more.
struct ColumnSelector {
    TableSelector table = {};
    QString column = {};
    /// Fails with InvalidInput when the text is something else.
    static base::Result<ColumnSelector> parse(const QString &text);
};

/// Quotes an identifier where SQL needs it: `film`, `"Film"`, `"a""b"`. One form for people and for digests.
QString sqlIdentifier(const QString &name);
/// Identifiers in that form, one after the other: `a, "B c"`.
QString namesListed(const std::vector<QString> &names);
/// A column behind its table: `public.film."Title"`.
QString columnPlace(const TableName &table, const QString &column);
/// Reads identifiers in that form with `separator` between them, unquoted words as they are; nothing when the text is something else.
std::optional<std::vector<QString>> readSqlIdentifiers(const QString &text, QChar separator);

/// What a fact is about.
enum class SubjectKind {
    Database, Schema, Table, Column, Key, ForeignKey, Check, Trigger, Routine, Enum, Domain, Plan, Pipeline, Run, Project,
    Index, Sequence, Type, Policy, Term,
    Conflict, Relation, ///< of a table; `part` says which
    Review              ///< one of the six subjects of the review; `part` says which
};

using SubjectId = base::StrongId<struct SubjectIdTag>;

/// The structured name of a subject: exact characters, never a dotted string that has to be split.
struct SubjectName {
    QString database = {}; ///< alias of the [[databases]] entry
    QString schema = {};
    QString object = {};
    SubjectKind kind = SubjectKind::Database;
    QString part = {};     ///< column, key, trigger … inside the object
    /// UUID v5 (RFC 9562) over the canonical JSON array [database, schema, object, kind, part].
    SubjectId id() const;
    friend bool operator==(const SubjectName &, const SubjectName &) = default;
};

SubjectName tableSubject(const QString &database, const TableName &table);
SubjectName columnSubject(const QString &database, const TableName &table, const QString &column);

/// Why a person did something, as it was typed, without the spaces around it: markup and text from right to left are nothing but text.
class Reason {
public:
    static constexpr qsizetype mostCharacters = 64 * 1024;

    Reason() = default;
    /// Fails with NeedsReason when nothing in it can be seen, and with InvalidInput when it is longer than `mostCharacters`, holds a control
    /// character other than a tab or a line end, or half a character.
    static base::Result<Reason> parse(const QString &text);
    const QString &toString() const { return m_text; }
    friend bool operator==(const Reason &, const Reason &) = default;

private:
    QString m_text;
};

const describe::TypeInfo &typeOf(describe::Describe<TableName>);
const describe::TypeInfo &typeOf(describe::Describe<TableSelector>);
const describe::TypeInfo &typeOf(describe::Describe<SubjectKind>);
const describe::TypeInfo &typeOf(describe::Describe<SubjectName>);
const describe::TypeInfo &typeOf(describe::Describe<SubjectId>);
const describe::TypeInfo &typeOf(describe::Describe<Reason>);

} // namespace lakehouse::model
