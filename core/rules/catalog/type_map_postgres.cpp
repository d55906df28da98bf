#include "rules/catalog/type_map_postgres.h"

#include "rules/catalog/postgres_type_kinds.h"
#include "rules/catalog/value_decisions.h"
#include "rules/sqlgen/quoting.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::rules {

namespace {

using base::Plural;
using base::Text;
using model::CanonicalForm;
using model::ColumnMeasure;
using model::PlanEdit;
using model::Refusal;
using model::SourceType;

constexpr qint64 mostDigits = 38;
constexpr qint64 moneyDigits = 19;     // 92233720368547758.08
constexpr qint64 scaleOfNoRows = 10;   // until there are values to measure
constexpr qint64 mostTimeDigits = 6;
constexpr qint64 mostDigitsOfMilliseconds = 3;

Text textOf(const char *words)
{
    Text text;
    text.source = QString::fromUtf8(words);
    return text;
}

QString rowsMeasured(const ColumnMeasure &measure)
{
    return measure.isComplete ? QStringLiteral("all %1 rows read").arg(measure.rows) : QStringLiteral("%1 rows read of more").arg(measure.rows);
}

/// Values that bronze cannot hold as they are.
std::optional<Refusal> refusedByValues(const SourceType &type, const TypeRule &rule, const ColumnMeasure &measure)
{
    const ValuesInTheWay values = valuesInTheWay(type, measure);
    const Plural count{values.count};
    if (isOver38Digits(type))
        return Refusal{{}, values.count > 0 ? Text{QT_TRANSLATE_NOOP("core", "A decimal holds 38 digits, and this type may hold more: %n value(s) cannot stand in one (%2)."), count, values.kinds}
                                            : measure.rows > 0 ? Text(QT_TRANSLATE_NOOP("core", "A decimal holds 38 digits, and this type may hold more; no value of today does."))
                                                               : textOf(rule.note),
                       textOf(rule.remedy)};
    if (isUnconstrained(type) && !fitsInDecimal(measure))
        return Refusal{{}, {QT_TRANSLATE_NOOP("core", "Values have up to %1 digits before and %2 after the point; a decimal holds 38 in all."), measure.integerDigits, measure.scale},
                       QT_TRANSLATE_NOOP("core", "Round them at the source or give the column a precision and scale there, then plan again.")};
    if (isNumeric(type) && values.count > 0)
        return Refusal{{}, {QT_TRANSLATE_NOOP("core", "%n value(s) cannot stand in a decimal: %2."), count, values.kinds},
                       QT_TRANSLATE_NOOP("core", "Replace these values at the source and plan again.")};
    if (isTimeOfDay(type) && values.count > 0)
        return Refusal{{}, {QT_TRANSLATE_NOOP("core", "%n value(s) are 24:00:00, a time that only PostgreSQL knows."), count},
                       QT_TRANSLATE_NOOP("core", "Replace these values at the source, for example by 00:00:00, and plan again.")};
    if (values.count > 0)
        return Refusal{{}, {QT_TRANSLATE_NOOP("core", "%n value(s) cannot stand in Iceberg: %2."), count, values.kinds},
                       QT_TRANSLATE_NOOP("core", "Replace these values at the source and plan again.")};
    if (type.arrayDimensions > 0 && measure.unusualArrays > 0 && rule.array != ArrayRead::Refused)
        return Refusal{{}, {QT_TRANSLATE_NOOP("core", "%n value(s) are arrays with more than one dimension, or do not begin at 1; an array in Iceberg is a plain list."),
                            Plural{measure.unusualArrays}},
                       QT_TRANSLATE_NOOP("core", "Make them plain lists at the source, or move their elements to a table of their own, and plan again.")};
    return std::nullopt;
}

/// The scale of a numeric that has none: what values need, or what was approved as long as they fit.
void decideScale(TypeMapping &mapping, const ColumnMeasure *measure, std::optional<qint64> approvedScale)
{
    if (!measure) {
        mapping.refusal = Refusal{{}, QT_TRANSLATE_NOOP("core", "Its numbers have no declared scale, and its values were not measured."),
                                  QT_TRANSLATE_NOOP("core", "Plan again when the source can be read, or give the column a precision and scale there.")};
        return;
    }
    const bool isEmpty = measure->rows == 0;
    mapping.scale = isEmpty ? scaleOfNoRows : measure->scale;
    const bool fits = approvedScale && *approvedScale >= measure->scale && mostDigits - *approvedScale >= measure->integerDigits;
    if (fits)
        mapping.scale = *approvedScale;
    mapping.reason = fits ? Text(QT_TRANSLATE_NOOP("core", "The approved scale %1 holds all values; a value with more digits stops the load."), mapping.scale)
        : isEmpty ? Text(QT_TRANSLATE_NOOP("core", "There are no values to measure yet: %1 digits after the point are kept; a value with more stops the load."), mapping.scale)
                  : Text(QT_TRANSLATE_NOOP("core", "No value has more than %1 digits after the point; one that has stops the load."), mapping.scale);
}

void setDigits(TypeMapping &mapping, const SourceType &type)
{
    if (!isNumeric(type)) {
        mapping.digits = moneyDigits;
        mapping.scale = mapping.rule->canonical == CanonicalForm::Decimal ? 2 : 0;
        return;
    }
    const qint64 precision = type.precision.value_or(mostDigits);
    const qint64 scale = type.scale.value_or(0);
    mapping.digits = std::min(mostDigits, std::max({precision, scale, precision - scale * (scale < 0 ? 1 : 0)}));
    mapping.scale = std::max<qint64>(scale, 0);
}

/// A domain shows as varchar in the connector. Its text gives the value back where no setting of a session changes it; times are read as
/// what they are, since a load compares them.
bool isDomainReadAsText(const SourceType &type, const TypeRule &rule)
{
    return *rule.elementSource == '\0' && !isDayOrMoment(type) && !isTimeOfDay(type);
}

/// The connector has no name for such a scale, and then describes no table of the schema at all.
bool breaksConnector(const SourceType &type)
{
    return isNumeric(type) && type.precision && (type.scale.value_or(0) < 0 || type.scale.value_or(0) > *type.precision);
}

/// The column with the decision applied, over its name.
void applyDecision(TypeMapping &mapping, PlanEdit decision, const SourceType &type, const ColumnMeasure *measure)
{
    const DecidedReading reading = decidedReading(decision, type, mapping.scale);
    mapping.decided = decision;
    mapping.outcome = outcomeOf(decision, type, measure);
    mapping.value = reading.value;
    mapping.isArray = reading.isArray;
    mapping.rule = reading.rule ? reading.rule : mapping.rule;
    mapping.refusal.reset();
    mapping.reason = {};
    mapping.needsQuery = true;
}

/// Of such moments Trino's connector counts days before October 1582 by the Julian calendar; of those with microseconds it does not.
bool isMomentOfMilliseconds(const SourceType &type)
{
    return isDayOrMoment(type) && type.name == QLatin1String("timestamptz") && type.precision.value_or(mostTimeDigits) <= mostDigitsOfMilliseconds;
}

bool needsQuery(const SourceType &type, const TypeRule &rule)
{
    if (type.arrayDimensions > 0)
        return type.arrayDimensions > 1 || type.domain || rule.array == ArrayRead::ThroughQuery || isMomentOfMilliseconds(type);
    return rule.connector == ConnectorRead::Bent || (type.domain && !isDomainReadAsText(type, rule)) || isMomentOfMilliseconds(type);
}

/// {exact}: digits after the point beyond the scale may be zeros only.
QString exactDecimal(const QString &label)
{
    return QStringLiteral("CASE WHEN regexp_like({c}, '^-?[0-9]+(\\.[0-9]{0,{s}}0*)?$') THEN CAST({c} AS decimal({w},{s})) "
                          "WHEN {c} IS NOT NULL THEN CAST(fail(")
        + trinoLiteral(label + QStringLiteral(" holds a value that is no number with at most {s} digits after the point; plan again"))
        + QStringLiteral(") AS decimal({w},{s})) END");
}

/// Puts the words in braces into a template; the column comes last, so a name with braces in it stays as it is.
class Filling {
public:
    Filling(const SourceType &type, const TypeMapping &mapping, const QString &label) : m_type(type), m_mapping(mapping), m_label(label) {}

