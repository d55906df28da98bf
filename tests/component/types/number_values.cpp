#include "component/types/texts.h"
#include "component/types/type_values.h"

namespace lakehouse::tests {

namespace {

const Rendering printed{QStringLiteral("{c}::text"), QStringLiteral("CAST({c} AS varchar)")};

/// The same digits on both sides, without zeros at the end.
const Rendering withoutZeros{QStringLiteral("trim_scale({c})::text"), QStringLiteral("regexp_replace(CAST({c} AS varchar), '\\.?0+$', '')")};

QStringList decimalEdges(const char *largest, const char *smallest)
{
    return {textOf("0"), textOf("-0"), textOf("0.0"), textOf(largest), textOf("-") + textOf(largest), textOf(smallest), textOf("-") + textOf(smallest)};
}

void addWhole(ColumnList &list, const char *rule, const char *declared, qint64 least, qint64 most)
{
    const QStringList edges{QString::number(least), QString::number(least + 1), textOf("-0"), textOf("0"), textOf("1"), QString::number(most - 1), QString::number(most)};
    list.add(rule, textOf(declared), printed, edges, [least, most](Drawing &drawing) {
        return QString::number(drawing.isOneIn(3) ? drawing.number(std::max(least, qint64(-1000)), 1000) : drawing.number(least, most));
    });
}

void addFloatingPoint(ColumnList &list)
{
    // Compared by their bits.
    list.add("real", textOf("float4"), {textOf("encode(float4send({c}), 'hex')"), textOf("lower(to_hex(to_ieee754_32({c})))")},
             {textOf("NaN"), textOf("Infinity"), textOf("-Infinity"), textOf("0"), textOf("-0"), textOf("0.1"), textOf("0.36640625"), textOf("16777216"), textOf("16777217"), textOf("1e-45"),
              textOf("1.17549435e-38"), textOf("3.4028235e38"), textOf("-3.4028235e38")},
             [](Drawing &drawing) { return drawing.floatingPoint(36); });
    list.add("double precision", textOf("float8"), {textOf("encode(float8send({c}), 'hex')"), textOf("lower(to_hex(to_ieee754_64({c})))")},
             {textOf("NaN"), textOf("Infinity"), textOf("-Infinity"), textOf("0"), textOf("-0"), textOf("0.1"), textOf("0.36640625"), textOf("9007199254740993"), textOf("5e-324"),
              textOf("2.2250738585072014e-308"), textOf("1.7976931348623157e308"), textOf("-1.7976931348623157e308")},
             [](Drawing &drawing) { return drawing.floatingPoint(drawing.isOneIn(4) ? 300 : 12); });
}

} // namespace

void addNumbers(ColumnList &list)
{
    list.add("boolean", textOf("bool"), printed, {textOf("true"), textOf("false")}, [](Drawing &drawing) { return drawing.isOneIn(2) ? textOf("t") : textOf("f"); });
    addWhole(list, "smallint", "int2", -32768, 32767);
    addWhole(list, "integer", "int4", -2147483648LL, 2147483647LL);
    addWhole(list, "bigint", "int8", std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max());
    list.add("oid", textOf("oid"), printed, {textOf("0"), textOf("1"), textOf("2147483648"), textOf("4294967295")}, [](Drawing &drawing) { return QString::number(drawing.number(0, 4294967295LL)); });
    addFloatingPoint(list);

    const char exact[] = "numeric(p,s), s ≤ p ≤ 38";
    list.add(exact, textOf("numeric(10,2)"), printed, decimalEdges("99999999.99", "0.01") + QStringList{textOf("-0.19"), textOf("0.71"), textOf("1.005"), textOf("-1.005"), textOf("0.994999")},
             [](Drawing &drawing) { return drawing.decimal(8, 2); });
    list.add(exact, textOf("numeric(38,10)"), printed, decimalEdges("9999999999999999999999999999.9999999999", "0.0000000001"), [](Drawing &drawing) { return drawing.decimal(28, 10); });
    list.add(exact, textOf("numeric(38,0)"), printed, decimalEdges("99999999999999999999999999999999999999", "1"), [](Drawing &drawing) { return drawing.decimal(38, 0); });
    list.add(exact, textOf("numeric(38,38)"), printed, decimalEdges("0.99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001"),
             [](Drawing &drawing) { return drawing.decimal(0, 38); });
    list.add(exact, textOf("numeric(1)"), printed, {textOf("0"), textOf("9"), textOf("-9"), textOf("0.5"), textOf("-0.5")}, [](Drawing &drawing) { return drawing.decimal(1, 0); });
    const char small[] = "numeric(p,s), s > p";
    list.add(small, textOf("numeric(3,5)"), printed, {textOf("0"), textOf("0.00123"), textOf("-0.00999"), textOf("0.00001"), textOf("0.000005")},
             [](Drawing &drawing) { return (drawing.isOneIn(2) ? textOf("-0.00") : textOf("0.00")) + drawing.digits(drawing.number(1, 3)); });
    list.add(small, textOf("numeric(2,38)"), printed, {textOf("0"), textOf("99e-38"), textOf("-1e-38")}, [](Drawing &drawing) { return drawing.digits(2) + textOf("e-38"); });
    const char large[] = "numeric(p,s), s < 0";
    list.add(large, textOf("numeric(5,-2)"), printed, {textOf("0"), textOf("12345"), textOf("-149"), textOf("-150"), textOf("49"), textOf("9999900"), textOf("-9999900")},
             [](Drawing &drawing) { return drawing.decimal(6, 0); });
    list.add(large, textOf("numeric(30,-8)"), printed, {textOf("0"), textOf("1e37"), textOf("-1e37"), textOf("99999999")}, [](Drawing &drawing) { return drawing.decimal(37, 0); });
    list.add("numeric without precision", textOf("numeric"), withoutZeros,
             {textOf("0"), textOf("-0.0"), textOf("1.480000000000000"), textOf("1.5"), textOf("1.50"), textOf("100"), textOf("1e-15"), textOf("-1e-15"), textOf("0.36640625"),
              textOf("12345678901234567890123"), textOf("-99999999999999999999999.999999999999999")},
             [](Drawing &drawing) { return drawing.decimal(23, 15); });
    const char over[] = "numeric(p,s), more than 38 digits";
    list.add(over, textOf("numeric(50,5)"), printed, {textOf("0"), textOf("999999999999999999999999999999999.99999"), textOf("-1e40")}, [](Drawing &drawing) { return drawing.decimal(40, 5); });
    list.add("money", textOf("money"), {textOf("({c}::numeric)::text"), textOf("CAST({c} AS varchar)")},
             {textOf("0"), textOf("-0.01"), textOf("0.01"), textOf("1234.5"), textOf("92233720368547758.07"), textOf("-92233720368547758.08")},
             [](Drawing &drawing) { return drawing.decimal(16, 2); });
}

} // namespace lakehouse::tests
