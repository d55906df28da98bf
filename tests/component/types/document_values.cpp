#include "component/types/texts.h"
#include "component/types/type_values.h"

#include "rules/sqlgen/quoting.h"

#include <QRegularExpression>

namespace lakehouse::tests {

namespace {

/// A JSON value; as text of json it keeps blanks, repeated keys and the way numbers are written.
QString document(Drawing &drawing, int depth)
{
    switch (drawing.number(0, depth > 0 ? 6 : 4)) {
    case 0: return drawing.oneOf({textOf("null"), textOf("true"), textOf("false")});
    case 1: return drawing.decimal(12, 6).replace(textOf("-0"), textOf("-1")).replace(QRegularExpression(textOf("^(-?)0+(?=[0-9])")), textOf("\\1"));
    case 2: return drawing.oneOf({textOf("1.10"), textOf("1e10"), textOf("-0"), textOf("0.0"), textOf("12345678901234567890.123456789"), textOf("1E-7")});
    case 3: return rules::jsonString(drawing.text(5));
    case 4: return drawing.oneOf({textOf("\"\\u00e9\""), textOf("\"\\ud83d\\ude00\""), textOf("\"a\\/b\""), textOf("[]"), textOf("{}"), textOf("\"\""), textOf("\"\\n\\t\"")});
    case 5: {
        QStringList elements;
        for (qint64 count = drawing.number(0, 3); count > 0; --count)
            elements += document(drawing, depth - 1);
        return QLatin1Char('[') + elements.join(drawing.isOneIn(2) ? textOf(",") : textOf(" ,\n ")) + QLatin1Char(']');
    }
    default: {
        QStringList members;
        for (qint64 count = drawing.number(0, 3); count > 0; --count)
            members += rules::jsonString(drawing.oneOf({textOf("a"), textOf("b"), textOf("aa"), textOf("é"), textOf(" ")})) + (drawing.isOneIn(2) ? textOf(": ") : textOf(":")) + document(drawing, depth - 1);
        return QLatin1Char('{') + members.join(textOf(", ")) + QLatin1Char('}');
    }
    }
}

QString key(Drawing &drawing)
{
    return QLatin1Char('"') + drawing.text(4).replace(QLatin1Char('\\'), textOf("\\\\")).replace(QLatin1Char('"'), textOf("\\\"")) + QLatin1Char('"');
}

QString escaped(QString text)
{
    static const QRegularExpression notInXml(textOf("[\\x01-\\x08\\x0b-\\x1f\\x7f\\x{fffe}\\x{ffff}]"));
    return text.remove(notInXml).replace(QLatin1Char('&'), textOf("&amp;")).replace(QLatin1Char('<'), textOf("&lt;"));
}

} // namespace

void addDocuments(ColumnList &list)
{
    list.add("uuid", textOf("uuid"), {textOf("{c}::text"), textOf("CAST({c} AS varchar)")},
             {textOf("00000000-0000-0000-0000-000000000000"), textOf("ffffffff-ffff-ffff-ffff-ffffffffffff"), textOf("A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"), textOf("{a0eebc999c0b4ef8bb6d6bb9bd380a12}"),
              textOf("80000000-0000-0000-7fff-ffffffffffff")},
             [](Drawing &drawing) { return drawing.hex(32); });
    QString allBytes;
    for (int byte = 0; byte < 256; ++byte)
        allBytes += QStringLiteral("%1").arg(byte, 2, 16, QLatin1Char('0'));
    list.add("bytea", textOf("bytea"), {textOf("encode({c}, 'hex')"), textOf("lower(to_hex({c}))")},
             {textOf("\\x"), textOf("\\x00"), textOf("\\xff"), textOf("\\x5c"), textOf("\\x5c4e"), textOf("\\x0a"), textOf("\\x1f"), textOf("\\x20"), textOf("\\x00ff5c0a"), textOf("\\x") + allBytes},
             [](Drawing &drawing) { return textOf("\\x") + drawing.hex(2 * drawing.number(0, 30)); })
        .values += textOf("decode(repeat('00ff5c0a', 65536), 'hex')");
    const QStringList documents{textOf("null"), textOf("\"\""), textOf("{}"), textOf("[]"), textOf("1.10"), textOf("{\"b\":1,\"a\":2,\"a\":3}"), textOf(" {\n \"a\" : [ 1 , 2 ] } "), textOf("\"x\""),
                                textOf("{\"n\": 12345678901234567890.123456789012345678901}"), textOf("\"\\\\N\""), textOf("[null]"), textOf("\"\\u001f\"")};
    list.add("json", textOf("json"), {}, documents + QStringList{textOf("\"\\u0000\""), textOf("1e400")}, [](Drawing &drawing) { return document(drawing, 3); });
    list.add("jsonb", textOf("jsonb"), {}, documents, [](Drawing &drawing) { return document(drawing, 3); });
    list.add("xml", textOf("xml"), {},
             {textOf(""), textOf("text"), textOf("<a/>"), textOf("<?xml version=\"1.0\"?><a>é</a>"), textOf("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<a b=\"c\"/>"), textOf("<!-- c --><a/>"),
              textOf("<a><![CDATA[<&>]]></a>"), textOf(" <a> </a> ")},
             [](Drawing &drawing) { return QStringLiteral("<a%1>%2</a>").arg(drawing.isOneIn(2) ? textOf(" b='1'") : QString(), escaped(drawing.text(6))); });
    list.add("hstore", textOf("public.hstore"), {textOf("public.hstore_to_json({c})::text"), textOf("{c}")},
             {textOf(""), textOf("a=>1"), textOf("a=>1,b=>NULL,\"c d\"=>\"e\\\"f\""), textOf("\"\"=>\"\""), textOf("\"NULL\"=>\"NULL\""), textOf("b=>2,aa=>1,B=>3"), textOf("\"\\\\N\"=>NULL")},
             [](Drawing &drawing) {
                 QStringList members;
                 for (qint64 count = drawing.number(0, 4); count > 0; --count)
                     members += key(drawing) + textOf("=>") + (drawing.isOneIn(4) ? textOf("NULL") : key(drawing));
                 return members.join(textOf(", "));
             });
}

} // namespace lakehouse::tests
