#include "component/types/texts.h"
#include "component/types/type_values.h"

#include "rules/sqlgen/quoting.h"

namespace lakehouse::tests {

namespace {

QString bits(Drawing &drawing, qint64 count)
{
    QString drawn;
    for (qint64 at = 0; at < count; ++at)
        drawn += drawing.isOneIn(2) ? QLatin1Char('1') : QLatin1Char('0');
    return drawn;
}

QString address(Drawing &drawing)
{
    if (drawing.isOneIn(3))
        return QStringLiteral("2001:db8:%1::%2").arg(drawing.hex(4), drawing.hex(3));
    return QStringLiteral("%1.%2.%3.%4").arg(drawing.number(0, 255)).arg(drawing.number(0, 255)).arg(drawing.number(0, 255)).arg(drawing.number(0, 255));
}

QString grouped(const QString &hex)
{
    QStringList bytes;
    for (qsizetype at = 0; at < hex.size(); at += 2)
        bytes += hex.mid(at, 2);
    return bytes.join(QLatin1Char(':'));
}

/// A lexeme in quotes.
QString lexeme(Drawing &drawing)
{
    QString text = drawing.text(4).remove(QChar(0xffff)) + drawing.identifier(1);
    return QLatin1Char('\'') + text.replace(QLatin1Char('\\'), textOf("\\\\")).replace(QLatin1Char('\''), textOf("''")) + QLatin1Char('\'');
}

QString searchDocument(Drawing &drawing)
{
    QStringList lexemes;
    for (qint64 count = drawing.number(0, 4); count > 0; --count) {
        QString one = lexeme(drawing);
        if (drawing.isOneIn(2))
            one += QStringLiteral(":%1%2").arg(drawing.number(1, 16383)).arg(drawing.oneOf(texts({"", "A", "B", "C", "D"})));
        lexemes += one;
    }
    return lexemes.join(QLatin1Char(' '));
}

QString searchQuery(Drawing &drawing)
{
    QString query = lexeme(drawing);
    for (qint64 count = drawing.number(0, 3); count > 0; --count)
        query += drawing.oneOf(texts({" & ", " | ", " <-> ", " <2> ", " & !"})) + lexeme(drawing) + drawing.oneOf(texts({"", ":*", ":AB"}));
    return query;
}

QString snapshot(Drawing &drawing)
{
    const qint64 least = drawing.number(1, 1'000'000'000'000);
    QStringList open;
    for (qint64 at = least, count = drawing.number(0, 3); count > 0; --count)
        open += QString::number(at += drawing.number(1, 20));
    return QStringLiteral("%1:%2:%3").arg(least).arg(least + 100).arg(open.join(QLatin1Char(',')));
}

} // namespace

void addNetworkAndSearch(ColumnList &list)
{
    list.add("bit(n)", textOf("bit(8)"), {}, texts({"00000000", "11111111", "10000000", "00000001"}), [](Drawing &drawing) { return bits(drawing, 8); });
    list.add("bit(n)", textOf("bit(1)"), {}, texts({"0", "1"}), [](Drawing &drawing) { return bits(drawing, 1); });
    list.add("bit(n)", textOf("bit(70)"), {}, {QString(70, QLatin1Char('0')), QString(70, QLatin1Char('1'))}, [](Drawing &drawing) { return bits(drawing, 70); });

    const char printed[] = "bit varying, tsvector, tsquery, jsonpath, cidr, macaddr, macaddr8, pg_lsn, pg_snapshot, txid_snapshot, xid, xid8, cid, tid";
    const auto add = [&](const char *type, const QStringList &edges, const DrawOne &drawOne) { list.add(printed, textOf(type), {}, edges, drawOne); };
    add("varbit", texts({"", "0", "1", "00", "101"}), [](Drawing &drawing) { return bits(drawing, drawing.number(0, 40)); });
    add("tsvector", texts({"", "a:1 b:2", "'o''brien':3A,5 '\\\\N'", "' '", "a:16383"}), searchDocument);
    add("tsquery", texts({"", "a & b", "!a | (b <-> c)", "'o''brien':*A"}), searchQuery);
    add("jsonpath", texts({"$", "strict $.a[*] ? (@.b > 1.50)", "$.\"key \\\"q\\\"\"", "$.a ? (@ like_regex \"^a\" flag \"i\")", "$[0 to last]", "1e10"}), [](Drawing &drawing) {
        return QStringLiteral("$.%1[%2] ? (@.%3 %4 %5)").arg(rules::jsonString(drawing.text(3))).arg(drawing.number(0, 99)).arg(drawing.identifier(4), drawing.oneOf(texts({"==", ">", "<=", "!="})), QString::number(drawing.number(0, 999)));
    });
    add("cidr", texts({"0.0.0.0/0", "10.0.0.0/8", "10.0.0.1", "::/0", "::1/128", "2001:db8::/32", "::ffff:1.2.3.0/120"}), [](Drawing &drawing) {
        return drawing.isOneIn(2) ? QStringLiteral("%1.%2.%3.0/24").arg(drawing.number(0, 255)).arg(drawing.number(0, 255)).arg(drawing.number(0, 255)) : QStringLiteral("2001:%1::/48").arg(drawing.hex(4));
    });
    add("macaddr", texts({"00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff", "08-00-2B-01-02-03"}), [](Drawing &drawing) { return grouped(drawing.hex(12)); });
    add("macaddr8", texts({"00:00:00:00:00:00:00:00", "08:00:2b:01:02:03", "ff:ff:ff:ff:ff:ff:ff:ff"}), [](Drawing &drawing) { return grouped(drawing.hex(16)); });
    add("pg_lsn", texts({"0/0", "16/B374D848", "FFFFFFFF/FFFFFFFF"}), [](Drawing &drawing) { return drawing.hex(drawing.number(1, 8)) + QLatin1Char('/') + drawing.hex(drawing.number(1, 8)); });
    add("pg_snapshot", texts({"1:1:", "10:20:10,14,15", "9223372036854775806:9223372036854775807:"}), snapshot);
    add("txid_snapshot", texts({"1:1:", "10:20:10,14,15"}), snapshot);
    add("xid", texts({"0", "3", "4294967295"}), [](Drawing &drawing) { return QString::number(drawing.number(0, 4294967295LL)); });
    add("xid8", texts({"0", "9223372036854775808", "18446744073709551615"}), [](Drawing &drawing) { return QString::number(quint64(drawing.number(0, std::numeric_limits<qint64>::max())) * 2 + 1); });
    add("cid", texts({"0", "4294967295"}), [](Drawing &drawing) { return QString::number(drawing.number(0, 4294967295LL)); });
    add("tid", texts({"(0,0)", "(0,1)", "(4294967295,65535)"}), [](Drawing &drawing) { return QStringLiteral("(%1,%2)").arg(drawing.number(0, 4294967295LL)).arg(drawing.number(0, 65535)); });
    // An address without a mask stands for one of all bits.
    list.add("inet", textOf("inet"), {textOf("host({c}) || '/' || masklen({c})"), textOf("{c}")}, texts({"0.0.0.0", "10.0.0.1", "10.0.0.1/24", "10.0.0.1/32", "255.255.255.255/0", "::1", "::1/64", "::ffff:1.2.3.4", "2001:db8::1/128"}),
             [](Drawing &drawing) { return address(drawing) + (drawing.isOneIn(2) ? QStringLiteral("/%1").arg(drawing.number(0, 32)) : QString()); });
    const char regTypes[] = "regclass, regproc, regtype and other reg… types";
    for (const char *type : {"regclass", "regproc", "regprocedure", "regoper", "regoperator", "regtype", "regrole", "regnamespace", "regconfig", "regdictionary", "regcollation"})
        list.add(regTypes, textOf(type), {}, texts({"0", "1"}), [](Drawing &drawing) { return QString::number(drawing.number(1, 99999)); });
}

} // namespace lakehouse::tests
