#include "rules/catalog/value_decisions.h"

#include "rules/catalog/postgres_type_kinds.h"
#include "rules/sqlgen/plain_list.h"

#include <QCoreApplication>

namespace lakehouse::rules {

using base::Plural;
using base::Text;
using model::CanonicalForm;
using model::ColumnMeasure;
using model::PlanEdit;
using model::SourceType;

namespace {

constexpr qint64 mostDigits = 38; // of a decimal in Trino and Iceberg

Text listed(const std::vector<Text> &parts)
{
    Text all;
    for (const Text &part : parts)
        all = all.isEmpty() ? part : Text{QT_TRANSLATE_NOOP("core", "%1, %2"), all, part};
    return all;
}

bool isPlainText(const TypeRule &rule) { return *rule.elementSource == '\0'; }

/// Whether arrays of the type can be read at all; of numbers over 38 digits only as their text.
bool isReadableArray(const SourceType &type, const TypeRule &rule) { return type.arrayDimensions > 0 && rule.array != ArrayRead::Refused; }

// Bounds of what bronze holds, as conditions and values of the source.
QString momentOf(const SourceType &type, const char *moment)
{
    return QString::fromLatin1(moment) + QLatin1String(type.name == QLatin1String("timestamptz") ? "+00'::timestamptz" : "'::timestamp");
}

/// True of the values that bronze holds as they are.
QString holdableCondition(const SourceType &type, qint64 scale)
{
    if (isOver38Digits(type))
        return QStringLiteral("abs({c}) < 1%1::numeric").arg(QString(mostDigits - scale, QLatin1Char('0'))); // NaN is above every number
    if (isNumeric(type))
        return QStringLiteral("{c} - {c} = 0"); // NaN and infinities fail it on every version
    if (type.name == QLatin1String("date"))
        return QStringLiteral("{c} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'");
    if (isTimeOfDay(type))
        return QStringLiteral("{c} < TIME '24:00:00'");
    return QStringLiteral("{c} >= ") + momentOf(type, "'0001-01-01 00:00:00") + QStringLiteral(" AND {c} < ") + momentOf(type, "'10000-01-01 00:00:00");
}

QString nearestHoldable(const SourceType &type)
{
    if (type.name == QLatin1String("date"))
        return QStringLiteral("(CASE WHEN {c} < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN {c} > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE {c} END)");
    if (isTimeOfDay(type))
        return QStringLiteral("(CASE WHEN {c} = TIME '24:00:00' THEN TIME '23:59:59.999999' ELSE {c} END)");
    const QString first = momentOf(type, "'0001-01-01 00:00:00");
    const QString last = momentOf(type, "'9999-12-31 23:59:59.999999");
    return QStringLiteral("(CASE WHEN {c} < %1 THEN %1 WHEN {c} > %2 THEN %2 ELSE {c} END)").arg(first, last);
}

/// How a decided text is read: as PostgreSQL prints the value, moments in UTC.
const TypeRule &textRule(const SourceType &type)
{
    using enum ConnectorRead;
    static constexpr TypeRule plain{"", "", "", "varchar", Bent, ArrayRead::Refused, "", "({c})::text", "", "", CanonicalForm::Text, model::Fidelity::Decided, ""};
    static constexpr TypeRule utc{"", "", "", "varchar", Bent, ArrayRead::Refused, "", "({c} AT TIME ZONE 'UTC')::text", "", "", CanonicalForm::Text, model::Fidelity::Decided, ""};
    return type.name == QLatin1String("timestamptz") && type.arrayDimensions == 0 ? utc : plain;
}

/// A numeric that stands in an expression loses its precision and scale: the source casts it back.
const TypeRule &castNumericRule()
{
    static constexpr TypeRule rule{"", "", "", "decimal({w},{s})", ConnectorRead::Bent, ArrayRead::Refused, "", "{c}::numeric({w},{s})", "", "", CanonicalForm::Decimal, model::Fidelity::Decided, ""};
    return rule;
}

} // namespace

ValuesInTheWay valuesInTheWay(const SourceType &type, const ColumnMeasure &measure)
{
    std::vector<Text> kinds;
    qint64 count = 0;
    const auto add = [&](qint64 values, const Text &words) {
        if (values > 0)
            kinds.push_back(words);
        count += values;
    };
    const bool isNumber = isNumeric(type);
    if (isNumber)
        add(measure.notANumber, {QT_TRANSLATE_NOOP("core", "%n NaN"), Plural{measure.notANumber}});
    if (isNumber || isDayOrMoment(type))
        add(measure.infinite, {QT_TRANSLATE_NOOP("core", "%n infinite"), Plural{measure.infinite}});
    if (isNumber)
        add(measure.longNumbers, {QT_TRANSLATE_NOOP("core", "%n of more than 38 digits"), Plural{measure.longNumbers}});
    if (isDayOrMoment(type))
        add(measure.outOfRange, {QT_TRANSLATE_NOOP("core", "%n before the year 1 or after the year 9999"), Plural{measure.outOfRange}});
    if (isTimeOfDay(type))
        add(measure.outOfRange, QT_TRANSLATE_NOOP("core", "24:00:00"));
    return {count, listed(kinds)};
}

bool fitsInDecimal(const ColumnMeasure &measure) { return measure.scale + measure.integerDigits <= mostDigits; }

std::vector<PlanEdit> offersFor(const SourceType &type, const ColumnMeasure *measured, ColumnRole role)
{
    std::vector<PlanEdit> offers;
    const TypeRule &rule = postgresTypeRule(type);
    const ColumnMeasure measure = measured ? *measured : ColumnMeasure{};
    if (type.arrayDimensions > 0) {
        if (isPlainText(rule) && (isReadableArray(type, rule) || isOver38Digits(type)))
            offers.push_back(PlanEdit::Text);
        if (isReadableArray(type, rule) && valuesInTheWay(type, measure).count == 0 && (!isUnconstrained(type) || fitsInDecimal(measure)))
            offers.push_back(PlanEdit::Null); // the whole list; of its elements nothing is decided
        return offers;
    }
    const bool isTime = isDayOrMoment(type) || isTimeOfDay(type);
    if (!isNumeric(type) && !isTime)
        return offers;
    offers.push_back(PlanEdit::Text);
    if (role == ColumnRole::PrimaryKey)
        return offers;
    if (isTime || (isUnconstrained(type) ? fitsInDecimal(measure) : type.scale.value_or(0) <= mostDigits))
        offers.push_back(PlanEdit::Null);
    if (isTime)
        offers.push_back(PlanEdit::Limit);
    return offers;
}

DecidedReading decidedReading(PlanEdit decision, const SourceType &type, qint64 scale)
{
    if (decision == PlanEdit::Text)
        return {.rule = &textRule(type)};
    if (type.arrayDimensions > 0)
        return {.value = plainListOrNull(QStringLiteral("{c}")), .isArray = true};
    DecidedReading reading{.value = decision == PlanEdit::Limit ? nearestHoldable(type) : QStringLiteral("(CASE WHEN ") + holdableCondition(type, scale) + QStringLiteral(" THEN {c} END)")};
    if (isNumeric(type) && !isUnconstrained(type))
        reading.rule = &castNumericRule();
    return reading;
}

Text outcomeOf(PlanEdit decision, const SourceType &type, const ColumnMeasure *measure)
{
    ValuesInTheWay values = measure ? valuesInTheWay(type, *measure) : ValuesInTheWay{};
    if (measure && measure->unusualArrays > 0) {
        const Text unusual{QT_TRANSLATE_NOOP("core", "%n with more than one dimension or another beginning than 1"), Plural{measure->unusualArrays}};
        values = {values.count + measure->unusualArrays, values.count > 0 ? listed({values.kinds, unusual}) : unusual};
    }
    const Plural count{values.count};
    const bool isAny = values.count > 0;
    switch (decision) {
    case PlanEdit::Text:
        return isAny ? Text{QT_TRANSLATE_NOOP("core", "Each value lands as its exact text, for the sake of %n value(s): %2."), count, values.kinds}
                     : Text(QT_TRANSLATE_NOOP("core", "Each value lands as its exact text."));
    case PlanEdit::Null:
        return isAny ? Text{QT_TRANSLATE_NOOP("core", "NULL stands in place of %n value(s): %2."), count, values.kinds}
                     : Text(QT_TRANSLATE_NOOP("core", "NULL stands in place of each value that bronze cannot hold; at present there is none."));
    case PlanEdit::Limit:
        return isAny ? Text{QT_TRANSLATE_NOOP("core", "%1 stands in place of %n value(s): %3."), limitsInWords(type), count, values.kinds}
                     : Text{QT_TRANSLATE_NOOP("core", "%1 stands in place of each value that bronze cannot hold; at present there is none."), limitsInWords(type)};
    case PlanEdit::Full: case PlanEdit::Incremental: case PlanEdit::Undo: case PlanEdit::AcceptRowSecurity:
    case PlanEdit::DeletesEveryRun: case PlanEdit::DeletesAudit: case PlanEdit::KeepPurged: case PlanEdit::RemovePurged: break;
    }
    return {};
}

QString limitsInWords(const SourceType &type)
{
    return isTimeOfDay(type) ? QStringLiteral("23:59:59.999999") : QStringLiteral("9999-12-31 or 0001-01-01");
}

} // namespace lakehouse::rules