    QString operator()(const QString &pattern, const QString &column) const
    {
        QString text = pattern;
        if (text == QLatin1String("{exact}"))
            text = exactDecimal(QStringLiteral("{label}"));
        text.replace(QLatin1String("{p}"), QString::number(m_type.precision.value_or(mostTimeDigits)));
        text.replace(QLatin1String("{w}"), QString::number(m_mapping.digits));
        text.replace(QLatin1String("{s}"), QString::number(m_mapping.scale));
        text.replace(QLatin1String("{n}"), QString::number(m_type.length.value_or(0)));
        QStringList parts = text.split(QLatin1String("{c}"));
        for (QString &part : parts) {
            part.replace(QLatin1String("{schema}"), postgresIdentifier(m_type.schema));
            const QString quoted = trinoLiteral(m_label);
            part.replace(QLatin1String("{label}"), quoted.mid(1, quoted.size() - 2));
        }
        return parts.join(column);
    }
    QString operator()(const char *pattern, const QString &column = {}) const { return (*this)(QString::fromLatin1(pattern), column); }

private:
    const SourceType &m_type;
    const TypeMapping &m_mapping;
    const QString &m_label;
};

/// The column at the source, with what a person decided of it.
QString decidedSource(const TypeMapping &mapping, const QString &name)
{
    const QString column = postgresIdentifier(name);
    return mapping.value.isEmpty() ? column : mapping.value.split(QLatin1String("{c}")).join(column);
}

/// Elements are compared as the source holds them: a text that an expression makes of them is not what stands there.
bool isElementCompared(const TypeRule &rule)
{
    return rule.canonical != CanonicalForm::NotCompared && !(rule.canonical == CanonicalForm::Text && *rule.elementSource != '\0');
}

std::optional<QString> unlessPlain(const QString &expression, const QString &column)
{
    return expression.isEmpty() || expression == column ? std::nullopt : std::optional(expression);
}

/// An array as JSON text of its elements' texts. A JSON text of nested lists stops the load, so no dimension gets lost.
void readArrayThroughQuery(model::PlannedColumn &planned, const TypeRule &rule, const Filling &fill, const QString &source)
{
    const QString read = trinoIdentifier(planned.name);
    planned.sourceExpression = *rule.elementSource == '\0'
        ? QStringLiteral("to_json(%1::text[])::text").arg(source)
        : QStringLiteral("(CASE WHEN %1 IS NOT NULL THEN coalesce((SELECT json_agg(%2 ORDER BY e.n)::text FROM unnest(%1) WITH ORDINALITY AS e (v, n)), '[]') END)")
              .arg(source, fill(rule.elementSource, QStringLiteral("e.v")));
    const QString texts = QStringLiteral("CAST(json_parse(%1) AS array(varchar))").arg(read);
    const QString element = fill(rule.fromText, QStringLiteral("e"));
    planned.loadExpression = element.isEmpty() ? texts : QStringLiteral("transform(") + texts + QStringLiteral(", e -> ") + element + QLatin1Char(')');
}

void readThroughConnector(model::PlannedColumn &planned, const SourceType &type, const TypeRule &rule, const Filling &fill)
{
    const QString read = trinoIdentifier(planned.name);
    const QString element = fill(rule.connectorType);
    if (type.arrayDimensions > 0) {
        planned.connectorType = QStringLiteral("array(") + element + QLatin1Char(')');
        if (const QString load = fill(rule.load, QStringLiteral("e")); !load.isEmpty())
            planned.loadExpression = QStringLiteral("transform(") + read + QStringLiteral(", e -> ") + load + QLatin1Char(')');
        return;
    }
    planned.connectorType = type.domain ? QStringLiteral("varchar") : element;
    if (planned.connectorType != planned.bronzeType)
        planned.loadExpression = unlessPlain(fill(type.domain ? rule.fromText : rule.load, read), read);
}

} // namespace

