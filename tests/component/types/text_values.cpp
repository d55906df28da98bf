#include "component/types/texts.h"
#include "component/types/type_values.h"

namespace lakehouse::tests {

namespace {

QString ofLength(QString text, qsizetype characters)
{
    // PostgreSQL counts code points.
    QList<uint> points = text.toUcs4();
    points.resize(std::min(points.size(), characters));
    QString cut;
    for (uint point : std::as_const(points))
        cut += QString::fromUcs4(reinterpret_cast<const char32_t *>(&point), 1);
    return cut;
}

const QStringList textEdges{textOf(""), textOf(" "), textOf("   "), textOf("\\N"), textOf("NULL"), textOf("null"), textOf("\x1f"), textOf("a\x1f" "b"), textOf("\\"), textOf("\\\\N"), textOf("\\s"),
                            textOf("a\nb\tc\r"), textOf("é"), textOf("e\u0301"), textOf("\u200b"), textOf("🦀"), textOf("a "), textOf(" a"), textOf("A"), textOf("a"), textOf("ß"), textOf("t"), textOf("f")};

QStringList cutTo(qsizetype characters)
{
    QStringList cut;
    for (const QString &edge : textEdges)
        cut += ofLength(edge, characters);
    return cut;
}

} // namespace

void addTexts(ColumnList &list, const QStringList &enumLabels)
{
    const Rendering padded{textOf("convert_from(bpcharsend({c}), 'UTF8')"), textOf("{c}")};
    list.add("char(n)", textOf("bpchar(5)"), padded, cutTo(5) + QStringList{textOf("ab   "), textOf("abcde"), textOf("🦀🦀🦀🦀🦀")}, [](Drawing &drawing) { return ofLength(drawing.text(5), 5); });
    list.add("char(n)", textOf("bpchar(1)"), padded, cutTo(1), [](Drawing &drawing) { return ofLength(drawing.text(1), 1); });
    list.add("char without length (bpchar)", textOf("bpchar"), {}, textEdges + QStringList{textOf("ab   "), textOf("ab\t ")}, [](Drawing &drawing) { return drawing.text(8); });
    list.add("varchar(n)", textOf("varchar(20)"), {}, cutTo(20) + QStringList{textOf("ab   "), QString(20, QLatin1Char('w'))}, [](Drawing &drawing) { return ofLength(drawing.text(9), 20); });
    const char plain[] = "text, varchar without length";
    list.add(plain, textOf("text"), {}, textEdges, [](Drawing &drawing) { return drawing.text(12); }).values += textOf("repeat('é\\', 100000)");
    list.add(plain, textOf("varchar"), {}, textEdges, [](Drawing &drawing) { return drawing.text(40); });
    list.add("name", textOf("name"), {}, cutTo(15) + QStringList{QString(63, QLatin1Char('n'))}, [](Drawing &drawing) { return ofLength(drawing.text(6), 15); });
    list.add("\"char\"", textOf("\"char\""), {}, {textOf(""), textOf(" "), textOf("\\"), textOf("\x1f"), textOf("\x7f"), textOf("'"), textOf("\n")},
             [](Drawing &drawing) { return QString(QChar::fromLatin1(char(drawing.number(1, 127)))); });
    list.add("citext", textOf("public.citext"), {}, textEdges, [](Drawing &drawing) { return drawing.text(8); });
    list.add("enum", textOf("public.label"), {}, enumLabels, [enumLabels](Drawing &drawing) { return drawing.oneOf(enumLabels); });
}

} // namespace lakehouse::tests
