#include "cli/answer_csv.h"

#include "base/text.h"
#include "describe/canonical_json.h"
#include "describe/describe.h"
#include "text/csv.h"

#include <algorithm>

namespace lakehouse::app {

using namespace describe;
using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// Sentences are structures too, and no rows.
bool isTable(const FieldInfo &field)
{
    return field.type().kind == Kind::List && field.type().inner().kind == Kind::Structure && &field.type().inner() != &describe::typeOf<base::Text>();
}

QString cellOf(const TypeInfo &type, const void *value)
{
    if (&type == &describe::typeOf<base::Text>())
        return static_cast<const base::Text *>(value)->toEnglish();
    switch (type.kind) {
    case Kind::Optional: return type.size(value) == 0 ? QString() : cellOf(type.inner(), type.element(value, 0));
    case Kind::String: return *static_cast<const QString *>(value);
    case Kind::Integer: return QString::number(*static_cast<const qint64 *>(value));
    case Kind::Boolean: return *static_cast<const bool *>(value) ? QStringLiteral("true") : QStringLiteral("false");
    case Kind::Parsed: return type.toText(value);
    default: break;
    }
    const QString json = QString::fromUtf8(canonicalJson(type, value));
    const bool isText = json.size() >= 2 && json.startsWith(QLatin1Char('"')); // a label or a time: its quotes are JSON's
    return isText ? json.sliced(1, json.size() - 2) : json;
}

} // namespace

Result<QString> answerCsv(const TypeInfo &type, const void *answer)
{
    const auto table = std::ranges::find_if(type.fields, isTable);
    if (table == type.fields.end())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "This answer is no table."), QT_TRANSLATE_NOOP("core", "Leave --csv out, or take --json.")};
    const TypeInfo &list = table->type(), &row = list.inner();
    std::vector<QString> cells;
    for (const FieldInfo &field : row.fields)
        cells.push_back(QString::fromLatin1(field.name));
    QString csv = text::csvLine(cells);
    const void *rows = at(*table, answer);
    for (qsizetype i = 0; i < list.size(rows); ++i) {
        cells.clear();
        for (const FieldInfo &field : row.fields)
            cells.push_back(cellOf(field.type(), at(field, list.element(rows, i))));
        csv += text::csvLine(cells);
    }
    return csv;
}

} // namespace lakehouse::app
