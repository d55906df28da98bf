#include "component/types/texts.h"
#include "component/types/type_values.h"

namespace lakehouse::tests {

namespace {

QString coordinate(Drawing &drawing)
{
    return drawing.isOneIn(8) ? drawing.oneOf(texts({"0", "-0", "0.1", "1e300", "5e-324", "NaN", "Infinity"})) : drawing.isOneIn(3) ? QString::number(drawing.number(-1000, 1000)) : drawing.floatingPoint(20);
}
QString finite(Drawing &drawing) { return drawing.isOneIn(2) ? drawing.decimal(3, 2) : drawing.floatingPoint(10); }
QString point(Drawing &drawing) { return QStringLiteral("(%1,%2)").arg(coordinate(drawing), coordinate(drawing)); }
QString points(Drawing &drawing, qint64 least, qint64 most)
{
    QStringList all;
    for (qint64 count = drawing.number(least, most); count > 0; --count)
        all += QStringLiteral("(%1,%2)").arg(finite(drawing), finite(drawing));
    return all.join(QLatin1Char(','));
}

/// `[low,high)` with one bound open or missing at times; `value` draws one, and `order` says which of two is lower.
DrawOne range(const DrawOne &value, const std::function<bool(const QString &, const QString &)> &isLower)
{
    return [value, isLower](Drawing &drawing) {
        if (drawing.isOneIn(20))
            return textOf("empty");
        QString low = value(drawing);
        QString high = value(drawing);
        if (isLower(high, low))
            std::swap(low, high);
        return (drawing.isOneIn(2) ? QLatin1Char('[') : QLatin1Char('(')) + (drawing.isOneIn(8) ? QString() : low) + QLatin1Char(',') + (drawing.isOneIn(8) ? QString() : high)
            + (drawing.isOneIn(2) ? QLatin1Char(']') : QLatin1Char(')'));
    };
}

DrawOne multirange(const DrawOne &one)
{
    return [one](Drawing &drawing) {
        QStringList ranges;
        for (qint64 count = drawing.number(0, 3); count > 0; --count)
            ranges += one(drawing);
        return QLatin1Char('{') + ranges.join(QLatin1Char(',')) + QLatin1Char('}');
    };
}

bool isNumberLower(const QString &left, const QString &right) { return left.toDouble() < right.toDouble(); }
bool isTextLower(const QString &left, const QString &right) { return left < right; }

QString whole(Drawing &drawing) { return QString::number(drawing.number(-1'000'000, 1'000'000)); }
QString number(Drawing &drawing) { return QString::number(drawing.number(-10'000, 10'000)) + QLatin1Char('.') + drawing.digits(3); }
QString moment(Drawing &drawing) { return QLatin1Char('"') + drawing.day() + QLatin1Char(' ') + drawing.timeOfDay(drawing.oneOf(texts({"0", "6"})).toInt()) + QLatin1Char('"'); }
QString zonedMoment(Drawing &drawing) { return moment(drawing).chopped(1) + textOf("+00\""); }

} // namespace

void addShapesAndRanges(ColumnList &list)
{
    const char shapes[] = "point, line, lseg, box, path, polygon, circle";
    const auto addShape = [&](const char *type, const QStringList &edges, const DrawOne &drawOne) { list.add(shapes, textOf(type), {}, edges, drawOne); };
    addShape("point", texts({"(0,0)", "(-0,0)", "(NaN,Infinity)", "(1e-300,1e300)", "(0.1,0.2)"}), point);
    addShape("line", texts({"{1,0,0}", "{0,1,-0.5}"}), [](Drawing &drawing) { return QStringLiteral("{%1,%2,%3}").arg(finite(drawing), QString::number(drawing.number(1, 99)), finite(drawing)); });
    addShape("lseg", texts({"[(0,0),(0,0)]"}), [](Drawing &drawing) { return QLatin1Char('[') + points(drawing, 2, 2) + QLatin1Char(']'); });
    addShape("box", texts({"(1,1),(0,0)", "(0,0),(1,1)"}), [](Drawing &drawing) { return points(drawing, 2, 2); });
    addShape("path", texts({"[(0,0)]", "((0,0))"}), [](Drawing &drawing) { return drawing.isOneIn(2) ? QLatin1Char('[') + points(drawing, 1, 4) + QLatin1Char(']') : QLatin1Char('(') + points(drawing, 1, 4) + QLatin1Char(')'); });
    addShape("polygon", texts({"((0,0))"}), [](Drawing &drawing) { return QLatin1Char('(') + points(drawing, 1, 5) + QLatin1Char(')'); });
    addShape("circle", texts({"<(0,0),0>"}), [](Drawing &drawing) { return QStringLiteral("<(%1,%2),%3>").arg(finite(drawing), finite(drawing), QString::number(drawing.number(0, 9999) / 7.0, 'g', 17)); });

    const char plain[] = "int4range, int8range, numrange, daterange, tsrange and their multiranges";
    const auto addRange = [&](const char *type, const char *many, const QStringList &edges, const DrawOne &drawOne) {
        list.add(plain, textOf(type), {}, edges + texts({"empty", "(,)"}), drawOne);
        QStringList sets = texts({"{}", "{empty}", "{(,)}"});
        for (const QString &edge : edges)
            sets += QLatin1Char('{') + edge + QLatin1Char('}');
        list.add(plain, textOf(many), {}, sets, multirange(drawOne));
    };
    addRange("int4range", "int4multirange", texts({"[-2147483648,2147483647)", "[1,1]", "(1,2)"}), range(whole, isNumberLower));
    addRange("int8range", "int8multirange", texts({"[-9223372036854775808,9223372036854775807)", "[1,5]"}), range(whole, isNumberLower));
    addRange("numrange", "nummultirange", texts({"[1.10,1.1]", "(0,Infinity)", "[NaN,NaN]"}), range(number, isNumberLower));
    addRange("daterange", "datemultirange", texts({"[2024-02-28,2024-02-29]", "[-infinity,infinity]", "[0044-03-15 BC,0044-03-15)"}), range([](Drawing &drawing) { return drawing.day(); }, isTextLower));
    addRange("tsrange", "tsmultirange", texts({"[2024-02-29 23:59:59.9999995,infinity)", "(\"0044-03-15 12:00:00 BC\",\"1582-10-10 00:00:00\"]"}), range(moment, isTextLower));
    // The product leaves the offset away; psql prints it, in UTC.
    const QStringList zoned = texts({"[2024-10-27 02:30:00+02,2024-10-27 02:30:00+01)", "[-infinity,infinity]", "[\"0044-03-15 12:00:00+00 BC\",)"});
    list.add("tstzrange", textOf("tstzrange"), {textOf("regexp_replace({c}::text, '[+]00( BC)?\"', '\\1\"', 'g')"), textOf("{c}")}, zoned + texts({"empty", "(,)"}), range(zonedMoment, isTextLower));
    list.add("tstzmultirange", textOf("tstzmultirange"), {}, texts({"{}", "{(,)}"}), multirange(range(zonedMoment, isTextLower)));
    const char own[] = "ranges of your own";
    list.add(own, textOf("public.floatrange"), {}, texts({"empty", "(,)", "[0.1,Infinity]", "[1e-300,1e300)"}), range([](Drawing &drawing) { return drawing.floatingPoint(9); }, isNumberLower));
    list.add(own, textOf("public.floatmultirange"), {}, texts({"{}"}), multirange(range(number, isNumberLower)));
    list.add("composite types", textOf("public.pair"), {}, texts({"(,,)", "(\"\",0,2024-02-29)", "(\"a,b\",1.50,)", "(NULL,NaN,infinity)", "(\"\\\\N\",,)"}), [](Drawing &drawing) {
        const QString text = drawing.text(5).replace(QLatin1Char('\\'), textOf("\\\\")).replace(QLatin1Char('"'), textOf("\"\""));
        return QStringLiteral("(\"%1\",%2,%3)").arg(text, drawing.decimal(5, 3), drawing.day());
    });
    const char other[] = "any other type, of PostgreSQL or of an extension";
    list.add(other, textOf("public.ltree"), {}, texts({"", "a", "Top.Science.Astronomy", "a_1.b_2"}), [](Drawing &drawing) { return drawing.identifier(drawing.number(1, 6)) + QLatin1Char('.') + drawing.identifier(3); });
    list.add(other, textOf("refcursor"), {}, texts({"", " ", "\\N"}), [](Drawing &drawing) { return drawing.text(5); });
    list.add(other, textOf("int2vector"), {}, texts({"", "0", "-32768 32767"}), [](Drawing &drawing) { return QString::number(drawing.number(0, 99)) + QLatin1Char(' ') + QString::number(drawing.number(-99, 99)); });
}

} // namespace lakehouse::tests