bool dependsOnValues(const SourceType &type)
{
    const TypeRule &rule = postgresTypeRule(type);
    if (isOver38Digits(type))
        return true;
    if (rule.connector == ConnectorRead::Refused || (type.arrayDimensions > 0 && rule.array == ArrayRead::Refused))
        return false;
    return type.arrayDimensions > 0 || isNumeric(type) || isDayOrMoment(type) || isTimeOfDay(type);
}

bool isInTheWay(const SourceType &type, const ColumnMeasure &measure)
{
    const bool isList = type.arrayDimensions > 0 && postgresTypeRule(type).array != ArrayRead::Refused;
    return valuesInTheWay(type, measure).count > 0 || (isUnconstrained(type) && !fitsInDecimal(measure)) || (isList && measure.unusualArrays > 0);
}

TypeMapping mapPostgresType(const SourceType &type, const ColumnKnowledge &known)
{
    TypeMapping mapping;
    mapping.rule = &postgresTypeRule(type);
    mapping.reason = textOf(mapping.rule->note);
    mapping.breaksConnector = breaksConnector(type);
    mapping.isArray = type.arrayDimensions > 0;
    mapping.offers = offersFor(type, known.measure, known.isOfPrimaryKey ? ColumnRole::PrimaryKey : ColumnRole::Plain);
    const ColumnMeasure *measure = known.measure;
    if (measure && dependsOnValues(type))
        mapping.evidence = rowsMeasured(*measure);
    setDigits(mapping, type);
    const bool isDecided = known.decision && std::ranges::find(mapping.offers, *known.decision) != mapping.offers.end();
    if (mapping.rule->connector == ConnectorRead::Refused) {
        mapping.refusal = Refusal{{}, textOf(mapping.rule->note), textOf(mapping.rule->remedy)};
    } else if (type.arrayDimensions > 0 && mapping.rule->array == ArrayRead::Refused) {
        mapping.refusal = Refusal{{}, {QT_TRANSLATE_NOOP("core", "No way of reading arrays of %1 gives their values exactly."), type.name},
                                  QT_TRANSLATE_NOOP("core", "Read a view of the source that casts them to text[], or keep the column out.")};
    }
    if (measure && (!mapping.refusal || isOver38Digits(type)))
        if (auto refusal = refusedByValues(type, *mapping.rule, *measure))
            mapping.refusal = std::move(refusal);
    mapping.needsQuery = !mapping.refusal && needsQuery(type, *mapping.rule);
    if (isDecided)
        applyDecision(mapping, *known.decision, type, measure);
    if (isUnconstrained(type) && !mapping.refusal && mapping.decided != PlanEdit::Text)
        decideScale(mapping, measure, known.approvedScale);
    return mapping;
}

