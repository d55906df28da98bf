#include "model/name.h"

#include "describe/canonical_json.h"

#include <QRegularExpression>

#include <algorithm>

namespace lakehouse::model {

using namespace describe;
using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// Namespace of our UUID v5 subject ids; made once at random, and never changed, since ids are stored.
const QUuid subjectNamespace(0x5d0c9a52, 0x7c1e, 0x4b5f, 0x9f, 0x0e, 0x27, 0x6d, 0x3b, 0x81, 0x54, 0xc4);

/// One SQL identifier at `position`, moved behind it; nothing when there is none.
std::optional<QString> readIdentifier(const QString &text, QChar separator, qsizetype &position)
{
    QString name;
    if (position < text.size() && text[position] == QLatin1Char('"')) {
        for (++position; position < text.size(); ++position) {
            if (text[position] != QLatin1Char('"')) {
                name += text[position];
            } else if (position + 1 < text.size() && text[position + 1] == QLatin1Char('"')) {
                name += text[++position];
            } else {
                ++position;
                return name;
            }
        }
        return std::nullopt; // the closing quote is missing
    }
    while (position < text.size() && text[position] != separator && text[position] != QLatin1Char('"'))
        name += text[position++];
    return name;
}

Error notATable(const QString &text)
{
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not a table name."), text},
                 QT_TRANSLATE_NOOP("core", "Write table or schema.table; put a name with dots or quotes into double quotes.")};
}

/// Code points; a half of one stays what it is, where toUcs4() would put a sign for "unknown".
std::vector<char32_t> lettersOf(const QString &text)
{
    std::vector<char32_t> letters;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        letters.push_back(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode());
        i += isPair ? 1 : 0;
    }
    return letters;
}

/// Letters, digits and signs that Unicode calls so although nothing of them is drawn.
bool isBlank(char32_t letter)
{
    constexpr char32_t fillers[] = {0x115f, 0x1160, 0x2800, 0x3164, 0xffa0}; // of Hangul and of Braille
    return std::ranges::find(fillers, letter) != std::end(fillers);
}

/// Whether a reader sees something. Signs that join, break or turn text are nothing by themselves, and marks stand on a letter.
bool isVisible(char32_t letter)
{
    switch (QChar::category(letter)) {
    case QChar::Letter_Uppercase: case QChar::Letter_Lowercase: case QChar::Letter_Titlecase: case QChar::Letter_Modifier: case QChar::Letter_Other:
    case QChar::Number_DecimalDigit: case QChar::Number_Letter: case QChar::Number_Other:
    case QChar::Punctuation_Connector: case QChar::Punctuation_Dash: case QChar::Punctuation_Open: case QChar::Punctuation_Close:
    case QChar::Punctuation_InitialQuote: case QChar::Punctuation_FinalQuote: case QChar::Punctuation_Other:
    case QChar::Symbol_Math: case QChar::Symbol_Currency: case QChar::Symbol_Modifier: case QChar::Symbol_Other:
        return !isBlank(letter);
    default: return false;
    }
}

/// Of one line or several; everything else moves a cursor or cuts a text short where it is shown.
bool isAllowed(char32_t letter)
{
    return letter == U'\t' || letter == U'\n' || letter == U'\r' || (QChar::category(letter) != QChar::Other_Control && !QChar::isSurrogate(letter));
}

} // namespace

std::optional<std::vector<QString>> readSqlIdentifiers(const QString &text, QChar separator)
{
    std::vector<QString> names;
    for (qsizetype position = 0;; ++position) {
        const std::optional<QString> name = readIdentifier(text, separator, position);
        if (!name || name->isEmpty() || name->contains(QChar::Null))
            return std::nullopt;
        names.push_back(*name);
        if (position == text.size())
            return names;
        if (text[position] != separator)
            return std::nullopt;
    }
}

QString sqlIdentifier(const QString &name)
{
    static const QRegularExpression plain(QStringLiteral("\\A[a-z_][a-z0-9_$]*\\z"));
    if (plain.match(name).hasMatch())
        return name;
    return QLatin1Char('"') + QString(name).replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString namesListed(const std::vector<QString> &names)
{
    QStringList quoted;
    for (const QString &name : names)
        quoted.append(sqlIdentifier(name));
    return quoted.join(QStringLiteral(", "));
}

QString columnPlace(const TableName &table, const QString &column)
{
    return table.toString() + QLatin1Char('.') + sqlIdentifier(column);
}

Result<TableName> TableName::create(const QString &schema, const QString &table)
{
    if (schema.isEmpty() || table.isEmpty() || schema.contains(QChar::Null) || table.contains(QChar::Null))
        return notATable(schema + QLatin1Char('.') + table);
    TableName name;
    name.m_schema = schema;
    name.m_table = table;
    return name;
}

Result<TableName> TableName::parse(const QString &text)
{
    const auto names = readSqlIdentifiers(text, QLatin1Char('.'));
    if (!names || names->size() != 2)
        return notATable(text);
    return create((*names)[0], (*names)[1]);
}

QString TableName::toString() const
{
    return m_table.isEmpty() ? QString() : sqlIdentifier(m_schema) + QLatin1Char('.') + sqlIdentifier(m_table);
}

std::strong_ordering operator<=>(const TableName &left, const TableName &right)
{
    const int schemas = left.m_schema.compare(right.m_schema);
    return (schemas != 0 ? schemas : left.m_table.compare(right.m_table)) <=> 0;
}

Result<TableSelector> TableSelector::parse(const QString &text)
{
    const auto names = readSqlIdentifiers(text, QLatin1Char('.'));
    if (!names || names->size() > 2)
        return notATable(text);
    TableSelector selector;
    selector.m_text = text;
    if (names->size() == 2)
        selector.m_schema = names->front();
    selector.m_table = names->back();
    return selector;
}

Result<ColumnSelector> ColumnSelector::parse(const QString &text)
{
    const auto names = readSqlIdentifiers(text, QLatin1Char('.'));
    if (!names || names->size() < 2 || names->size() > 3)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not a column name."), text},
                     QT_TRANSLATE_NOOP("core", "Write table.column or schema.table.column; put a name with dots or quotes into double quotes.")};
    QString table = sqlIdentifier(names->front());
    if (names->size() == 3)
        table += QLatin1Char('.') + sqlIdentifier((*names)[1]);
    EKOS_TRY(TableSelector selector, TableSelector::parse(table));
    return ColumnSelector{std::move(selector), names->back()};
}

