#include "component/types/type_values.h"

#include "rules/sqlgen/quoting.h"

#include <QSet>

namespace lakehouse::tests {

namespace {

constexpr qint64 mostElementLength = 400; // of SQL in an array
constexpr int arraysOfSeveral = 50;        // elements; at least

QStringList enumLabels(Drawing &drawing)
{
    constexpr qsizetype mostBytes = 63;
    QStringList labels{QStringLiteral("O'Brien \"x\""), QStringLiteral("NULL"), QStringLiteral("\\N"), QStringLiteral(" "), QStringLiteral("a,b"), QStringLiteral("{}"),
                       QString(63, QLatin1Char('z')), QStringLiteral("\u00e9"), QStringLiteral("e\u0301")};
    QSet<QString> known(labels.begin(), labels.end());
    while (labels.size() < drawnValues + 9) {
        QString label = drawing.text(6);
        while (label.toUtf8().size() > mostBytes)
            label.chop(label.back().isLowSurrogate() ? 2 : 1);
        if (label.isEmpty() || known.contains(label))
            continue;
        known.insert(label);
        labels += label;
    }
    return labels;
}

} // namespace

quint64 Drawing::seedOfEnvironment()
{
    return qEnvironmentVariable("LAKEHOUSE_TEST_SEED", QStringLiteral("1")).toULongLong();
}

QString Drawing::digits(qint64 count)
{
    QString drawn;
    for (qint64 at = 0; at < count; ++at)
        drawn += QChar::fromLatin1(char('0' + number(0, 9)));
    return drawn;
}

QString Drawing::hex(qint64 count)
{
    QString drawn;
    for (qint64 at = 0; at < count; ++at)
        drawn += QString::number(number(0, 15), 16);
    return drawn;
}

QString Drawing::decimal(qint64 wholeDigits, qint64 scale)
{
    const qint64 whole = isOneIn(3) ? wholeDigits : number(0, wholeDigits);
    const qint64 fraction = isOneIn(3) ? scale : number(0, scale);
    QString drawn = isOneIn(2) ? QStringLiteral("-") : QString();
    drawn += whole == 0 ? QStringLiteral("0") : digits(whole);
    return fraction == 0 ? drawn : drawn + QLatin1Char('.') + digits(fraction);
}

QString Drawing::floatingPoint(qint64 mostExponent)
{
    const double mantissa = double(number(-(1LL << 53), 1LL << 53)) / double(1LL << 53) * 9.5;
    return QString::number(mantissa, 'g', 17) .section(QLatin1Char('e'), 0, 0) + QLatin1Char('e') + QString::number(number(-mostExponent, mostExponent));
}

QString Drawing::text(qint64 mostPieces)
{
    static const QStringList pieces{
        QStringLiteral("a"), QStringLiteral("A"), QStringLiteral("z"), QStringLiteral("Z"), QStringLiteral("0"), QStringLiteral("12"), QStringLiteral(" "), QStringLiteral("  "),
        QStringLiteral("-"), QStringLiteral("_"), QStringLiteral(","), QStringLiteral(";"), QStringLiteral(":"), QStringLiteral("'"), QStringLiteral("''"), QStringLiteral("\""),
        QStringLiteral("\\"), QStringLiteral("\\N"), QStringLiteral("\\s"), QStringLiteral("NULL"), QStringLiteral("\t"), QStringLiteral("\n"), QStringLiteral("\r\n"),
        QStringLiteral("\x1f"), QStringLiteral("\x1e"), QStringLiteral("\x01"), QStringLiteral("\x7f"), QStringLiteral("\u00e9"), QStringLiteral("e\u0301"), QStringLiteral("\u00df"),
        QStringLiteral("\u0130"), QStringLiteral("\u0131"), QStringLiteral("\u65e5\u672c"), QStringLiteral("\u0627\u0644"), QStringLiteral("\U0001F980"),
        QStringLiteral("\U0001F469\u200d\U0001F469\u200d\U0001F467"), QStringLiteral("\u200b"), QStringLiteral("\u00a0"), QStringLiteral("\ufeff"), QStringLiteral("\uffff"),
        QStringLiteral("%"), QStringLiteral("{c}"), QStringLiteral("${bound}"), QStringLiteral("$1"), QStringLiteral("<&>"), QStringLiteral("|"), QStringLiteral("/"), QStringLiteral("["),
        QStringLiteral("]"), QStringLiteral("("), QStringLiteral(")"), QStringLiteral("--"), QStringLiteral("/*")};
    QString drawn;
    for (qint64 count = number(0, mostPieces); count > 0; --count)
        drawn += oneOf(pieces);
    return drawn;
}

QString Drawing::identifier(qint64 letters)
{
    QString drawn;
    for (qint64 at = 0; at < letters; ++at)
        drawn += QChar::fromLatin1(char('a' + number(0, 25)));
    return drawn;
}

QString Drawing::day()
{
    const qint64 year = isOneIn(3) ? number(1, 9999) : number(1900, 2100);
    const qint64 month = number(1, 12);
    const bool isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const qint64 days = month == 2 ? (isLeap ? 29 : 28) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    return QStringLiteral("%1-%2-%3").arg(year, 4, 10, QLatin1Char('0')).arg(month, 2, 10, QLatin1Char('0')).arg(isOneIn(4) ? days : number(1, days), 2, 10, QLatin1Char('0'));
}

QString Drawing::timeOfDay(qint64 fraction)
{
    const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    const QString clock = two(number(0, 23)) + QLatin1Char(':') + two(number(0, 59)) + QLatin1Char(':') + two(number(0, 59));
    return fraction == 0 ? clock : clock + QLatin1Char('.') + digits(fraction);
}

QString TypeColumn::typeName() const
{
    const QString name = declared.section(QLatin1Char('('), 0, 0).section(QLatin1Char('.'), -1).section(QLatin1Char('['), 0, 0);
    return QString(name).remove(QLatin1Char('"'));
}

TypeColumn &ColumnList::add(const char *rule, const QString &declared, const Rendering &rendering, const QStringList &edges, const DrawOne &drawOne)
{
    TypeColumn column{.rule = QString::fromUtf8(rule), .declared = declared, .rendering = rendering};
    for (const QString &edge : edges)
        column.values += rules::postgresLiteral(edge);
    for (int drawn = 0; drawn < drawnValues; ++drawn)
        column.values += rules::postgresLiteral(drawOne(m_drawing));
    m_columns.push_back(std::move(column));
    return m_columns.back();
}

std::vector<TypeColumn> typeColumns(quint64 seed)
{
    Drawing labels(seed);
    Drawing drawing(seed);
    std::vector<TypeColumn> columns;
    ColumnList list(columns, drawing);
    addNumbers(list);
    addTexts(list, enumLabels(labels));
    addTimes(list);
    addDocuments(list);
    addNetworkAndSearch(list);
    addShapesAndRanges(list);
    return columns;
}

QString typeSetup(quint64 seed)
{
    Drawing drawing(seed);
    QStringList labels;
    for (const QString &label : enumLabels(drawing))
        labels += rules::postgresLiteral(label);
    return QStringLiteral("CREATE EXTENSION citext;\nCREATE EXTENSION hstore;\nCREATE EXTENSION ltree;\n"
                          "CREATE TYPE public.label AS ENUM (%1);\n"
                          "CREATE TYPE public.pair AS (a text, b numeric, c date);\n"
                          "CREATE TYPE public.floatrange AS RANGE (subtype = float8, multirange_type_name = public.floatmultirange);\n")
        .arg(labels.join(QLatin1String(", ")));
}

TypeColumn arrayOf(const TypeColumn &element, Drawing &drawing)
{
    QStringList usable;
    for (const QString &value : element.values)
        if (value.size() <= mostElementLength && !value.startsWith(QLatin1String("repeat")) && !value.startsWith(QLatin1String("decode")))
            usable += value; // no large ones
    TypeColumn column{.rule = element.rule, .declared = element.declared + QStringLiteral("[]")};
    const auto array = [&](const QStringList &elements) { column.values += QStringLiteral("ARRAY[%1]::%2").arg(elements.join(QLatin1String(", ")), column.declared); };
    array({});
    array({QStringLiteral("NULL")});
    array({QStringLiteral("NULL"), usable.first(), QStringLiteral("NULL")});
    for (const QString &value : usable)
        array({value});
    for (int drawn = 0; drawn < arraysOfSeveral || column.values.size() < drawnValues; ++drawn) {
        QStringList elements;
        for (qint64 count = drawing.number(2, 4); count > 0; --count)
            elements += drawing.isOneIn(6) ? QStringLiteral("NULL") : drawing.oneOf(usable);
        array(elements);
    }
    // unnest() takes composite values apart, and texts not.
    const bool isPlainText = element.rendering.source == Rendering().source;
    const QString one = isPlainText ? QStringLiteral("e.v") : QString(element.rendering.source).replace(QLatin1String("{c}"), QLatin1String("e.v"));
    column.rendering.source = QStringLiteral("CASE WHEN {c} IS NOT NULL THEN cardinality({c}) || ':' || coalesce((SELECT string_agg(coalesce('V' || encode(convert_to(") + one
        + QStringLiteral(", 'UTF8'), 'hex'), 'N'), ',' ORDER BY e.n) FROM unnest({c}") + (isPlainText ? QStringLiteral("::text[]") : QString())
        + QStringLiteral(") WITH ORDINALITY AS e (v, n)), '') END");
    column.rendering.bronze = QStringLiteral("CAST(cardinality({c}) AS varchar) || ':' || array_join(transform({c}, e -> coalesce('V' || lower(to_hex(to_utf8(")
        + QString(element.rendering.bronze).replace(QLatin1String("{c}"), QLatin1String("e")) + QStringLiteral("))), 'N')), ',')");
    return column;
}

} // namespace lakehouse::tests