model::PlannedColumn plannedColumn(const model::SourceColumn &column, const TypeMapping &mapping, ReadPath path, const QString &label)
{
    const SourceType &type = column.type;
    const TypeRule &rule = *mapping.rule;
    model::PlannedColumn planned{.name = column.name, .bronzeName = column.name.toLower(), .sourceType = type.declared, .isNotNull = column.isNotNull};
    if (mapping.refusal) {
        planned.fidelity = model::Fidelity::Refused;
        planned.canonical.form = CanonicalForm::NotCompared;
        return planned;
    }
    const Filling fill(type, mapping, label);
    const QString source = decidedSource(mapping, planned.name);
    const bool isArray = mapping.isArray;
    planned.bronzeType = fill(rule.bronzeType);
    planned.fidelity = rule.fidelity;
    if (type.precision.value_or(mostTimeDigits) < mostTimeDigits && (isTimeOfDay(type) || (isDayOrMoment(type) && type.name != QLatin1String("date"))))
        planned.fidelity = model::Fidelity::Widening; // Iceberg knows microseconds only
    if ((planned.decided = mapping.decided))
        planned.fidelity = model::Fidelity::Decided;
    if (mapping.decided == PlanEdit::Null)
        planned.isNotNull = false;
    planned.canonical = {.form = rule.canonical, .scale = rule.canonical == CanonicalForm::Decimal ? mapping.scale : 0,
                         .length = rule.canonical == CanonicalForm::PaddedText ? type.length.value_or(0) : 0};
    if (isArray) {
        planned.bronzeType = QStringLiteral("array(") + planned.bronzeType + QLatin1Char(')');
        if (isElementCompared(rule)) {
            planned.canonical.element = rule.canonical;
            planned.canonical.form = CanonicalForm::Array;
        } else {
            planned.canonical.form = CanonicalForm::NotCompared;
        }
    }
    if (path == ReadPath::Connector) {
        readThroughConnector(planned, type, rule, fill);
    } else if (isArray) {
        readArrayThroughQuery(planned, rule, fill, source);
    } else {
        const QString expression = fill(isMomentOfMilliseconds(type) && *rule.source == '\0' ? "{c}::timestamptz" : rule.source, source);
        planned.sourceExpression = expression.isEmpty() ? source : expression;
        if (fill(rule.connectorType) != planned.bronzeType)
            planned.loadExpression = unlessPlain(fill(rule.load, trinoIdentifier(planned.name)), trinoIdentifier(planned.name));
    }
    return planned;
}

} // namespace lakehouse::rules