SubjectId SubjectName::id() const
{
    const TypeInfo &kinds = typeOf(Describe<SubjectKind>());
    const std::vector<QString> parts{database, schema, object, QLatin1String(kinds.labels[size_t(kind)].label), part};
    return SubjectId(QUuid::createUuidV5(subjectNamespace, canonicalJson(parts)));
}

SubjectName tableSubject(const QString &database, const TableName &table)
{
    return {database, table.schema(), table.table(), SubjectKind::Table, {}};
}

SubjectName columnSubject(const QString &database, const TableName &table, const QString &column)
{
    return {database, table.schema(), table.table(), SubjectKind::Column, column};
}

Result<Reason> Reason::parse(const QString &text)
{
    if (text.size() > mostCharacters)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "A reason has at most %1 characters; this one has %2."), qint64(mostCharacters), qint64(text.size())},
                     QT_TRANSLATE_NOOP("core", "Say it in a few words, and name the place of what is longer.")};
    const std::vector<char32_t> letters = lettersOf(text);
    if (const auto wrong = std::ranges::find_if_not(letters, isAllowed); wrong != letters.end())
        return Error{ErrorCode::InvalidInput,
                     {QT_TRANSLATE_NOOP("core", "A reason is plain text; character %1 of this one is U+%2."), qint64(wrong - letters.begin() + 1), QStringLiteral("%1").arg(uint(*wrong), 4, 16, QLatin1Char('0')).toUpper()},
                     QT_TRANSLATE_NOOP("core", "Leave control characters out; line ends and tabs may stay.")};
    if (std::ranges::none_of(letters, isVisible))
        return Error{ErrorCode::NeedsReason, QT_TRANSLATE_NOOP("core", "A reason is needed."), QT_TRANSLATE_NOOP("core", "Say in a few words why, with --reason \"…\".")};
    Reason reason;
    reason.m_text = text.trimmed();
    return reason;
}

const TypeInfo &typeOf(Describe<TableName>) { static constexpr TypeInfo info = parsed<TableName>("table name"); return info; }
const TypeInfo &typeOf(Describe<TableSelector>) { static constexpr TypeInfo info = parsed<TableSelector>("table"); return info; }
const TypeInfo &typeOf(Describe<SubjectId>) { static constexpr TypeInfo info = parsed<SubjectId>("subject id"); return info; }
const TypeInfo &typeOf(Describe<Reason>) { static constexpr TypeInfo info = parsed<Reason>("reason"); return info; }

const TypeInfo &typeOf(Describe<SubjectKind>)
{
    static constexpr LabelInfo labels[] = {
        label(SubjectKind::Database, "database", ""), label(SubjectKind::Schema, "schema", ""), label(SubjectKind::Table, "table", ""),
        label(SubjectKind::Column, "column", ""), label(SubjectKind::Key, "key", ""), label(SubjectKind::ForeignKey, "foreign-key", ""),
        label(SubjectKind::Check, "check", ""), label(SubjectKind::Trigger, "trigger", ""), label(SubjectKind::Routine, "routine", ""),
        label(SubjectKind::Enum, "enum", ""), label(SubjectKind::Domain, "domain", ""), label(SubjectKind::Plan, "plan", ""),
        label(SubjectKind::Pipeline, "pipeline", ""), label(SubjectKind::Run, "run", ""), label(SubjectKind::Project, "project", ""),
        label(SubjectKind::Index, "index", ""), label(SubjectKind::Sequence, "sequence", ""), label(SubjectKind::Type, "type", ""),
        label(SubjectKind::Policy, "policy", ""), label(SubjectKind::Term, "term", ""), label(SubjectKind::Conflict, "conflict", ""),
        label(SubjectKind::Relation, "relation", ""), label(SubjectKind::Review, "review", ""),
    };
    static constexpr TypeInfo info = enumeration<SubjectKind>("SubjectKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SubjectName>)
{
    static constexpr FieldInfo fields[] = {
        field<&SubjectName::database>("database", "alias of the database"),
        field<&SubjectName::schema>("schema", "schema"),
        field<&SubjectName::object>("object", "table, routine, … in the schema"),
        field<&SubjectName::kind>("kind", "what it is"),
        field<&SubjectName::part>("part", "column, key, trigger … of the object"),
    };
    static constexpr TypeInfo info = structure<SubjectName>("SubjectName", fields);
    return info;
}

} // namespace lakehouse::model
